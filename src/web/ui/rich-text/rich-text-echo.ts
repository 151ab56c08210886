import { useRef } from 'react'

/**
 * Tells values that come from elsewhere from the late echo of what an editor said itself: what is typed meanwhile must
 * not be overwritten by it.
 */
export function useEcho(first: string) {
  const said = useRef([first])
  return {
    /** Notes what the editor says; false when it said so last. */
    say: (value: string): boolean => {
      if (said.current.at(-1) === value) return false
      said.current.push(value)
      return true
    },
    /** True for a value the editor said; any other one is noted as where it starts from. */
    isEcho: (value: string): boolean => {
      const at = said.current.indexOf(value)
      said.current = at >= 0 ? said.current.slice(at) : [value]
      return at >= 0
    },
  }
}

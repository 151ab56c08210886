import { useRef } from 'react'

/**
 * Tells a value from elsewhere apart from the late echo of one that the editor reported itself, which must
 * not overwrite later typing.
 */
export function useEcho(first: string) {
  const reported = useRef([first])
  return {
    /** Notes a value that the editor reports; false if it equals the last one. */
    say: (value: string): boolean => {
      if (reported.current.at(-1) === value) return false
      reported.current.push(value)
      return true
    },
    /** True for a value that the editor reported; any other becomes its new starting point. */
    isEcho: (value: string): boolean => {
      const at = reported.current.indexOf(value)
      reported.current = at >= 0 ? reported.current.slice(at) : [value]
      return at >= 0
    },
  }
}

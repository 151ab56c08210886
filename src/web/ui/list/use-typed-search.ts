import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * What is typed into a search whose text lives in the address: `type` hands it on after a pause in typing, `send` at
 * once. A value from elsewhere (back, Clear) replaces what is typed; the late echo of the own one does not.
 */
export function useTypedSearch(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  // What the address last said, and what was handed on since.
  const sent = useRef([value])
  const hand = (next: string) => {
    if (next === sent.current.at(-1)) return
    sent.current.push(next)
    onChange(next)
  }
  const later = useDebouncedCallback(hand, PAUSE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value in the address matters
  useEffect(() => {
    const echoed = sent.current.indexOf(value)
    sent.current = echoed === -1 ? [value] : sent.current.slice(echoed)
    if (echoed !== -1) return
    later.cancel()
    setTyped(value)
  }, [value])
  return {
    typed,
    type: (next: string) => {
      setTyped(next)
      later(next.trim())
    },
    send: (next: string) => {
      later.cancel()
      setTyped(next)
      hand(next.trim())
    },
  }
}

import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * The text of a search field whose value is in the address: `type` passes it on after a pause in typing,
 * `send` at once. A value from elsewhere (Back, Clear) replaces the typed text; a late echo of our own does
 * not.
 */
export function useTypedSearch(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  // Values passed on since the last one from the address, and that one.
  const sent = useRef([value])
  const hand = (next: string) => {
    if (next === sent.current.at(-1)) return
    sent.current.push(next)
    onChange(next)
  }
  const later = useDebouncedCallback(hand, PAUSE_MS)
  const arrived = useEffectEvent((next: string) => {
    const echoed = sent.current.indexOf(next)
    sent.current = echoed === -1 ? [next] : sent.current.slice(echoed)
    if (echoed !== -1) return
    later.cancel()
    setTyped(next)
  })
  useEffect(() => arrived(value), [value])
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

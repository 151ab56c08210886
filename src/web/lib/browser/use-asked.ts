import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Opens what the address asks for, as '/clients?new=1' asks for the form of a new client, and takes the word
 * out of the address, so that neither a reload nor a way back opens it again. `open` gets the value, '1' or a name.
 */
export function useAsked(word: string, open: (value: string) => void): void {
  const router = useRouter()
  const asked = useSearch({ strict: false, select: (search: Record<string, unknown>) => search[word] })
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (asked === undefined) return
    latest.current(String(asked))
    void router.navigate({
      to: '.',
      search: (search: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(search).filter(([key]) => key !== word)),
      replace: true,
    })
  }, [asked, word, router])
}

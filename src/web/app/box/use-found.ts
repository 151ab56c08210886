import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { parsePastedCodes } from '#contract/search/pasted-codes.ts'
import { MAX_QUERY } from '#contract/search/search.ts'
import { readQuery } from '#contract/search/shapes.ts'
import { codesQuery, searchQuery } from '#web/model/search/search-calls.ts'

/** A pause in typing before the server is asked; a whole number is asked for at once. */
const PAUSE_MS = 80

/** The text once it has been the same for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * What the server finds for a text. An answer belongs to its own text: it is dropped as soon as the text changes, not when the next
 * request starts.
 */
export function useFound(text: string) {
  const wanted = text.trim()
  const codes = useMemo(() => parsePastedCodes(wanted), [wanted])
  const whole = useMemo(() => readQuery(wanted).whole, [wanted])
  const settled = useSettled(wanted)
  const isAsked = (whole || settled === wanted) && codes.length === 0 && wanted.length <= MAX_QUERY
  const query = useQuery(searchQuery(isAsked ? wanted : ''))
  const list = useQuery(codesQuery(codes))
  const asked = codes.length > 0 ? list : query
  const answered = (isAsked || codes.length > 0) && asked.isFetched
  return {
    reply: isAsked && wanted !== '' ? query.data : undefined,
    codes: codes.length > 0 ? list.data : undefined,
    pending: wanted !== '' && wanted.length <= MAX_QUERY && !answered,
    error: answered ? asked.error : null,
    retry: () => void asked.refetch(),
  }
}

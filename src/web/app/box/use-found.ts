import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { parsePastedCodes, searchedIn } from '#contract/search/pasted-codes.ts'
import { MAX_CODES, MAX_QUERY } from '#contract/search/search.ts'
import { readQuery } from '#contract/search/shapes.ts'
import { codesQuery, searchQuery } from '#web/model/search/search-calls.ts'

/** Milliseconds of a pause in typing before the server is asked; a whole number is looked up at once. */
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
 * The server's answer to a text. It is dropped as soon as the text changes, not when the next request starts.
 * A list of codes is looked up and searched as a text too; both answers show together, so that no row moves.
 */
export function useFound(text: string) {
  const wanted = text.trim()
  const { codes, searched, whole } = useMemo(() => readText(wanted), [wanted])
  const settled = useSettled(wanted)
  const isAsked = searched !== '' && (whole || settled === wanted)
  const query = useQuery(searchQuery(isAsked ? searched : ''))
  const list = useQuery(codesQuery(codes.slice(0, MAX_CODES)))
  const pending = (searched !== '' && !(isAsked && query.isFetched)) || (codes.length > 0 && !list.isFetched)
  const failed = [query, list].filter(({ error }) => error)
  return {
    reply: isAsked && !pending ? query.data : undefined,
    codes: codes.length > 0 && !pending ? list.data : undefined,
    /** The number of codes in the list; no more than 500 are looked up. */
    count: codes.length,
    /** The text that is searched: all of it, or a number in it if it is too long; '' for neither. */
    searched,
    pending,
    error: pending ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

function readText(wanted: string) {
  const codes = parsePastedCodes(wanted)
  // A list that is too long for a text is looked up only.
  const searched = codes.length > 0 && wanted.length > MAX_QUERY ? '' : searchedIn(wanted)
  return { codes, searched, whole: readQuery(searched).whole }
}

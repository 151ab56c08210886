import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { keysOf } from '#contract/lib/record-of.ts'
import { type Asked, type DateSubject, previewQuery } from './date-change-calls.ts'
import { readTyped, type Typed } from './typed-dates.ts'

const TYPING_PAUSE_MS = 250

/** The preview of typed dates, after a pause in typing; the answer to the latest ones wins. */
export function usePreview(subject: DateSubject, typed: Typed, more: Omit<Asked, 'dates'>, timeZone: string) {
  const read = readTyped(typed, subject.dates, timeZone)
  const asked = JSON.stringify({ dates: read.dates, ...more } satisfies Asked)
  const [settled] = useDebouncedValue(asked, TYPING_PAUSE_MS)
  const enabled = keysOf(read.dates).length > 0 && keysOf(read.errors).length === 0
  // The cast: `settled` was stringified above.
  const body = JSON.parse(settled) as Asked
  // What settled may be older than the first date: the server would refuse a question without dates.
  const query = useQuery({ ...previewQuery(subject.path, body), enabled: enabled && keysOf(body.dates).length > 0 })
  return {
    ...read,
    preview: enabled && !query.isError ? query.data : undefined,
    failure: enabled ? query.error : null,
    again: () => void query.refetch(),
    waiting: enabled && (settled !== asked || query.isFetching),
    dirty: enabled || keysOf(read.errors).length > 0,
  }
}

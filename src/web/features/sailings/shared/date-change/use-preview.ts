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
  const settledAsked = JSON.parse(settled) as Asked
  // The pause may still hold the question of before the first date was typed, which asks about none.
  const isAsked = enabled && keysOf(settledAsked.dates).length > 0
  const query = useQuery({ ...previewQuery(subject.path, settledAsked), enabled: isAsked })
  return {
    ...read,
    preview: enabled && !query.isError ? query.data : undefined,
    failure: enabled ? query.error : null,
    again: () => void query.refetch(),
    waiting: enabled && (settled !== asked || query.isFetching),
    dirty: enabled || keysOf(read.errors).length > 0,
  }
}

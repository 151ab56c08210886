import type { ReactNode } from 'react'
import type { EventEntry } from '#contract/orders/orders.ts'

/** A line of the history that is no event: a note, or a mail. */
export interface Line {
  key: string
  /** Its instant, ISO 8601. */
  at: string
  content: ReactNode
}

/** What stands in the history beside its events. */
export interface Besides {
  /** The field at its top. */
  form: ReactNode
  /** Lines, newest first; undefined until they are known. */
  lines: readonly Line[] | undefined
  /** What brings earlier lines, at its end. */
  older: ReactNode
}

/** Lines of several kinds, newest first. */
export const newestFirst = (lines: readonly Line[]): Line[] =>
  lines.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))

/**
 * Events and other lines as one history, newest first. Events keep their order among themselves; of the same
 * instant, the other line comes first.
 */
export function mergeHistory(entries: readonly EventEntry[], lines: readonly Line[]): (EventEntry | Line)[] {
  const waiting = [...lines]
  const merged = entries.flatMap((entry) => {
    const at = Date.parse(entry.date)
    const older = waiting.findIndex((line) => Date.parse(line.at) < at)
    return [...waiting.splice(0, older < 0 ? waiting.length : older), entry]
  })
  return [...merged, ...waiting]
}

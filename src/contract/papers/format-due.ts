import { formatDate, formatDateTime, formatZoned } from '#contract/lib/format.ts'
import { isDueAtCutOff, isDueOnDay } from './paper-codes.ts'
import type { Paper } from './papers.ts'

/** The due time, 'Nov 26 2026 12:00', or the day if counted from a departure or arrival; '' for none. */
export const formatDue = (
  { dueAt, ...paper }: Pick<Paper, 'dueAt' | 'basis' | 'dueByHand'>,
  timeZone: string,
): string => (isDueOnDay(paper) ? formatDate(dueAt, 'UTC') : formatDateTime(dueAt, timeZone))

/** The day without the year, if it is that of `now`. */
const shortDay = (iso: string, timeZone: string, now: Date): string => {
  const day = formatDate(iso, timeZone)
  const year = formatDate(now.toISOString(), timeZone).slice(-4)
  return day.endsWith(year) ? day.slice(0, -5) : day
}

/**
 * The words in which a client is asked for a missing paper: 'by Nov 29'; 'as soon as possible; it was due Nov
 * 21' for an overdue one; '' without a due date. A time, with its zone, only where that is a cut-off itself.
 */
export function askedBy(
  { dueAt, overdue, ...paper }: Pick<Paper, 'dueAt' | 'basis' | 'offsetDays' | 'dueByHand' | 'overdue'>,
  timeZone: string,
  now = new Date(),
): string {
  if (dueAt === null) return ''
  const zone = isDueOnDay(paper) ? 'UTC' : timeZone
  if (overdue) return `as soon as possible; it was due ${shortDay(dueAt, zone, now)}`
  return isDueAtCutOff(paper) ? `by ${formatZoned(dueAt, timeZone)}` : `by ${shortDay(dueAt, zone, now)}`
}

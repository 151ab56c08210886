import { formatDate, formatDateTime, formatZoned } from '#contract/lib/format.ts'
import { isDueOnDay } from './paper-codes.ts'
import type { Paper } from './papers.ts'

/** The due time, 'Nov 26 2026 12:00', or the day if counted from a departure or arrival; '' for none. */
export const formatDue = (
  { dueAt, ...paper }: Pick<Paper, 'dueAt' | 'basis' | 'dueByHand'>,
  timeZone: string,
): string => (isDueOnDay(paper) ? formatDate(dueAt, 'UTC') : formatDateTime(dueAt, timeZone))

/** The due time as clients in other time zones read it: 'Nov 26 2026 12:00 (Europe/Amsterdam)'. */
export const formatDueForClient = (
  { dueAt, ...paper }: Pick<Paper, 'dueAt' | 'basis' | 'dueByHand'>,
  timeZone: string,
): string => (isDueOnDay(paper) ? formatDate(dueAt, 'UTC') : formatZoned(dueAt, timeZone))

import { formatDate, formatDateTime } from '#contract/lib/format.ts'
import { isDueOnDay } from './paper-codes.ts'
import type { Paper } from './papers.ts'

/**
 * The due time of a paper, 'Nov 26 2026 12:00', or its day if counted from a departure or an arrival; '' if
 * unknown.
 */
export const formatDue = (
  { dueAt, ...paper }: Pick<Paper, 'dueAt' | 'basis' | 'dueByHand'>,
  timeZone: string,
): string => (isDueOnDay(paper) ? formatDate(dueAt, 'UTC') : formatDateTime(dueAt, timeZone))

/**
 * The due time as clients read it, who may live in another time zone: 'Nov 26 2026 12:00 (Europe/Amsterdam)'.
 */
export function formatDueForClient(paper: Pick<Paper, 'dueAt' | 'basis' | 'dueByHand'>, timeZone: string): string {
  const due = formatDue(paper, timeZone)
  return due === '' || isDueOnDay(paper) ? due : `${due} (${timeZone})`
}

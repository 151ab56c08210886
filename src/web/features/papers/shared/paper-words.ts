import { formatDue } from '#contract/papers/format-due.ts'
import { type Basis, countPapers, isMissing } from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import type { Dates } from '#web/lib/format/dates.ts'

/** A summary, '5 of 7, 2 due by Nov 26 2026 12:00': papers that are there, and those due or overdue. */
export function summaryOf(papers: readonly Paper[], { timeZone }: Pick<Dates, 'timeZone'>): string {
  const { there, total } = countPapers(papers)
  const missing = papers.filter(isMissing)
  const overdue = missing.filter((paper) => paper.overdue).length
  const ahead = missing.filter((paper) => paper.dueAt !== null && !paper.overdue)
  const [next] = ahead.sort((one, other) => Date.parse(one.dueAt ?? '') - Date.parse(other.dueAt ?? ''))
  const due = ahead.filter(({ dueAt }) => dueAt === next?.dueAt).length
  return [
    `${there} of ${total}`,
    overdue > 0 ? `${overdue} overdue` : '',
    next === undefined ? '' : `${due} due by ${formatDue(next, timeZone)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Words for each date in the middle of a sentence. */
const DATE_WORDS: Record<Basis, string> = {
  booking: 'booking',
  'cargo-ready': 'cargo ready',
  'cargo-cut-off': 'the cargo cut-off',
  'documentation-cut-off': 'the documentation cut-off',
  etd: 'the departure (ETD)',
  eta: 'the arrival at the port (ETA)',
}

/** The due time of a requirement in words: '3 days before the documentation cut-off', 'at booking'. */
export function whenDue({ basis, offsetDays }: { basis: Basis; offsetDays: number }): string {
  const days = Math.abs(offsetDays)
  const apart = days === 0 ? 'at' : `${days} ${days === 1 ? 'day' : 'days'} ${offsetDays < 0 ? 'before' : 'after'}`
  return `${apart} ${DATE_WORDS[basis]}`
}

/** The due time of a paper, 'due Nov 26 2026 12:00', or what it depends on. */
export function dueWords(paper: Paper, { timeZone }: Pick<Dates, 'timeZone'>): string {
  const { dueAt, basis, offsetDays, state, noLongerAsked } = paper
  if (!isMissing({ state, noLongerAsked })) return ''
  if (dueAt !== null) return `due ${formatDue(paper, timeZone)}`
  if (basis === null) return ''
  return `due ${whenDue({ basis, offsetDays })}, once that is known`
}

import type { BehindName } from '#contract/reports/behind.ts'
import type { RecordList } from '#contract/reports/figure-list.ts'
import type { Asked } from './report-queries.ts'

/** A list of a report, rather than the list of orders. */
export type ReportList = RecordList & { list: BehindName }

/**
 * Search params of a list of records. `of` is the subject of its row, in words. The choice of the period and
 * of the comparison go along for the way back; a list of other days leads back to its own.
 */
export function behindParams({ list, period, filters }: ReportList, { of, asked }: { of?: string; asked: Asked }) {
  const { from, to } = period
  const same = from === asked.period.from && to === asked.period.to
  return {
    report: list,
    from,
    to,
    ...(of && { of }),
    ...filters,
    period: same ? asked.choice : ('custom' as const),
    ...withoutComparison(asked),
  }
}

/** The search param of the comparison, which is on by default. */
export const withoutComparison = ({ compare }: Pick<Asked, 'compare'>) => (compare ? {} : { compare: '0' as const })

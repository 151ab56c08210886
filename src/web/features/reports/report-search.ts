import { keysOf } from '#contract/lib/record-of.ts'
import { BEHIND_FILTERS, type BehindFilter, type BehindName } from '#contract/reports/behind.ts'

/** The choices of a period; the first is what the page opens with. */
export const PERIODS = ['this-month', 'last-month', 'this-quarter', 'this-year', 'custom'] as const
export type PeriodChoice = (typeof PERIODS)[number]

/** The search params of the page: a choice, which moves with the calendar, or two days; `compare` is '0' without comparison. */
export interface ReportSearch {
  period?: PeriodChoice | undefined
  from?: string | undefined
  to?: string | undefined
  compare?: '0' | undefined
}

/** Those of the list behind a figure: the report, what narrows it, and this in words. */
export interface BehindSearch {
  report: BehindName
  of: string
  filters: Partial<Record<BehindFilter, string>>
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Reads the address; whatever it does not know is dropped. */
export const reportSearch = ({ period, from, to, compare }: Record<string, unknown>): ReportSearch => ({
  period: PERIODS.find((each) => each === period && each !== PERIODS[0]),
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
  compare: compare === '0' ? compare : undefined,
})

/** The list that an address asks for; null for the reports themselves. */
export function behindSearch({ report, of, ...rest }: Record<string, unknown>): BehindSearch | null {
  const name = keysOf(BEHIND_FILTERS).find((each) => each === report)
  if (!name) return null
  const filters = BEHIND_FILTERS[name].flatMap((filter) => {
    const value = rest[filter]
    return typeof value === 'string' ? [[filter, value] as const] : []
  })
  return { report: name, of: typeof of === 'string' ? of : '', filters: Object.fromEntries(filters) }
}

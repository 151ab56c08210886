import { keysOf } from '#contract/lib/record-of.ts'
import { BEHIND_FILTERS, type BehindFilters, type BehindName } from '#contract/reports/behind.ts'

/** Choices of a period; the page opens with the first. */
export const PERIODS = ['this-month', 'last-month', 'this-quarter', 'this-year', 'custom'] as const
export type PeriodChoice = (typeof PERIODS)[number]

/** Search params: a choice, which moves with the calendar, or two days; `compare` '0' for none. */
export interface ReportSearch {
  period?: PeriodChoice | undefined
  from?: string | undefined
  to?: string | undefined
  compare?: '0' | undefined
}

/** Search params of the list behind a figure: the report, its filters, these in words, and the open row. */
export interface BehindSearch {
  report: BehindName
  of: string
  filters: BehindFilters
  quote: string | undefined
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the address; an unknown choice is dropped. Days stay: a wrong one is named at its field. */
export const reportSearch = ({ period, from, to, compare }: Record<string, unknown>): ReportSearch => ({
  period: PERIODS.find((each) => each === period && each !== PERIODS[0]),
  from: textOf(from),
  to: textOf(to),
  compare: compare === '0' ? compare : undefined,
})

/** The list in an address; null for the reports themselves. */
export function behindSearch({ report, of, quote, ...rest }: Record<string, unknown>): BehindSearch | null {
  const name = keysOf(BEHIND_FILTERS).find((each) => each === report)
  if (!name) return null
  const filters = BEHIND_FILTERS[name].flatMap((filter) => {
    const value = rest[filter]
    return typeof value === 'string' ? [[filter, value] as const] : []
  })
  return { report: name, of: textOf(of) ?? '', filters: Object.fromEntries(filters), quote: textOf(quote) }
}

/** The reports from which a list was opened: its choice of a period, or its own days, compared or not. */
export function wayBack({ period, ...address }: Record<string, unknown>): ReportSearch {
  const { from, to, compare } = reportSearch(address)
  const choice = PERIODS.find((each) => each === period) ?? 'custom'
  const days = choice === 'custom' ? { period: choice, from, to } : choice === PERIODS[0] ? {} : { period: choice }
  return { ...days, ...(compare && { compare }) }
}

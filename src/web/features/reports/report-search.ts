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

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Reads the address; whatever it does not know is dropped. By hand: the first screen loads this. */
export const reportSearch = ({ period, from, to, compare }: Record<string, unknown>): ReportSearch => ({
  period: PERIODS.find((each) => each === period && each !== PERIODS[0]),
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
  compare: compare === '0' ? compare : undefined,
})

/** A period: its first and last day, both included, as yyyy-MM-dd. */
export interface Period {
  from: string
  to: string
}

const DAY_MS = 86_400_000
/** Days of the longest period of a report: five years. */
export const MAX_PERIOD_DAYS = 1827
/** The first day of a period; an earlier one is a typing mistake. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2099-12-31'
/** Days up to which a chart has a bar for each day; beyond, for each month. */
const MAX_SINGLE_DAYS = 45

/** The message for programs; forms name the day in their own format. */
export const BAD_DAY = 'Please enter a day as yyyy-MM-dd'
export const BAD_ORDER = 'The last day is before the first'
export const TOO_LONG = 'A period can be at most 5 years long'
export const OUT_OF_RANGE = `Choose a day in the years ${FIRST_DAY.slice(0, 4)} to ${LAST_DAY.slice(0, 4)}`

const daysSince = (day: string) => Date.parse(day) / DAY_MS
const dayOf = (days: number) => new Date(days * DAY_MS).toISOString().slice(0, 10)

/** Days of a period. */
export const daysIn = ({ from, to }: Period): number => daysSince(to) - daysSince(from) + 1

/** Messages for a wrong period, by field; null for a right one. */
export function judgePeriod({ from, to }: Period): Partial<Record<keyof Period, string>> | null {
  const outside = (day: string) => day < FIRST_DAY || day > LAST_DAY
  if (outside(from) || outside(to))
    return { ...(outside(from) && { from: OUT_OF_RANGE }), ...(outside(to) && { to: OUT_OF_RANGE }) }
  if (to < from) return { to: BAD_ORDER }
  return daysIn({ from, to }) > MAX_PERIOD_DAYS ? { from: TOO_LONG } : null
}

const partsOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month: month - 1, date }
}
const lastDate = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/**
 * The date so many months earlier. The last day of a month stays the last, and a date that the month lacks
 * becomes its last.
 */
function monthsEarlier(day: string, months: number): string {
  const { year, month, date } = partsOf(day)
  const first = new Date(Date.UTC(year, month - months, 1))
  const last = lastDate(first.getUTCFullYear(), first.getUTCMonth())
  first.setUTCDate(date === lastDate(year, month) ? last : Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

const QUARTER = 3
const YEAR = 12

/**
 * Months between a period and the one it is compared with, for its first month (0 to 11) and the number of
 * months it touches: a quarter or a year if it is one, or a part of one.
 */
function monthsBack(first: number, months: number): number {
  if (months === 1) return 1
  if (first % QUARTER === 0 && months <= QUARTER) return QUARTER
  return first === 0 ? Math.ceil(months / YEAR) * YEAR : months
}

/**
 * The period before, for comparison. If it begins on the first of a month: the same days of the month,
 * quarter or year before (1 to 23 November with 1 to 23 October, a year so far with the same days of the year
 * before); otherwise as many days just before it.
 */
export function periodBefore(period: Period): Period {
  const { from, to } = period
  const [start, end] = [partsOf(from), partsOf(to)]
  if (start.date === 1) {
    const months = (end.year - start.year) * 12 + end.month - start.month + 1
    const back = monthsBack(start.month, months)
    return { from: monthsEarlier(from, back).slice(0, 8).concat('01'), to: monthsEarlier(to, back) }
  }
  const days = daysIn(period)
  return { from: dayOf(daysSince(from) - days), to: dayOf(daysSince(from) - 1) }
}

export type Step = 'day' | 'month'

/** The stretch of a bar in the charts. */
export const stepOf = (period: Period): Step => (daysIn(period) <= MAX_SINGLE_DAYS ? 'day' : 'month')

/** The first day of each bar: every day, or the first of every month that the period touches. */
export function stretchesOf(period: Period, step = stepOf(period)): string[] {
  if (step === 'day') return Array.from({ length: daysIn(period) }, (_, at) => dayOf(daysSince(period.from) + at))
  const [start, end] = [partsOf(period.from), partsOf(period.to)]
  const months = (end.year - start.year) * 12 + end.month - start.month + 1
  return Array.from({ length: months }, (_, at) =>
    new Date(Date.UTC(start.year, start.month + at, 1)).toISOString().slice(0, 10),
  )
}

/** The days of a bar that begins on `at`, as far as the period has them. */
export function stretchPeriod(at: string, step: Step, period: Period): Period {
  const next = stretchesOf(period, step).find((each) => each > at)
  return { from: at < period.from ? period.from : at, to: next ? dayOf(daysSince(next) - 1) : period.to }
}

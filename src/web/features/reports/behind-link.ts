import { BEHIND_STATES, type BehindFilter, type BehindName, NOBODY } from '#contract/reports/behind.ts'
import { type Period, type Step, stretchesOf } from '#contract/reports/period.ts'

type Filters = Partial<Record<BehindFilter, string>>

/** The search params of the list that figures of a report count. `of` is what they are about, in words. */
export const behindParams = (report: BehindName, { from, to }: Period, of = '', filters: Filters = {}) => ({
  report,
  from,
  to,
  ...(of && { of }),
  // An empty value would be left out of the address.
  ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value || NOBODY])),
})

/** The address of that list. */
export const behindHref = (...given: Parameters<typeof behindParams>): string =>
  `/reports?${new URLSearchParams(behindParams(...given))}`

/** Which state of a list a figure counts; those that are not here count all of it. */
const STATES: { [Name in BehindName]: Record<string, keyof (typeof BEHIND_STATES)[Name]> } = {
  volume: {
    ...{ orders: 'not-cancelled', cbm: 'not-cancelled', kg: 'not-cancelled', usd: 'not-cancelled' },
    cancelled: 'cancelled',
  },
  quotes: { priced: 'priced', quotedUsd: 'priced', booked: 'booked', bookedShare: 'booked', bookedUsd: 'booked' },
  'on-time': { promised: 'promised', averageLate: 'promised', onTime: 'on-time', onTimeShare: 'on-time' },
  milestones: {},
  workload: { opened: 'opened', closed: 'closed', open: 'open' },
}

/** The search params of the list that one of the figures of the whole period counts. */
export function stateParams(report: BehindName, period: Period, field: string) {
  const state = Object.entries<string>(STATES[report]).find(([name]) => name === field)?.[1]
  const words = Object.entries<string>(BEHIND_STATES[report]).find(([name]) => name === state)?.[1]
  return behindParams(report, period, words, state ? { state } : {})
}

/** An id as the lists take it. */
export const idFilter = (id: number | null) => (id === null ? NOBODY : String(id))

/** The days of a bar that begins on `at`, as far as the period has them. */
export function stretchPeriod(at: string, step: Step, period: Period): Period {
  const next = stretchesOf(period, step).find((each) => each > at)
  const end = next ? new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10) : period.to
  return { from: at < period.from ? period.from : at, to: end }
}

import { expect, test } from 'vitest'
import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { FIXED_PROGRESS, formatDaysLeft, nextCutOff, orderProgress, type Travelling } from './progress.ts'

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`
const at = (n: number, hour = 0) => Date.parse(day(n)) + hour * 3_600_000
const NOON = 12

interface Known {
  etd?: number
  atd?: number
  portEta?: number
  portAta?: number
  placeEta?: number
  placeAta?: number
}
const on = (n: number | null | undefined) => (n ? day(n) : null)
/** An order in progress with these dates in November. */
const order = (known: Known | null, rest: Partial<Travelling> = {}): Travelling => ({
  status: OrderStatus.IN_PROGRESS,
  deliveryDays: null,
  departedAt: null,
  lastMilestone: null,
  receivedAt: null,
  bookingConfirmation: known && {
    estimatedTimeOfDepartureAt: on(known.etd),
    actualTimeOfDepartureAt: on(known.atd),
    portEstimatedTimeOfArrivalAt: on(known.portEta),
    portActualTimeOfArrivalAt: on(known.portAta),
    placeEstimatedTimeOfArrivalAt: on(known.placeEta),
    placeActualTimeOfArrivalAt: on(known.placeAta),
  },
  ...rest,
})
const shown = (travelling: Travelling, now: number) => {
  const progress = orderProgress(travelling, now)
  return progress && `${progress.percent}%, ${formatDaysLeft(progress)}`
}
const FIXED = '50%, 20 days left'

test('fixed progress is 50% with 20 days left', () => {
  expect(FIXED_PROGRESS.percent).toBe(50)
  expect(formatDaysLeft(FIXED_PROGRESS)).toBe('20 days left')
})

test.each<[rule: string, known: Known | null, now: number, expected: string, days?: number]>([
  ['nothing known: fixed', null, at(10), FIXED],
  ['nothing known, with days of the grid: fixed', null, at(10), FIXED, 32],
  ['no dates: fixed', {}, at(10), FIXED],
  ['only an estimated departure: fixed', { etd: 1 }, at(10), FIXED],
  ['only an estimated departure, with days of the grid: fixed', { etd: 1 }, at(10), FIXED, 32],
  ['only an arrival: fixed', { portEta: 20 }, at(10), FIXED],
  ['departed without an arrival, no days in the grid: fixed', { atd: 1 }, at(10), FIXED],
  ['departed without an arrival, 0 days in the grid: fixed', { atd: 1 }, at(10), FIXED, 0],
  ['departed without an arrival: the days of the grid', { atd: 1 }, at(6), '25%, 15 days left', 20],
  ['departed longer ago than the grid says: all of the way, not arrived', { atd: 1 }, at(25), '100%, 0 days left', 20],
  ['a known arrival wins over the grid', { atd: 1, portEta: 11 }, at(6), '50%, 5 days left', 20],
  ['between the estimates: the share of time', { etd: 1, portEta: 21 }, at(6), '25%, 15 days left'],
  ['a part of a day counts as a day', { etd: 1, portEta: 21 }, at(6, NOON), '28%, 15 days left'],
  ['actual departure before estimated', { etd: 1, atd: 5, portEta: 15 }, at(10), '50%, 5 days left'],
  ['arrival at the place before the port', { atd: 5, portEta: 10, placeEta: 15 }, at(10), '50%, 5 days left'],
  [
    'arrived at the port, not at the place: all of the way to the port',
    { atd: 5, portAta: 9, placeEta: 15 },
    at(10),
    '100%, Arrived',
  ],
  ['before departure: 0%', { etd: 10, portEta: 20 }, at(8), '0%, 12 days left'],
  ['after the estimated arrival: 100%, not arrived', { etd: 10, portEta: 20 }, at(25), '100%, 0 days left'],
  ['after the actual arrival: arrived', { atd: 1, placeAta: 20 }, at(20, NOON), '100%, Arrived'],
  ['an actual arrival in the future: not yet', { atd: 1, placeAta: 20 }, at(19, NOON), '97%, 1 day left'],
  ['arrival before departure, before both: 0%', { atd: 20, portEta: 10 }, at(5), '0%, 5 days left'],
  ['arrival before departure, between: 100%', { atd: 20, portEta: 10 }, at(15), '100%, 0 days left'],
])('%s', (_, known, now, expected, deliveryDays) => {
  expect(shown(order(known, { deliveryDays: deliveryDays ?? null }), now)).toBe(expected)
})

test.each<[rule: string, known: Known | null, expected: string]>([
  ['no confirmation: departed by the history, the days of the grid', null, '25%, 15 days left'],
  ['a confirmation without dates: the same', {}, '25%, 15 days left'],
  ['only an estimated departure: what happened wins', { etd: 2 }, '25%, 15 days left'],
  ['an actual departure wins over the history', { atd: 2 }, '20%, 16 days left'],
  ['a known arrival wins over the grid', { portEta: 11 }, '50%, 5 days left'],
  ['both dates in the confirmation: the history does not count', { etd: 3, portEta: 9 }, '50%, 3 days left'],
])('departed on the first by its events: %s', (_, known, expected) => {
  expect(shown(order(known, { departedAt: day(1), deliveryDays: 20 }), at(6))).toBe(expected)
})

test('a completed order is delivered whatever its dates, and a cancelled one has no progress', () => {
  for (const known of [null, {}, { etd: 1, portEta: 21 }]) {
    expect(shown(order(known, { status: OrderStatus.COMPLETED }), at(6))).toBe('100%, Delivered')
    expect(shown(order(known, { status: OrderStatus.CANCELLED }), at(6))).toBeNull()
  }
})

test.each<[milestone: Milestone, known: Known | null, expected: string]>([
  ['booked', { etd: 1, portEta: 21 }, '25%, 15 days left'],
  ['received', null, FIXED],
  ['received', { etd: 10, portEta: 20 }, '0%, 14 days left'],
  ['departed', { etd: 10, portEta: 20 }, '1%, 14 days left'],
  ['departed', { etd: 1, portEta: 21 }, '25%, 15 days left'],
  ['arrived', { etd: 10, portEta: 20 }, '100%, Arrived'],
  ['arrived', null, '100%, Arrived'],
  ['out-for-delivery', { etd: 1, portEta: 21 }, '100%, Arrived'],
  ['delivered', { etd: 10, portEta: 20 }, '100%, Delivered'],
  ['delivered', null, '100%, Delivered'],
  ['on-hold', { etd: 1, portEta: 21 }, '25%, 15 days left'],
])('the furthest milestone %s, with %o', (lastMilestone, known, expected) => {
  expect(shown(order(known, { lastMilestone }), at(6))).toBe(expected)
})

const CUT_OFFS = { cargoCutOffAt: day(12), documentationCutOffAt: day(13) }
const fields = (rest: Partial<Travelling> & { mode?: TransportationMode }, known: Known | null = null) => {
  const { mode = TransportationMode.LCL, ...values } = rest
  return nextCutOff({ ...order(known, values), transportationMode: mode }, CUT_OFFS, at(10))?.field ?? null
}

test.each<[rule: string, rest: Parameters<typeof fields>[0], known: Known | null, expected: string | null]>([
  ['a cargo cut-off lies ahead of what is only confirmed', { lastMilestone: 'confirmed' }, null, 'cargoCutOffAt'],
  ['received cargo has no cargo cut-off', { lastMilestone: 'received' }, null, 'documentationCutOffAt'],
  ['a receipt without an event is the milestone', { receivedAt: day(9) }, null, 'documentationCutOffAt'],
  ['departed cargo has no cut-off', { lastMilestone: 'departed' }, null, null],
  ['an actual departure without an event is the milestone', {}, { atd: 9 }, null],
  ['an actual departure that is still to come is not', {}, { atd: 11 }, 'cargoCutOffAt'],
  ['a full container is not received by the CFS', { lastMilestone: 'received', mode: 1 }, null, 'cargoCutOffAt'],
  ['a loaded container is past its cargo cut-off', { lastMilestone: 'loaded', mode: 1 }, null, 'documentationCutOffAt'],
  ['a departed container has no cut-off', { lastMilestone: 'departed', mode: 1 }, null, null],
  ['a cancelled order has none', { status: OrderStatus.CANCELLED }, null, null],
  ['a completed order has none', { status: OrderStatus.COMPLETED }, null, null],
])('%s', (_, rest, known, expected) => {
  expect(fields(rest, known)).toBe(expected)
})

test.each([
  ['none known', null, null, at(10), null],
  ['the earlier of two to come', 12, 11, at(10), { field: 'documentationCutOffAt', at: day(11) }],
  ['the only one left', 12, 9, at(10), { field: 'cargoCutOffAt', at: day(12) }],
  ['one that is now', 10, 12, at(10), { field: 'cargoCutOffAt', at: day(10) }],
  ['both passed', 8, 9, at(10), null],
])('the next cut-off: %s', (_, cargo, documentation, now, expected) => {
  const cutOffs = { cargoCutOffAt: on(cargo), documentationCutOffAt: on(documentation) }
  expect(nextCutOff({ ...order(null), transportationMode: TransportationMode.LCL }, cutOffs, now)).toEqual(expected)
})

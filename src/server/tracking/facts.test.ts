import { expect, test } from 'vitest'
import { OrderStatus, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { MILESTONES, type Milestone } from '#contract/reference/milestones.ts'
import { publicFacts, type Reading } from './facts.ts'
import { at, freshOrder, NO_DATES, sailingOrder } from './tracked.fixture.ts'
import type { TrackedOrder } from './tracked.ts'
import { wordsOfCutOff, wordsOfStep } from './words.ts'

const NOW = new Date('2027-02-24T12:00:00Z')
const read = (order: TrackedOrder, reading: Partial<Reading> = {}) =>
  publicFacts(order, { now: NOW, timeZone: 'UTC', ...reading })
const stepOf = (order: TrackedOrder, key: string, reading: Partial<Reading> = {}) =>
  read(order, reading).steps.find((step) => step.key === key)
/** A line of the page as a reader sees it: 'Departure from Ningbo: Expected Mar 3'. */
const lineOf = (order: TrackedOrder, reading: Partial<Reading> = {}) =>
  read(order, reading).steps.map((step) => {
    const { text, distance } = wordsOfStep(step, { now: NOW, timeZone: 'UTC', ...reading })
    return `${step.done ? '✓ ' : ''}${step.label}: ${[text, distance].filter(Boolean).join(' · ')}`
  })
const reached = (milestone: Milestone, date: string) => ({ milestone, date })

test('a fresh LCL order has its usual steps without dates', () => {
  expect(lineOf(freshOrder())).toEqual([
    '✓ Booking received: Feb 1',
    'Cargo at our warehouse: No date yet',
    'Departure: No date yet',
    'Arrival at the port: No date yet',
    'Delivery: No date yet',
  ])
  expect(read(freshOrder()).nextStep).toBe('Next, we confirm the booking and its dates.')
})

test('an FCL order has no warehouse, a picked-up one has its pick-up', () => {
  const keys = (values: Partial<TrackedOrder>) => read(freshOrder(values)).steps.map(({ key }) => key)
  expect(keys({ transportationMode: TransportationMode.FCL })).toEqual(['booked', 'departed', 'arrived', 'delivered'])
  expect(keys({ shipmentTradeTerms: TradeTerms.PICK_UP })).toContain('picked-up')
})

test('a sailing that keeps its dates: expected days, how far they are, and no other day', () => {
  expect(lineOf(sailingOrder())).toEqual([
    '✓ Booking received: Feb 1',
    'Cargo at our warehouse: By Feb 20 16:00 · over',
    'Departure from Ningbo: Expected Mar 3 · in 7 days',
    'Arrival in Vancouver: Expected Mar 20 · in 24 days',
    'Arrival in Calgary: Expected Mar 25 · in 29 days',
    'Delivery: No date yet',
  ])
})

test("after a delay 'was' is what the sailing published first, for a reader of whom nothing is known", () => {
  const order = sailingOrder({}, { estimatedDeparture: at('2027-03-08'), cargoCutOffAt: '2027-02-26T16:00:00.000Z' })
  expect(lineOf(order)).toContain('Departure from Ningbo: Expected Mar 8, was Mar 3 · in 12 days')
  expect(lineOf(order)).toContain('Cargo at our warehouse: By Feb 26 16:00, was Feb 20 16:00 · in 2 days')
  expect(stepOf(order, 'departed')).toMatchObject({ planned: '2027-03-03', expected: '2027-03-08', actual: null })
  expect(read(order).nextStep).toBe(
    'Next, the supplier brings the cargo to our warehouse, Ningbo CFS, by Feb 26 2027 16:00 (UTC).',
  )
})

test("'was' is what this reader was told last, whatever the sailing published first", () => {
  const order = sailingOrder({}, { estimatedDeparture: at('2027-03-08'), estimatedArrival: at('2027-03-22') })
  const { dates } = read(order)
  expect(read(order, { told: dates }).steps.filter(({ was }) => was)).toEqual([])
  const later = { ...dates, arrival: '2027-03-21', place: '2027-03-24', departure: null }
  expect(stepOf(order, 'arrived', { told: later })).toMatchObject({ expected: '2027-03-22', was: '2027-03-21' })
  expect(stepOf(order, 'at-place', { told: later })).toMatchObject({ expected: '2027-03-25', was: '2027-03-24' })
  expect(stepOf(order, 'departed', { told: later })).toMatchObject({ expected: '2027-03-08', was: null })
  const cutOff = { ...dates, cargoCutOff: '2027-02-19T16:00:00.000Z' }
  expect(read(order, { told: cutOff }).cargoCutOff?.was).toBe('2027-02-19T16:00:00.000Z')
})

test('a date that staff chose for this order alone was never the one of the sailing', () => {
  const order = sailingOrder()
  const own = { ...order, confirmation: { ...order.confirmation!, estimatedArrival: at('2027-03-27') } }
  expect(stepOf(own, 'arrived')).toMatchObject({ expected: '2027-03-27', planned: null, was: null })
})

test('without a confirmation the sailing says the dates', () => {
  const order = { ...sailingOrder(), confirmation: null }
  expect(stepOf(order, 'departed')).toMatchObject({ expected: '2027-03-03' })
  expect(read(order).estimatedArrival).toBe(at('2027-03-20'))
})

test('what happened has its day and the planned one; nothing is expected of it any more', () => {
  const order = sailingOrder(
    { reached: [reached('received', '2027-02-18T09:00:00Z')] },
    {
      estimatedDeparture: at('2027-02-23'),
      actualDeparture: at('2027-02-24'),
    },
  )
  expect(lineOf(order).slice(0, 4)).toEqual([
    '✓ Booking received: Feb 1',
    '✓ Cargo received at our warehouse: Feb 18',
    '✓ Departed from Ningbo: Feb 24, planned Mar 3',
    'Arrival in Vancouver: Expected Mar 20 · in 24 days',
  ])
  expect(read(order).nextStep).toContain('The shipment is at sea. Next, it arrives in Vancouver.')
})

test('cut-offs are told until the cargo has departed, by its date or by an event', () => {
  const cutOffsOf = (order: TrackedOrder) => {
    const { cargoCutOff, documentationCutOff, dates } = read(order)
    return [cargoCutOff !== null, documentationCutOff !== null, dates.cargoCutOff !== null]
  }
  expect(cutOffsOf(sailingOrder({}, { documentationCutOffAt: '2027-02-26T16:00:00.000Z' }))).toEqual([true, true, true])
  const gone = { actualDeparture: at('2027-02-23'), documentationCutOffAt: '2027-02-26T16:00:00.000Z' }
  // The dates told to a reader stay, so that no mail reports a cut-off as taken back.
  expect(cutOffsOf(sailingOrder({}, gone))).toEqual([false, false, true])
  const later = { reached: [reached('arrived', '2027-02-20T08:00:00Z')] }
  expect(cutOffsOf(sailingOrder(later, { documentationCutOffAt: gone.documentationCutOffAt }))).toEqual([
    false,
    false,
    true,
  ])
})

test('an actual day after today is only expected, and an expected one before today waits for its confirmation', () => {
  expect(lineOf(sailingOrder({}, { actualDeparture: at('2027-02-25') }))).toContain(
    'Departure from Ningbo: Expected Feb 25, was Mar 3 · tomorrow',
  )
  expect(lineOf(sailingOrder({}, { estimatedDeparture: at('2027-02-23') }))).toContain(
    'Departure from Ningbo: Expected Feb 23, was Mar 3 · not confirmed yet',
  )
  expect(lineOf(sailingOrder({}, { estimatedDeparture: at('2027-02-24') }))).toContain(
    'Departure from Ningbo: Expected Feb 24, was Mar 3 · today',
  )
})

test('a step before the furthest one is done, with or without a day', () => {
  const order = freshOrder({ reached: [reached('arrived', '2027-02-20T08:00:00Z')] })
  expect(lineOf(order)).toEqual([
    '✓ Booking received: Feb 1',
    '✓ Cargo received at our warehouse: Done',
    '✓ Departed: Done',
    '✓ Arrived at the port: Feb 20',
    'Delivery: No date yet',
  ])
})

test('events are read in the time zone of the forwarder, departures and arrivals are days everywhere', () => {
  const order = sailingOrder({ reached: [reached('received', '2027-02-18T19:00:00Z')] })
  const zone = { timeZone: 'Asia/Shanghai' }
  expect(stepOf(order, 'received', zone)).toMatchObject({ actual: '2027-02-19' })
  expect(stepOf(order, 'departed', zone)).toMatchObject({ expected: '2027-03-03' })
  expect(wordsOfCutOff({ at: '2027-02-28T18:00:00Z', was: null }, { now: NOW, ...zone }).text).toBe('Mar 1 2:00')
})

test('days lose their year only within half a year, so that no other day is meant', () => {
  const on = (day: string) => lineOf(sailingOrder({}, { estimatedDeparture: at(day) }))[2]
  expect(on('2027-08-25')).toContain('Expected Aug 25, was')
  expect(on('2027-08-26')).toContain('Expected Aug 26 2027, was')
})

test('a hold and a customs exam say so, unless staff keep the event to themselves', () => {
  const stopped = (lastEventMilestone: Milestone, lastEventPublicStatus: string) =>
    read(sailingOrder({ lastEventMilestone, lastEventPublicStatus })).nextStep
  expect(stopped('customs-exam', 'Customs')).toContain('Customs is examining the shipment.')
  expect(stopped('on-hold', 'Stopped')).toContain('on hold')
  expect(stopped('on-hold', '')).not.toContain('hold')
})

test('a completed order was delivered; a cancelled one shows what happened and promises nothing', () => {
  const completed = sailingOrder({ status: OrderStatus.COMPLETED })
  expect(read(completed).steps.every(({ done, expected }) => done && expected === null)).toBe(true)
  expect(read(completed).nextStep).toBe('The shipment was delivered. Nothing is left to do.')
  const cancelled = read(sailingOrder({ status: OrderStatus.CANCELLED }))
  expect(cancelled.steps.map(({ key }) => key)).toEqual(['booked'])
  expect(cancelled).toMatchObject({
    nextStep: 'This booking was cancelled.',
    cargoCutOff: null,
    documentationCutOff: null,
  })
})

test('whatever was reached last, there is a next step in words without codes', () => {
  for (const milestone of MILESTONES) {
    const dated = { reached: [reached(milestone, '2027-02-20T08:00:00Z')], lastEventMilestone: milestone }
    for (const order of [
      freshOrder(dated),
      sailingOrder(dated),
      sailingOrder({ ...dated, lastEventPublicStatus: 'x' }),
    ]) {
      const { nextStep } = read(order)
      expect(nextStep).toMatch(/^(Next|The|Customs|This)\b.*\.$/)
      expect(nextStep).not.toMatch(/undefined|null| {2}|-for-|-up\b(?!\S)|[a-z]-[a-z]+-/)
    }
  }
})

test('a place with the name of the port is not named twice', () => {
  const labels = read(sailingOrder({ placeOfDelivery: 'Vancouver' })).steps.map(({ label }) => label)
  expect(labels).toContain('Arrival in Vancouver')
  expect(labels).toContain('Arrival at the place of delivery')
})

test('a sailing without dates, and a confirmation without any, change nothing', () => {
  const empty = { ...NO_DATES, placeEstimatedArrival: null, placeActualArrival: null }
  const order = freshOrder({ confirmation: empty, sailing: { now: NO_DATES, first: NO_DATES } })
  expect(lineOf(order)).toEqual(lineOf(freshOrder()))
})

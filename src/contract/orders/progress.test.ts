import { expect, test } from 'vitest'
import { FIXED_PROGRESS, formatDaysLeft, orderProgress } from './progress.ts'

const none = {
  estimatedTimeOfDepartureAt: null,
  actualTimeOfDepartureAt: null,
  portEstimatedTimeOfArrivalAt: null,
  portActualTimeOfArrivalAt: null,
  placeEstimatedTimeOfArrivalAt: null,
  placeActualTimeOfArrivalAt: null,
}
const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`
const noon = (n: number) => Date.parse(day(n)) + 12 * 3_600_000

test('progress is 50% with 20 days left unless departure and arrival are known', () => {
  expect(orderProgress(null, noon(10))).toEqual(FIXED_PROGRESS)
  expect(orderProgress({ ...none, estimatedTimeOfDepartureAt: day(1) }, noon(10))).toEqual(FIXED_PROGRESS)
  expect(orderProgress({ ...none, portEstimatedTimeOfArrivalAt: day(20) }, noon(10))).toEqual(FIXED_PROGRESS)
  expect(FIXED_PROGRESS.percent).toBe(50)
  expect(formatDaysLeft(FIXED_PROGRESS)).toBe('20 days left')
})

test('between departure and arrival, progress is the share of days that have passed', () => {
  const dates = { ...none, estimatedTimeOfDepartureAt: day(1), portEstimatedTimeOfArrivalAt: day(21) }
  expect(orderProgress(dates, Date.parse(day(6)))).toEqual({ percent: 25, daysLeft: 15, arrived: false })
  expect(orderProgress(dates, noon(6)).daysLeft).toBe(15)
})

test('actual dates win over estimated ones, the place of delivery over the port', () => {
  const dates = {
    ...none,
    estimatedTimeOfDepartureAt: day(1),
    actualTimeOfDepartureAt: day(5),
    portEstimatedTimeOfArrivalAt: day(10),
    placeEstimatedTimeOfArrivalAt: day(15),
  }
  expect(orderProgress(dates, Date.parse(day(10)))).toEqual({ percent: 50, daysLeft: 5, arrived: false })
  expect(orderProgress({ ...dates, portActualTimeOfArrivalAt: day(9) }, Date.parse(day(10))).percent).toBe(50)
})

test('progress is 0% before departure, and 100% with 0 days left after the estimated arrival', () => {
  const dates = { ...none, estimatedTimeOfDepartureAt: day(10), portEstimatedTimeOfArrivalAt: day(20) }
  expect(orderProgress(dates, Date.parse(day(8)))).toEqual({ percent: 0, daysLeft: 12, arrived: false })
  expect(orderProgress(dates, Date.parse(day(25)))).toEqual({ percent: 100, daysLeft: 0, arrived: false })
})

test('a shipment has arrived once its actual arrival has passed', () => {
  const dates = { ...none, actualTimeOfDepartureAt: day(1), placeActualTimeOfArrivalAt: day(20) }
  expect(formatDaysLeft(orderProgress(dates, noon(20)))).toBe('Arrived')
  expect(formatDaysLeft(orderProgress(dates, noon(19)))).toBe('1 day left')
})

test('an arrival before the departure does not divide by zero', () => {
  const dates = { ...none, actualTimeOfDepartureAt: day(20), portEstimatedTimeOfArrivalAt: day(10) }
  expect(orderProgress(dates, noon(5)).percent).toBe(0)
  expect(orderProgress(dates, noon(15)).percent).toBe(100)
})

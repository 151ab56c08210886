import { expect, test } from 'vitest'
import { differingFields, type FollowedValues, followSailing } from './follow.ts'

const sailing: FollowedValues = {
  vessel: 7,
  vesselVoyage: '018E',
  portOfLoading: 'CNNGB',
  portOfDischarge: 'USLAX',
  cargoCutOffAt: '2026-03-01T09:00:00.000Z',
  documentationCutOffAt: null,
  estimatedTimeOfDepartureAt: '2026-03-05T00:00:00.000Z',
  actualTimeOfDepartureAt: null,
  portEstimatedTimeOfArrivalAt: '2026-03-20T00:00:00.000Z',
  portActualTimeOfArrivalAt: null,
}
const later = { ...sailing, portEstimatedTimeOfArrivalAt: '2026-03-25T00:00:00.000Z' }
const known = Object.fromEntries(Object.entries(sailing).filter(([, value]) => value !== null))

test('an empty confirmation takes all that the sailing knows', () => {
  expect(followSailing(null, { earlier: {}, next: sailing })).toEqual(known)
})

test('a value that somebody chose stays, whatever the sailing has', () => {
  const chosen = { ...sailing, portEstimatedTimeOfArrivalAt: '2026-03-21T00:00:00.000Z' }
  expect(followSailing(chosen, { earlier: {}, next: sailing })).toEqual({})
  expect(followSailing(chosen, { earlier: sailing, next: later })).toEqual({})
  expect(differingFields(chosen, sailing)).toEqual(['portEstimatedTimeOfArrivalAt'])
})

test('a value that was the sailing’s follows it, and is cleared with it', () => {
  expect(followSailing(sailing, { earlier: sailing, next: later })).toEqual({
    portEstimatedTimeOfArrivalAt: '2026-03-25T00:00:00.000Z',
  })
  expect(followSailing(sailing, { earlier: sailing, next: { ...sailing, cargoCutOffAt: null } })).toEqual({
    cargoCutOffAt: null,
  })
})

test('another spelling of the voyage is no difference, and follows a new voyage', () => {
  const spaced = { ...sailing, vesselVoyage: '018 E' }
  expect(differingFields(spaced, sailing)).toEqual([])
  expect(followSailing(spaced, { earlier: sailing, next: { ...sailing, vesselVoyage: '019E' } })).toEqual({
    vesselVoyage: '019E',
  })
})

test('a date that the sailing does not know makes no difference; a cleared one does', () => {
  expect(differingFields({ ...sailing, documentationCutOffAt: '2026-03-02T09:00:00.000Z' }, sailing)).toEqual([])
  expect(differingFields({ ...sailing, estimatedTimeOfDepartureAt: null }, sailing)).toEqual([
    'estimatedTimeOfDepartureAt',
  ])
  expect(differingFields(null, sailing)).toHaveLength(7)
})

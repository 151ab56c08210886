import { expect, test } from 'vitest'
import { contradictionOf, differingFields, type FollowedValues, followSailing, goWithSailing } from './follow.ts'

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

test('dates beside no vessel and no voyage become the sailing’s; those that it does not know stay, as do ports', () => {
  const unnamed = { ...sailing, vessel: null, vesselVoyage: '', portOfDischarge: 'USLGB' }
  const own = { ...unnamed, estimatedTimeOfDepartureAt: '2026-02-27T00:00:00.000Z', documentationCutOffAt: 'x' }
  const taken = { vessel: 7, vesselVoyage: '018E', estimatedTimeOfDepartureAt: sailing.estimatedTimeOfDepartureAt }
  expect(followSailing(own, { earlier: {}, next: sailing })).toEqual(taken)
  expect(followSailing({ ...own, vesselVoyage: '018E' }, { earlier: {}, next: sailing })).toEqual({ vessel: 7 })
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

const side = (values: Partial<FollowedValues> = {}, vesselName = 'EVER GIVEN') => ({
  values: { ...sailing, ...values },
  vesselName,
})
const otherVessel = side({ vessel: 8, vesselVoyage: '075N' }, 'ONE AQUILA')

test('another vessel, voyage or port is a contradiction, said in pairs; dates and what is empty are none', () => {
  expect(contradictionOf(otherVessel, { sailing: side() })).toEqual({
    confirmed: 'ONE AQUILA 075N',
    sailing: 'EVER GIVEN 018E',
  })
  expect(contradictionOf(side({ portOfDischarge: 'USLGB' }), { sailing: side() })).toEqual({
    confirmed: 'CNNGB → USLGB',
    sailing: 'CNNGB → USLAX',
  })
  const other = { vesselVoyage: '018 e', portOfLoading: '', vessel: null, cargoCutOffAt: null }
  expect(contradictionOf(side(other), { sailing: side() })).toBeNull()
  expect(contradictionOf(null, { sailing: side() })).toBeNull()
})

test('what would follow from the sailing before is no contradiction', () => {
  expect(contradictionOf(otherVessel, { earlier: otherVessel.values, sailing: side() })).toBeNull()
})

test('only a contradiction is taken over, and then with the dates; otherwise what somebody chose stays', () => {
  const chosen = { estimatedTimeOfDepartureAt: '2026-03-04T00:00:00.000Z' }
  const go = (own: FollowedValues, takeOver: boolean) => goWithSailing(own, { earlier: {}, next: sailing, takeOver })
  expect(go({ ...sailing, ...chosen }, true)).toEqual({})
  expect(go({ ...otherVessel.values, ...chosen }, false)).toEqual({})
  expect(go({ ...otherVessel.values, ...chosen }, true)).toEqual({
    vessel: 7,
    vesselVoyage: '018E',
    estimatedTimeOfDepartureAt: sailing.estimatedTimeOfDepartureAt,
  })
})

import { expect, test } from 'vitest'
import { DATE } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import { NOT_A_TIME } from '#web/lib/format/form-dates.ts'
import { confirmationChanges, confirmationForm, confirmationValues } from './confirmation-values.ts'

const stored: BookingConfirmation = {
  placeNames: { placeOfReceipt: 'Dongguan', portOfLoading: 'Yantian', portOfDischarge: '', placeOfDelivery: '' },
  placeOfReceipt: 'CNDGG',
  portOfLoading: 'CNYTN',
  portOfDischarge: '',
  placeOfDelivery: '',
  cargoReadyAt: '2026-11-20T07:30:12.345Z',
  cargoCutOffAt: null,
  documentationCutOffAt: null,
  estimatedTimeOfDepartureAt: '2026-11-24T00:00:00.000Z',
  actualTimeOfDepartureAt: null,
  portEstimatedTimeOfArrivalAt: '2026-12-10T05:00:00.000Z',
  portActualTimeOfArrivalAt: null,
  placeEstimatedTimeOfArrivalAt: null,
  placeActualTimeOfArrivalAt: null,
  vessel: { id: 3, name: 'COSCO PRIDE' },
  vesselVoyage: '045E',
  bookingClauses: '<p>Subject to space.</p>',
  updatedAt: '2026-11-19T00:00:00.000Z',
}
// Los Angeles: only newer versions of Node know that Vancouver keeps summer time from 2026 on.
const ZONE = 'America/Los_Angeles'
const errorsOf = (values: Record<string, unknown>) => {
  const parsed = confirmationForm.safeParse({ ...confirmationValues(null, 'UTC'), ...values })
  return parsed.success ? {} : fieldErrors(parsed.error)
}

test('departure and arrival show their UTC day in any time zone, the cut-offs the time of the zone', () => {
  const values = confirmationValues(stored, ZONE)
  expect(values.estimatedTimeOfDepartureAt).toBe('11/24/2026')
  expect(values.cargoReadyAt).toBe('11/19/2026')
  expect(values.cargoReadyAtTime).toBe('23:30')
})

test('untouched fields are not sent, to the millisecond', () => {
  const values = confirmationValues(stored, ZONE)
  expect(confirmationChanges(values, { ...values }, ZONE)).toEqual({})
  expect(confirmationChanges(values, { ...values, vesselVoyage: '046E' }, ZONE)).toEqual({ vesselVoyage: '046E' })
})

test('a day is sent as 00:00 UTC, a time in its zone, an emptied field as null', () => {
  const values = confirmationValues(stored, ZONE)
  const typed = {
    ...values,
    actualTimeOfDepartureAt: '11/25/2026',
    cargoCutOffAt: '11/22/2026',
    cargoCutOffAtTime: '17:00',
    cargoReadyAt: '',
    cargoReadyAtTime: '',
    vessel: null,
  }
  expect(confirmationChanges(values, typed, ZONE)).toEqual({
    actualTimeOfDepartureAt: '2026-11-25T00:00:00.000Z',
    cargoCutOffAt: '2026-11-23T01:00:00.000Z',
    cargoReadyAt: null,
    vessel: null,
  })
})

test('an invalid date marks its field; a date with a time needs both', () => {
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ estimatedTimeOfDepartureAt: '02/30/2026' })).toEqual({ estimatedTimeOfDepartureAt: DATE })
  expect(errorsOf({ cargoReadyAt: '11/20/2026' })).toEqual({ cargoReadyAtTime: 'Enter a time' })
  expect(errorsOf({ cargoReadyAtTime: '09:00' })).toEqual({ cargoReadyAt: DATE })
  expect(errorsOf({ cargoReadyAt: '11/20/2026', cargoReadyAtTime: '25:00' })).toEqual({
    cargoReadyAtTime: NOT_A_TIME,
  })
})

test('the voyage takes 100 characters, not 101', () => {
  expect(errorsOf({ vesselVoyage: 'x'.repeat(100) })).toEqual({})
  expect(errorsOf({ vesselVoyage: 'x'.repeat(101) })).toEqual({
    vesselVoyage: 'Vessel voyage must be no more than 100 characters',
  })
})

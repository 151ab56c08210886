import { z } from 'zod'
import { withRules } from '#contract/lib/rules.ts'
import { ACTUAL_DATES, PLANNED_DATES, SAILING_CUT_OFFS } from '#contract/sailings/sailing-codes.ts'
import { type Sailing, sailingRules, sailings } from '#contract/sailings/sailings.ts'
import { asDay, instantsOf, timesRule, typedDateFields, typedDates } from '#web/lib/saving/typed-dates.ts'

const { vesselId, voyage, carrierId, portOfLoading, portOfDischarge, depotId } = sailings.input.shape
const { destinationPlaceId, masterBill, carrierBooking, notes } = sailings.input.shape
const PLAIN = {
  ...{ vesselId, voyage, carrierId, portOfLoading, portOfDischarge, depotId },
  ...{ destinationPlaceId, masterBill, carrierBooking, notes },
}
const isCutOff = (date: string) => SAILING_CUT_OFFS.some((each) => each === date)

/**
 * Dates of the form: the planned ones of a new sailing. Later it has the actual ones, and planned ones are
 * changed with their orders.
 */
export const formDates = (isNew: boolean) =>
  isNew
    ? { times: SAILING_CUT_OFFS, days: PLANNED_DATES.filter((date) => !isCutOff(date)) }
    : { times: [], days: ACTUAL_DATES }

/** The schema of the form, with the contract's messages. */
export const sailingForm = (sailing: Sailing | null): z.ZodObject =>
  withRules(
    z.object({ ...PLAIN, ...typedDateFields(formDates(sailing === null)) }),
    (value: Record<string, unknown>, add) => {
      timesRule(formDates(sailing === null), value, add)
      // Rules over dates compare instants.
      const days = Object.fromEntries(formDates(sailing === null).days.map((key) => [key, asDay(value[key])]))
      sailingRules({ ...value, ...days }, add)
    },
  )

/** The initial values of the form. */
export const sailingValues = (sailing: Sailing | null, timeZone: string): Record<string, unknown> => ({
  vesselId: sailing?.vesselId ?? null,
  voyage: sailing?.voyage ?? '',
  carrierId: sailing?.carrierId ?? null,
  portOfLoading: sailing?.portOfLoading ?? '',
  portOfDischarge: sailing?.portOfDischarge ?? '',
  depotId: sailing?.depotId ?? null,
  destinationPlaceId: sailing?.destinationPlaceId ?? null,
  masterBill: sailing?.masterBill ?? '',
  carrierBooking: sailing?.carrierBooking ?? '',
  notes: sailing?.notes ?? '',
  ...typedDates(sailing, formDates(sailing === null), timeZone),
})

/** The body that the form sends. */
export function sentSailing(values: Record<string, unknown>, isNew: boolean, timeZone: string) {
  const plain = Object.fromEntries(Object.keys(PLAIN).map((key) => [key, values[key]]))
  return { ...plain, ...instantsOf(values, formDates(isNew), timeZone) }
}

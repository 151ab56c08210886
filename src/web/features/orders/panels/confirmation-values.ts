import { z } from 'zod'
import { withRules } from '#contract/lib/rules.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import {
  CONFIRMATION_DAYS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
  confirmationFields,
} from '#contract/orders/confirmation.ts'
import { same } from '#web/lib/saving/merge-changes.ts'
import { instantsOf, timeOf, timesRule, typedDateFields, typedDates } from '#web/lib/saving/typed-dates.ts'
import type { FormValues } from './shipment-panels.ts'

const DATES = { times: CONFIRMATION_TIMES, days: CONFIRMATION_DAYS }

const { placeOfReceipt, portOfLoading, portOfDischarge, placeOfDelivery, vesselVoyage, bookingClauses } =
  confirmationFields.shape

/** The schema of the form: dates as typed, empty or valid, with a time where they need one. */
export const confirmationForm: z.ZodObject = withRules(
  z.object({
    placeOfReceipt,
    portOfLoading,
    portOfDischarge,
    placeOfDelivery,
    vesselVoyage,
    bookingClauses,
    vessel: z.object({ id: z.int(), name: z.string() }).nullable(),
    ...typedDateFields(DATES),
  }),
  (value: Record<string, unknown>, add) => timesRule(DATES, value, add),
)

/** The initial values. Departure and arrival are UTC days in any time zone. */
export function confirmationValues(stored: BookingConfirmation | null, timeZone: string): FormValues {
  const values: FormValues = { vessel: stored?.vessel ?? null }
  for (const key of [...CONFIRMATION_PLACES, 'vesselVoyage', 'bookingClauses'] as const)
    values[key] = stored?.[key] ?? ''
  return { ...values, ...typedDates(stored, DATES, timeZone) }
}

/** Changes in the form, as sent. An untouched date stays exact to the millisecond. */
export function confirmationChanges(
  initial: FormValues,
  values: FormValues,
  timeZone: string,
): Record<string, unknown> {
  const touched = (key: string) => !same(initial[key], values[key])
  const changes: Record<string, unknown> = {}
  for (const key of [...CONFIRMATION_PLACES, 'vesselVoyage', 'bookingClauses', 'vessel']) {
    if (touched(key)) changes[key] = values[key] ?? ''
  }
  if (touched('vessel')) changes.vessel = values.vessel
  const touchedDates = {
    days: DATES.days.filter(touched),
    times: DATES.times.filter((key) => touched(key) || touched(timeOf(key))),
  }
  return { ...changes, ...instantsOf(values, touchedDates, timeZone) }
}

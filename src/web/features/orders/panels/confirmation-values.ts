import { z } from 'zod'
import { DATE } from '#contract/lib/messages.ts'
import { withRules } from '#contract/lib/rules.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import {
  CONFIRMATION_DAYS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
  confirmationFields,
} from '#contract/orders/confirmation.ts'
import { formDateTime, instantOf, readDay, readTime, showDay } from '#web/lib/format/form-dates.ts'
import { same } from '#web/lib/saving/merge-changes.ts'
import type { FormValues } from './shipment-panels.ts'

/** The form field for the time of a date. */
export const timeOf = (key: string) => `${key}Time`
const INVALID_TIME = 'Invalid time'
const day = z.string().refine((typed) => typed.trim() === '' || readDay(typed) !== null, DATE)
const each = <T>(keys: readonly string[], value: T) => Object.fromEntries(keys.map((key) => [key, value]))

const { placeOfReceipt, portOfLoading, portOfDischarge, placeOfDelivery, vesselVoyage, bookingClauses } =
  confirmationFields.shape

/** The rules of the form: dates as typed, empty or valid, with a time where they need one. */
export const confirmationForm: z.ZodObject = withRules(
  z.object({
    ...{ placeOfReceipt, portOfLoading, portOfDischarge, placeOfDelivery, vesselVoyage, bookingClauses },
    vessel: z.object({ id: z.int(), name: z.string() }).nullable(),
    ...each([...CONFIRMATION_TIMES, ...CONFIRMATION_DAYS], day),
    ...each(CONFIRMATION_TIMES.map(timeOf), z.string()),
  }),
  (value: Record<string, unknown>, add) => {
    for (const key of CONFIRMATION_TIMES) {
      const [date, time] = [String(value[key] ?? '').trim(), String(value[timeOf(key)] ?? '').trim()]
      if (date === '' && time !== '') add(key, DATE)
      if (time === '' ? date !== '' : readTime(time) === null) add(timeOf(key), INVALID_TIME)
    }
  },
)

/** The initial values. Departure and arrival are UTC days in any time zone. */
export function confirmationValues(stored: BookingConfirmation | null, timeZone: string): FormValues {
  const values: FormValues = { vessel: stored?.vessel ?? null }
  for (const key of [...CONFIRMATION_PLACES, 'vesselVoyage', 'bookingClauses'] as const)
    values[key] = stored?.[key] ?? ''
  for (const key of CONFIRMATION_DAYS) values[key] = stored?.[key] ? showDay(stored[key]) : ''
  for (const key of CONFIRMATION_TIMES) {
    const shown = formDateTime(stored?.[key] ?? null, timeZone)
    values[key] = shown.day
    values[timeOf(key)] = shown.time
  }
  return values
}

const asDay = (typed: unknown) => {
  const read = readDay(String(typed ?? ''))
  return read ? `${read}T00:00:00.000Z` : null
}

/** The changes of the form, as sent. An untouched date stays exact to the millisecond. */
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
  for (const key of CONFIRMATION_DAYS) if (touched(key)) changes[key] = asDay(values[key])
  for (const key of CONFIRMATION_TIMES) {
    if (touched(key) || touched(timeOf(key))) {
      changes[key] = instantOf(String(values[key]), String(values[timeOf(key)]), timeZone)
    }
  }
  return changes
}

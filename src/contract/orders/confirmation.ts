import { z } from 'zod'
import { day, id, instant, optionalKeyText, richText, text, version } from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'

/** Places: each contains the code of a port or a city. */
const PLACES = {
  placeOfReceipt: 'Place of receipt',
  portOfLoading: 'Port of loading',
  portOfDischarge: 'Port of discharge',
  placeOfDelivery: 'Place of delivery',
}
/** Dates shown and typed with their time. */
const TIMES = {
  cargoReadyAt: 'Cargo ready',
  cargoCutOffAt: 'Cargo cut-off',
  documentationCutOffAt: 'Documentation cut-off',
}
/** Dates shown and typed as days, stored as 00:00 UTC. */
const DAYS = {
  estimatedTimeOfDepartureAt: 'Estimated time of departure',
  actualTimeOfDepartureAt: 'Actual time of departure',
  portEstimatedTimeOfArrivalAt: 'Estimated time of arrival at port',
  portActualTimeOfArrivalAt: 'Actual time of arrival at port',
  placeEstimatedTimeOfArrivalAt: 'Estimated time of arrival at place',
  placeActualTimeOfArrivalAt: 'Actual time of arrival at place',
}
const TEXTS = { vesselVoyage: 'Vessel voyage', bookingClauses: 'Booking clauses' }

/** Labels of the fields, in the order of the form. */
export const CONFIRMATION_LABELS = { ...PLACES, ...TIMES, ...DAYS, vessel: 'Vessel', ...TEXTS }

export const CONFIRMATION_PLACES = keysOf(PLACES)
export const CONFIRMATION_TIMES = keysOf(TIMES)
export const CONFIRMATION_DAYS = keysOf(DAYS)
/** Fields with a column; the vessel is a record. */
export const CONFIRMATION_COLUMNS = keysOf({ ...PLACES, ...TIMES, ...DAYS, ...TEXTS })

export const UNKNOWN_PLACE = 'No port or city has this code'
export const MAX_CLAUSES = 65_000

export const confirmationFields = z.object({
  ...recordOf(CONFIRMATION_PLACES, (key) => text(PLACES[key], 50)),
  ...recordOf(CONFIRMATION_TIMES, () => instant()),
  ...recordOf(CONFIRMATION_DAYS, () => day()),
  vessel: z.object({ id: id(CHOOSE) }, { error: CHOOSE }).nullable(),
  vesselVoyage: optionalKeyText(TEXTS.vesselVoyage, 100),
  bookingClauses: richText(TEXTS.bookingClauses, MAX_CLAUSES),
})

/** A booking confirmation as read: places are codes, dates are ISO 8601 or null. */
export const bookingConfirmation = z.object({
  ...recordOf(CONFIRMATION_PLACES, (key) => z.string().describe(`${PLACES[key]}: the code of a port or a city`)),
  placeNames: z
    .object(recordOf(CONFIRMATION_PLACES, () => z.string()))
    .describe("Names of the places; '' where there is none or its code is unknown"),
  ...recordOf(CONFIRMATION_TIMES, (key) => z.string().nullable().describe(TIMES[key])),
  ...recordOf(CONFIRMATION_DAYS, (key) => z.string().nullable().describe(`${DAYS[key]}, a date`)),
  vessel: z.object({ id: z.int(), name: z.string() }).nullable(),
  vesselVoyage: z.string(),
  bookingClauses: z.string(),
  updatedAt: z.string(),
})
export type BookingConfirmation = z.infer<typeof bookingConfirmation>

/**
 * The body of confirmation/edit. Absent fields stay, null and '' clear a field; `updatedAt` is null before
 * the first save.
 */
export const confirmationInput = confirmationFields.partial().extend({ updatedAt: version() })
export type ConfirmationInput = z.infer<typeof confirmationInput>

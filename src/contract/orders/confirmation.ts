import { z } from 'zod'
import { id, instant, richText, text, version } from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'

/** The four places of a confirmation hold a port's or a city's code. */
export const CONFIRMATION_PLACES = ['placeOfReceipt', 'portOfLoading', 'portOfDischarge', 'placeOfDelivery'] as const
/** Shown and typed with their time; the other six dates are days, kept as 00:00 UTC. */
export const CONFIRMATION_TIMES = ['cargoReadyAt', 'cargoCutOffAt', 'documentationCutOffAt'] as const
export const CONFIRMATION_DAYS = [
  'estimatedTimeOfDepartureAt',
  'actualTimeOfDepartureAt',
  'portEstimatedTimeOfArrivalAt',
  'portActualTimeOfArrivalAt',
  'placeEstimatedTimeOfArrivalAt',
  'placeActualTimeOfArrivalAt',
] as const
export const UNKNOWN_PLACE = 'No port or city has this code'
export const MAX_CLAUSES = 65_000

export const confirmationFields = z.object({
  placeOfReceipt: text('Place of receipt', 50),
  portOfLoading: text('Port of loading', 50),
  portOfDischarge: text('Port of discharge', 50),
  placeOfDelivery: text('Place of delivery', 50),
  cargoReadyAt: instant(),
  cargoCutOffAt: instant(),
  documentationCutOffAt: instant(),
  estimatedTimeOfDepartureAt: instant(),
  actualTimeOfDepartureAt: instant(),
  portEstimatedTimeOfArrivalAt: instant(),
  portActualTimeOfArrivalAt: instant(),
  placeEstimatedTimeOfArrivalAt: instant(),
  placeActualTimeOfArrivalAt: instant(),
  vessel: z.object({ id: id(CHOOSE) }, { error: CHOOSE }).nullable(),
  vesselVoyage: text('Vessel voyage', 100),
  bookingClauses: richText('Booking clauses', MAX_CLAUSES),
})

/** The body of confirmation/edit: absent stays, null or '' empties; `updatedAt` is null where none was there yet. */
export const confirmationInput = confirmationFields.partial().extend({ updatedAt: version() })
export type ConfirmationInput = z.infer<typeof confirmationInput>

type ConfirmationKey = Exclude<keyof ConfirmationInput, 'updatedAt'>

/** How each field of a confirmation is called. */
export const CONFIRMATION_LABELS: Record<ConfirmationKey, string> = {
  placeOfReceipt: 'Place of receipt',
  portOfLoading: 'Port of loading',
  portOfDischarge: 'Port of discharge',
  placeOfDelivery: 'Place of delivery',
  cargoReadyAt: 'Cargo ready',
  cargoCutOffAt: 'Cargo cut-off',
  documentationCutOffAt: 'Documentation cut-off',
  estimatedTimeOfDepartureAt: 'Estimated time of departure',
  actualTimeOfDepartureAt: 'Actual time of departure',
  portEstimatedTimeOfArrivalAt: 'Estimated time of arrival at port',
  portActualTimeOfArrivalAt: 'Actual time of arrival at port',
  placeEstimatedTimeOfArrivalAt: 'Estimated time of arrival at place',
  placeActualTimeOfArrivalAt: 'Actual time of arrival at place',
  vessel: 'Vessel',
  vesselVoyage: 'Vessel voyage',
  bookingClauses: 'Booking clauses',
}

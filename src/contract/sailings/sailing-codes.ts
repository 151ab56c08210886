import { keysOf } from '#contract/lib/record-of.ts'
import type { confirmationFields } from '#contract/orders/confirmation.ts'

/** States of a sailing. `departed` and `arrived` follow its actual dates. */
export const SAILING_STATUSES = ['planned', 'closed', 'departed', 'arrived', 'cancelled'] as const
export type SailingStatus = (typeof SAILING_STATUSES)[number]

/** States as staff read them. */
export const SAILING_STATUS_LABELS: Record<SailingStatus, string> = {
  planned: 'Planned',
  closed: 'Closed',
  departed: 'Departed',
  arrived: 'Arrived',
  cancelled: 'Cancelled',
}

/** Dates shown and typed with their time. */
const CUT_OFFS = {
  cargoCutOffAt: 'Cargo cut-off',
  documentationCutOffAt: 'Documentation cut-off',
  vgmCutOffAt: 'VGM cut-off',
}
/** Days, stored as 00:00 UTC, that are planned. */
const PLANNED_DAYS = { etd: 'Estimated time of departure', portEta: 'Estimated time of arrival at port' }
/** Days, stored as 00:00 UTC, on which it happened. */
const ACTUAL_DAYS = { atd: 'Actual time of departure', portAta: 'Actual time of arrival at port' }

export const SAILING_CUT_OFFS = keysOf(CUT_OFFS)
/** Dates that only 'Change dates' changes once the sailing exists. */
export const PLANNED_DATES = keysOf({ ...CUT_OFFS, ...PLANNED_DAYS })
/** Those of them that are days. */
export const PLANNED_DEPARTURES = keysOf(PLANNED_DAYS)
export type PlannedDate = (typeof PLANNED_DATES)[number]
/** Dates that are set by saving the sailing. */
export const ACTUAL_DATES = keysOf(ACTUAL_DAYS)
export const SAILING_DATES = [...PLANNED_DATES, ...ACTUAL_DATES] as const
export type SailingDate = (typeof SAILING_DATES)[number]

/** The label of each field of a sailing. */
export const SAILING_LABELS = {
  reference: 'Reference',
  vesselId: 'Vessel',
  voyage: 'Voyage',
  carrierId: 'Carrier',
  portOfLoading: 'Port of loading',
  portOfDischarge: 'Port of discharge',
  depotId: 'Origin CFS',
  ...CUT_OFFS,
  ...PLANNED_DAYS,
  ...ACTUAL_DAYS,
  masterBill: 'Master bill',
  carrierBooking: 'Carrier booking',
  destinationPlaceId: 'Destination CFS',
  status: 'Status',
  notes: 'Notes',
}

type ConfirmationField = keyof typeof confirmationFields.shape

/** Fields of a booking confirmation that follow the sailing, each with its field there. */
export const FOLLOWED = {
  vessel: 'vesselId',
  vesselVoyage: 'voyage',
  portOfLoading: 'portOfLoading',
  portOfDischarge: 'portOfDischarge',
  cargoCutOffAt: 'cargoCutOffAt',
  documentationCutOffAt: 'documentationCutOffAt',
  estimatedTimeOfDepartureAt: 'etd',
  actualTimeOfDepartureAt: 'atd',
  portEstimatedTimeOfArrivalAt: 'portEta',
  portActualTimeOfArrivalAt: 'portAta',
} as const satisfies Partial<Record<ConfirmationField, keyof typeof SAILING_LABELS>>
export type FollowedField = keyof typeof FOLLOWED
export const FOLLOWED_FIELDS = keysOf(FOLLOWED)

/** Messages of the rules of sailings. */
export const USE_CHANGE_DATES = 'Use Change dates'
export const ARRIVES_BEFORE_DEPARTURE = 'The arrival is before the departure'
export const SAME_PORTS = 'The port of discharge is also the port of loading'
export const NO_VOYAGE = 'A voyage has at least one letter or digit'
export const SAILING_EXISTS = 'There is an open sailing of this vessel, voyage and ports'
export const ONLY_WITH_RECEIPT = 'An event goes with a receipt, not with one that is taken back'
export const ONLY_WITH_ACTUAL_DATE = 'An event goes with an actual date'
export const NOT_YET = 'This day is still to come'
/** The message for an order that is on another sailing. */
export const loadedOn = (reference: string) => `On ${reference} already. Roll it?`

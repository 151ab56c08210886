import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { ENTER_VALUE } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { fieldWarning } from '#contract/lib/resource.ts'
import { type AddError, withRules } from '#contract/lib/rules.ts'
import { FOLLOWED_FIELDS, PLANNED_DATES, PLANNED_DEPARTURES, SAILING_CUT_OFFS } from './sailing-codes.ts'

const MAX_ORDERS = 5000
/** Values in the JSON of that many orders: each is an object with four, in a body with the dates. */
export const DATE_CHANGE_VALUES = MAX_ORDERS * 5 + 100

/** The dates to change: absent ones stay, null clears one. */
const dates = z.object({
  ...recordOf(SAILING_CUT_OFFS, () => f.changedInstant()),
  ...recordOf(PLANNED_DEPARTURES, () => f.changedDay()),
})

/** The arrival at the place: set by itself, or shifted by as many days as the one at the port. */
const mode = f.oneOf(['set', 'shift'])

const something = ({ dates }: { dates?: object }, add: AddError) => {
  if (dates && Object.values(dates).every((date) => date === undefined)) add('dates', ENTER_VALUE)
}

/**
 * A question what a change of dates would do. The event or the template names the mail to clients; with
 * `orderId`, the answer has that order's mail.
 */
export const dateChangePreviewInput = withRules(
  z.object({
    dates,
    mode,
    eventId: f.optionalId(),
    emailTemplateId: f.optionalId(),
    comment: f.text('Comment', 255),
    onePerClient: f.flag().default(true),
    orderId: f.optionalId(),
  }),
  something,
)

/** A change of dates. `updatedAt` is the version of the sailing; in `orders`, that of each preview row. */
export const dateChangeInput = withRules(
  z.object({
    updatedAt: f.version(),
    dates,
    mode,
    orders: z
      .array(z.object({ id: f.id(), updatedAt: f.version(), apply: f.flag(), mail: f.flag() }))
      .max(MAX_ORDERS, f.tooMany(MAX_ORDERS)),
    eventId: f.optionalId(),
    emailTemplateId: f.optionalId(),
    /** Whether the orders of one address are told in one mail; otherwise each in its own. */
    onePerClient: f.flag().default(true),
    /** A delay reason code of DCSA and SMDG. */
    reasonCode: f.text('Reason', 3, [/^[A-Za-z]{3}$/, 'A reason code has 3 letters']),
    comment: f.text('Comment', 255),
  }),
  something,
)
export type DateChangeInput = z.output<typeof dateChangeInput>

/** Fields of a booking confirmation that a change of dates may move. */
const MOVED_FIELDS = [...FOLLOWED_FIELDS, 'placeEstimatedTimeOfArrivalAt'] as const

const movedDate = <Fields extends readonly string[]>(fields: Fields) =>
  z.object({ field: z.literal(fields), from: z.string().nullable(), to: z.string().nullable() })

/** The effect of a change of dates on one order of the sailing. */
const dateChangeRow = z.object({
  id: z.int(),
  trackingCode: z.string(),
  companyName: z.string(),
  /** The version of the booking confirmation; null without one. */
  updatedAt: z.string().nullable(),
  fields: z.array(movedDate(MOVED_FIELDS)),
  /** True if one of the order's dates was not the sailing's. */
  differs: z.boolean(),
  /** Arrivals in the last mail to the client that named one; null if none did. */
  toldPortEta: z.string().nullable(),
  toldPlaceEta: z.string().nullable(),
  /**
   * The mail that the client would get; null if the dates move too little. `shiftDays` is null if the client
   * knew no date, or none is left.
   */
  mail: z
    .object({
      to: z.string(),
      template: z.object({ id: z.int(), title: z.string() }).nullable(),
      shiftDays: z.int().nullable(),
    })
    .nullable(),
  /** The edit of the last ten minutes: by whom, and when. */
  conflict: z.object({ by: z.string(), at: z.string() }).nullable(),
})
export type DateChangeRow = z.infer<typeof dateChangeRow>

/**
 * A change of dates before it is made: the version of the sailing (null without one), its dates that would
 * change, and its orders.
 */
export const dateChangePreview = z.object({
  updatedAt: z.string().nullable(),
  dates: z.array(movedDate(PLANNED_DATES)),
  /** Dates to check: cut-offs that would be after the departure. */
  warnings: z.array(fieldWarning),
  orders: z.array(dateChangeRow),
  /** The template that says that dates have changed; null without one. */
  suggestedTemplate: z.object({ id: z.int(), title: z.string() }).nullable(),
  /** Orders whose clients would get a mail, and the different addresses that these go to. */
  mails: z.object({ count: z.int(), clients: z.int() }),
  /** The mail of the order `orderId`, with its new dates; null if it would get none. */
  sample: z.object({ subject: z.string(), html: z.string(), to: z.string() }).nullable(),
})
export type DateChangePreview = z.infer<typeof dateChangePreview>

/** Booking confirmations of one voyage that are on no sailing, and the values that most of them have. */
export const confirmedVoyage = z.object({
  voyage: z.string(),
  orders: z.int(),
  etd: z.string().nullable(),
  portEta: z.string().nullable(),
})
export type ConfirmedVoyage = z.infer<typeof confirmedVoyage>

export const NO_MAIL_TEMPLATE = 'Choose the mail that the clients get'
export const NEEDS_SAILING = 'Only a sailing has this cut-off'

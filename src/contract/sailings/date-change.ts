import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { ENTER_VALUE, REQUIRED } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { type AddError, withRules } from '#contract/lib/rules.ts'
import { FOLLOWED_FIELDS, PLANNED_DATES } from './sailing-codes.ts'

/** Orders of one change of dates. */
const MAX_ORDERS = 5000
/** Values of the JSON of that many: objects with four each, in a body with the dates. */
export const DATE_CHANGE_VALUES = MAX_ORDERS * 5 + 100

/** The dates that change: absent ones stay, null empties. */
const dates = z.object(recordOf(PLANNED_DATES, () => f.changedInstant()))

/** How the arrival at the place follows the one at the port: not at all, or by the same days. */
const mode = f.oneOf(['set', 'shift'])

const something = ({ dates }: { dates?: object }, add: AddError) => {
  if (dates && Object.values(dates).every((date) => date === undefined)) add('dates', ENTER_VALUE)
}

/**
 * Asks what a change of dates would do. The event or the template says which mail the clients would get; with `orderId`, the
 * answer has that order's mail.
 */
export const dateChangePreviewInput = withRules(
  z.object({
    dates,
    mode,
    eventId: f.optionalId(),
    emailTemplateId: f.optionalId(),
    comment: f.text('Comment', 255),
    orderId: f.optionalId(),
  }),
  something,
)

/** A change of dates; `updatedAt` is the version of the sailing, that of an order the one of its row in the preview. */
export const dateChangeInput = withRules(
  z.object({
    updatedAt: f.version(),
    dates,
    mode,
    orders: z
      .array(z.object({ id: f.id(), updatedAt: f.version(), apply: f.flag(), mail: f.flag() }), { error: REQUIRED })
      .max(MAX_ORDERS, f.tooMany(MAX_ORDERS)),
    eventId: f.optionalId(),
    emailTemplateId: f.optionalId(),
    /** A delay reason code of DCSA and SMDG. */
    reasonCode: f.text('Reason', 3, [/^[A-Za-z]{3}$/, 'A reason code has 3 letters']),
    comment: f.text('Comment', 255),
  }),
  something,
)
export type DateChangeInput = z.output<typeof dateChangeInput>

/** The fields of a booking confirmation that a change of dates may move. */
const MOVED_FIELDS = [...FOLLOWED_FIELDS, 'placeEstimatedTimeOfArrivalAt'] as const

const movedDate = <Fields extends readonly string[]>(fields: Fields) =>
  z.object({ field: z.literal(fields), from: z.string().nullable(), to: z.string().nullable() })

/** What a change of dates would do to one order of the sailing. */
const dateChangeRow = z.object({
  id: z.int(),
  trackingCode: z.string(),
  companyName: z.string(),
  /** The version of its booking confirmation; null without one. */
  updatedAt: z.string().nullable(),
  fields: z.array(movedDate(MOVED_FIELDS)),
  /** True if one of its dates was not the sailing's. */
  differs: z.boolean(),
  /** The arrivals that the client was last told; null if no mail told one. */
  toldPortEta: z.string().nullable(),
  toldPlaceEta: z.string().nullable(),
  /** The mail that it would get; null if the dates move too little. `shiftDays` is null if the client knew no date, or none is left. */
  mail: z
    .object({
      to: z.string(),
      template: z.object({ id: z.int(), title: z.string() }).nullable(),
      shiftDays: z.int().nullable(),
    })
    .nullable(),
  /** Who has edited it in the last ten minutes, and when. */
  conflict: z.object({ by: z.string(), at: z.string() }).nullable(),
})
export type DateChangeRow = z.infer<typeof dateChangeRow>

/** Before a change of dates: the version of the sailing (null without one), its dates that would change, and its orders. */
export const dateChangePreview = z.object({
  updatedAt: z.string().nullable(),
  dates: z.array(movedDate(PLANNED_DATES)),
  orders: z.array(dateChangeRow),
  /** The mail of the order that was asked for, with its new dates; null if it would get none. */
  sample: z.object({ subject: z.string(), html: z.string(), to: z.string() }).nullable(),
})
export type DateChangePreview = z.infer<typeof dateChangePreview>

/** The booking confirmations of one voyage of a vessel that are on no sailing, and what most of them say. */
export const confirmedVoyage = z.object({
  voyage: z.string(),
  orders: z.int(),
  etd: z.string().nullable(),
  portEta: z.string().nullable(),
})
export type ConfirmedVoyage = z.infer<typeof confirmedVoyage>

export const NO_MAIL_TEMPLATE = 'Choose the mail that the clients get'
export const NEEDS_SAILING = 'Only a sailing has this cut-off'

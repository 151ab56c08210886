import { z } from 'zod'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, ENTER_VALUE, REQUIRED } from '#contract/lib/messages.ts'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import { inChargeInput } from '#contract/orders/in-charge.ts'
import { MOST_SELECTED, matchingOrders } from '#contract/orders/list/order-selection.ts'
import { conflict, takeOver } from '#contract/orders/order-sailing.ts'
import { setEventInput } from '#contract/orders/set-event.ts'
import { askInput, missingPapers } from '#contract/papers/papers.ts'
import { RUN_REMEDIES, type RunKindName } from './runs.ts'

const MAX_SELECTED_IDS = 1000
const MAX_MESSAGE = 2000
export const MAX_RUN_ORDERS = MOST_SELECTED
/** Values in the JSON of that many `orders`: objects with three each, in a body with the kind's input. */
export const RUN_VALUES = MAX_RUN_ORDERS * 4 + 1_000

/** Orders that an event would tell nothing new: those that have it, and those that are past its milestone. */
export const LEFT_OUT = ['has-already', 'further-on'] as const
export type LeftOut = (typeof LEFT_OUT)[number]
/** What a run would do to an order; `changes` is an order to which it brings something new. */
export const RUN_OUTCOMES = ['changes', ...LEFT_OUT, 'cannot'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

/** Reasons of the preview and of rows that are left out. */
export const HAS_EVENT = 'Has this event already'
export const FURTHER_ON = 'Is further on'
export const CARGO_RECEIVED = 'The cargo was received'
export const NOTICE_MAILED = 'Its arrival notice was mailed already'
export const NO_NOTICE_TEMPLATE = 'No mail template attaches the arrival notice'
export const NO_SUPPLIER_ADDRESS = 'The shipper has no e-mail address'
export const CHANGED_SINCE = 'Changed since it was shown'
/** Why a run leaves an offer as it is; others name its state. */
export const SENT_ALREADY = 'The offer was sent already'
export const WITHDRAWN_ALREADY = 'The offer is withdrawn already'
export const NOT_SENT_YET = 'The offer was not sent yet'
export const NO_OFFER_ADDRESS = 'The offer has no e-mail address'
export const OPTION_WITHOUT_PRICE = 'An option has no price'
export const VALID_NO_LONGER = 'Its last day has passed'
export const REPLACED_BY_DRAFT = 'A draft replaces it'
export const REPLACES_ACCEPTED = 'The offer that it replaces was accepted'
const WITH_ATTACH = 'Only with attach'

const ONE_SELECTION = 'Choose orders in one way: ids, orders, or filters with a search'
export const NO_SUCH_ORDER = 'This order does not exist'
export const NO_SUCH_OFFER = 'This offer does not exist'
const ONE_ORDER_ONLY = 'A document belongs to one order'

const atLeastOne = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item).min(1, REQUIRED).max(most, f.tooMany(most)).optional()

/** An order as the screen shows it. Its row fails if version or last event has changed by then. */
const shownOrder = z.object({
  id: f.id(),
  updatedAt: f.version(),
  lastEventEntryId: f.id(CHOOSE).nullable().optional(),
})

const anySelection = z.object({
  ids: atLeastOne(f.id(), MAX_SELECTED_IDS),
  orders: atLeastOne(shownOrder, MAX_RUN_ORDERS),
  filters: matchingOrders.shape.filters.optional(),
  search: matchingOrders.shape.search.optional(),
  /** The newest order when the list was counted; later ones stay out. */
  asOfId: f.id().nullish(),
})

/**
 * The orders of a run, in exactly one of three ways: by `ids`, in the version they have when the run starts;
 * as `orders` in the version that was seen; or all of a list, by `filters`, `search` and `asOfId`.
 */
export const orderSelection = anySelection.superRefine(({ ids, orders, filters, search = '', asOfId }, ctx) => {
  const isListed = filters !== undefined || search !== '' || (asOfId ?? null) !== null
  if ([ids !== undefined, orders !== undefined, isListed].filter(Boolean).length !== 1)
    ctx.addIssue({ code: 'custom', message: ONE_SELECTION, path: ['ids'] })
})
export type OrderSelection = z.input<typeof orderSelection>

/** The confirmation dates that a run can set, in the order of the form. */
export const RUN_DATES = [...CONFIRMATION_TIMES, ...CONFIRMATION_DAYS] as const

/** Inputs of the kinds of run: the body of the single action, without the order. */
export const RUN_INPUTS = {
  /**
   * The body of POST request/event/data/add. Documents stay out, because each belongs to one order. With
   * `attach`, each order gets its own of the document that the template names, where it can be made; with
   * `attachRequired`, an order that lacks something for it fails. Orders of `leaveOut` are skipped.
   */
  event: setEventInput
    .pick({ eventId: true, date: true, comment: true, emailTemplateId: true, carry: true, complete: true })
    .extend({
      documents: setEventInput.shape.documents.refine((ids) => ids.length === 0, ONE_ORDER_ONLY),
      attach: f.flag().default(true),
      attachRequired: f.flag().default(false),
      leaveOut: z.array(f.oneOf(LEFT_OUT)).max(LEFT_OUT.length, f.tooMany(LEFT_OUT.length)).default([]),
    })
    .superRefine(({ attach, attachRequired }, ctx) => {
      if (attachRequired && !attach) ctx.addIssue({ code: 'custom', message: WITH_ATTACH, path: ['attachRequired'] })
    }),
  /** The body of PUT request/booking/edit/{id}; with `notify`, the client gets the mail 'Order changed'. */
  status: z.object({ status: f.oneOf(Object.values(OrderStatus)), notify: f.flag().default(false) }),
  /** The body of PUT request/booking/{id}/in-charge. */
  'in-charge': inChargeInput,
  /**
   * The body of POST sailing/{id}/orders: null puts orders in no container, without `containerId` they stay
   * where they are. Orders for another country are left out without `otherDestinations`. Confirmations that name
   * another voyage are overwritten with `takeOver`.
   */
  load: z.object({
    sailingId: f.id(CHOOSE),
    containerId: f.id(CHOOSE).nullish(),
    otherDestinations: f.flag().default(false),
    takeOver: takeOver(),
  }),
  /** The body of PUT request/booking/{id}/confirmation/edit: absent dates stay, null clears one. */
  dates: z
    .object({
      ...recordOf(CONFIRMATION_TIMES, () => f.changedInstant()),
      ...recordOf(CONFIRMATION_DAYS, () => f.changedDay()),
    })
    .superRefine((dates, ctx) => {
      if (Object.values(dates).some((date) => date !== undefined)) return
      ctx.addIssue({ code: 'custom', message: ENTER_VALUE, path: ['cargoReadyAt'] })
    }),
  /** The body of POST request/booking/{id}/requirements/ask, for all papers that each client still owes. */
  'ask-documents': askInput.pick({ emailTemplateId: true }),
  /** The message to each shipper, above the facts of the shipment. */
  'ask-suppliers': z.object({ message: f.requiredLongText('Message', MAX_MESSAGE) }),
  /**
   * The mail that the arrival notice goes with; null for the template that attaches it. Orders whose notice was mailed
   * are left out, unless it is to go `again`.
   */
  'arrival-notice': z.object({ emailTemplateId: f.optionalId(), again: f.flag().default(false) }),
}

/** Kinds of run that a selection of orders can start. */
export type BulkKind = keyof typeof RUN_INPUTS & RunKindName
export const BULK_KINDS: readonly BulkKind[] = keysOf(RUN_INPUTS)

/** Kinds of run that a selection of offers can start: the single acts, with their usual mails. */
export const OFFER_KINDS = ['offer-send', 'offer-follow-up', 'offer-withdraw'] as const satisfies RunKindName[]
export type OfferKind = (typeof OFFER_KINDS)[number]

/** The offers of a run, in the version that they have when it is started. */
export const offerSelection = z.object({
  ids: z
    .array(f.id())
    .min(1, REQUIRED)
    .max(MAX_SELECTED_IDS, f.tooMany(MAX_SELECTED_IDS))
    .describe('Offers, with the versions that they have when the run is started.'),
})

/** A body for each kind of run; `more` has the fields beside the selection of orders. */
function bodies<More extends z.ZodRawShape>(more: More) {
  const ofOrders = keysOf(RUN_INPUTS).map((kind) =>
    z.object({ kind: z.literal(kind), input: RUN_INPUTS[kind], selection: orderSelection, ...more }),
  )
  const ofOffers = z.object({ kind: z.enum(OFFER_KINDS), input: z.object({}), selection: offerSelection })
  return z.discriminatedUnion('kind', [ofOffers, ...ofOrders], { error: CHOOSE })
}

/** Whether a body is about offers. */
export const isOfOffers = <B extends { kind: BulkKind | OfferKind }>(
  body: B,
): body is Extract<B, { kind: OfferKind }> => OFFER_KINDS.some((kind) => kind === body.kind)

/** The body of POST runs. */
export const startRunInput = bodies({})
export type StartRunInput = z.input<typeof startRunInput>
/** A body about orders. */
export type OrderRun = Exclude<z.output<typeof startRunInput>, { kind: OfferKind }>

/** The body of POST runs/{id}/retry: the failed rows with this remedy, with it; by default all, as they are. */
export const retryRunInput = z.object({ remedy: f.oneOf(RUN_REMEDIES).nullish() })

/** The body of POST runs/preview; with `orderId`, the answer has that order's mail. */
export const runPreviewInput = bodies({ orderId: f.optionalId() })
export type OrderRunPreview = Exclude<z.output<typeof runPreviewInput>, { kind: OfferKind }>

const someOrders = z.object({ count: z.int(), ids: z.array(z.int()) })
const forReason = someOrders.extend({ reason: z.string() })

/** The outcome of a run before it is started. */
export const runPreview = z.object({
  /** Orders, or offers, of the selection, each once. */
  total: z.int(),
  /** Orders that the run would do: the number on its button. */
  applies: z.int(),
  /** All orders of the selection, each in one outcome, by its reason. */
  outcomes: z.array(forReason.extend({ outcome: z.literal(RUN_OUTCOMES), reason: z.string().nullable() })),
  /** Orders of the outcome `changes` whose client would get a mail and has no address; null without a mail. */
  noAddress: someOrders.nullable(),
  /** Documents that go with the mails, and why others cannot be made; null if none goes. */
  attachments: z.object({ can: z.int(), cannot: z.array(forReason) }).nullable(),
  /** The other orders, by the reason why they are left out. */
  skips: z.array(forReason),
  mails: z.object({
    /** Mails to clients, copies left out. */
    count: z.int(),
    /** Different addresses that they go to. */
    recipients: z.int(),
    /** Orders whose client would get a mail and has no address. */
    withoutAddress: z.int(),
    /** The mail of the order `orderId`; null if it would get none. */
    sample: z.object({ subject: z.string(), html: z.string(), to: z.string() }).nullable(),
  }),
  /** Orders that would be loaded without all mandatory papers. They block nothing. */
  papers: missingPapers.shape.papers,
  /** Booking confirmations that name another vessel, voyage or port than the sailing on which their orders go. */
  conflicts: z.array(conflict).describe('Confirmations that name another vessel, voyage or port.'),
  /** The newest order now, to start the run with; null unless the selection is by filters. */
  asOfId: z.int().nullable(),
})
export type RunPreview = z.infer<typeof runPreview>

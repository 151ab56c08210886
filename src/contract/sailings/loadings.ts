import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { fieldWarning, namedRecord } from '#contract/lib/resource.ts'
import { conflict, contradiction, sailingDifference, takeOver } from '#contract/orders/order-sailing.ts'
import { missingPapers } from '#contract/papers/papers.ts'
import { run } from '#contract/runs/runs.ts'
import { FOLLOWED_FIELDS, ONLY_WITH_RECEIPT } from './sailing-codes.ts'
import { sailings } from './sailings.ts'
import { requireEvent, toldInput } from './told.ts'

/** The most orders that one call takes. */
const MAX_ORDERS = 1000

const orderIds = z
  .array(f.id())
  .min(1, REQUIRED)
  .max(MAX_ORDERS, f.tooMany(MAX_ORDERS))
  .transform((ids) => [...new Set(ids)])

/**
 * Orders to load. Those already on this sailing move to the container; null puts orders in none, without
 * `containerId` they stay where they are.
 */
export const loadInput = z.object({ orderIds, containerId: f.id().nullish(), takeOver: takeOver() })

/** Orders that go with another sailing. Containers stay behind. */
export const rollInput = z.object({
  orderIds,
  toSailingId: f.id(),
  reason: f.requiredText('Reason', 255),
  takeOver: takeOver(),
})

const measured = z.object({
  orderId: f.id(),
  pieces: f.optionalDecimal(0, { above: 0, max: 1_000_000 }),
  weightKg: f.optionalDecimal(3, { above: 0, max: 1_000_000 }),
  volumeCbm: f.optionalDecimal(3, { above: 0, max: 10_000 }),
})

/** Cargo that the CFS has received. Without `at`, it was received now; null takes the receipt back. */
export const receivedInput = z
  .object({
    orderIds,
    at: f.instant().optional(),
    measured: z.array(measured).max(MAX_ORDERS, f.tooMany(MAX_ORDERS)).optional(),
    ...toldInput,
  })
  .superRefine(({ at, ...told }, ctx) => {
    requireEvent(told, (field, message) => ctx.addIssue({ code: 'custom', message, path: [field] }))
    if (at === null && told.eventId) ctx.addIssue({ code: 'custom', message: ONLY_WITH_RECEIPT, path: ['eventId'] })
  })

/** Orders whose confirmation takes over the sailing's values: in these fields, or wherever it differs. */
export const takeOverInput = z.object({
  orderIds,
  fields: z.array(f.oneOf(FOLLOWED_FIELDS)).min(1, REQUIRED).optional(),
})

/**
 * Reasons that keep a sailing from closing: orders neither received nor rolled, and mandatory papers that
 * are missing.
 */
export const closing = z.object({
  ready: z.boolean(),
  orders: z.array(z.object({ orderId: z.int(), trackingCode: z.string(), companyName: z.string() })),
  papers: missingPapers.shape.papers,
})
export type Closing = z.infer<typeof closing>

/** The outcome for each order of a call, and the sailing afterwards. */
export const loadingReply = z.object({
  items: z.array(
    z.object({
      orderId: z.int(),
      trackingCode: z.string().nullable(),
      state: z.enum(['done', 'failed']),
      reason: z.string().nullable(),
    }),
  ),
  warnings: z.array(fieldWarning.extend({ orderId: z.int().optional() })),
  sailing: sailings.row,
})
export type LoadingReply = z.infer<typeof loadingReply>

/** The answer to a receipt, with the run that sets the event; null without one. */
export const receivedReply = loadingReply.extend({ run: run.nullable() })
export type ReceivedReply = z.infer<typeof receivedReply>

const aboard = {
  orderId: z.int(),
  trackingCode: z.string(),
  companyName: z.string(),
  username: z.string(),
  transportationMode: z.int(),
  cityName: z.string(),
  cartageName: z.string(),
  inCharge: namedRecord.nullable(),
  cargoReadyAt: z.string().nullable(),
  /** Volume as booked; null if a quote request leaves it open. */
  bookedCbm: z.number().nullable(),
  bookedKg: z.number().nullable(),
}

/** An order on a sailing. */
export const loadedOrder = z.object({
  ...aboard,
  /** Status of the order. A cancelled order stays in the list until it is unloaded, but takes no room. */
  status: z.int(),
  position: z.int(),
  container: z.object({ id: z.int(), number: z.string() }).nullable(),
  receivedAt: z.string().nullable(),
  /** Figures as the CFS measured them. */
  pieces: z.int().nullable(),
  measuredKg: z.number().nullable(),
  measuredCbm: z.number().nullable(),
  /** Figures that count: the measured ones, else the booked ones. */
  usedCbm: z.number(),
  usedKg: z.number(),
  /** True if a measured figure differs by more than 10 %, or 0.5 CBM, from the booked one. */
  measuredDiffers: z.boolean(),
  /** Fields in which the booking confirmation differs from the sailing. */
  differs: z.array(sailingDifference),
})
export type LoadedOrder = z.infer<typeof loadedOrder>
export const LOADED_SORT_KEYS = ['position', 'trackingCode', 'companyName', 'receivedAt'] as const
export type LoadedSortKey = (typeof LOADED_SORT_KEYS)[number]

/** Reasons why an order does not go with a sailing. */
const MISFITS = ['origin', 'country', 'cut-off'] as const

/** Whether an order goes with a sailing. Each message says something about the order: 'goes to Canada'. */
export const fit = z.object({
  fits: z.boolean(),
  misfits: z.array(z.object({ code: z.enum(MISFITS), message: z.string() })),
})
export type Fit = z.infer<typeof fit>
export type Misfit = Fit['misfits'][number]

/** An open LCL order that could go with a sailing. */
export const candidate = z.object({
  ...aboard,
  ...fit.shape,
  /** Where its booking confirmation names another vessel, voyage or port. */
  contradicts: contradiction
    .nullable()
    .describe('Where the booking confirmation names another vessel, voyage or port; null otherwise.'),
  created: z.int(),
  portOfDischarge: z.string(),
})

/** The most orders for which sailings are looked for at once. */
const MOST_FITTED = 200
const NOT_IDS = 'Send ids as 1,2,3'

const idList = z
  .string({ error: NOT_IDS })
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(f.pathId).max(MOST_FITTED, f.tooMany(MOST_FITTED)))

/**
 * The orders to load, '1,2,3'; `from` has the sailings that they are rolled from. With `skipLoaded`, those on
 * another sailing are left out instead of refused.
 */
export const fittingQuery = {
  orderIds: idList,
  from: idList.optional(),
  skipLoaded: z.enum(['0', '1'], { error: 'skipLoaded is 0 or 1' }).optional(),
}

/** Which of several orders fit a sailing, and which do not, for what reason. An order may have several reasons. */
const judgedOrders = z.object({
  code: z.enum(['fits', ...MISFITS]),
  message: z.string().describe("Said of the order: 'goes to Canada'; empty for orders that fit."),
  orderIds: z.array(z.int()),
})
export type JudgedOrders = z.infer<typeof judgedOrders>

/**
 * A planned sailing for some orders. `writes` is what one order's booking confirmation would take from it, with
 * `takeOver`; `conflicts` are the confirmations that name another vessel, voyage or port.
 */
export const fittingSailing = sailings.row
  .pick({
    id: true,
    reference: true,
    vessel: true,
    voyage: true,
    portOfLoading: true,
    portOfDischarge: true,
    portNames: true,
    depot: true,
    cargoCutOffAt: true,
    documentationCutOffAt: true,
    etd: true,
    portEta: true,
    capacityCbm: true,
    freeCbm: true,
    freeKg: true,
  })
  .extend({
    ...fit.shape,
    writes: z.array(
      z.object({ field: z.literal(FOLLOWED_FIELDS), from: z.string().nullable(), to: z.string().nullable() }),
    ),
    conflicts: z.array(conflict).describe('Confirmations that name another vessel, voyage or port.'),
    neededCbm: z.number().describe('Room that the orders take, as measured or else as booked.'),
    neededKg: z.number().describe('Their weight in kg, as measured or else as booked.'),
    judged: z.array(judgedOrders).describe('The orders by whether they fit, and by what does not.'),
  })
export type FittingSailing = z.infer<typeof fittingSailing>
/** A page of candidates. At most 500 are counted; `totalCapped` is true if there are more. */
export const candidatePage = listOf(candidate).extend({ totalCapped: z.boolean() })
export type CandidatePage = z.infer<typeof candidatePage>

const CBM_TOLERANCE = 0.5
const TOLERANCE = 0.1
/** Thousandths: figures are compared to the gram and to the litre, since floating point must not decide. */
const thousandths = (value: number) => Math.round(value * 1000)

/** True if measured cargo differs from booked cargo by more than 10 %, or its volume by more than 0.5 CBM. */
export function measuredDiffers({ bookedCbm, bookedKg, measuredCbm, measuredKg }: Figures): boolean {
  const isFar = (booked: number | null, found: number | null, tolerance = Number.POSITIVE_INFINITY) => {
    if (booked === null || found === null) return false
    const apart = Math.abs(thousandths(booked) - thousandths(found))
    return apart > thousandths(booked) * TOLERANCE || apart > thousandths(tolerance)
  }
  return isFar(bookedCbm, measuredCbm, CBM_TOLERANCE) || isFar(bookedKg, measuredKg)
}
type Figures = Pick<LoadedOrder, 'bookedCbm' | 'bookedKg' | 'measuredCbm' | 'measuredKg'>

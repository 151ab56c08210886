import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** What becomes of the original bill of lading. */
export const ORIGINAL_BILLS = ['waiting', 'none', 'express', 'telex', 'surrendered'] as const
export type OriginalBill = (typeof ORIGINAL_BILLS)[number]
export const ORIGINAL_BILL_LABELS: Record<OriginalBill, string> = {
  waiting: 'Waiting for it',
  none: 'None was issued',
  express: 'Express release',
  telex: 'Telex release',
  surrendered: 'Surrendered',
}
/** Those that came on a day. */
const CAME_ON_A_DAY: readonly OriginalBill[] = ['telex', 'surrendered']

/** The legs of a release, with what is said where one is missing. */
export const LEG_LABELS = { freight: 'Freight', bill: 'Bill of lading', customs: 'Customs', carrier: 'Carrier' }
export const LEGS = keysOf(LEG_LABELS)
export type Leg = (typeof LEGS)[number]
export const MISSING_PARTS = [...LEGS, 'hold'] as const
export type MissingPart = (typeof MISSING_PARTS)[number]
/** A word for each part that is missing. */
export const MISSING_LABELS: Record<MissingPart, string> = {
  freight: 'freight',
  bill: 'bill of lading',
  customs: 'customs',
  carrier: 'carrier',
  hold: 'on hold',
}
/** A sentence for each part that is missing. */
export const MISSING_SENTENCES: Record<MissingPart, string> = {
  freight: 'The freight is neither paid nor waived',
  bill: 'The original bill of lading is not there',
  customs: 'Customs have not released the cargo',
  carrier: 'The carrier has not released the cargo',
  hold: 'The cargo is on hold',
}

export const RELEASE_LABELS = {
  freightPaidAt: 'Freight paid',
  freightWaivedReason: 'Why the freight is waived',
  originalBill: 'Original bill',
  originalAt: 'Original bill came',
  customsReleasedAt: 'Customs released',
  carrierReleasedAt: 'Carrier released',
  pickupNumber: 'Pick-up number',
  appointmentAt: 'Appointment',
  holdReason: 'On hold because',
  deliveryOrderDocumentId: 'Delivery order',
  releasedAt: 'Released',
  releasedReason: 'Released although something was missing',
}

export const NOT_RELEASED_YET = 'Not released yet'
export const RELEASED_ALREADY = 'This order was released already'
export const NEEDS_DAY = 'Enter when it came'
export const NO_DOCUMENT_OF_ORDER = 'This is no document of this order'

/** The values of a release by which its legs are judged. */
interface Judged {
  freightPaidAt: string | null
  freightWaivedReason: string
  originalBill: OriginalBill
  originalAt: string | null
  customsReleasedAt: string | null
  carrierReleasedAt: string | null
  holdReason: string
}

/** True if the original bill needs the day on which it came. */
export const needsDay = (bill: OriginalBill) => CAME_ON_A_DAY.includes(bill)

/** The legs of a release that are done. */
export const releaseLegs = (release: Judged): Record<Leg, boolean> => ({
  freight: release.freightPaidAt !== null || release.freightWaivedReason !== '',
  bill:
    release.originalBill === 'none' ||
    release.originalBill === 'express' ||
    (needsDay(release.originalBill) && release.originalAt !== null),
  customs: release.customsReleasedAt !== null,
  carrier: release.carrierReleasedAt !== null,
})

/** What stands in the way of a release: legs that are not done, and a hold. */
export function missingParts(release: Judged): MissingPart[] {
  const legs = releaseLegs(release)
  return [...LEGS.filter((leg) => !legs[leg]), ...(release.holdReason === '' ? [] : (['hold'] as const))]
}

const at = z.string().nullable()

/** The release of an order; `updatedAt` is null before anything was saved. */
export const release = z.object({
  orderId: z.int(),
  freightPaidAt: at,
  freightWaivedReason: z.string(),
  originalBill: z.literal(ORIGINAL_BILLS),
  originalAt: at,
  customsReleasedAt: at,
  carrierReleasedAt: at,
  pickupNumber: z.string(),
  appointmentAt: at,
  holdReason: z.string(),
  deliveryOrderDocumentId: z.int().nullable(),
  releasedAt: at,
  releasedBy: namedRecord.nullable(),
  releasedReason: z.string(),
  legs: z.object({ freight: z.boolean(), bill: z.boolean(), customs: z.boolean(), carrier: z.boolean() }),
  missing: z.array(z.literal(MISSING_PARTS)),
  deliveryOrderOffered: z.boolean(),
  updatedAt: at,
})
export type Release = z.infer<typeof release>

/** A change of a release: what is absent stays. */
export const releaseInput = z
  .object({
    freightPaidAt: f.instant(),
    freightWaivedReason: f.text('Reason', 255),
    originalBill: f.oneOf(ORIGINAL_BILLS),
    originalAt: f.instant(),
    customsReleasedAt: f.instant(),
    carrierReleasedAt: f.instant(),
    pickupNumber: f.optionalKeyText('Pick-up number', 30),
    appointmentAt: f.instant(),
    holdReason: f.text('Reason', 255),
    deliveryOrderDocumentId: f.optionalId(),
    updatedAt: f.version(),
  })
  .partial()

/** The body of a release: with a reason it goes on although something is missing. */
export const completeReleaseInput = z.object({ reason: f.requiredText('Reason', 255).optional() })

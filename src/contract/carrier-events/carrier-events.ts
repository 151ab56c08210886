import { z } from 'zod'
import { instantAt } from '#contract/lib/zones.ts'
import { CARRIER_MILESTONES, type CarrierMilestone } from './carrier-milestones.ts'

/** Whether something is planned, expected, or has happened. */
export const CLASSIFIERS = ['pln', 'est', 'act'] as const
export type Classifier = (typeof CLASSIFIERS)[number]

/** Code points of what is kept of an event's texts. */
export const EVENT_LIMITS = {
  externalId: 500,
  container: 15,
  reference: 100,
  type: 20,
  code: 50,
  placeName: 100,
  vessel: 150,
  voyage: 50,
} as const

const text = (most: number) => z.string().min(1).max(most).nullable()
/** As `toISOString` writes it, so that times compare as texts. */
const instant = z.iso.datetime({ precision: 3 })

/** What a carrier says about a shipment, in one form for every standard. `raw` is the event or message as it came. */
export const carrierEvent = z
  .object({
    externalId: text(EVENT_LIMITS.externalId).describe('The id that the carrier gave it.'),
    container: text(EVENT_LIMITS.container).describe('Letters and digits in upper case.'),
    booking: text(EVENT_LIMITS.reference).describe("The carrier's booking number."),
    masterBill: text(EVENT_LIMITS.reference).describe('The number of the transport document.'),
    type: z.string().min(1).max(EVENT_LIMITS.type).describe("DCSA's type of event, 315 or IFTSTA."),
    code: z.string().min(1).max(EVENT_LIMITS.code).describe("DCSA's letters, or the code of the status."),
    milestone: z.literal(CARRIER_MILESTONES).nullable().describe('What the code means; null for nothing that is kept.'),
    classifier: z.enum(CLASSIFIERS).describe('Planned, estimated or actual.'),
    at: instant.nullable().describe('When it happened or is expected; null where `localAt` says it.'),
    localAt: z.iso
      .datetime({ local: true, precision: 0 })
      .nullable()
      .describe('The time at the place, without a zone.'),
    placeCode: text(5).describe('UN/LOCODE.'),
    placeName: text(EVENT_LIMITS.placeName).describe('The name of the place.'),
    vesselImo: text(7).describe('IMO number.'),
    vessel: text(EVENT_LIMITS.vessel).describe('The name of the vessel.'),
    voyage: text(EVENT_LIMITS.voyage).describe('The voyage, in the spelling of the carrier.'),
    statedAt: instant.describe('When the carrier said so.'),
    raw: z.json(),
  })
  .refine(({ at, localAt }) => (at === null) !== (localAt === null), { path: ['at'] })
export type CarrierEvent = z.infer<typeof carrierEvent>

/** Codes of a sender that mean something else than the standard's table says. */
export type CodeMapping = Readonly<Record<string, CarrierMilestone>>

/**
 * The instant of an event at a place in this time zone (an IANA name). `zoneAssumed` is true where the carrier named
 * none. Throws for a zone that is not known.
 */
export function eventInstant(
  { at, localAt }: Pick<CarrierEvent, 'at' | 'localAt'>,
  timeZone: string,
): { at: string; zoneAssumed: boolean } {
  if (at !== null) return { at, zoneAssumed: false }
  return { at: new Date(instantAt(Date.parse(`${localAt}Z`), timeZone)).toISOString(), zoneAssumed: true }
}

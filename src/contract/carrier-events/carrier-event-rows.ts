import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { CLASSIFIERS } from './carrier-events.ts'
import { CARRIER_MILESTONES } from './carrier-milestones.ts'
import { SAID_DATES } from './carrier-says.ts'

export const CARRIER_EVENT_PATH = 'carrier-event'
export const TAKE_EVENTS_PATH = 'tracking/events'
export const TAKE_EDI_PATH = 'tracking/edi'
export const DCSA_3_PATH = 'dcsa/v3/events'
export const DCSA_3_VERSION = '3.0.0'

/** What became of an event. */
export const CARRIER_EVENT_STATES = ['applied', 'proposed', 'ignored', 'superseded', 'unmatched'] as const
export type CarrierEventState = (typeof CARRIER_EVENT_STATES)[number]
export const CARRIER_EVENT_STATE_LABELS: Record<CarrierEventState, string> = {
  applied: 'Applied',
  proposed: 'Proposed',
  ignored: 'Ignored',
  superseded: 'Superseded',
  unmatched: 'Unmatched',
}

/** Times of a container that carriers tell of, and with them the dates of a sailing. */
export const SAID_TIMES = ['dischargedAt', 'availableAt', 'gatedOutAt', 'returnedAt'] as const
export const SAID_FIELDS = [...SAID_DATES, ...SAID_TIMES] as const
export type SaidTime = (typeof SAID_TIMES)[number]
export type SaidField = (typeof SAID_FIELDS)[number]

const text = () => z.string().nullable()

/** An event of a carrier, and what became of it. */
export const carrierEventRow = z.object({
  id: z.int(),
  feed: namedRecord.describe('Where it came from.'),
  externalId: text().describe('The id that the carrier gave it.'),
  container: text().describe('The container number, letters and digits.'),
  booking: text().describe("The carrier's booking number."),
  masterBill: text().describe('The number of the transport document.'),
  type: z.string().describe("DCSA's type of event, 315 or IFTSTA."),
  code: z.string().describe("DCSA's letters, or the code of the status."),
  milestone: z.literal(CARRIER_MILESTONES).nullable().describe('What the code means; null for nothing that is kept.'),
  classifier: z.enum(CLASSIFIERS).describe('Planned, estimated or actual.'),
  at: z.string().describe('When it happened or is expected.'),
  zoneAssumed: z.boolean().describe('Whether the carrier named no time zone: then that of the place is meant.'),
  placeCode: text().describe('UN/LOCODE of the place.'),
  placeName: text().describe('The name of the place.'),
  vesselImo: text().describe('IMO number of the vessel.'),
  vessel: text().describe('The name of the vessel.'),
  voyage: text().describe('The voyage, in the spelling of the carrier.'),
  statedAt: z.string().describe('When the carrier said so.'),
  receivedAt: z.string().describe('When it came.'),
  state: z.enum(CARRIER_EVENT_STATES).describe(`${CARRIER_EVENT_STATES.join(', ')}.`),
  reason: z.string().describe('Why; empty for what needs no reason.'),
  sailing: z.object({ id: z.int(), reference: z.string() }).nullable().describe('The sailing that it is about.'),
  containerId: z.int().nullable().describe('The container that it is about; null for none.'),
  field: z.enum(SAID_FIELDS).nullable().describe('The field of the sailing or container that it is about.'),
  ours: text().describe('What that field says now; null for nothing.'),
})
export type CarrierEventRow = z.infer<typeof carrierEventRow>

const nearSailing = z.object({
  id: z.int(),
  reference: z.string(),
  vessel: z.string().describe('The name of the vessel.'),
  voyage: z.string(),
  etd: text(),
  portEta: text(),
})

/** An event with everything that is known of it. */
export const carrierEventWhole = carrierEventRow.extend({
  raw: z.unknown().describe('The event or message as it came.'),
  nearest: z
    .array(nearSailing)
    .describe('Of an unmatched event: the sailings that it most likely is about, at most 5.'),
})
export type CarrierEventWhole = z.infer<typeof carrierEventWhole>

const counted = () => z.int().min(0)
const ofStates = {
  applied: counted().describe('Written, or the same as ours.'),
  proposed: counted().describe('Differ from ours, and wait for a person.'),
  ignored: counted().describe('Nothing that is kept here.'),
  superseded: counted().describe('A newer statement counts.'),
  unmatched: counted().describe('About no sailing that is known.'),
}
export const carrierEventCounts = z.object(ofStates)
export const carrierEventPage = listOf(carrierEventRow).extend({
  counts: carrierEventCounts.describe('How many there are in each state, whatever state is asked for.'),
})
export type CarrierEventPage = z.infer<typeof carrierEventPage>

/** What became of the events of a body. */
export const takenCounts = z.object({
  received: counted().describe('Events of the body.'),
  stored: counted().describe('Events that were new.'),
  duplicates: counted().describe('Events that were there already.'),
  ...ofStates,
})
export type TakenCounts = z.infer<typeof takenCounts>

export const takenEvents = takenCounts.extend({
  problems: z
    .array(
      z.object({
        index: z.int().describe('The place of the event in the body, from 0.'),
        field: z.string().describe('The path within the event; empty for the whole.'),
        message: z.string().describe('What is wrong.'),
      }),
    )
    .describe('Events that could not be read; they stop no other.'),
})
export type TakenEvents = z.infer<typeof takenEvents>

export const takenEdi = takenCounts.extend({
  messages: z
    .array(
      z.object({
        control: z.string().describe('ST02, or the reference of UNH.'),
        kind: z.enum(['x12-315', 'iftsta']),
        accepted: z.boolean().describe('Whether it could be read.'),
        events: z.int().describe('How many events it has.'),
        problems: z
          .array(
            z.object({
              segment: z.int().describe('The place of the segment in the message, from 1; 0 for the interchange.'),
              message: z.string().describe('What is wrong, or worth knowing.'),
            }),
          )
          .describe('What is wrong with it, or worth knowing.'),
        acknowledgement: z.string().optional().describe('With ack=1: a 997 or CONTRL that answers it.'),
      }),
    )
    .describe('What became of each message.'),
})
export type TakenEdi = z.infer<typeof takenEdi>

/** The body of pushed events, for the API's document: a bare list of them is taken too. */
export const pushedEvents = z.object({
  events: z
    .array(z.record(z.string(), z.unknown()))
    .describe('Events of DCSA Track & Trace 2.2 or 3.0, as they are; at most 5,000. A bare list of them is taken too.'),
})

/** DCSA's answer to pushed events. */
export const dcsaFeedback = z.object({
  feedbackElements: z
    .array(
      z.object({
        severity: z.enum(['ERROR', 'WARN', 'INFO']).describe('ERROR for an event that was not taken.'),
        message: z.string(),
        propertyPath: z.string().optional().describe("Where in the body, as '$.events[2].eventDateTime'."),
      }),
    )
    .describe('Events that were not taken, or why the call failed.'),
})
export type DcsaFeedback = z.infer<typeof dcsaFeedback>

const LONGEST_REASON = 255
export const ignoreEventInput = z.object({
  reason: f.text('Reason', LONGEST_REASON).describe('Why; empty for no reason.'),
})
export const matchEventInput = z.object({
  sailingId: f.id().describe('The id of the sailing that it is about.'),
  containerId: f.optionalId().describe('The id of a container of this sailing; null for none.'),
})

export const TEST_INTERCHANGE = 'A test interchange: nothing was kept'

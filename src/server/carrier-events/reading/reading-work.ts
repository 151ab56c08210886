import { TEST_INTERCHANGE } from '#contract/carrier-events/carrier-event-rows.ts'
import { acknowledge } from './acknowledge.ts'
import type { ReadMessage } from './edi-messages.ts'
import { MAX_EVENTS } from './limits.ts'
import { parseEdi } from './parse-edi.ts'
import type { PlaceZones } from './place-days.ts'
import { eventsIn, type ReadEvents, type ReadRetraction, readDcsa } from './read-dcsa.ts'
import type { ReadingOptions } from './reading-options.ts'
import { storedRow } from './stored-rows.ts'

export interface SentOptions extends ReadingOptions {
  zones: PlaceZones
}

/** Events of one transaction. */
export interface Batch {
  count: number
  /** A list of StoredRow, as JSON: the database reads it, and nobody else. */
  rows: string
}

/** Why a body has no events that can be read: it is no JSON, no list, or too long. */
export type Unreadable = 'json' | 'list' | 'many'

export interface SentEvents {
  received: number
  batches: Batch[]
  retractions: ReadRetraction[]
  problems: ReadEvents['problems']
}

export interface SentEdi {
  interchanges: number
  received: number
  batches: Batch[]
  messages: {
    control: string
    kind: ReadMessage['kind']
    accepted: boolean
    events: number
    problems: { segment: number; message: string }[]
    acknowledgement?: string
  }[]
}

/** Whether an interchange says that it is a test: ISA15 or the last element of UNB. */
function isTest({ envelope: { kind, header } }: ReadMessage): boolean {
  const [indicator, test] = kind === 'x12-315' ? [header[15], 'T'] : [header[11], '1']
  return indicator?.trim().toUpperCase() === test
}

/** Events of EDI in transactions of as many as a body of DCSA may have. */
function batchesOf(rows: readonly object[]): Batch[] {
  const batches: Batch[] = []
  for (let at = 0; at < rows.length; at += MAX_EVENTS) {
    const part = rows.slice(at, at + MAX_EVENTS)
    batches.push({ count: part.length, rows: JSON.stringify(part) })
  }
  return batches
}

function sentMessage(message: ReadMessage, number: number, { now, ack }: { now: number; ack: boolean }) {
  const { control, kind, accepted, events } = message
  const problems = message.problems.map(({ segment, message: text }) => ({ segment, message: text }))
  if (isTest(message)) problems.push({ segment: 0, message: TEST_INTERCHANGE })
  const answer = ack ? { acknowledgement: acknowledge(message, { now, number }) } : {}
  return { control, kind, accepted, events: events.length, problems, ...answer }
}

/** The control number of the first answer of a reading: it grows by the second, and has at most nine digits. */
const firstNumber = (now: number) => (Math.floor(now / 1_000) % 999_000_000) + 1

/** The parts that run in a thread: the main one neither parses what is sent nor makes what is stored. */
export const READING_WORK = {
  events(body: string, { zones, ...options }: SentOptions): SentEvents | Unreadable {
    let sent: unknown
    try {
      sent = JSON.parse(body)
    } catch {
      return 'json'
    }
    const list = eventsIn(sent)
    if (list === null) return 'list'
    if (list.length > MAX_EVENTS) return 'many'
    const { events, retractions, problems } = readDcsa(list, options)
    const rows = events.map(({ event }) => storedRow(event, zones))
    return { received: list.length, batches: batchesOf(rows), retractions, problems }
  },

  edi(text: string, { zones, ack, ...options }: SentOptions & { ack: boolean }): SentEdi {
    const { interchanges, messages } = parseEdi(text, options)
    const events = messages.flatMap((message) => (isTest(message) ? [] : message.events))
    const rows = events.map((event) => storedRow(event, zones))
    const first = firstNumber(options.now)
    return {
      interchanges,
      received: rows.length,
      batches: batchesOf(rows),
      messages: messages.map((message, place) => sentMessage(message, first + place, { now: options.now, ack })),
    }
  },
}

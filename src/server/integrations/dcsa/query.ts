import { z } from 'zod'
import { DCSA_EVENT_TYPES, type DcsaEventType } from '#contract/integrations/dcsa-events.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { bareContainerNumber } from '#contract/reference/container-codes.ts'
import { invalid } from '#server/errors.ts'

const MOST = 1000
const USUAL = 100

export const querystring = z.object({
  carrierBookingReference: z.string().max(60, maxLength('carrierBookingReference', 60)).optional(),
  equipmentReference: z.string().max(60, maxLength('equipmentReference', 60)).optional(),
  eventType: z.string().optional(),
  limit: z.string().optional().describe('1 to 1000; 100 by default.'),
  cursor: z.string().optional().describe('Where the page before ended, as its header Link says.'),
})

/**
 * A position among the events: time of entry in microseconds, source table, its id, and that of the
 * container.
 */
export type Place = readonly [at: string, source: string, id: string, containerId: string]

export interface EventsQuery {
  /** A tracking code in its bare form. */
  code: string | null
  container: string | null
  types: readonly DcsaEventType[]
  limit: number
  after: Place
}

const FIRST: Place = ['0', '0', '0', '0']
const CURSOR = /^(\d{1,16})\.([12])\.(\d{1,18})\.(\d{1,10})$/

export const cursorOf = (place: Place) => Buffer.from(place.join('.')).toString('base64url')

function placeOf(cursor: string): Place {
  const [, ...place] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const [at, source, id, containerId] = place
  if (!at || !source || !id || !containerId) throw invalid({ cursor: 'This is not a cursor that this call has given' })
  return [at, source, id, containerId]
}

function typesIn(sent: string): DcsaEventType[] {
  const types = sent.split(',').map((each) => DCSA_EVENT_TYPES.find((type) => type === each.trim()))
  const known = types.filter((type) => type !== undefined)
  if (known.length < types.length || known.length > DCSA_EVENT_TYPES.length)
    throw invalid({
      eventType: `eventType is one or several of ${DCSA_EVENT_TYPES.join(', ')}, with commas between them`,
    })
  return known
}

function limitIn(sent: string): number {
  const limit = /^\d{1,4}$/.test(sent) ? Number(sent) : 0
  if (limit < 1 || limit > MOST) throw invalid({ limit: `limit must be a whole number from 1 to ${MOST}` })
  return limit
}

/** The query of a call. Throws 400. */
export function readQuery(sent: z.output<typeof querystring>): EventsQuery {
  const { carrierBookingReference: code, equipmentReference: container, eventType, limit, cursor } = sent
  return {
    code: code === undefined ? null : parseTrackingCode(code),
    container: container === undefined ? null : bareContainerNumber(container),
    types: eventType === undefined ? DCSA_EVENT_TYPES : typesIn(eventType),
    limit: limit === undefined ? USUAL : limitIn(limit),
    after: cursor === undefined ? FIRST : placeOf(cursor),
  }
}

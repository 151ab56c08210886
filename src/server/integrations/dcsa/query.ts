import { z } from 'zod'
import { DCSA_CODES, DCSA_EVENT_TYPES } from '#contract/integrations/dcsa-events.ts'
import { isInstant } from '#contract/lib/fields.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { codeForm, plainForm } from '#contract/lib/text.ts'
import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { bareContainerNumber } from '#contract/reference/container-codes.ts'
import { invalid } from '#server/errors.ts'
import { OCCASIONS, type Occasion } from './occasions.ts'

const MOST = 1000
const USUAL = 100

const reference = (name: string, max: number) => z.string().max(max, maxLength(name, max)).optional()
const created = (when: string) => z.string().optional().describe(`Events entered ${when} this time.`)
const NEVER_KNOWN = 'Of the standard; no event of this installation has one.'

/** The parameters of the standard; those that it deprecates stand for their successors. */
export const querystring = z.object({
  carrierBookingReference: reference('carrierBookingReference', 60).describe('The tracking code of an order.'),
  bookingReference: reference('bookingReference', 60).describe('Deprecated: carrierBookingReference.'),
  transportDocumentReference: reference('transportDocumentReference', 60).describe('The master bill of a sailing.'),
  transportDocumentID: z.string().optional().describe(NEVER_KNOWN),
  equipmentReference: reference('equipmentReference', 60).describe('The number of a container.'),
  eventType: z.string().optional(),
  shipmentEventTypeCode: z.string().optional(),
  documentTypeCode: z.string().optional(),
  transportEventTypeCode: z.string().optional(),
  equipmentEventTypeCode: z.string().optional(),
  transportCallID: reference('transportCallID', 100),
  scheduleID: z.string().optional().describe(NEVER_KNOWN),
  vesselIMONumber: reference('vesselIMONumber', 20),
  exportVoyageNumber: reference('exportVoyageNumber', 50),
  carrierVoyageNumber: reference('carrierVoyageNumber', 50).describe('Deprecated: exportVoyageNumber.'),
  carrierServiceCode: reference('carrierServiceCode', 5).describe(NEVER_KNOWN),
  UNLocationCode: reference('UNLocationCode', 20),
  eventCreatedDateTime: z.string().optional(),
  'eventCreatedDateTime:eq': created('at'),
  'eventCreatedDateTime:gte': created('at or after'),
  'eventCreatedDateTime:gt': created('after'),
  'eventCreatedDateTime:lte': created('at or before'),
  'eventCreatedDateTime:lt': created('before'),
  sort: z.string().optional().describe('eventCreatedDateTime, with :ASC or :DESC.'),
  limit: z.string().optional().describe('1 to 1000; 100 by default.'),
  cursor: z.string().optional().describe('Where the page before ended, as its header Link says.'),
})
type Sent = z.output<typeof querystring>

/**
 * A position among the events: time of entry in microseconds, source table, its id, and that of the
 * container.
 */
export type Place = readonly [at: string, source: string, id: string, containerId: string]

export interface EventsQuery {
  /** A tracking code in its bare form. */
  code: string | null
  container: string | null
  masterBill: string | null
  /** The first part of a transport call's id: the reference of a sailing, or a tracking code without one. */
  callOf: string | null
  imoNumber: string | null
  voyage: string | null
  port: string | null
  /** What the events are about; empty if no event can match. */
  occasions: readonly Occasion[]
  /** Times of entry, in unix milliseconds: from `from`, before `before`. */
  from: number | null
  before: number | null
  latestFirst: boolean
  limit: number
  after: Place | null
}

const CURSOR = /^(\d{1,16})\.([12])\.(\d{1,18})\.(\d{1,10})$/

export const cursorOf = (place: Place) => Buffer.from(place.join('.')).toString('base64url')

function placeOf(cursor: string): Place {
  const [, ...place] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const [at, source, id, containerId] = place
  if (!at || !source || !id || !containerId) throw invalid({ cursor: 'This is not a cursor that this call has given' })
  return [at, source, id, containerId]
}

/** The values of a list with commas; null without the parameter. Throws 400 for one that the standard lacks. */
function listed(name: string, sent: string | undefined, allowed: readonly string[]): readonly string[] | null {
  if (sent === undefined) return null
  const values = sent.split(',').map((each) => each.trim())
  if (values.length > allowed.length || values.some((each) => !allowed.includes(each)))
    throw invalid({ [name]: `${name} is one or several of ${allowed.join(', ')}, with commas between them` })
  return values
}

function limitIn(sent: string): number {
  const limit = /^\d{1,4}$/.test(sent) ? Number(sent) : 0
  if (limit < 1 || limit > MOST) throw invalid({ limit: `limit must be a whole number from 1 to ${MOST}` })
  return limit
}

function isLatestFirst(sent: string): boolean {
  const [, direction = 'ASC'] = /^eventCreatedDateTime(?::(ASC|DESC))?$/.exec(sent) ?? [null, '']
  if (direction === '') throw invalid({ sort: 'sort is eventCreatedDateTime, with :ASC or :DESC' })
  return direction === 'DESC'
}

/** A time in a query, whose plus sign many programs send unescaped, as a space. Throws 400. */
function timeIn(name: string, sent: string): number {
  const text = sent.replace(/ (?=\d\d:?\d\d$)/, '+')
  if (!isInstant(text)) throw invalid({ [name]: `${name} is a time with its offset, such as 2026-01-23T12:34:56Z` })
  return Date.parse(text)
}

/** The bounds of the time of entry. Events show milliseconds, so the last one counts as a whole. */
function boundsIn(sent: Sent): Pick<EventsQuery, 'from' | 'before'> {
  const [from, before]: [number[], number[]] = [[], []]
  for (const operator of ['', ':eq', ':gte', ':gt', ':lte', ':lt'] as const) {
    const name = `eventCreatedDateTime${operator}` as const
    if (sent[name] === undefined) continue
    const time = timeIn(name, sent[name])
    if (operator === ':lt') before.push(time)
    if (operator === ':lte' || operator === '' || operator === ':eq') before.push(time + 1)
    if (operator === ':gt') from.push(time + 1)
    if (operator === ':gte' || operator === '' || operator === ':eq') from.push(time)
  }
  return {
    from: from.length > 0 ? Math.max(...from) : null,
    before: before.length > 0 ? Math.min(...before) : null,
  }
}

/** The parts of a transport call's id, as `composeEvent` writes it. */
function callIn(id: string) {
  const [, of = '', at = '', facilityTypeCode = ''] = /^(.+):(origin|destination):([A-Z]{4})$/.exec(id) ?? []
  return { of, at, facilityTypeCode }
}

/** A code without the spaces and dashes that some write in it. */
const joined = (text: string) => plainForm(text).replaceAll(/[\s\p{Pd}]/gu, '')

/** One of two names for the same; the answer is empty if they differ. */
const either = (one: string | undefined, other: string | undefined) => ({
  value: one ?? other ?? null,
  differ: one !== undefined && other !== undefined && one !== other,
})

/** The query of a call: every parameter narrows the answer. Throws 400. */
export function readQuery(sent: Sent): EventsQuery {
  const booking = either(sent.carrierBookingReference, sent.bookingReference)
  const voyage = either(sent.exportVoyageNumber, sent.carrierVoyageNumber)
  const call = sent.transportCallID === undefined ? null : callIn(sent.transportCallID)
  const types = listed('eventType', sent.eventType, DCSA_EVENT_TYPES)
  const documents = listed('documentTypeCode', sent.documentTypeCode, DCSA_CODES.DOCUMENT)
  const codes = DCSA_EVENT_TYPES.flatMap((type) => {
    const name = `${type.toLowerCase() as Lowercase<typeof type>}EventTypeCode` as const
    const wanted = listed(name, sent[name], DCSA_CODES[type])
    return wanted ? [{ type, wanted }] : []
  })
  const imoNumber = sent.vesselIMONumber === undefined ? null : (/\d{7}$/.exec(joined(sent.vesselIMONumber))?.[0] ?? '')
  const port = sent.UNLocationCode === undefined ? null : joined(sent.UNLocationCode).toUpperCase()
  const afloat = imoNumber !== null || port !== null || voyage.value !== null
  const unknown = [sent.transportDocumentID, sent.scheduleID, sent.carrierServiceCode].some(
    (each) => each !== undefined,
  )
  const matches = (each: Occasion) =>
    (types?.includes(each.eventType) ?? true) &&
    codes.every(({ type, wanted }) => each.eventType === type && wanted.includes(each.code)) &&
    (documents === null || (each.eventType === 'SHIPMENT' && documents.includes('BKG'))) &&
    (call === null || (call.at === each.call?.at && call.facilityTypeCode === each.call.facilityTypeCode)) &&
    (!afloat || each.call?.modeOfTransport === 'VESSEL')
  return {
    code: booking.value === null ? null : parseTrackingCode(booking.value),
    container: sent.equipmentReference === undefined ? null : bareContainerNumber(sent.equipmentReference),
    masterBill: sent.transportDocumentReference === undefined ? null : codeForm(sent.transportDocumentReference),
    callOf: call?.of ?? null,
    imoNumber,
    voyage: voyage.value === null ? null : codeForm(voyage.value),
    port,
    occasions: unknown || booking.differ || voyage.differ ? [] : OCCASIONS.filter(matches),
    ...boundsIn(sent),
    latestFirst: sent.sort !== undefined && isLatestFirst(sent.sort),
    limit: sent.limit === undefined ? USUAL : limitIn(sent.limit),
    after: sent.cursor === undefined ? null : placeOf(sent.cursor),
  }
}

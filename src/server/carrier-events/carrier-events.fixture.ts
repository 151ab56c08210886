import type { Reply, TestServer } from '#server/test/server.ts'

let serial = 0
/** An instant of so many days from now, at this time of the day in UTC. */
export const at = (days: number, time = '10:00') =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`

interface Said {
  id?: string
  container?: string
  /** A booking or bill of lading by its type. */
  documents?: Record<string, string>
  code?: string
  type?: 'TRANSPORT' | 'EQUIPMENT'
  classifier?: 'ACT' | 'EST' | 'PLN'
  when: string
  stated?: string
  place?: string | null
  empty?: 'EMPTY' | 'LADEN'
  mode?: string
  imo?: string
  voyage?: string
}

/** An event of Track & Trace 2.2: a discharge unless it says otherwise. */
export const event22 = ({
  id,
  container,
  documents = {},
  code = 'DISC',
  type = ['DEPA', 'ARRI'].includes(code) ? 'TRANSPORT' : 'EQUIPMENT',
  classifier = 'ACT',
  when,
  stated = at(-1),
  place = code === 'DEPA' ? 'CNNGB' : 'USLAX',
  empty = 'LADEN',
  mode = 'VESSEL',
  imo,
  voyage,
}: Said) => ({
  eventID: id ?? `e-${++serial}`,
  eventCreatedDateTime: stated,
  eventDateTime: when,
  eventType: type,
  eventClassifierCode: classifier,
  ...(type === 'TRANSPORT'
    ? { transportEventTypeCode: code }
    : { equipmentEventTypeCode: code, emptyIndicatorCode: empty }),
  ...(container && type === 'EQUIPMENT' ? { equipmentReference: container } : {}),
  ...(container && type === 'TRANSPORT' ? { references: [{ referenceType: 'EQ', referenceValue: container }] } : {}),
  documentReferences: Object.entries(documents).map(([documentReferenceType, documentReferenceValue]) => ({
    documentReferenceType,
    documentReferenceValue,
  })),
  transportCall: {
    modeOfTransport: mode,
    ...(place ? { UNLocationCode: place } : {}),
    ...(imo ? { vessel: { vesselIMONumber: imo } } : {}),
    ...(voyage ? { carrierVoyageNumber: voyage } : {}),
  },
})

/** A retraction as 3.0 has it. */
export const retraction = (eventID: string, eventUpdatedDateTime?: string) => ({
  eventID,
  isRetracted: true,
  ...(eventUpdatedDateTime ? { eventUpdatedDateTime } : {}),
  eventClassification: {},
})

/** Calls that push, and read what became of it. */
export function carrierCalls(server: TestServer) {
  const push = async (events: unknown, feed?: number) =>
    server.call('POST', `tracking/events${feed ? `?feed=${feed}` : ''}`, { body: events })
  const taken = async (...events: unknown[]) => (await push(events)).body.data
  const of = async (sailingId: number) =>
    (await server.call('GET', `sailing/${sailingId}/carrier-events?per_page=200`)).body.data.items
  const sailing = async (id: number) => (await server.call('GET', `sailing/${id}`)).body.data
  const container = async (id: number) => (await server.call('GET', `container/${id}`)).body.data
  const edi = async (text: string, query = '', headers = {}) => {
    const reply = await fetch(`${server.url}/api/tracking/edi${query}`, {
      method: 'POST',
      headers: { 'user-token': server.token, 'content-type': 'text/plain', ...headers },
      body: text,
    })
    const answered: Pick<Reply, 'status' | 'body'> = { status: reply.status, body: await reply.json() }
    return answered
  }
  const decide = (id: number, verb: string, body?: object) =>
    server.call('POST', `carrier-event/${id}/${verb}`, { body: body ?? {} })
  return { push, taken, of, sailing, container, edi, decide }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** A container number that no other test has. */
export function newNumber(): string {
  const n = ++serial
  const owner = [n / 26 / 26, n / 26, n].map((each) => LETTERS[Math.floor(each) % 26]).join('')
  return `${owner}U${String(1_000_000 + n).slice(-7)}`
}

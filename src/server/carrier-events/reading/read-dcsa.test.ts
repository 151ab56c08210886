import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carrierEvent } from '#contract/carrier-events/carrier-events.ts'
import { sample, sample3 } from '#tests/standards/dcsa/validator.ts'
import { eventHash } from './event-hash.ts'
import { eventsIn, readDcsa } from './read-dcsa.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const read = (body: unknown, options = {}) => readDcsa(eventsIn(body) ?? [], { now: NOW, ...options })
const eventsOf = (body: unknown, options = {}) => read(body, options).events.map(({ event }) => event)
const fieldsOf = (body: unknown) => read(body).problems.map(({ index, field }) => `${index} ${field}`)

const TRANSPORT = {
  eventID: 'e1',
  eventCreatedDateTime: '2026-11-20T12:00:00Z',
  eventType: 'TRANSPORT',
  eventClassifierCode: 'ACT',
  eventDateTime: '2026-11-20T14:30:00+08:00',
  transportEventTypeCode: 'DEPA',
  transportCall: {
    transportCallID: 'c1',
    exportVoyageNumber: '2103S',
    importVoyageNumber: '2103N',
    UNLocationCode: 'CNSHA',
    modeOfTransport: 'VESSEL',
    vessel: { vesselIMONumber: '9321483', vesselName: 'King of the Seas' },
  },
  documentReferences: [{ documentReferenceType: 'BKG', documentReferenceValue: 'ABC123' }],
  references: [{ referenceType: 'EQ', referenceValue: 'APZU 481209-0' }],
}
/** The published form of 3.0. */
const PUBLISHED = {
  eventID: 'p1',
  isRetracted: false,
  eventDateTime: '2026-11-21T09:00:00-08:00',
  eventUpdatedDateTime: '2026-11-21T18:00:00Z',
  eventLocation: { UNLocationCode: 'USLAX', locationName: 'Los Angeles' },
  eventClassification: { eventType: 'EQUIPMENT', eventClassifier: 'ACTUAL', equipmentEventType: 'GATED_OUT' },
  equipmentDetails: { equipmentReference: 'APZU4812090', emptyIndicator: 'LADEN' },
  shipmentDetails: {
    documentReference: { type: 'BOOKING', reference: 'ABC123' },
    additionalDocumentReferences: [{ type: 'TRANSPORT_DOCUMENT', reference: 'HHL1' }],
  },
  transportDetails: { transportCall: { modeOfTransport: 'TRUCK' } },
}

test('the published sample of 2.2 is read', () => {
  const { events, problems } = read(sample(''))
  expect(problems).toEqual([])
  expect(events.map(({ event }) => `${event.type} ${event.code} ${event.milestone} ${event.classifier}`)).toEqual([
    'TRANSPORT ARRI arrived act',
    'SHIPMENT DRFT null act',
    'EQUIPMENT LOAD loaded est',
    'TRANSPORT ARRI arrived act',
    'SHIPMENT DRFT null act',
    'EQUIPMENT LOAD loaded est',
    'SHIPMENT DRFT null act',
  ])
  expect(events[0]?.event).toEqual({
    externalId: '3cecb101-7a1a-43a4-9d62-e88a131651e2',
    container: 'APZU4812090',
    booking: 'ABC123123123',
    masterBill: 'reserved-HHL123',
    type: 'TRANSPORT',
    code: 'ARRI',
    milestone: 'arrived',
    classifier: 'act',
    at: '2021-01-09T13:12:56.000Z',
    localAt: null,
    placeCode: 'FRPAR',
    placeName: null,
    vesselImo: '9321483',
    vessel: 'King of the Seas',
    voyage: '2103N',
    statedAt: '2021-01-23T12:34:56.000Z',
    raw: (sample('') as unknown[])[0],
  })
  expect(events[2]?.event).toMatchObject({ container: 'APZU4812090', placeName: 'Eiffel Tower', voyage: '2103S' })
})

test('the wrong samples of 2.2 are problems by place and field, and what is right beside them is read', () => {
  expect(fieldsOf(sample('-wrong-date-times'))).toEqual([
    '1 eventCreatedDateTime',
    '2 eventDateTime',
    '3 eventCreatedDateTime',
    '4 eventDateTime',
    '5 eventCreatedDateTime',
    '6 eventCreatedDateTime',
  ])
  expect(eventsOf(sample('-wrong-date-times'))).toHaveLength(1)
  expect(fieldsOf(sample('-wrong-event-ids'))).toEqual(['0 eventID'])
  expect(fieldsOf(sample('-wrong-structure'))).toEqual(['0 eventType', '1 eventType'])
  // Its codes are in no list of ours: the events are kept, and mean nothing.
  expect(eventsOf(sample('-wrong-attribute-values')).map(({ code, milestone }) => [code, milestone])).toEqual([
    ['DEPA', 'departed'],
    ['VOID', null],
    ['RMVD', null],
  ])
})

test.each([
  ['response', ['CONF null', 'DEPA departed', 'GTIN empty-returned', 'DETC null', 'MEAS null']],
  ['response-nextpage', ['APPR null', 'ARRI eta', 'DISC discharged', 'DETC null', 'ADJU null']],
  ['request-equipment', ['LOAD loaded']],
  ['request-transport', ['ARRI arrived']],
  ['request-shipment', ['CONF null']],
  ['request-iot', ['DETC null']],
  ['request-reefer', ['MEAS null']],
])('the sample of 3.0 is read: %s', (name, expected) => {
  expect(read(sample3(name)).problems).toEqual([])
  expect(eventsOf(sample3(name)).map(({ code, milestone }) => `${code} ${milestone}`)).toEqual(expected)
})

test('the draft of 3.0 names documents, places, vessels and voyages', () => {
  expect(eventsOf(sample3('request-transport'))[0]).toMatchObject({
    externalId: 'evt-trans-001-2026-01-20T12:30:00Z',
    booking: 'ABC709951',
    masterBill: 'HHL71800000',
    placeCode: 'DEHAM',
    placeName: 'Sample Port Terminal',
    vesselImo: '1234567',
    vessel: 'Example Vessel Alpha',
    voyage: 'V001N',
    at: '2026-01-20T12:30:00.000Z',
    statedAt: '2025-01-25T01:23:45.000Z',
  })
})

test('the published form of 3.0 is read as its draft', () => {
  expect(eventsOf({ events: [PUBLISHED] })[0]).toMatchObject({
    code: 'GTOT',
    milestone: 'out-for-delivery',
    container: 'APZU4812090',
    booking: 'ABC123',
    masterBill: 'HHL1',
    at: '2026-11-21T17:00:00.000Z',
  })
  const draft = {
    ...PUBLISHED,
    eventClassification: { eventTypeCode: 'EQUIPMENT', eventClassifierCode: 'ACT', equipmentEventTypeCode: 'GTOT' },
    equipmentDetails: { equipmentReference: 'APZU4812090', emptyIndicatorCode: 'LADEN' },
  }
  const hashes = eventsOf([{ events: [PUBLISHED] }, draft]).map(eventHash)
  expect(hashes[0]).toBe(hashes[1])
})

test('a retraction needs its id only', () => {
  const { retractions, events, problems } = read([
    { eventID: 'p1', isRetracted: true },
    { ...PUBLISHED, isRetracted: true },
    { isRetracted: true },
  ])
  expect(events).toEqual([])
  expect(retractions).toMatchObject([
    { index: 0, externalId: 'p1', statedAt: null },
    { index: 1, externalId: 'p1', statedAt: '2026-11-21T18:00:00.000Z' },
  ])
  expect(problems).toEqual([{ index: 2, field: 'eventID', message: 'Is missing' }])
})

test('events of both versions are read from one list, each with its place in it', () => {
  const both = [TRANSPORT, { events: [PUBLISHED, PUBLISHED] }, 5, { events: [] }, TRANSPORT]
  expect(read(both).events.map(({ index, event }) => [index, event.code])).toEqual([
    [0, 'DEPA'],
    [1, 'GTOT'],
    [2, 'GTOT'],
    [4, 'DEPA'],
  ])
  expect(read(both).problems).toEqual([{ index: 3, field: '', message: 'Must be an event' }])
})

test('what is no list is none, and of more than 5 000 events one more is there', () => {
  for (const body of [null, 5, 'x', {}, { events: {} }, TRANSPORT]) expect(eventsIn(body)).toBe(null)
  expect(eventsIn([])).toEqual([])
  expect(eventsIn(Array(9_000).fill(TRANSPORT))).toHaveLength(5_001)
  expect(eventsIn(Array(9).fill({ events: Array(5_000).fill(PUBLISHED) }))).toHaveLength(5_001)
})

test.each([
  [{ transportEventTypeCode: undefined }, 'transportEventTypeCode'],
  [{ eventClassifierCode: 'MAYBE' }, 'eventClassifierCode'],
  [{ eventType: 'OPERATIONS' }, 'eventType'],
  [{ eventDateTime: '2026-02-30T10:00:00Z' }, 'eventDateTime'],
  [{ eventDateTime: '2026-11-20T10:00:00+15:00' }, 'eventDateTime'],
  [{ eventDateTime: '2030-11-20T10:00:00Z' }, 'eventDateTime'],
  [{ eventDateTime: 1_790_000_000 }, 'eventDateTime'],
  [{ eventCreatedDateTime: '2026-11-30T10:00:00Z' }, 'eventCreatedDateTime'],
  [{ equipmentReference: 'A container of nobody' }, 'equipmentReference'],
  [{ eventID: 'x'.repeat(501) }, 'eventID'],
])('a broken event says at which field: %j', (change, field) => {
  expect(fieldsOf([TRANSPORT, { ...TRANSPORT, ...change }])).toEqual([`1 ${field}`])
})

test('a fault of 3.0 is named by its path', () => {
  const eventClassification = { ...PUBLISHED.eventClassification, eventClassifier: 'MAYBE' }
  expect(fieldsOf([{ ...PUBLISHED, eventClassification }])).toEqual(['0 eventClassification.eventClassifier'])
})

test('a time without a zone stays that of the place, and a day is its beginning there', () => {
  const times = (eventDateTime: string) =>
    eventsOf([{ ...TRANSPORT, eventDateTime }]).map(({ at, localAt }) => [at, localAt])
  expect(times('2026-11-20T14:30:00')).toEqual([[null, '2026-11-20T14:30:00']])
  expect(times('2026-11-20')).toEqual([[null, '2026-11-20T00:00:00']])
  expect(times('2026-11-20T14:30:00.123456Z')).toEqual([['2026-11-20T14:30:00.000Z', null]])
  expect(times('2026-11-20T14:30-0330')).toEqual([['2026-11-20T18:00:00.000Z', null]])
  // Without a zone, a statement was made in UTC.
  expect(eventsOf([{ ...TRANSPORT, eventCreatedDateTime: '2026-11-20T14:30:00' }])[0]?.statedAt).toBe(
    '2026-11-20T14:30:00.000Z',
  )
})

test('a container is one that is named, or the only one that is referred to', () => {
  expect(eventsOf([TRANSPORT])[0]?.container).toBe('APZU4812090')
  const references = ['APZU4812090', 'MSCU1234566'].map((referenceValue) => ({ referenceType: 'EQ', referenceValue }))
  expect(eventsOf([{ ...TRANSPORT, references }])[0]?.container).toBe(null)
  expect(eventsOf([{ ...TRANSPORT, references, equipmentReference: 'mscu 123456-6' }])[0]?.container).toBe(
    'MSCU1234566',
  )
})

test("a sender's own code wins over the table", () => {
  const own = { ...TRANSPORT, transportEventTypeCode: 'XDEP' }
  expect(eventsOf([own])[0]).toMatchObject({ code: 'XDEP', milestone: null })
  expect(eventsOf([own], { mapping: { XDEP: 'departed' } })[0]?.milestone).toBe('departed')
  expect(eventsOf([{ ...own, eventClassifierCode: 'EST' }], { mapping: { XDEP: 'departed' } })[0]?.milestone).toBe(
    'etd',
  )
})

test('the hash is of what is said: neither of its id nor of its form, but of when it was said', () => {
  const [event] = eventsOf([TRANSPORT])
  const hash = (change: object) => eventsOf([{ ...TRANSPORT, ...change }]).map(eventHash)[0]
  expect(event && eventHash(event)).toBe(hash({ eventID: 'e2', remark: 'x', eventDateTime: '2026-11-20T06:30:00Z' }))
  expect(hash({ eventCreatedDateTime: '2026-11-20T12:00:01Z' })).not.toBe(hash({}))
  expect(hash({ eventClassifierCode: 'EST' })).not.toBe(hash({}))
})

test('what came is kept in a form that can be stored', () => {
  const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":"y","a\\u0000b":"c\\ud800\\u0000"}')
  const [event] = eventsOf([{ ...TRANSPORT, ...hostile, hostile }])
  expect(JSON.stringify(event?.raw)).toContain('"hostile":{"__proto__":{"x":1},"constructor":"y","ab":"c\ufffd"}')
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(read([{ ...TRANSPORT, deep }]).problems).toEqual([{ index: 0, field: '', message: 'Has too many levels' }])
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('EST', 'RAIL', 'EMPTY', 'EQ', '2026-13-01', '', '\0'),
)
const anything = fc.oneof(fc.anything({ maxDepth: 3 }), anyText)
const path = fc.constantFrom(
  ...[
    ...Object.keys(TRANSPORT),
    ...Object.keys(PUBLISHED),
    'transportCall.vessel',
    'equipmentDetails.equipmentReference',
  ],
)

test('whatever is changed in an event, it is read or is one problem, and what is read fits the schema', () => {
  const property = fc.property(
    fc.constantFrom<object>(TRANSPORT, PUBLISHED),
    fc.array(fc.tuple(path, anything), { maxLength: 4 }),
    (seed, changes) => {
      const event: Record<string, unknown> = structuredClone(seed) as Record<string, unknown> // its seeds are objects
      for (const [at, value] of changes) {
        const [first = '', second] = at.split('.')
        const inner = event[first]
        if (second && typeof inner === 'object' && inner !== null) Object.assign(inner, { [second]: value })
        else event[first] = value
      }
      const { events, retractions, problems } = readDcsa([event], { now: NOW })
      expect(events.length + retractions.length + problems.length).toBe(1)
      for (const each of events) expect(carrierEvent.safeParse(each.event).error).toBe(undefined)
    },
  )
  fc.assert(property, { numRuns: 500, seed: 36 })
})

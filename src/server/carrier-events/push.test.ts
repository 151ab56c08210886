import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { day, sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { bearer, createKey } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { at, carrierCalls, event22, newNumber, retraction } from './carrier-events.fixture.ts'
import { interchange315, interchangeIftsta, messageIftsta, set315 } from './reading/edi.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
let calls: ReturnType<typeof carrierCalls>
beforeAll(async () => {
  records = await sailingRecords(server)
  calls = carrierCalls(server)
})

async function afloat(rest: object = {}) {
  const dates = { cargoCutOffAt: null, documentationCutOffAt: null, etd: day(-20), portEta: day(-3) }
  const sailing = await records.addSailing({ ...dates, ...rest })
  const container = await records.addContainer(sailing.id, { number: newNumber() })
  return { sailing, container, number: container.number }
}
const sample = (name: string) => JSON.parse(readFileSync(`tests/standards/dcsa/${name}.json`, 'utf8'))

test('many events in any order give one state', async () => {
  const days = fc.integer({ min: -25, max: -1 })
  const said = fc.record({
    id: fc.integer({ min: 1, max: 25 }),
    code: fc.constantFrom('DEPA', 'ARRI', 'DISC', 'AVPU', 'GTOT'),
    classifier: fc.constantFrom('ACT', 'ACT', 'EST'),
    when: days,
    stated: fc.integer({ min: -30, max: -1 }),
    place: fc.constantFrom('CNNGB', 'USLAX', null),
    isRetracted: fc.boolean(),
  })
  const [all = []] = fc.sample(fc.array(said, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 107 })
  const ends: unknown[] = []
  for (const turn of [0, 13, 27]) {
    const { sailing, container, number } = await afloat()
    const events = all.map(({ id, when, stated, isRetracted, ...rest }, place) => {
      const [eventID, statedAt] = [`p${id}-${number}`, at(stated, `00:${String(place).padStart(2, '0')}`)]
      return isRetracted && place % 4 === 0
        ? retraction(eventID, statedAt)
        : event22({ ...(rest as object), id: eventID, container: number, when: at(when), stated: statedAt })
    })
    const turned = [...events.slice(turn), ...events.slice(0, turn)]
    for (let from = 0; from < turned.length; from += 7) await calls.taken(...turned.slice(from, from + 7))
    const { atd, portAta, status } = await calls.sailing(sailing.id)
    const { dischargedAt, availableAt, gatedOutAt } = await calls.container(container.id)
    const rows = await calls.of(sailing.id)
    const judged = rows
      .map(({ externalId, statedAt, state, reason }: Record<string, string>) =>
        [externalId?.split('-')[0], statedAt, state, reason].join(' '),
      )
      .sort()
    ends.push({ atd, portAta, status, dischargedAt, availableAt, gatedOutAt, judged })
  }
  expect(ends[1]).toEqual(ends[0])
  expect(ends[2]).toEqual(ends[0])
})

test('a broken event is a problem of its place, and stops no other', async () => {
  const { number } = await afloat()
  const good = event22({ container: number, when: at(-2) })
  const taken = await calls.taken(
    { ...good, eventDateTime: 'yesterday' },
    good,
    7,
    { ...event22({ container: number, when: at(-2) }), eventCreatedDateTime: at(3) },
    { ...event22({ container: number, when: at(-1), code: 'AVPU' }), eventType: 'PARTY' },
  )
  expect(taken).toMatchObject({ received: 5, stored: 1, duplicates: 0, applied: 1 })
  expect(taken.problems.map(({ index, field }: { index: number; field: string }) => [index, field])).toEqual([
    ...[
      [0, 'eventDateTime'],
      [2, ''],
      [3, 'eventCreatedDateTime'],
      [4, 'eventType'],
    ],
  ])
  expect(taken.problems[3]).toEqual({
    index: 4,
    field: 'eventType',
    message: expect.stringContaining('Must be one of'),
  })
})

test('a body that is no list is refused at events, and so is one of 5 001', async () => {
  for (const body of [{}, 'x', 7, null, { events: {} }])
    expect(await calls.push(body)).toMatchObject({ status: 400, body: { data: { events: expect.any(String) } } })
  const many = (count: number) => Array.from({ length: count }, () => 0)
  expect((await calls.push(many(5_000))).body.data).toMatchObject({ received: 5_000, stored: 0 })
  expect(await calls.push(many(5_001))).toMatchObject({
    status: 400,
    body: { data: { events: 'Send at most 5,000 events at once' } },
  })
  const send = (body: string, type: string) =>
    fetch(`${server.url}/api/tracking/events`, {
      method: 'POST',
      headers: { 'user-token': server.token, 'content-type': type },
      body,
    })
  expect((await send('{"events":', 'application/json')).status).toBe(400)
  expect((await send('[]', 'application/xml')).status).toBe(415)
  const whole = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`
  expect((await send(whole(10 * 1024 ** 2), 'application/json')).status).toBe(200)
  expect((await send(whole(10 * 1024 ** 2 + 1), 'application/json')).status).toBe(413)
})

test('hostile values are stored as what they say, or are problems', async () => {
  const { number } = await afloat()
  const when = at(-2)
  const odd = [
    { ...event22({ container: number, when }), eventID: "'; drop table carrier_events; --" },
    {
      ...event22({ container: number, when: at(-3), code: 'AVPU' }),
      note: 'a\u0000b\ud800',
      deep: { __proto__: 1, constructor: [1e308] },
    },
    { ...event22({ container: number, when }), eventID: 'x'.repeat(501) },
    { ...event22({ when, documents: { TRD: '%_\\' } }), eventID: 'odd-bill' },
    JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`),
  ]
  const taken = await calls.taken(...odd)
  expect(taken).toMatchObject({ received: 5, stored: 3, unmatched: 1 })
  expect(taken.problems.map(({ index }: { index: number }) => index)).toEqual([2, 4])
})

test('5 000 events are taken in a body', async () => {
  const boxes = await Promise.all(Array.from({ length: 50 }, () => afloat()))
  const events = boxes.flatMap(({ number }) =>
    Array.from({ length: 100 }, (_, place) =>
      event22({
        container: number,
        when: at(-3, `10:${String(place % 60).padStart(2, '0')}`),
        stated: at(-2, `0${place % 5}:${String(place % 60).padStart(2, '0')}`),
      }),
    ),
  )
  const before = performance.now()
  expect(await calls.taken(...events)).toMatchObject({ received: 5_000, problems: [] })
  if (process.env.SHOW_TIMES) console.log(`5 000 events: ${Math.round(performance.now() - before)} ms`)
  expect(await calls.taken(...events)).toMatchObject({ stored: 0, duplicates: 5_000 })
})

test('3.0 has its own path, and answers in its own form', async () => {
  const body = sample('tnt-300-request-transport')
  const reply = await server.call('POST', 'dcsa/v3/events', { body })
  expect(reply).toMatchObject({ status: 200, body: { feedbackElements: [] } })
  expect(reply.headers.get('api-version')).toBe('3.0.0')
  const [event] = body.events
  const broken = await server.call('POST', 'dcsa/v3/events', {
    body: { events: [event, event, { ...event, eventDateTime: 5 }] },
  })
  expect(broken.body.feedbackElements).toEqual([
    { severity: 'ERROR', message: expect.any(String), propertyPath: '$.events[2].eventDateTime' },
  ])
  const refused = { feedbackElements: [{ severity: 'ERROR', message: expect.any(String) }] }
  const form = (options: object) => server.call('POST', 'dcsa/v3/events', { body, ...options })
  expect(await form({ token: null })).toMatchObject({ status: 401, body: refused })
  expect(await form({ body: {} })).toMatchObject({
    status: 400,
    body: { feedbackElements: [{ propertyPath: '$.events' }] },
  })
  expect(await form({ headers: { 'api-version': '2' } })).toMatchObject({ status: 400, body: refused })
  const { key } = await createKey(server.db, ['tracking:read'])
  expect(await form({ token: null, headers: bearer(key) })).toMatchObject({ status: 403, body: refused })
})

test('samples of the standard are taken, as far as they are right', async () => {
  for (const name of [
    'tnt-300-request-equipment',
    'tnt-300-request-shipment',
    'tnt-300-request-iot',
    'tnt-300-request-reefer',
  ])
    expect((await calls.push(sample(name))).body.data).toMatchObject({ problems: [], unmatched: expect.any(Number) })
  const { body } = await calls.push(sample('tnt-220-response'))
  expect(body.data).toMatchObject({ problems: [] })
  expect(body.data.stored + body.data.duplicates).toBe(body.data.received)
  expect((await calls.push(sample('tnt-220-response-wrong-date-times'))).body.data.problems.length).toBeGreaterThan(0)
})

test('a key with tracking:write pushes and reads, and decides nothing', async () => {
  const { sailing, container, number } = await afloat()
  await server.call('PUT', `container/${container.id}`, { body: { dischargedAt: at(-6) } })
  const key = async (...scopes: string[]) => ({
    token: null,
    headers: bearer((await createKey(server.db, scopes as never)).key),
  })
  const writing = await key('tracking:write')
  const body = [event22({ container: number, when: at(-4) })]
  expect((await server.call('POST', 'tracking/events', { ...writing, body })).body.data).toMatchObject({ proposed: 1 })
  const { items } = (await server.call('GET', `sailing/${sailing.id}/carrier-events`, writing)).body.data
  expect(items).toHaveLength(1)
  const [{ id }] = items
  expect((await server.call('POST', `carrier-event/${id}/apply`, writing)).status).toBe(403)
  expect((await server.call('GET', 'feed', writing)).status).toBe(403)
  expect(
    (await server.call('POST', 'tracking/events', { ...(await key('tracking:read', 'reference:write')), body })).status,
  ).toBe(403)
  expect(
    (await server.call('POST', `carrier-event/${id}/apply`, await key('reference:write'))).body.data,
  ).toMatchObject({ state: 'applied' })
  const { items: trail } = (
    await server.call('GET', 'admin/audit?entity=carrierEvents', {
      token: await server.signIn({ role: ['ROLE_ADMIN'] }),
    })
  ).body.data
  expect(trail[0]).toMatchObject({ action: 'carrier-event.apply', entityId: id })
})

const digits = (offset: number) => day(offset).slice(0, 10).replaceAll('-', '')
const discharged315 = (number: string, control = '0001') =>
  set315(control, [
    `B4***UV*${digits(-2)}*1430*LOS ANGELES*${number.slice(0, 4)}*${number.slice(4)}*L*45G1*USLAX*UN*`,
    'R4*D*UN*USLAX*LOS ANGELES*US',
  ])

test('EDI is taken message by message: a bad one refuses only itself, and each is answered on wish', async () => {
  const { container, number } = await afloat()
  const { container: other, number: second } = await afloat()
  const broken = discharged315(number, '0002').replace(digits(-2), '20261399')
  const text =
    interchange315([discharged315(number), broken]) +
    interchangeIftsta([
      messageIftsta('M7', [
        'BGM+23+1+9',
        `DTM+137:${digits(-1)}1015:203`,
        'CNI+1+X',
        'STS+1+UV',
        `DTM+334:${digits(-2)}0610:203`,
        'LOC+11+USLAX:139:6',
        `EQD+CN+${second}`,
      ]),
    ])
  const { body } = await calls.edi(text, '?ack=1')
  expect(body.data).toMatchObject({ received: 2, stored: 2, applied: 2 })
  expect(body.data.messages).toEqual([
    {
      control: '0001',
      kind: 'x12-315',
      accepted: true,
      events: 1,
      problems: [],
      acknowledgement: expect.stringContaining('ST*997'),
    },
    {
      control: '0002',
      kind: 'x12-315',
      accepted: false,
      events: 0,
      problems: [{ segment: 2, message: expect.any(String) }],
      acknowledgement: expect.stringContaining('0002'),
    },
    {
      control: 'M7',
      kind: 'iftsta',
      accepted: true,
      events: 1,
      problems: [],
      acknowledgement: expect.stringContaining('CONTRL'),
    },
  ])
  expect(await calls.container(container.id)).toMatchObject({ dischargedAt: expect.any(String) })
  expect(await calls.container(other.id)).toMatchObject({ dischargedAt: expect.any(String) })
  expect((await calls.edi(text)).body.data).toMatchObject({ stored: 0, duplicates: 2 })
  for (const type of ['application/EDI-X12', 'application/EDIFACT'])
    expect((await calls.edi(text, '', { 'content-type': type })).status).toBe(200)
  for (const none of ['<html></html>', 'GS*QO'])
    expect(await calls.edi(none)).toMatchObject({
      status: 400,
      body: { data: { text: expect.stringContaining('ISA') } },
    })
})

test('a test interchange is read and answered, and nothing of it is kept', async () => {
  const { container, number } = await afloat()
  const { body } = await calls.edi(interchange315([discharged315(number)]).replace('*0*P*', '*0*T*'), '?ack=1')
  expect(body.data).toMatchObject({ received: 0, stored: 0 })
  expect(body.data.messages).toMatchObject([
    {
      accepted: true,
      events: 1,
      problems: [{ segment: 0, message: 'A test interchange: nothing was kept' }],
      acknowledgement: expect.stringContaining('AK5*A'),
    },
  ])
  const iftsta = interchangeIftsta([
    messageIftsta('T1', [
      'BGM+23+1+9',
      'CNI+1+X',
      'STS+1+UV',
      `DTM+334:${digits(-2)}0610:203`,
      'LOC+11+USLAX:139:6',
      `EQD+CN+${number}`,
    ]),
  ]).replace("+IC905'", "+IC905++++++1'")
  expect((await calls.edi(iftsta)).body.data).toMatchObject({
    stored: 0,
    messages: [{ accepted: true, events: 1, problems: [{ segment: 0 }] }],
  })
  expect(await calls.container(container.id)).toMatchObject({ dischargedAt: null })
})

test('a feed gives codes meanings of its own', async () => {
  const token = await server.signIn({ role: ['ROLE_ADMIN'] })
  const made = await server.call('POST', 'feed', {
    token,
    body: { name: 'Own codes', kind: 'x12-315', mapping: { zz: 'discharged' } },
  })
  expect(made.body.data).toMatchObject({
    kind: 'x12-315',
    url: null,
    mapping: { ZZ: 'discharged' },
    fixed: false,
    hasAuth: false,
  })
  const { container, number } = await afloat()
  const text = interchange315([discharged315(number).replace('*UV*', '*ZZ*')])
  expect((await calls.edi(text)).body.data).toMatchObject({ ignored: 1 })
  expect((await calls.edi(text, `?feed=${made.body.data.id}`)).body.data).toMatchObject({ stored: 1, applied: 1 })
  expect(await calls.container(container.id)).toMatchObject({ dischargedAt: expect.any(String) })
  expect(await calls.edi(text, '?feed=999999')).toMatchObject({
    status: 400,
    body: { data: { feed: expect.any(String) } },
  })
  await server.call('PUT', `feed/${made.body.data.id}`, { token, body: { active: false } })
  expect((await calls.edi(text, `?feed=${made.body.data.id}`)).status).toBe(409)
})

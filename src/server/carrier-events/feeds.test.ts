import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { askDueFeeds } from '#server/jobs/carrier-feeds.ts'
import { KINDS } from '#server/run-kinds.ts'
import { claimRun, workOn } from '#server/runs/work-run.ts'
import { day, sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { testServer } from '#server/test/test-server.ts'
import { askFeed } from './ask-feed.ts'
import { at, carrierCalls, event22, newNumber } from './carrier-events.fixture.ts'
import { feedById } from './open-feed.ts'
import { interchange315, set315 } from './reading/edi.fixture.ts'
import { takeFiles } from './take-files.ts'

const KEY = '07'.repeat(32)
const server = testServer({ FEED_ALLOW_PRIVATE: '1', SECRETS_KEY: KEY })
const closed = testServer()
let admin: string
let records: Awaited<ReturnType<typeof sailingRecords>>
let calls: ReturnType<typeof carrierCalls>
beforeAll(async () => {
  admin = await server.signIn({ role: [Role.ADMIN] })
  records = await sailingRecords(server)
  calls = carrierCalls(server)
})

const open: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const each of open.splice(0)) {
    each.closeAllConnections()
    each.close()
  }
})
/** The address of a carrier that answers like this. */
async function carrier(answer: RequestListener): Promise<string> {
  const listening = createServer(answer)
  open.push(listening)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/events?limit=100`
}
const json =
  (body: unknown): RequestListener =>
  (_request, reply) => {
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(body))
  }
const carrierOf = (events: unknown) => carrier(json(events))
let serial = 0
const add = async (rest: object) =>
  (await server.call('POST', 'feed', { token: admin, body: { name: `Feed ${++serial}`, kind: 'dcsa-2', ...rest } }))
    .body.data
const feed = (method: string, path: string, body?: object) => server.call(method, `feed${path}`, { token: admin, body })
async function afloat() {
  const sailing = await records.addSailing({
    cargoCutOffAt: null,
    documentationCutOffAt: null,
    etd: day(-20),
    portEta: day(-3),
  })
  const container = await records.addContainer(sailing.id, { number: newNumber() })
  return { sailing, container, number: container.number }
}

test('Push, Files and Mail are always there: they are switched off, but neither renamed nor deleted', async () => {
  const { items } = (await feed('GET', '')).body.data
  const fixed = items.filter((each: { fixed: boolean }) => each.fixed)
  expect(fixed.map(({ name, kind }: { name: string; kind: string }) => [name, kind]).sort()).toEqual([
    ['Files', 'push'],
    ['Mail', 'push'],
    ['Push', 'push'],
  ])
  const [{ id }] = fixed
  expect(await feed('DELETE', `/${id}`)).toMatchObject({ status: 409 })
  expect(await feed('PUT', `/${id}`, { name: 'Other' })).toMatchObject({
    status: 409,
    body: { data: { name: expect.any(String) } },
  })
  expect((await feed('PUT', `/${id}`, { active: false })).body.data).toMatchObject({ active: false })
  expect((await feed('PUT', `/${id}`, { active: true })).status).toBe(200)
  expect((await server.call('GET', 'feed')).status).toBe(403)
})

test('a feed that is asked has an address, one that is pushed has none, and the authorization is never shown', async () => {
  const refused = async (body: object, field: string) =>
    expect(await feed('POST', '', { name: `Feed ${++serial}`, ...body })).toMatchObject({
      status: 400,
      body: { data: { [field]: expect.any(String) } },
    })
  await refused({ kind: 'dcsa-3' }, 'url')
  await refused({ kind: 'push', url: 'https://carrier.example/e' }, 'url')
  await refused({ kind: 'dcsa-2', url: 'https://me:secret@carrier.example/e' }, 'url')
  await refused({ kind: 'dcsa-2', url: 'https://carrier.example/e', everyMinutes: 4 }, 'everyMinutes')
  await refused({ kind: 'dcsa-2', url: 'https://carrier.example/e', everyMinutes: 1441 }, 'everyMinutes')
  await refused({ kind: 'push', mapping: { X: 'sunk' } }, 'mapping.X')
  await refused({ kind: 'push', auth: 'x'.repeat(501) }, 'auth')
  await refused({ kind: 'push', auth: 'a\nb' }, 'auth')
  await refused({ kind: 'push', carrierId: 999_999 }, 'carrierId')
  const made = await add({ url: 'https://carrier.example/events', auth: 'Bearer of-nobody', everyMinutes: 5 })
  expect(made).toMatchObject({ hasAuth: true, everyMinutes: 5, active: true, lastOkAt: null, failingSince: null })
  expect(JSON.stringify(made)).not.toContain('of-nobody')
  const { rows } = await sql<{ secret: string }>`select secret from feeds where id = ${made.id}`.execute(server.db)
  expect(rows[0]?.secret).toMatch(/^v1\./)
  // Another host would be sent what this one knows.
  expect(await feed('PUT', `/${made.id}`, { url: 'https://other.example/events' })).toMatchObject({
    status: 400,
    body: { data: { auth: expect.any(String) } },
  })
  expect((await feed('PUT', `/${made.id}`, { url: 'https://carrier.example/v2', auth: '' })).body.data).toMatchObject({
    hasAuth: true,
  })
  expect((await feed('PUT', `/${made.id}`, { auth: null })).body.data).toMatchObject({ hasAuth: false })
  const duplicate = await feed('POST', '', { name: made.name.toUpperCase(), kind: 'push' })
  expect(duplicate).toMatchObject({ status: 409, body: { data: { name: 'Feed with this name already exists' } } })
})

test('private addresses, http and an authorization without SECRETS_KEY are refused', async () => {
  const token = await closed.signIn({ role: [Role.ADMIN] })
  const refused = async (body: object, field: string, message: RegExp) =>
    expect(
      await closed.call('POST', 'feed', { token, body: { name: 'A feed', kind: 'dcsa-2', ...body } }),
    ).toMatchObject({
      status: 400,
      body: { data: { [field]: expect.stringMatching(message) } },
    })
  await refused({ url: 'http://carrier.example/e' }, 'url', /^Feeds need https/)
  for (const url of ['https://127.0.0.1/e', 'https://10.1.2.3/e', 'https://[::1]/e'])
    await refused({ url }, 'url', /private/)
  await refused({ url: 'https://8.8.8.8/e', auth: 'Bearer x' }, 'auth', /SECRETS_KEY/)
  expect(await feed('POST', '', { name: 'Cloud', kind: 'dcsa-2', url: 'http://169.254.169.254/latest' })).toMatchObject(
    { status: 400 },
  )
})

test('a feed is tried without keeping anything, and run to take its events', async () => {
  const { container, number } = await afloat()
  const asked: Record<string, unknown>[] = []
  const events = [event22({ id: `feed-${number}`, container: number, when: at(-2) }), { eventType: 'EQUIPMENT' }]
  const url = await carrier((request, reply) => {
    asked.push(request.headers)
    json(events)(request, reply)
  })
  const { id } = await add({ url, auth: 'Bearer mine' })
  expect((await feed('POST', `/${id}/try`)).body.data).toMatchObject({
    ...{ ok: true, status: 200, events: 2, problem: expect.stringContaining('1 of 2') },
    sample: [
      {
        externalId: `feed-${number}`,
        container: number,
        code: 'DISC',
        milestone: 'discharged',
        classifier: 'act',
        placeCode: 'USLAX',
      },
    ],
  })
  expect(asked[0]).toMatchObject({ authorization: 'Bearer mine', 'api-version': '2' })
  expect((await calls.container(container.id)).dischargedAt).toBe(null)
  expect((await feed('POST', `/${id}/run`)).body.data).toMatchObject({ received: 2, stored: 1, applied: 1 })
  expect((await calls.container(container.id)).dischargedAt).not.toBe(null)
  expect((await feed('GET', `/${id}`)).body.data).toMatchObject({
    lastOkAt: expect.any(String),
    lastMessage: expect.stringContaining(number),
    reason: null,
  })
  expect(await feed('DELETE', `/${id}`)).toMatchObject({
    status: 409,
    body: { message: 'This feed is in use by 1 carrier event.' },
  })
  const pushed = await add({ kind: 'push' })
  for (const verb of ['try', 'run']) expect((await feed('POST', `/${pushed.id}/${verb}`)).status).toBe(409)
})

test('a feed that answers HTML, leads elsewhere, fails or never answers is not read, and says why', async () => {
  const html = await carrier((_request, reply) =>
    reply.setHeader('content-type', 'text/html').end('<html>Log in</html>'),
  )
  const elsewhere = await carrier((_request, reply) =>
    reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  const failing = await carrier((_request, reply) => reply.writeHead(503).end('later'))
  const noList = await carrier(json({ hello: 1 }))
  const long = await carrier((_request, reply) => {
    reply.setHeader('content-type', 'application/json')
    reply.end(`["${'x'.repeat(11 * 1024 ** 2)}"]`)
  })
  for (const [url, reason] of [
    [html, 'The answer is no JSON, but text/html'],
    [elsewhere, 'It leads to another address, which is not followed'],
    [failing, 'It answered with status 503'],
    [noList, 'Send a list of events, or an object with one as events'],
    [long, 'The answer is larger than 10 MB'],
    ['http://127.0.0.1:47219/', 'It cannot be reached'],
  ] as const) {
    const { id } = await add({ url })
    expect((await feed('POST', `/${id}/try`)).body.data).toMatchObject({
      ok: false,
      events: 0,
      problem: expect.stringContaining(reason),
    })
    expect(await feed('POST', `/${id}/run`)).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining(reason) },
    })
    expect((await feed('GET', `/${id}`)).body.data).toMatchObject({
      reason: expect.stringContaining(reason),
      failingSince: expect.any(String),
    })
  }
  const never = await add({ url: await carrier(() => {}) })
  const stored = await feedById(server.db, never.id)
  if (!stored) throw new Error('no feed')
  await expect(askFeed(server.services, stored, { timeoutMs: 300 })).rejects.toThrow('No answer within 1 seconds')
  // A name that leads elsewhere by now is checked at each reading.
  await expect(
    askFeed(
      server.services,
      { ...stored, url: 'http://carrier.example/' },
      { resolve: async () => [{ address: '169.254.169.254', family: 4 }] },
    ),
  ).rejects.toThrow('link-local')
})

const items = async (rule: string) => (await server.call('GET', `attention?rule=${rule}`)).body.data.items

/** A carrier whose answer has pages of one event each; `next` says the headers that lead from a page to the one after it. */
async function carrierWithPages(containers: string[], next: (cursor: number, host: string) => Record<string, string>) {
  const asked: string[] = []
  const url = await carrier((request, reply) => {
    asked.push(request.url ?? '')
    const at = Number(new URL(request.url ?? '', 'http://carrier.test').searchParams.get('cursor') ?? '0')
    const said = containers[at % containers.length] ?? ''
    for (const [name, value] of Object.entries(next(at + 1, request.headers.host ?? ''))) reply.setHeader(name, value)
    json([event22({ id: `page-${said}`, container: said, when: atDays })])(request, reply)
  })
  return { url, asked }
}
const atDays = at(-2)

test.each([
  ['a cursor of 3.0', (cursor: number) => ({ 'next-page-cursor': `${cursor}` })],
  [
    'a link of 2.2',
    (cursor: number, host: string) => ({ 'next-page': `http://${host}/events?limit=100&cursor=${cursor}` }),
  ],
  ['a link without a host', (cursor: number) => ({ 'next-page': `/events?limit=100&cursor=${cursor}` })],
  ['a cursor of 2.2', (cursor: number) => ({ 'next-page': `${cursor}` })],
])('an answer of several pages is read to its end: %s', async (_, lead) => {
  const numbers = [newNumber(), newNumber(), newNumber()]
  const { url, asked } = await carrierWithPages(numbers, (cursor, host) => (cursor < 3 ? lead(cursor, host) : {}))
  const { id } = await add({ url })
  expect((await feed('POST', `/${id}/run`)).body.data).toMatchObject({ received: 3, stored: 3, unmatched: 3 })
  expect(asked).toEqual(['/events?limit=100', '/events?limit=100&cursor=1', '/events?limit=100&cursor=2'])
})

test('pages that lead back or never end are left; one at another host is not asked, and what came before it is kept', async () => {
  const back = await carrierWithPages([newNumber()], () => ({ 'next-page-cursor': '7' }))
  const { id } = await add({ url: back.url })
  expect((await feed('POST', `/${id}/run`)).body.data).toMatchObject({ received: 2, stored: 1, duplicates: 1 })
  const endless = await carrierWithPages([newNumber()], (cursor) => ({ 'next-page-cursor': `${cursor}` }))
  const other = await add({ url: endless.url })
  expect((await feed('POST', `/${other.id}/run`)).body.data).toMatchObject({ received: 50 })
  const away = await carrierWithPages([newNumber()], () => ({ 'next-page': 'http://127.0.0.1:1/events?cursor=1' }))
  const third = await add({ url: away.url })
  expect(await feed('POST', `/${third.id}/run`)).toMatchObject({ status: 502 })
  expect((await feed('GET', `/${third.id}`)).body.data).toMatchObject({
    reason: 'Its next page is at another address, which is not followed',
  })
})

test('feeds are asked when they are due; three failures in a row are in the queue until one succeeds', async () => {
  await sql`update feeds set active = false where url is not null`.execute(server.db)
  let works = false
  let asked = 0
  const { id, name } = await add({
    url: await carrier((request, reply) => {
      asked++
      if (works) json([])(request, reply)
      else reply.writeHead(500).end()
    }),
  })
  const due = () => sql`update feeds set next_at = now() - interval '1 second' where id = ${id}`.execute(server.db)
  for (const waiting of [0, 0, 1]) {
    await due()
    expect(await askDueFeeds(server.services)).toBe(0)
    expect(await items('feed-failing')).toHaveLength(waiting)
  }
  expect((await items('feed-failing'))[0]).toMatchObject({
    orderId: null,
    severity: 3,
    detail: { feedId: id, name, reason: 'It answered with status 500' },
  })
  await askDueFeeds(server.services)
  expect(asked).toBe(3)
  works = true
  await due()
  expect(await askDueFeeds(server.services)).toBe(1)
  expect(await items('feed-failing')).toEqual([])
  expect((await feed('GET', `/${id}`)).body.data).toMatchObject({ failingSince: null, reason: null })
})

test('a date of the carrier that differs is in the queue of its sailing until both say the same', async () => {
  const { sailing, number } = await afloat()
  await server.call('POST', `sailing/${sailing.id}/date-change`, {
    body: { dates: { portEta: day(5) }, mode: 'set', orders: [], updatedAt: sailing.updatedAt },
  })
  await calls.taken(
    event22({ code: 'ARRI', classifier: 'EST', container: number, when: `${day(9).slice(0, 10)}T12:00:00Z` }),
  )
  const ofSailing = async () =>
    (await items('carrier-differs')).filter((each: { sailing: { id: number } }) => each.sailing?.id === sailing.id)
  const [item] = await ofSailing()
  expect(item).toMatchObject({
    ...{
      orderId: null,
      subject: `sailing:${sailing.id}:portEta`,
      severity: 2,
      sailing: { id: sailing.id, reference: sailing.reference },
    },
    detail: { field: 'portEta', carrier: day(9), ours: day(5), days: 4, eventId: expect.any(Number) },
  })
  const { updatedAt } = await calls.sailing(sailing.id)
  const change = await server.call('POST', `sailing/${sailing.id}/date-change`, {
    body: { dates: { portEta: day(9) }, mode: 'set', orders: [], updatedAt },
  })
  expect(change.status).toBe(200)
  expect(await ofSailing()).toEqual([])
  expect((await calls.of(sailing.id))[0]).toMatchObject({ state: 'ignored', reason: 'Says what we say' })
})

const digits = (offset: number) => day(offset).slice(0, 10).replaceAll('-', '')
const discharged = (number: string) =>
  interchange315([
    set315('0001', [
      `B4***UV*${digits(-2)}*1430*LOS ANGELES*${number.slice(0, 4)}*${number.slice(4)}*L*45G1*USLAX*UN*`,
    ]),
  ])

test('files of edi-in are taken once, and moved to done or refused', async () => {
  const folder = join(server.config.dataDir, 'edi-in')
  expect(await takeFiles(server.services, 0)).toBe(0)
  await mkdir(folder, { recursive: true })
  const { container, number } = await afloat()
  const { container: other, number: second } = await afloat()
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('a.edi', discharged(number))
  await write('b.json', JSON.stringify([event22({ container: second, when: at(-2) })]))
  await write('c.edi', discharged(number).slice(0, 200))
  await write('d.txt', 'Dear team, see attached')
  await write('.hidden', 'x')
  expect(await takeFiles(server.services, 60_000)).toBe(0)
  expect(await takeFiles(server.services, 0)).toBe(2)
  for (const { id } of [container, other]) expect((await calls.container(id)).dischargedAt).not.toBe(null)
  const names = async (of: string) =>
    (await readdir(join(folder, of))).map((name) => name.slice(name.indexOf('-') + 1)).sort()
  expect([await names('done'), await names('refused'), await names('taking')]).toEqual([
    ['a.edi', 'b.json'],
    ['c.edi', 'd.txt'],
    [],
  ])
  expect(await takeFiles(server.services, 0)).toBe(0)
})

test('EDI that comes with a mail is taken as the feed Mail, if its sender may count as who it says', async () => {
  const { sailing, container, number } = await afloat()
  const mail = [
    'From: EDI desk <edi@carrier.example>',
    'To: desk@quayside.example',
    `Message-ID: <${number}@carrier.example>`,
    'Subject: Status',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b1',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'See attached',
    '--b1',
    'Content-Type: application/octet-stream',
    'Content-Disposition: attachment; filename="315.edi"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(discharged(number)).toString('base64'),
    '--b1--',
    '',
  ].join('\r\n')
  const reply = await fetch(`${server.url}/api/mail-in/raw`, {
    method: 'POST',
    headers: { 'user-token': admin, 'content-type': 'message/rfc822' },
    body: mail,
  })
  expect(reply.status).toBe(200)
  expect((await calls.container(container.id)).dischargedAt).not.toBe(null)
  expect((await calls.of(sailing.id))[0]).toMatchObject({ feed: { name: 'Mail' }, state: 'applied' })
  const { id } = ((await reply.json()) as { data: { id: number } }).data
  const { files } = (await server.call('GET', `mail-in/${id}`, { token: admin })).body.data
  expect(files).toMatchObject([{ name: '315.edi', reason: 'Taken as carrier events: 1 applied' }])
})

test('events that a feed brings are set by nobody, in a run that works like any other', async () => {
  const line = (await server.call('POST', 'carrier', { body: { name: 'Setting Line', setsEvents: true } })).body.data
  await server.db
    .insertInto('events')
    .values({ name: 'Sailed', publicStatus: 'Sailed', milestone: 'departed' })
    .execute()
  const sailing = await records.addSailing({
    cargoCutOffAt: null,
    documentationCutOffAt: null,
    etd: day(-20),
    portEta: day(-3),
    carrierId: line.id,
  })
  const container = await records.addContainer(sailing.id, { number: newNumber() })
  const order = await records.addOrder()
  await records.load(sailing.id, [order.id], container.id)
  await sql`update feeds set active = false where url is not null`.execute(server.db)
  await add({ url: await carrierOf([event22({ code: 'DEPA', container: container.number, when: at(-20) })]) })
  expect(await askDueFeeds(server.services)).toBe(1)
  for (let run = await claimRun(server.db); run !== null; run = await claimRun(server.db))
    await workOn(server.services, KINDS, run, new AbortController().signal)
  const entries = await server.db
    .selectFrom('orderEvents')
    .select(['eventName', 'userId'])
    .where('orderId', '=', order.id)
    .execute()
  expect(entries).toContainEqual({ eventName: 'Sailed', userId: null })
  expect(await server.db.selectFrom('mails').select('id').where('orderId', '=', order.id).execute()).toEqual([])
})

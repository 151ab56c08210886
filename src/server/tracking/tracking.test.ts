import pg from 'pg'
import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Milestone } from '#contract/reference/milestones.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { finished } from '#server/sailings/date-change/date-change.fixture.ts'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { dayOf, nameOfDay } from './days.ts'
import { readTracked, readTrackedById } from './read-tracked.ts'

let server: TestServer
let work: Awaited<ReturnType<typeof startWork>>
let userId: number
let vesselId: number
beforeAll(async () => {
  server = await startTestServer()
  work = await startWork(server.services)
  userId = (await createUser(server.db)).id
  const named = { imoNumber: '9811000', name: 'EVER GIVEN' }
  vesselId = (await server.db.insertInto('vessels').values(named).returning('id').executeTakeFirstOrThrow()).id
  const ports = [
    { code: 'CNNGB', name: 'Ningbo' },
    { code: 'CAVAN', name: 'Vancouver' },
  ]
  await server.db.insertInto('ports').values(ports).execute()
})
afterAll(async () => {
  await work.stop()
  await server.close()
})

const DAY = 86_400_000
/** 00:00 UTC, this many days from today. */
const at = (offset: number) => new Date((Math.floor(Date.now() / DAY) + offset) * DAY).toISOString()
const named = (offset: number) => nameOfDay(dayOf(at(offset)), dayOf(at(0)))

let voyages = 0
/** A sailing in ten days that takes twenty, and an order on it. */
async function orderOnSailing() {
  const { call } = server
  const order = await createOrder(server.db, { userId })
  const body = {
    vesselId,
    voyage: `${++voyages}E`,
    portOfLoading: 'CNNGB',
    portOfDischarge: 'CAVAN',
    depotId: order.originDepotId,
    cargoCutOffAt: at(5),
    etd: at(10),
    portEta: at(30),
  }
  const sailing = (await call('POST', 'sailing', { body })).body.data
  expect((await call('POST', `sailing/${sailing.id}/orders`, { body: { orderIds: [order.id] } })).status).toBe(200)
  return { order, sailingId: sailing.id as number, code: `${order.hashSum}${order.customCode}` }
}

async function changeDates(sailingId: number, orderId: number, dates: object) {
  const { body } = await server.call('POST', `sailing/${sailingId}/date-change/preview`, {
    body: { dates, mode: 'set' },
  })
  const { updatedAt, orders } = body.data
  const { updatedAt: version } = orders.find(({ id }: { id: number }) => id === orderId)
  const applied = [{ id: orderId, updatedAt: version, apply: true, mail: false }]
  const reply = await server.call('POST', `sailing/${sailingId}/date-change`, {
    body: { dates, mode: 'set', updatedAt, orders: applied },
  })
  expect(reply.status).toBe(200)
  await finished(server, reply.body.data.id)
}

/** Sets an event on an order, which clients see as `publicStatus`. */
async function happen(orderId: number, milestone: Milestone, publicStatus = 'Public') {
  const { id: eventId } = await createEvent(server.db, undefined, publicStatus)
  await server.db.updateTable('events').set({ milestone }).where('id', '=', eventId).execute()
  const body = { bookingRequestId: orderId, eventId, date: new Date().toISOString() }
  return (await server.call('POST', 'request/event/data/add', { body })).body.data.id as number
}

const open = async (path: string) => {
  const reply = await fetch(`${server.url}/site/tracking${path}`)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
/** The page's text as a reader sees it. */
const read = async (code: string) =>
  (await open(`?code=${code}`)).text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('when a sailing changes its dates the page says the new one and the one it published first', async () => {
  const { order, sailingId, code } = await orderOnSailing()
  expect(await read(code)).toContain(`Departure from Ningbo Expected ${named(10)} · in 10 days`)
  await changeDates(sailingId, order.id, { etd: at(12), portEta: at(33) })
  expect(await read(code)).toContain(`Departure from Ningbo Expected ${named(12)}, was ${named(10)} · in 12 days`)
  await changeDates(sailingId, order.id, { etd: at(13), cargoCutOffAt: at(6) })
  expect(await read(code)).toContain(`Departure from Ningbo Expected ${named(13)}, was ${named(10)} · in 13 days`)
  const page = await read(code)
  expect(page).toContain(`Arrival in Vancouver Expected ${named(33)}, was ${named(30)} · in 33 days`)
  expect(page).toContain(`Cargo at our warehouse By ${named(6)} 0:00, was ${named(5)} 0:00 · in 6 days`)
  const { headers, text } = await open(`/${code.toLowerCase()}.ics`)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`inline; filename="${code}.ics"`)
  const starts = convertIcsCalendar(undefined, text).events?.map(({ uid, start }) => [uid, start.date.toISOString()])
  expect(starts).toEqual([
    [`cargo-cut-off-${code}@quayside`, at(6)],
    [`departed-${code}@quayside`, at(13)],
    [`arrived-${code}@quayside`, at(33)],
  ])
})

test('what an event says happened is on the line; withdrawn, it is not, and the calendar counts on', async () => {
  const { order, code } = await orderOnSailing()
  const sequence = async () =>
    convertIcsCalendar(undefined, (await open(`/${code}.ics`)).text).events?.[0]?.sequence ?? 0
  const before = await sequence()
  // The sequence counts seconds.
  await server.db
    .updateTable('orderEvents')
    .set({ createdAt: new Date(0) })
    .where('orderId', '=', order.id)
    .execute()
  const entry = await happen(order.id, 'departed')
  await server.db
    .updateTable('orderEvents')
    .set({ createdAt: new Date(Date.now() + 5000) })
    .where('id', '=', entry)
    .execute()
  expect(await read(code)).toContain(`Departed from Ningbo ${named(0)}, planned ${named(10)}`)
  const after = await sequence()
  expect(after).toBeGreaterThan(before)
  await server.call('POST', `request/event/entry/${entry}/withdraw`, { body: { reason: 'Wrong order' } })
  expect(await read(code)).toContain(`Departure from Ningbo Expected ${named(10)}`)
  expect(await sequence()).toBeGreaterThanOrEqual(after)
})

test('a hold is told where its event has a public status, and to nobody where it has none', async () => {
  const { order, code } = await orderOnSailing()
  await happen(order.id, 'on-hold', '')
  expect(await read(code)).not.toMatch(/on hold/i)
  await happen(order.id, 'on-hold', 'Stopped')
  expect(await read(code)).toContain('The shipment is on hold.')
  await happen(order.id, 'received')
  expect(await read(code)).not.toMatch(/on hold/i)
})

test('the same is read by the id of an order as by its code, and nothing of a deleted one', async () => {
  const { order, code } = await orderOnSailing()
  expect(await readTrackedById(server.db, order.id)).toEqual(await readTracked(server.db, code))
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', order.id).execute()
  expect([await readTrackedById(server.db, order.id), await readTracked(server.db, code)]).toEqual([null, null])
})

test('the link to the calendar is there as soon as there is a date', async () => {
  const { code } = await orderOnSailing()
  expect((await open(`?code=${code}`)).text).toContain(`href="/site/tracking/${code}.ics"`)
  const fresh = await createOrder(server.db, { userId })
  const freshCode = fresh.hashSum + fresh.customCode
  expect((await open(`?code=${freshCode}`)).text).not.toContain('.ics')
  expect(convertIcsCalendar(undefined, (await open(`/${freshCode}.ics`)).text).events ?? []).toEqual([])
})

test('an unknown code is not found; one of another form is told what a code looks like', async () => {
  const unknown = await open('?code=ZZZZ99999999')
  expect([unknown.status, unknown.text.includes('A code has 4 letters')]).toEqual([404, false])
  const wrong = await open('?code=zz-99')
  expect([wrong.status, wrong.text.includes('A code has 4 letters and 8 digits')]).toEqual([404, true])
  for (const path of ['/ZZZZ99999999.ics', '/zz.ics', '/%2e%2e.ics', '/ABCD12345678'])
    expect([path, (await open(path)).status]).toEqual([path, 404])
})

/** Texts of the statements that a page sends on its second visit. */
async function sentBy(path: string): Promise<string[]> {
  await work.stop()
  await open(path)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await open(path)
  const texts = sent.mock.calls.map(([query]) => String((query as { text?: string })?.text ?? query))
  sent.mockRestore()
  return texts
}

test('page and calendar cost one statement each, and at most one more for the limit', async () => {
  const { order, code } = await orderOnSailing()
  await happen(order.id, 'received')
  for (const path of [`?code=${code}`, `/${code}.ics`, '?code=ZZZZ99999999']) {
    const texts = await sentBy(path)
    expect(texts.filter((text) => !text.includes('rate_limits'))).toHaveLength(1)
    expect(texts.length).toBeLessThanOrEqual(2)
  }
})

test('the statement reads no table of orders, sailings or their like as a whole', async () => {
  const { code } = await orderOnSailing()
  const [query] = (await sentBy(`?code=${code}`)).filter((text) => text.includes('orders o'))
  const client = await server.pool.connect()
  try {
    // Small tables would be read whole otherwise.
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query(`explain ${query}`, [[code]])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan.match(/Seq Scan on \w+/g)).toEqual(['Seq Scan on company_profile'])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

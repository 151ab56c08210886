import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { OrderFieldRow } from '#contract/orders/field-kinds.ts'
import { ORDER_FIELDS } from '#contract/orders/field-table.ts'
import { ORDER_FIELD_KEYS } from '#contract/orders/order-fields.ts'
import { columnName } from '#server/orders/columns.ts'
import { sendDocument } from '#server/test/files.ts'
import { createConfirmation, createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { unopenedPages } from '#server/test/unopened-pages.fixture.ts'
import { markEverything } from './marks.fixture.ts'

const server = testServer()
let code: string
let orderId: number
let uploadToken: string
let marks: Awaited<ReturnType<typeof markEverything>>

/** 00:00 UTC, this many days from today. */
const day = (offset: number) => new Date((Math.floor(Date.now() / 86_400_000) + offset) * 86_400_000)

/** An order on a sailing with everything that orders can have. */
async function fullOrder() {
  const { db, call } = server
  await db
    .insertInto('ports')
    .values(['CNNGB', 'CAVAN'].map((port) => ({ code: port, name: port })))
    .execute()
  await db.insertInto('cities').values({ code: 'CACAL', name: 'Calgary' }).execute()
  const body = { name: 'Packing list', categoryId: 2, supplier: 'client', basis: 'booking', offsetDays: 9 }
  await call('POST', 'document-requirement', { body })
  const client = await createUser(db, { canadianBusinessNumber: '123456789' })
  const order = await createOrder(db, { userId: client.id, shipmentValue: 100 }, { amazon: true })
  orderId = order.id
  const vessel = await db
    .insertInto('vessels')
    .values({ imoNumber: '9811000', name: 'V' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const carrier = await db
    .insertInto('carriers')
    .values({ name: 'Line', scac: 'LINE' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dates = { etd: day(4), portEta: day(20), cargoCutOffAt: day(2), documentationCutOffAt: day(2) }
  const places = { portOfLoading: 'CNNGB', portOfDischarge: 'CAVAN' }
  const sailing = await db
    .insertInto('sailings')
    .values({
      ...dates,
      ...places,
      reference: 'S-1',
      vesselId: vessel.id,
      voyage: '1',
      carrierId: carrier.id,
      masterBill: 'MB',
      notes: 'N',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sailingDates')
    .values({ sailingId: sailing.id, field: 'etd', value: day(1) })
    .execute()
  const container = await db
    .insertInto('containers')
    .values({
      sailingId: sailing.id,
      number: 'CSQU3054383',
      sizeType: '22G1',
      seal: 'S',
      maxKg: 1,
      maxCbm: 1,
      tareKg: 1,
      vgmKg: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('loadings')
    .values({
      orderId,
      sailingId: sailing.id,
      containerId: container.id,
      position: 1,
      receivedAt: day(-1),
      pieces: 1,
      weightKg: 1,
      volumeCbm: 1,
    })
    .execute()
  await createConfirmation(db, {
    ...places,
    orderId,
    placeOfReceipt: 'CACAL',
    placeOfDelivery: 'CACAL',
    vesselId: vessel.id,
    vesselVoyage: '1',
    bookingClauses: 'C',
    cargoReadyAt: day(-3),
    cargoCutOffAt: day(2),
    documentationCutOffAt: day(2),
    estimatedTimeOfDepartureAt: day(4),
    portEstimatedTimeOfArrivalAt: day(20),
    placeEstimatedTimeOfArrivalAt: day(25),
  })
  const json = JSON.stringify({ a: 1 }) as never // stored as JSON
  await db
    .insertInto('orderPrices')
    .values({ orderId, inputs: json, lines: json, booked: 1, calculated: 1, manual: true, userId: server.staff.id })
    .execute()
  await addHistory()
  await call('POST', `request/booking/${orderId}/notes`, { body: { body: 'Only for us' } })
  return order
}

/** Events with comments, a withdrawn one, documents, mails, and papers that the client was asked for. */
async function addHistory() {
  const { db, call } = server
  const { id: emailTemplateId } = await createTemplate(db)
  for (const milestone of ['received', 'customs-exam'] as const) {
    const event = await createEvent(db, `Internal ${milestone}`, `Public ${milestone}`)
    await db.updateTable('events').set({ milestone }).where('id', '=', event.id).execute()
    const documents = [await sendDocument(server)]
    const date = new Date().toISOString()
    const body = { bookingRequestId: orderId, eventId: event.id, date, comment: 'Secret', emailTemplateId, documents }
    const { data } = (await call('POST', 'request/event/data/add', { body })).body
    if (milestone === 'customs-exam')
      await call('POST', `request/event/entry/${data.id}/withdraw`, { body: { reason: 'Wrong order' } })
  }
  const path = `request/booking/${orderId}/requirements`
  const ids = (await call('GET', path)).body.data.items.map(({ id }: { id: number }) => id)
  await call('POST', `${path}/ask`, { body: { ids } })
  const { html } = await db.selectFrom('mails').select('html').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  uploadToken = /\/site\/upload\/([A-Za-z0-9_-]{43})/.exec(html)?.[1] ?? ''
}

/** An open offer to the client of the order. Returns the token of its page. */
async function addOffer(): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await server.pool.query(
    `with offer as (
       insert into offers (reference, state, valid_until, name, email, client_id, owner_id)
       select 'Q-1', 'sent', now() + interval '1 day', 'N', 'e@x.example', user_id, user_id from orders where id = $1
       returning id
     ), option as (
       insert into offer_options (offer_id, position, label, mode, price) select id, 1, 'A container', 1, 4200 from offer
     ) insert into offer_links (token_hash, offer_id, expires_at) select $2, id, now() + interval '1 day' from offer`,
    [orderId, createHash('sha256').update(token).digest()],
  )
  return token
}

const show = (isShown: boolean) =>
  server.db.updateTable('companyProfile').set({ trackingShowsVessel: isShown }).execute()
const opened: string[] = []
const open = async (path: string) => {
  opened.push(path)
  const reply = await fetch(`${server.url}${path}`)
  return { status: reply.status, text: await reply.text() }
}
const found = async (path: string, status = 200) => {
  const reply = await open(path)
  expect([path, reply.status]).toEqual([path, status])
  return marks.foundIn(reply.text)
}

beforeAll(async () => {
  const order = await fullOrder()
  code = `${order.hashSum}${order.customCode}`
  marks = await markEverything(server.pool)
  // Places are known by their codes: where a code is marked, so is its name's row.
  await server.pool.query(`update confirmations set port_of_loading = (select min(code) from ports),
    port_of_discharge = (select max(code) from ports), place_of_receipt = (select code from cities), place_of_delivery = (select code from cities)`)
})

test('every text and every number of an order is marked, and everything around it', async () => {
  const rowOf = (key: (typeof ORDER_FIELD_KEYS)[number]): OrderFieldRow => ORDER_FIELDS[key]
  const kinds = ['text', 'longText', 'email', 'phone', 'quantity', 'money']
  const fields = ORDER_FIELD_KEYS.filter((key) => kinds.includes(rowOf(key).kind)).map(
    (key) => `orders.${columnName(key)}`,
  )
  expect(fields.length).toBeGreaterThan(20)
  expect(fields.filter((field) => !marks.columns.has(field))).toEqual([])
  const around = [
    ...[
      'users.username',
      'users.email',
      'users.company_address',
      'users.canadian_business_number',
      'carriers.name',
      'carriers.scac',
    ],
    ...[
      'order_events.comment',
      'order_events.event_name',
      'order_events.withdraw_reason',
      'notes.body',
      'documents.name',
    ],
    ...[
      'order_requirements.name',
      'upload_links.email',
      'order_prices.lines',
      'order_prices.booked',
      'mails.subject',
      'mails.html',
    ],
    ...[
      'sailings.reference',
      'sailings.master_bill',
      'sailings.notes',
      'containers.seal',
      'loadings.pieces',
      'depots.name',
    ],
    ...['confirmations.booking_clauses', 'cartages.name', 'vessels.imo_number'],
  ]
  expect(around.filter((column) => !marks.columns.has(column))).toEqual([])
  // The search for marks works: it finds them in the staff's view of the order.
  const seen = marks.foundIn(JSON.stringify((await server.call('GET', 'request/booking/get_all')).body))
  expect(seen).toEqual(expect.arrayContaining(['orders.company_name', 'orders.shipment_volume', 'orders.your_name']))
})

/** All words that strangers with the code are told, except dates and the code itself. */
const TOLD = ['cities.name', 'orders.cartage_name', 'orders.city_name', 'orders.last_event_public_status', 'ports.name']
const CARRIAGE = ['confirmations.vessel_voyage', 'containers.number', 'vessels.name']

test('the tracking page tells strangers where from, where to and the public status, and nothing else of an order', async () => {
  expect(await found(`/site/tracking?code=${code}`)).toEqual(TOLD)
  expect(await found(`/site/tracking/${code}.ics`)).toEqual(['cities.name', 'ports.name'])
  expect(await found(`/api/request/booking/search?tracking_code=${code}`)).toEqual(
    TOLD.filter((column) => column.startsWith('orders.')),
  )
})

test('it names vessel and containers only while the forwarder shows them', async () => {
  await show(true)
  expect(await found(`/site/tracking?code=${code}`)).toEqual([...TOLD, ...CARRIAGE].sort())
  await show(false)
  expect(await found(`/site/tracking?code=${code}`)).toEqual(TOLD)
})

test('the upload page tells what is asked for and why a file was not right, and nothing else of an order', async () => {
  expect(await found(`/site/upload/${uploadToken}`)).toEqual([
    'order_requirements.name',
    'order_requirements.reason',
    // The heading names the shipment: a client may have many.
    'orders.cartage_name',
    'orders.city_name',
    'orders.shipment_purchase',
  ])
})

test('the page of an offer tells nothing of an order', async () => {
  // Whoever looks after the offer is named.
  expect(await found(`/site/offer/${await addOffer()}`)).toEqual(['users.username'])
})

test('pages of errors and those of nobody in particular tell nothing of an order', async () => {
  const paths: [path: string, status: number][] = [
    ['/site/', 200],
    ['/site/tracking', 200],
    [`/site/tracking?code=${code.slice(0, -1)}`, 404],
    ['/site/tracking?code=ZZZZ99999999', 404],
    [`/site/tracking?code=${orderId}`, 404],
    ['/site/tracking/ZZZZ99999999.ics', 404],
    [`/site/tracking/${code}`, 404],
    [`/site/tracking/${code}.ics/x`, 404],
    [`/site/tracking/${code.slice(0, -1)}.ics`, 404],
    ['/site/account', 401],
    ['/site/article/none', 404],
    ['/site/nothing', 404],
    [`/site/upload/${uploadToken.slice(0, -1)}`, 404],
  ]
  for (const [path, status] of paths) expect([path, await found(path, status)]).toEqual([path, []])
})

test('of a cancelled order only what happened is told, of a deleted one nothing', async () => {
  await server.db.updateTable('orders').set({ status: 1 }).where('id', '=', orderId).execute()
  expect(TOLD).toEqual(expect.arrayContaining(await found(`/site/tracking?code=${code}`)))
  expect(await found(`/site/upload/${uploadToken}`, 410)).toEqual([])
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', orderId).execute()
  expect(await found(`/site/tracking?code=${code}`, 404)).toEqual([])
  expect(await found(`/site/tracking/${code}.ics`, 404)).toEqual([])
  expect(await found(`/site/upload/${uploadToken}`, 404)).toEqual([])
})

test('somebody over the limit is told so, and nothing of an order', async () => {
  let last = await open(`/site/tracking?code=${code}`)
  for (let tries = 0; last.status !== 429 && tries < 100; tries++) last = await open(`/site/tracking?code=${code}`)
  expect(last.status).toBe(429)
  expect(await found(`/site/tracking?code=${code}`, 429)).toEqual([])
  expect(await found(`/site/tracking/${code}.ics`, 429)).toEqual([])
})

/** What holds no data, and pages for the one reader of a link. */
const ELSEWHERE = /\.(css|js)$|^\/site\/tracking\/(personal|confirm|unsubscribe)\//

test('no page of the site is left out above', () => {
  expect(opened).toContain('/site/account')
  expect(unopenedPages(server.app.printRoutes({ commonPrefix: false }), opened, ELSEWHERE)).toEqual([])
})

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { OrderStatus, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { DAY } from '#contract/lib/messages.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { voyageKey } from '#contract/reference/voyages.ts'
import { checkPdf, HAS_QPDF, textOfPdf } from '#server/pdf/read-pdf.fixture.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { fetchFile } from '#server/test/files.ts'
import { createConfirmation } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { DISCHARGE_PORT, day, sailingRecords } from './sailing-records.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
beforeAll(async () => {
  records = await sailingRecords(server)
})

const add = (rest: object = {}) => server.call('POST', 'sailing', { body: records.body(rest) })
const put = (id: number, body: object) => server.call('PUT', `sailing/${id}`, { body })
const refused = (field: string, message: string) => ({ status: 400, body: { data: { [field]: message } } })

test('a new sailing gets the next reference of the year, and its dates are the first of their history', async () => {
  const [one, other] = [await records.addSailing(), await records.addSailing()]
  const year = new Date().getUTCFullYear()
  expect(one.reference).toMatch(new RegExp(`^S-${year}-\\d{4}$`))
  expect(Number(other.reference.slice(-4))).toBe(Number(one.reference.slice(-4)) + 1)
  expect(one).toMatchObject({
    status: 'planned',
    vessel: { id: records.vessel.id, name: 'EVER GIVEN' },
    portNames: { portOfLoading: 'Ningbo', portOfDischarge: 'Los Angeles' },
    nextCutOffAt: one.cargoCutOffAt,
    orderCount: 0,
    usedCbm: 0,
    containers: [],
    warnings: [],
    similar: [],
  })
  const history = await server.db.selectFrom('sailingDates').selectAll().where('sailingId', '=', one.id).execute()
  expect(history.map(({ field }) => field).sort()).toEqual(['cargoCutOffAt', 'documentationCutOffAt', 'etd', 'portEta'])
  expect(history[0]).toMatchObject({ previous: null, source: 'staff', userId: server.staff.id })
})

test('the database knows a voyage by the key that the contract gives it', async () => {
  const voyages = ['018 E', '018–E', '018Ж', '航次018', 'a-b/c_d.e\tf', 'é1', '`{|}~[]^\\!"#@1', 'ß1']
  for (const [n, text] of voyages.entries()) {
    const voyage = `${text}K${n}`
    const { id } = await records.addSailing({ voyage })
    const { voyageKey: key } = await server.db
      .selectFrom('sailings')
      .select('voyageKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(key).toBe(voyageKey(voyage))
    const { rows } = await sql<{ key: string }>`select voyage_key(${voyage}) as key`.execute(server.db)
    expect(rows).toEqual([{ key }])
  }
})

test('an arrival on the day of departure is accepted, one before it is refused at the field', async () => {
  expect((await add({ etd: day(10), portEta: day(10) })).status).toBe(200)
  expect(await add({ etd: day(10), portEta: day(9) })).toMatchObject(
    refused('portEta', 'The arrival is before the departure'),
  )
  expect(await add({ etd: null, portEta: null, atd: day(-3), portAta: day(-4) })).toMatchObject(
    refused('portAta', 'The arrival is before the departure'),
  )
})

test('dates that are no dates are refused at their fields', async () => {
  const reply = await add({ etd: 878_023_726, portEta: { toString: 1 } })
  expect(reply).toMatchObject({ status: 400, body: { data: { etd: DAY, portEta: DAY } } })
})

test('an actual day may be today or tomorrow, as somewhere it has begun, but not later', async () => {
  expect((await add({ atd: day(1), etd: null, portEta: null })).body.data.status).toBe('departed')
  expect(await add({ atd: day(2) })).toMatchObject(refused('atd', 'This day is still to come'))
})

test('ports must be known and differ, and records must exist', async () => {
  expect(await add({ portOfLoading: 'XXXXX' })).toMatchObject(refused('portOfLoading', 'No port or city has this code'))
  expect(await add({ portOfLoading: DISCHARGE_PORT })).toMatchObject(
    refused('portOfDischarge', 'The port of discharge is also the port of loading'),
  )
  for (const field of ['vesselId', 'carrierId', 'depotId', 'destinationPlaceId'])
    expect(await add({ [field]: 999_999 })).toMatchObject(refused(field, 'Choose one from the list'))
  expect(await add({ voyage: '– –' })).toMatchObject(refused('voyage', 'A voyage has at least one letter or digit'))
})

test('texts are taken up to their limit', async () => {
  for (const [field, label, most] of [
    ['voyage', 'Voyage', 100],
    ['masterBill', 'Master bill', 35],
    ['carrierBooking', 'Carrier booking', 35],
    ['notes', 'Notes', 2000],
  ] as const) {
    expect((await add({ [field]: 'A'.repeat(most) })).status, field).toBe(200)
    expect(await add({ [field]: 'A'.repeat(most + 1) })).toMatchObject(
      refused(field, `${label} must be no more than ${most} characters`),
    )
  }
})

test('one vessel, voyage and pair of ports has one open sailing; another port, or a cancelled one, is another', async () => {
  const first = (await add({ voyage: '018 E' })).body.data
  const again = { status: 409, body: { data: { voyage: 'There is an open sailing of this vessel, voyage and ports' } } }
  expect(await add({ voyage: '018E' })).toMatchObject(again)
  expect((await add({ voyage: '018-e', portOfDischarge: 'USLGB' })).status).toBe(200)
  await put(first.id, { status: 'cancelled' })
  expect((await add({ voyage: '018E' })).status).toBe(200)
  expect(await put(first.id, { status: 'planned' })).toMatchObject(again)
})

test('a voyage that resembles another saves and names it', async () => {
  const { id, reference } = (await add({ voyage: '0777W' })).body.data
  const { similar } = (await add({ voyage: '777W' })).body.data
  expect(similar).toEqual([{ id, reference }])
})

test('planned dates are changed by Change dates only; sending them back unchanged is fine', async () => {
  const sailing = await records.addSailing()
  for (const field of ['cargoCutOffAt', 'documentationCutOffAt', 'vgmCutOffAt', 'etd', 'portEta'])
    expect(await put(sailing.id, { [field]: day(31) }), field).toMatchObject(refused(field, 'Use Change dates'))
  expect(await put(sailing.id, { etd: null })).toMatchObject(refused('etd', 'Use Change dates'))
  expect((await put(sailing.id, { ...sailing, notes: 'Call the agent' })).body.data.notes).toBe('Call the agent')
})

test('the status follows the actual dates, and goes back when they are taken back', async () => {
  const { id } = await records.addSailing()
  expect(await put(id, { status: 'departed' })).toMatchObject(refused('status', 'Enter the actual time of departure'))
  expect((await put(id, { atd: day(-1) })).body.data.status).toBe('departed')
  expect(await put(id, { status: 'cancelled' })).toMatchObject(refused('status', 'This sailing has departed'))
  expect((await put(id, { portAta: day(0) })).body.data.status).toBe('arrived')
  expect((await put(id, { portAta: null })).body.data.status).toBe('departed')
  expect((await put(id, { atd: null })).body.data.status).toBe('planned')
  await put(id, { status: 'cancelled' })
  expect(await put(id, { atd: day(-1) })).toMatchObject(refused('atd', 'This sailing was cancelled'))
  expect(await add({ status: 'cancelled' })).toMatchObject(refused('status', 'Choose one from the list'))
})

test('a cut-off after the day of departure is a warning', async () => {
  const noon = day(10).replace('00:00', '12:00')
  expect((await add({ cargoCutOffAt: noon })).body.data.warnings).toEqual([])
  expect((await add({ cargoCutOffAt: day(11) })).body.data.warnings).toEqual([
    { field: 'cargoCutOffAt', message: 'This is after the departure' },
  ])
})

test('a stale save is refused, and a deleted sailing is gone with its containers unless orders are on it', async () => {
  const sailing = await records.addSailing()
  await put(sailing.id, { notes: 'first' })
  expect((await put(sailing.id, { notes: 'second', updatedAt: sailing.updatedAt })).status).toBe(409)
  const container = await records.addContainer(sailing.id)
  const order = await records.addOrder()
  await records.load(sailing.id, [order.id], container.id)
  const remove = (path: string) => server.call('DELETE', path)
  expect((await remove(`sailing/${sailing.id}`)).body.message).toBe('This sailing is in use by 1 order.')
  expect((await remove(`container/${container.id}`)).body.message).toBe('This container is in use by 1 order.')
  await remove(`sailing/${sailing.id}/orders/${order.id}`)
  expect((await remove(`sailing/${sailing.id}`)).status).toBe(200)
  expect((await server.call('GET', `container/${container.id}`)).status).toBe(404)
})

test('a vessel, port, depot or carrier of a sailing cannot be deleted, and a corrected code is corrected there too', async () => {
  const { body } = await server.call('POST', 'carrier', { body: { name: 'Evergreen', scac: 'eglv' } })
  expect(body.data.scac).toBe('EGLV')
  const port = (await server.call('POST', 'port', { body: { code: 'CNXMN', name: 'Xiamen' } })).body.data
  const vessel = (await server.call('POST', 'vessel', { body: { imoNumber: '9811000', name: 'EVER ACE' } })).body.data
  const depot = { name: 'Xiamen CFS', code: 'XMN', originIds: [2], tier: 1, depotFixed: 1, depotVar: 1, depotVarMin: 1 }
  const { id: depotId } = (await server.call('POST', 'value/depot', { body: depot })).body.data
  const refs = { vesselId: vessel.id, depotId, carrierId: body.data.id, portOfLoading: 'CNXMN' }
  const sailing = await records.addSailing(refs)
  for (const [path, id, name] of [
    ['carrier', body.data.id, 'carrier'],
    ['port', port.id, 'port'],
    ['vessel', vessel.id, 'vessel'],
    ['value/depot', depotId, 'depot'],
  ])
    expect((await server.call('DELETE', `${path}/${id}`)).body.message).toBe(`This ${name} is in use by 1 sailing.`)
  await server.call('PUT', `port/${port.id}`, { body: { code: 'CNXMG' } })
  expect((await server.call('GET', `sailing/${sailing.id}`)).body.data.portOfLoading).toBe('CNXMG')
})

test('a sailing that has departed, arrived or was cancelled has no next cut-off', async () => {
  const { id } = await records.addSailing({ voyage: 'GONE1', etd: day(2) })
  const next = async () => {
    const read = (await server.call('GET', `sailing/${id}`)).body.data.nextCutOffAt
    const [item] = (await server.call('GET', 'sailing?search=gone1')).body.data.items
    const { items } = (await server.call('GET', 'sailing?search=gone1&f.nextCutOff=filled')).body.data
    expect([item.nextCutOffAt, items.length > 0]).toEqual([read, read !== null])
    return read
  }
  expect(await next()).toBe(day(5))
  await put(id, { status: 'closed' })
  expect(await next()).toBe(day(5))
  const gone = { atd: day(-1) }
  expect((await put(id, gone)).body.data).toMatchObject({ status: 'departed', nextCutOffAt: null })
  expect(await next()).toBeNull()
  await put(id, { portAta: day(0) })
  expect(await next()).toBeNull()
  await put(id, { atd: null, portAta: null })
  expect(await next()).toBe(day(5))
  await put(id, { status: 'cancelled' })
  expect(await next()).toBeNull()
})

test('the list finds, filters and sorts, by the next cut-off too', async () => {
  const later = await records.addSailing({ voyage: 'FIND1', cargoCutOffAt: day(4), documentationCutOffAt: null })
  const sooner = await records.addSailing({ voyage: 'FIND2', cargoCutOffAt: day(-1), documentationCutOffAt: day(3) })
  const list = async (query: string) => {
    const reply = await server.call('GET', `sailing?search=find&${query}`)
    return reply.body.data.items.map(({ id }: { id: number }) => id)
  }
  expect(await list('order[nextCutOffAt]=asc')).toEqual([sooner.id, later.id])
  expect(await list('order[nextCutOffAt]=desc')).toEqual([later.id, sooner.id])
  await put(sooner.id, { atd: day(-1) })
  expect(await list('status=planned&status=closed')).toEqual([later.id])
  expect((await server.call('GET', 'sailing/export?search=find1')).body).toContain('"EVER GIVEN"')
})

test('a container takes the usual figures of its size type, has one owner, and warns about its number', async () => {
  const { id: sailingId } = await records.addSailing()
  const { reference } = (await server.call('GET', `sailing/${sailingId}`)).body.data
  const box = (rest: object) => server.call('POST', 'container', { body: { sizeType: '42G1', ...rest } })
  const good = (await box({ sailingId, number: 'csqu 305438-3' })).body.data
  expect(good).toMatchObject({ number: 'CSQU3054383', maxCbm: 58, maxKg: 26_500, usedCbm: 0, warnings: [] })
  expect((await box({ sailingId, sizeType: '45G1', maxCbm: 70 })).body.data).toMatchObject({
    maxCbm: 70,
    maxKg: 26_500,
  })
  const { warnings } = (await box({ sailingId: (await records.addSailing()).id, number: 'CSQU3054383' })).body.data
  expect(warnings).toEqual([{ field: 'number', message: `Also on ${reference}` }])
  expect((await box({ sailingId, number: 'CSQU3054384' })).body.data.warnings).toEqual([
    { field: 'number', message: 'Please check this number: its last digit should be 3' },
  ])
  const lcl = await records.addOrder()
  const fcl = await records.addOrder({ transportationMode: TransportationMode.FCL, originDepotId: null })
  expect(await box({})).toMatchObject(refused('sailingId', 'A container belongs to a sailing or to an FCL order'))
  expect((await box({ sailingId, orderId: fcl.id })).status).toBe(400)
  expect(await box({ orderId: lcl.id })).toMatchObject(
    refused('orderId', 'Only FCL orders have containers of their own'),
  )
  expect((await box({ orderId: fcl.id })).body.data).toMatchObject({ orderId: fcl.id, sailingId: null })
  expect((await box({ orderId: fcl.id, sizeType: '22G1' })).status).toBe(200)
  const moved = await server.call('PUT', `container/${good.id}`, { body: { sailingId: null, orderId: fcl.id } })
  expect(moved).toMatchObject(refused('sailingId', 'A container stays with its sailing or order'))
})

test('figures of a container are taken up to their limit', async () => {
  const { id: sailingId } = await records.addSailing()
  const box = (rest: object) => server.call('POST', 'container', { body: { sailingId, sizeType: '22G1', ...rest } })
  for (const [field, least, most] of [
    ['maxKg', 1, 100_000],
    ['maxCbm', 0.001, 200],
    ['tareKg', 1, 50_000],
    ['vgmKg', 1, 150_000],
  ] as const) {
    for (const value of [least, most]) expect((await box({ [field]: value })).body.data?.[field], field).toBe(value)
    for (const value of [0, most + 1]) expect((await box({ [field]: value })).status, field).toBe(400)
  }
  expect((await box({ sizeType: '99Z9' })).body.data).toEqual({ sizeType: 'Choose one from the list' })
  expect((await box({ seal: 'S'.repeat(20), number: 'N'.repeat(20) })).status).toBe(200)
  expect((await box({ seal: 'S'.repeat(21), number: 'N'.repeat(21) })).body.data).toMatchObject({
    seal: 'Seal must be no more than 20 characters',
    number: 'Number must be no more than 20 characters',
  })
})

test('candidates are open LCL orders from the depot or port, for the same port of discharge, ready in time', async () => {
  const own = await records.addSailing({ depotId: records.depot.id, cargoCutOffAt: day(5) })
  const fits = await records.addOrder({ createdAt: new Date('2040-01-01T00:00:00Z') })
  const confirmed = await records.addOrder({ shipmentTradeTerms: TradeTerms.FOB })
  await createConfirmation(server.db, { orderId: confirmed.id, portOfDischarge: DISCHARGE_PORT, cargoReadyAt: day(5) })
  const late = await records.addOrder()
  await createConfirmation(server.db, { orderId: late.id, cargoReadyAt: day(6) })
  const elsewhere = await records.addOrder()
  await createConfirmation(server.db, { orderId: elsewhere.id, portOfDischarge: 'USLGB' })
  await records.addOrder({ status: OrderStatus.COMPLETED })
  await records.addOrder({ transportationMode: TransportationMode.FCL, originDepotId: null })
  const asked = async (query = '') =>
    (await server.call('GET', `sailing/candidates?sailingId=${own.id}&per_page=200${query}`)).body.data
  const ids = (await asked()).items.map(({ orderId }: { orderId: number }) => orderId)
  expect(ids.slice(0, 2)).toEqual([confirmed.id, fits.id])
  expect((await asked()).items[1]).toMatchObject({ created: 2_208_988_800 })
  for (const { id } of [late, elsewhere]) expect(ids).not.toContain(id)
  expect(await asked(`&search=${fits.trackingCode}`)).toMatchObject({ totalCount: 1, totalCapped: false })
  expect((await asked('&page=99')).currentPageNumber).toBe(1)
  await records.load(own.id, [fits.id])
  expect((await asked()).items.map(({ orderId }: { orderId: number }) => orderId)).not.toContain(fits.id)
  expect((await server.call('GET', 'sailing/candidates')).body.data).toEqual({ sailingId: 'Not an id' })
  const long = await server.call('GET', `sailing/candidates?sailingId=${own.id}&search=${'x'.repeat(201)}`)
  expect(long.body.data).toEqual({ search: 'Search must be no more than 200 characters' })
  expect((await server.call('GET', 'sailing/candidates?sailingId=999999')).status).toBe(404)
})

test('the manifest has a line for each order that goes, as csv and as xlsx', async () => {
  const going = await records.addSailing()
  const box = await records.addContainer(going.id, { number: 'CSQU3054383', seal: 'SL-1' })
  const [order, cancelled] = [await records.addOrder(), await records.addOrder()]
  await records.load(going.id, [order.id, cancelled.id], box.id)
  await server.db.updateTable('orders').set({ status: OrderStatus.CANCELLED }).where('id', '=', cancelled.id).execute()
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await fetchFile(server, `sailing/${going.id}/manifest?format=${format}`)
    expect(file.headers.get('content-disposition')).toContain(`manifest-${going.reference.toLowerCase()}.${format}`)
    const { headings, rows } = tableOf(await readSheet(new Uint8Array(await file.arrayBuffer())))
    expect(headings.slice(0, 4)).toEqual(['No.', 'Tracking code', 'Container', 'Seal'])
    expect(rows.map(({ cells }) => cells.slice(1, 4))).toEqual([[order.trackingCode, 'CSQU3054383', 'SL-1']])
  }
  const wrong = await server.call('GET', `sailing/${going.id}/manifest?format=doc`)
  expect({ status: wrong.status, data: wrong.body.data }).toEqual({
    status: 400,
    data: { format: 'format is csv, xlsx or pdf' },
  })
  expect((await server.call('GET', 'sailing/999999/manifest')).status).toBe(404)
})

test('the manifest as PDF names sailing, containers and the orders that go, with their sums', async () => {
  const going = await records.addSailing()
  const box = await records.addContainer(going.id, { number: 'CSQU3054383', seal: 'SL-1' })
  const [first, second, cancelled] = [
    await records.addOrder({ shipmentWeight: 1200, shipmentVolume: 3.5, shipmentDescription: 'Cups\nPots\tPans' }),
    await records.addOrder({ shipmentWeight: 300, shipmentVolume: 1.25 }),
    await records.addOrder(),
  ]
  await records.load(going.id, [first.id, cancelled.id], box.id)
  await records.load(going.id, [second.id])
  await server.db.updateTable('orders').set({ status: OrderStatus.CANCELLED }).where('id', '=', cancelled.id).execute()
  const file = await fetchFile(server, `sailing/${going.id}/manifest?format=pdf`)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain(`manifest-${going.reference.toLowerCase()}.pdf`)
  const pdf = new Uint8Array(await file.arrayBuffer())
  if (HAS_QPDF) expect(await checkPdf(pdf)).toBe('')
  const text = (await textOfPdf(pdf)).join('\n')
  for (const part of [
    'Cargo manifest',
    going.reference,
    'CSQU3054383',
    'SL-1',
    'Cups\nPots Pans',
    '2 orders',
    '1 500',
    '4.75',
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(part)
  expect(text).toContain(formatTrackingCode(first.trackingCode))
  expect(text).toContain(formatTrackingCode(second.trackingCode))
  expect(text).not.toContain(formatTrackingCode(cancelled.trackingCode))
  expect((await server.call('GET', 'sailing/999999/manifest?format=pdf')).status).toBe(404)
})

test('a sailing without orders has a manifest as PDF too; one with too many for paper says which format to take', async () => {
  const empty = await records.addSailing()
  const file = await fetchFile(server, `sailing/${empty.id}/manifest?format=pdf`)
  expect((await textOfPdf(new Uint8Array(await file.arrayBuffer()))).join('\n')).toContain('0 orders')
  const full = await records.addSailing()
  const { id } = await records.addOrder()
  const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'orders' and is_generated = 'NEVER'`.execute(server.db)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`insert into orders (${names}) select ${names} from (
    select (jsonb_populate_record(o, jsonb_build_object('id', 500000 + n, 'hash_sum', 'MANY' || lpad(n::text, 4, '0')))).*
    from orders o, generate_series(1, 1001) n where o.id = ${id}) made`.execute(server.db)
  // So many orders at once would be planned for as few as there were before.
  await sql`analyze orders, order_terms, loadings`.execute(server.db)
  await sql`insert into loadings (order_id, sailing_id, position) select id, ${full.id}, id from orders where id > 500000`.execute(
    server.db,
  )
  const refusal = await server.call('GET', `sailing/${full.id}/manifest?format=pdf`)
  expect(refusal.body.data).toEqual({ format: 'More than 1000 orders. Please take csv or xlsx.' })
})

import { beforeAll, expect, test } from 'vitest'
import { ORDER_KINDS } from '#contract/made-documents/made-documents.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { sweepDocuments } from '#server/jobs/sweeps.ts'
import { barcodeOfPdf, checkPdf, HAS_QPDF, placesOfPdf, sizeOfPdf, textOfPdf } from '#server/pdf/read-pdf.fixture.ts'
import { testServer } from '#server/test/test-server.ts'
import { madeRecords, nameCompany } from './made-documents.fixture.ts'

const server = testServer({ PDF_FONTS: 'src/server/pdf/test-fonts' })
let records: Awaited<ReturnType<typeof madeRecords>>

beforeAll(async () => {
  records = await madeRecords(server)
  await nameCompany(server)
})

test('a booking confirmation prints what the order and its confirmation say, and is a document of the order', async () => {
  const { addOrder, made } = records
  const order = await addOrder({
    companyName: 'Müller & Søn A/S',
    companyNameShipper: '宁波厨具有限公司',
    namePersonCharge: 'Иван Петров',
  })
  const { state, pdf } = await made(order.id, 'booking-confirmation')
  const code = `${order.hashSum}${order.customCode}`
  expect(state).toMatchObject({ kind: 'booking-confirmation', missing: [], changed: false })
  expect(state.versions).toMatchObject([
    { version: 1, name: `Booking confirmation ${code}.pdf`, madeBy: 'Mara Staff', attached: false, unprintable: [] },
  ])
  const text = (await textOfPdf(pdf)).join('\n')
  for (const part of [
    ...[
      'Booking confirmation',
      'Quayside Forwarding Ltd.',
      'Rotterdam',
      'Müller & Søn A/S',
      '宁波厨具有限公司',
      'Иван Петров',
    ],
    ...[
      'EVER GIVEN',
      '018E',
      'Nov 20 2026 9:05 (UTC)',
      'Nov 24 2026',
      'Dec 19 2026',
      'Kitchenware, 40 cartons',
      'version 1',
    ],
  ])
    expect(text).toContain(part)
  const { body } = await server.call('GET', `request/booking/${order.id}/document_exchange`)
  expect(body.data.admin).toMatchObject([{ name: `Booking confirmation ${code}.pdf`, contentType: 'application/pdf' }])
})

test('what is missing is listed before, refused with each field named, and nothing is kept', async () => {
  const { addOrder, make, one } = records
  const empty = { cargoCutOffAt: null, portOfLoading: '', estimatedTimeOfDepartureAt: null }
  const order = await addOrder({ estimatedTransportation: null }, empty)
  await nameCompany(server, { address: '' })
  const { missing, versions } = await one(order.id, 'booking-confirmation')
  expect(missing.map(({ label }) => label)).toEqual([
    ...['Company address', 'Port of loading', 'Cargo cut-off', 'Estimated time of departure'],
  ])
  expect(versions).toEqual([])
  const { status, body } = await make(order.id, 'booking-confirmation')
  expect(status).toBe(400)
  expect(body.data).toEqual({
    'company.address': 'Company address is missing',
    'bookingConfirmation.portOfLoading': 'Port of loading is missing',
    'bookingConfirmation.cargoCutOffAt': 'Cargo cut-off is missing',
    'bookingConfirmation.estimatedTimeOfDepartureAt': 'Estimated time of departure is missing',
  })
  await nameCompany(server)
  expect((await make(order.id, 'quote')).body.data).toEqual({ price: 'A price is missing' })
  expect((await make(order.id, 'labels')).body.data).toEqual({ pieces: 'Number of pieces is missing' })
  const rows = await server.db.selectFrom('madeDocuments').select('id').where('orderId', '=', order.id).execute()
  expect(rows).toEqual([])
})

test('making it again is a new version; the old one stays as it was, and its data with it', async () => {
  const { addOrder, made, make, one, fileOf } = records
  const order = await addOrder()
  const first = await made(order.id, 'arrival-notice')
  expect((await make(order.id, 'arrival-notice', { ifChanged: true })).body.data).toEqual(first.state)
  await server.db
    .updateTable('confirmations')
    .set({ portEstimatedTimeOfArrivalAt: '2026-12-24T00:00:00.000Z' })
    .where('orderId', '=', order.id)
    .execute()
  expect((await one(order.id, 'arrival-notice')).changed).toBe(true)
  // Kinds that do not print the field stay as they are.
  const second = await made(order.id, 'arrival-notice', { ifChanged: true })
  expect(second.state.versions.map(({ version }) => version)).toEqual([2, 1])
  expect(second.state.changed).toBe(false)
  expect((await textOfPdf(second.pdf))[0]).toContain('Dec 24 2026')
  const old = await fileOf(second.state.versions[1]?.documentId ?? 0)
  expect(Buffer.from(old).equals(Buffer.from(first.pdf))).toBe(true)
  expect(await made(order.id, 'arrival-notice')).toMatchObject({ state: { versions: [{ version: 3 }, {}, {}] } })
  const kept = await server.db
    .selectFrom('madeDocuments')
    .select(['version', 'data'])
    .where('orderId', '=', order.id)
    .orderBy('version')
    .execute()
  expect(kept.map(({ data }) => JSON.stringify(data).match(/Dec \d+ 2026/)?.[0])).toEqual([
    ...['Dec 19 2026', 'Dec 24 2026', 'Dec 24 2026'],
  ])
  const trail = await server.db
    .selectFrom('auditEntries')
    .select(['action', 'after'])
    .where('entity', '=', 'orders')
    .where('entityId', '=', order.id)
    .orderBy('id', 'desc')
    .execute()
  expect(trail[0]).toMatchObject({ action: 'document.make', after: { made: 'arrival-notice', version: 3 } })
})

test('every page of a draft bill says so, and it has no ink that makes it binding', async () => {
  const { addOrder, made } = records
  const order = await addOrder({ shipmentDescription: 'x'.repeat(280), companyAddress: '9'.repeat(100) })
  const { pdf, state } = await made(order.id, 'house-bill')
  const pages = await textOfPdf(pdf)
  for (const page of pages) expect(page.match(/DRAFT/g)?.length).toBeGreaterThanOrEqual(2)
  for (const term of ['Notify party', 'Freight', 'Collect', 'Date of issue', 'On departure'])
    expect(pages[0]).toContain(term)
  expect(state.versions[0]?.name).toContain('House bill, draft')
})

test('a quote prints its price lines, five hundred too', async () => {
  const { addOrder, price, made } = records
  const order = await addOrder()
  const lines = Array.from({ length: 500 }, (_, at) => ({
    code: `C${at}`,
    label: `Charge ${at + 1}`,
    formula: `${at} × 1.00`,
    amount: at,
  }))
  await price(order.id, lines)
  const pages = await textOfPdf((await made(order.id, 'quote')).pdf)
  expect(pages.length).toBeGreaterThan(8)
  expect(pages[0]).toContain('Charge 1')
  expect(pages.at(-1)).toContain('Charge 500')
  expect(pages.at(-1)).toContain('$855.96')
  expect(pages.at(-1)).toContain('IBAN NL00 QUAY')
})

test('with a manual rate the lines of a quote still add up to its total', async () => {
  const { addOrder, price, made } = records
  const order = await addOrder()
  const lines = [
    { code: 'ocean', label: 'Ocean freight', formula: 'max(1, 2 × 3) = 800.10', amount: 800.1 },
    { code: 'fba', label: 'FBA appointment', formula: 'flat fee = 45.00', amount: 45 },
  ]
  await price(order.id, lines)
  const text = (await textOfPdf((await made(order.id, 'quote')).pdf)).join('\n')
  expect(text).toMatch(/Adjustment to the agreed rate\s+\$10\.86\s+Total\s+\$855\.96/)
  await server.db.updateTable('orderPrices').set({ booked: 845.1 }).where('orderId', '=', order.id).execute()
  expect((await textOfPdf((await made(order.id, 'quote')).pdf)).join('\n')).not.toContain('Adjustment')
})

test('a quote prints an agreed rate that nothing was calculated for: booked, or set on an FCL request', async () => {
  const { addOrder, price, made } = records
  const booked = await addOrder({ estimatedTransportation: 1 })
  await price(booked.id, [])
  const request = await addOrder({ transportationMode: 1, estimatedTransportation: 2400.5 })
  const textOf = async (id: number) => (await textOfPdf((await made(id, 'quote')).pdf)).join('\n')
  expect(await textOf(booked.id)).toMatch(/Agreed rate\s+\$855\.96\s+Total\s+\$855\.96/)
  expect(await textOf(request.id)).toMatch(/Agreed rate\s+\$2.400\.50\s+Total\s+\$2.400\.50/)
})

test('a delivery order names the goods and where they go', async () => {
  const { addOrder, made } = records
  const text = (await textOfPdf((await made((await addOrder()).id, 'delivery-order')).pdf)).join('\n')
  for (const part of ['Delivery order', 'Deliver to', 'Kitchenware, 40 cartons', '620.000 kg', 'Signature'])
    expect(text).toContain(part)
})

test('labels: 100 × 150 mm, one for each piece, with a barcode that a reader decodes to the tracking code', async () => {
  const { addOrder, made, one, make } = records
  const order = await addOrder({ companyName: 'A very long name '.repeat(5).trim() })
  const { pdf, state } = await made(order.id, 'labels', { pieces: 12 })
  const pages = await textOfPdf(pdf)
  expect(pages).toHaveLength(12)
  expect(pages.map((page, at) => page.includes(`piece ${at + 1} of 12`))).not.toContain(false)
  expect(await sizeOfPdf(pdf)).toEqual([283, 425])
  const code = `${order.hashSum}${order.customCode}`
  expect([await barcodeOfPdf(pdf, 1), await barcodeOfPdf(pdf, 12)]).toEqual([code, code])
  expect(state).toMatchObject({ pieces: 12, changed: false, missing: [] })
  expect((await one(order.id, 'labels')).pieces).toBe(12)
  for (const pieces of [0, 501, 1.5, 'many'])
    expect((await make(order.id, 'labels', { pieces })).body.data).toHaveProperty('pieces')
})

test('labels of more pieces than can be printed are refused at the pieces, whoever counted them', async () => {
  const order = await records.addOrder()
  const { id: sailingId } = await server.db
    .insertInto('sailings')
    .values({
      reference: 'S-2026-9999',
      vesselId: records.vessel.id,
      voyage: '10000',
      portOfLoading: 'CNNGB',
      portOfDischarge: 'USLAX',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const loading = { orderId: order.id, sailingId, position: 1, pieces: 10_000, receivedAt: new Date() }
  await server.db.insertInto('loadings').values(loading).execute()
  expect(await records.make(order.id, 'labels')).toMatchObject({
    status: 400,
    body: { data: { pieces: 'No more than 500' } },
  })
  expect((await records.made(order.id, 'labels', { pieces: 1 })).state.versions).toHaveLength(1)
})

test('a name in a script that no font has is reported with its characters', async () => {
  const { addOrder, made } = records
  const order = await addOrder({ companyName: 'שלום Ltd.' })
  const { state, pdf } = await made(order.id, 'arrival-notice')
  expect(state.versions[0]?.unprintable).toEqual(['U+05D5 ו', 'U+05DC ל', 'U+05DD ם', 'U+05E9 ש'])
  expect((await textOfPdf(pdf))[0]).toContain('???? Ltd.')
})

test('names with directions and clauses with markup print as plain text', async () => {
  const { addOrder, made } = records
  const clauses = `<p>Free time: <b>5 days</b>.</p><p>${'word '.repeat(4_000)}</p><img src="http://127.0.0.1:9/x.png">`
  const order = await addOrder({ companyName: 'Evil \u202Eexe.fdp' }, { bookingClauses: clauses })
  const text = (await textOfPdf((await made(order.id, 'booking-confirmation')).pdf)).join('\n')
  expect(text).toContain('Evil exe.fdp')
  expect(text).toContain('Free time: 5 days.')
  expect(text).not.toMatch(/<p>|\u202e/)
})

test('people who make it at once get a version each; those who take what is there get the same one', async () => {
  const { addOrder, make, one } = records
  const order = await addOrder()
  const replies = await Promise.all([1, 2, 3].map(() => make(order.id, 'arrival-notice')))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const { versions } = await one(order.id, 'arrival-notice')
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
  const other = await addOrder()
  await Promise.all([1, 2, 3].map(() => make(other.id, 'arrival-notice', { ifChanged: true })))
  expect((await one(other.id, 'arrival-notice')).versions).toHaveLength(1)
})

/** Long texts without a place to break, in the widest letters. */
const WIDE = {
  companyName: `${'W'.repeat(60)} 宁波厨具有限公司`,
  companyAddress: 'M'.repeat(100),
  yourName: 'W'.repeat(50),
  companyNameShipper: 'Ş'.repeat(80),
  shipmentPurchase: 'W'.repeat(50),
  shipmentDescription: 'W'.repeat(250),
}

test.each(ORDER_KINDS)('long words stay on the page of the %s', async (kind) => {
  const { addOrder, made, price } = records
  const order = await addOrder(WIDE)
  await price(order.id, [{ code: 'ocean', label: 'Ocean freight', formula: '1 × 2 = 2.00', amount: 2 }])
  const { pdf } = await made(order.id, kind, { pieces: 2 })
  const [width] = await sizeOfPdf(pdf)
  // The mark across the page is turned.
  const places = (await placesOfPdf(pdf)).filter(({ text }) => text !== 'DRAFT')
  expect(places.length).toBeGreaterThan(8)
  expect(places.filter(({ left, right }) => left < 0 || right > width).map(({ text }) => text)).toEqual([])
})

test('on a label nothing runs into the barcode, which a reader decodes', async () => {
  const { addOrder, made } = records
  const order = await addOrder({ ...WIDE, shipmentId: 'W'.repeat(25), amazonRefId: 'W'.repeat(25) })
  const { pdf } = await made(order.id, 'labels', { pieces: 1 })
  expect(await barcodeOfPdf(pdf, 1)).toBe(`${order.hashSum}${order.customCode}`)
  const places = await placesOfPdf(pdf)
  const below = places.filter(({ bottom }) => bottom > 244).map(({ text }) => text.replaceAll(' ', ''))
  expect(below.join('')).toBe(`${formatTrackingCode(order.trackingCode).replaceAll(' ', '')}piece1of1`)
  expect(places[0]?.text).toMatch(/^Quayside\b/)
})

test.skipIf(!HAS_QPDF).each(ORDER_KINDS)('qpdf finds no fault in the %s', async (kind) => {
  const { addOrder, made, price } = records
  const order = await addOrder()
  await price(order.id, [{ code: 'ocean', label: 'Ocean freight', formula: '1 × 2', amount: 2 }])
  expect(await checkPdf((await made(order.id, kind, { pieces: 3 })).pdf)).toBe('')
})

test('a bill names the container of its sailing, unless the confirmation names another voyage', async () => {
  const { addOrder, made } = records
  const sailing = await server.db
    .insertInto('sailings')
    .values({
      reference: 'S-2026-9001',
      vesselId: records.vessel.id,
      voyage: '018 E',
      status: 'planned',
      portOfLoading: 'CNNGB',
      portOfDischarge: 'USLAX',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const container = await server.db
    .insertInto('containers')
    .values({ sailingId: sailing.id, sizeType: '45G1', number: 'MSCU6639870', maxCbm: 70, maxKg: 26_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await addOrder()
  const loading = { orderId: order.id, sailingId: sailing.id, containerId: container.id, position: 1 }
  await server.db.insertInto('loadings').values(loading).execute()
  const text = async () => (await textOfPdf((await made(order.id, 'house-bill')).pdf)).join('\n')
  expect(await text()).toContain('MSCU6639870')
  await server.db.updateTable('sailings').set({ voyage: '075N' }).where('id', '=', sailing.id).execute()
  expect(await text()).not.toContain('MSCU6639870')
})

test('a quote prints what was booked, whatever was measured since: that is what its price is for', async () => {
  const { addOrder, made, price } = records
  const order = await addOrder()
  await price(order.id, [{ code: 'ocean', label: 'Ocean freight', formula: 'max(1, 2 × 3) = 6.00', amount: 6 }])
  const text = (await textOfPdf((await made(order.id, 'quote')).pdf)).join('\n')
  expect(text).toContain('620.000 kg')
  expect(text).toContain('per revenue ton, minimum 1')
  expect(text).not.toContain('= 6.00')
})

test.each([
  ['Aluminium profiles, 49 cartons', 49],
  ['12 pallets of lamps', 12],
  ['1 CTN', 1],
  ['20 cartons on 2 pallets', null],
  ['1,200 cartons', null],
  ['501 cartons', null],
  ['0 cartons', null],
  ['Lamps, 3.5 boxes', null],
  ['49 cartonnage', null],
  ['', null],
])('labels of %o are proposed for %o pieces', async (shipmentDescription, piecesGuess) => {
  const order = await records.addOrder({ shipmentDescription })
  expect(await records.one(order.id, 'labels')).toMatchObject({ pieces: null, piecesGuess })
})

test('only staff make and read them; unknown kinds and orders are refused', async () => {
  const { addOrder, make } = records
  const { id } = await addOrder()
  const token = await server.signIn()
  const path = `request/booking/${id}/made-documents`
  expect((await server.call('GET', path, { token })).status).toBe(403)
  expect((await server.call('POST', path, { token, body: { kind: 'quote' } })).status).toBe(403)
  expect((await server.call('GET', path, { token: null })).status).toBe(401)
  expect((await make(id, 'manifest')).body.data).toHaveProperty('kind')
  expect((await make(987_654, 'quote')).status).toBe(404)
  expect((await server.call('GET', 'request/booking/987654/made-documents')).status).toBe(404)
  expect((await server.call('GET', 'container/987654/made-documents')).status).toBe(404)
})

test('a manifest of a container stays although it belongs to no order', async () => {
  const order = await records.addOrder()
  const sailing = await server.db
    .insertInto('sailings')
    .values({
      reference: 'S-2026-0412',
      vesselId: records.vessel.id,
      voyage: '018E',
      masterBill: 'COSU1234567',
      portOfLoading: 'CNNGB',
      portOfDischarge: 'USLAX',
      status: 'planned',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const box = await server.call('POST', 'container', { body: { sailingId: sailing.id, sizeType: '42G1', number: '' } })
  const containerId = box.body.data.id
  const path = `container/${containerId}/made-documents`
  const make = () => server.call('POST', path, { body: { kind: 'manifest' } })
  expect((await make()).body.data).toEqual({
    number: 'Container number is missing',
    orders: 'An order in the container is missing',
  })
  await server.db
    .insertInto('loadings')
    .values({
      orderId: order.id,
      sailingId: sailing.id,
      containerId,
      pieces: 40,
      receivedAt: '2026-11-01T10:00:00Z',
      position: 1,
    })
    .execute()
  await server.db
    .updateTable('containers')
    .set({ number: 'MSKU1234565', seal: 'CN99' })
    .where('id', '=', containerId)
    .execute()
  const { body } = await make()
  expect(body.data.versions).toMatchObject([{ version: 1, name: 'Container manifest S-2026-0412 MSKU1234565.pdf' }])
  const [{ documentId }] = body.data.versions
  const pdf = await records.fileOf(documentId)
  expect(HAS_QPDF ? await checkPdf(pdf) : '').toBe('')
  const text = (await textOfPdf(pdf)).join('\n')
  for (const part of [
    'Container manifest',
    'S-2026-0412',
    'COSU1234567',
    'MSKU1234565',
    'CN99',
    'Ningbo Lamps',
    '40',
    '620.000',
  ])
    expect(text).toContain(part)
  await server.db
    .updateTable('documents')
    .set({ createdAt: '2020-01-01T00:00:00Z' })
    .where('id', '=', documentId)
    .execute()
  await sweepDocuments(server.db, server.services.files)
  expect((await records.fileOf(documentId)).length).toBeGreaterThan(1000)
  expect((await server.call('GET', path)).body.data).toMatchObject([{ kind: 'manifest', changed: false }])
  // The labels count the pieces that were received.
  expect(await records.one(order.id, 'labels')).toMatchObject({ pieces: 40, missing: [] })
})

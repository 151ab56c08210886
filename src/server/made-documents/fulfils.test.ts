import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { sizeOfPdf, textOfPdf } from '#server/pdf/read-pdf.fixture.ts'
import { createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { madeRecords, nameCompany } from './made-documents.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof madeRecords>>
let requirementId: number

const ask = (body: object) =>
  server.call('POST', 'document-requirement', {
    body: { name: 'Notice of arrival', categoryId: 4, supplier: 'us', basis: 'eta', offsetDays: -3, ...body },
  })

beforeAll(async () => {
  records = await madeRecords(server)
  await nameCompany(server)
  requirementId = (await ask({ makes: 'arrival-notice' })).body.data.id
})

const paperOf = async (orderId: number): Promise<Paper> =>
  (await server.call('GET', `request/booking/${orderId}/requirements`)).body.data.items.find(
    (paper: Paper) => paper.requirementId === requirementId,
  )

test('only papers that we supply can be made', async () => {
  const { status, body } = await ask({ name: 'Theirs', supplier: 'client', makes: 'house-bill' })
  expect(status).toBe(400)
  expect(body.data).toEqual({ makes: 'We make only papers that we supply' })
  expect((await ask({ name: 'No such kind', makes: 'labels' })).body.data).toHaveProperty('makes')
})

test('making a document accepts the paper that it is, again the newer version, and says so in the trail', async () => {
  const { addOrder, made } = records
  const order = await addOrder()
  expect(await paperOf(order.id)).toMatchObject({ state: 'open', makes: 'arrival-notice' })
  const first = await made(order.id, 'arrival-notice')
  expect(await paperOf(order.id)).toMatchObject({
    state: 'accepted',
    documentId: first.state.versions[0]?.documentId,
  })
  const second = await made(order.id, 'arrival-notice')
  expect((await paperOf(order.id)).documentId).toBe(second.state.versions[0]?.documentId)
  await made(order.id, 'delivery-order')
  expect((await paperOf(order.id)).documentId).toBe(second.state.versions[0]?.documentId)
  const trail = await server.db
    .selectFrom('auditEntries')
    .select('action')
    .where('entity', '=', 'orders')
    .where('entityId', '=', order.id)
    .where('action', '=', 'order.paper')
    .execute()
  expect(trail).toHaveLength(2)
})

test('a paper with a file of somebody else, or waived, stays as it is', async () => {
  const { addOrder, made } = records
  const order = await addOrder()
  const { id } = await paperOf(order.id)
  await server.call('PUT', `request/booking/${order.id}/requirements/${id}`, {
    body: { state: 'waived', reason: 'The client has it' },
  })
  await made(order.id, 'arrival-notice')
  expect(await paperOf(order.id)).toMatchObject({ state: 'waived', documentId: null })
})

test('with fulfils false nothing is accepted; a version that is there already fulfils as a new one does', async () => {
  const { addOrder, made } = records
  const order = await addOrder()
  const { state } = await made(order.id, 'arrival-notice', { fulfils: false })
  expect((await paperOf(order.id)).state).toBe('open')
  await made(order.id, 'arrival-notice', { ifChanged: true })
  expect(await paperOf(order.id)).toMatchObject({ state: 'accepted', documentId: state.versions[0]?.documentId })
})

test('documents are made for the paper of the company: A4, or Letter from now on', async () => {
  const { addOrder, made } = records
  const order = await addOrder()
  const token = await server.tokenFor((await createUser(server.db, { role: [Role.ADMIN] })).id)
  expect(await sizeOfPdf((await made(order.id, 'house-bill')).pdf)).toEqual([595, 842])
  const { updatedAt } = (await server.call('GET', 'admin/company', { token })).body.data
  const wrong = await server.call('PUT', 'admin/company', { token, body: { paperSize: 'a3', updatedAt } })
  expect(wrong.body.data).toHaveProperty('paperSize')
  const { body } = await server.call('PUT', 'admin/company', { token, body: { paperSize: 'letter', updatedAt } })
  expect(body.data.paperSize).toBe('letter')
  expect(await sizeOfPdf((await made(order.id, 'house-bill')).pdf)).toEqual([612, 792])
  await nameCompany(server, { paperSize: 'a4' })
})

test('an arrival notice has bills, packages and the amount; a delivery order parts consignee and destination', async () => {
  const { addOrder, made, price } = records
  const order = await addOrder({ cartageName: 'San Francisco Bay Area' })
  await price(order.id, [])
  const notice = (await textOfPdf((await made(order.id, 'arrival-notice')).pdf)).join('\n')
  for (const part of ['House bill', order.trackingCode.slice(0, 4), 'Packages', '40', 'Amount due', 'USD 855.96'])
    expect(notice).toContain(part)
  const release = (await textOfPdf((await made(order.id, 'delivery-order')).pdf)).join('\n')
  expect(release).toMatch(/Consignee[\s\S]*Deliver to/)
})

test('a quote says in words how each charge is reckoned and how long it holds, and has no formula', async () => {
  const { addOrder, made, price } = records
  const order = await addOrder()
  await price(order.id, [
    { code: 'ocean', label: 'Ocean freight', formula: 'max(10 × 3, 20 × 1) = 800.10', amount: 800.1 },
    { code: 'customs', label: 'Customs brokerage', formula: 'flat fee = 55.86', amount: 55.86 },
  ])
  const text = (await textOfPdf((await made(order.id, 'quote')).pdf)).join('\n')
  for (const part of ['Prepared for', 'per revenue ton, minimum 1', 'per shipment', 'Valid for 14 days'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/max\(|flat fee|Consignee/)
})

import { beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'
import { day, sailingRecords } from './sailing-records.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
beforeAll(async () => {
  records = await sailingRecords(server)
  for (const [name, mandatory] of [
    ['Commercial invoice', true],
    ['Packing list', true],
    ['Photos', false],
  ] as const) {
    const body = { name, mandatory, categoryId: 1, supplier: 'client', basis: 'documentation-cut-off', offsetDays: -3 }
    await server.call('POST', 'document-requirement', { body })
  }
})

test('closing a sailing names everything that keeps it open at once; papers that are missing can be confirmed, cargo cannot', async () => {
  const sailing = await records.addSailing()
  const orders = [await records.addOrder(), await records.addOrder()]
  const [one, two] = orders.map(({ id }) => id)
  await records.load(sailing.id, [one ?? 0, two ?? 0])
  const close = (body: object = {}) =>
    server.call('PUT', `sailing/${sailing.id}`, { body: { status: 'closed', ...body } })
  for (const body of [{}, { confirm: true }]) {
    const { status, body: refused } = await close(body)
    expect([status, refused.message]).toEqual([
      409,
      expect.stringMatching(/^2 orders are neither received nor rolled: .+\. 2 orders lack papers: .+$/),
    ])
    expect(refused.data).toMatchObject({
      ready: false,
      orders: [{ orderId: one }, { orderId: two }],
      papers: [{ orderId: one }, { orderId: two, names: ['Commercial invoice', 'Packing list'] }],
    })
    // The same reasons can be read before anything is closed.
    expect((await server.call('GET', `sailing/${sailing.id}/closing`)).body.data).toEqual(refused.data)
  }
  await server.call('POST', `sailing/${sailing.id}/received`, {
    body: { orderIds: [one, two], at: new Date().toISOString() },
  })
  const path = `request/booking/${one}/requirements`
  const [invoice] = (await server.call('GET', path)).body.data.items
  await server.call('PUT', `${path}/${invoice.id}`, { body: { state: 'waived', reason: 'On file' } })
  const refused = await close()
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(
    /^2 orders lack papers: TEST - \d{4} - \d{4} \(Packing list\); TEST - \d{4} - \d{4} \(Commercial invoice, Packing list\)$/,
  )
  expect(refused.body.data.papers).toMatchObject([
    { orderId: one, names: ['Packing list'] },
    { orderId: two, names: ['Commercial invoice', 'Packing list'] },
  ])
  expect((await close({ confirm: true })).body.data.status).toBe('closed')
  const empty = await records.addSailing()
  expect((await server.call('GET', `sailing/${empty.id}/closing`)).body.data).toEqual({
    ready: true,
    orders: [],
    papers: [],
  })
  expect((await server.call('GET', 'sailing/999999/closing')).status).toBe(404)
})

test('due dates follow the sailing with the booking confirmation', async () => {
  const sailing = await records.addSailing({ documentationCutOffAt: day(6) })
  const order = await records.addOrder()
  const dueAt = async () =>
    (await server.call('GET', `request/booking/${order.id}/requirements`)).body.data.items[0].dueAt
  expect(await dueAt()).toBeNull()
  await records.load(sailing.id, [order.id])
  expect(await dueAt()).toBe(day(3))
  await server.db
    .updateTable('confirmations')
    .set({ documentationCutOffAt: day(9) })
    .where('orderId', '=', order.id)
    .execute()
  expect(await dueAt()).toBe(day(6))
})

test('a cargo cut-off waits in the queue until its cargo is rolled to a later sailing', async () => {
  const [from, to] = [await records.addSailing({ cargoCutOffAt: day(1) }), await records.addSailing()]
  const order = await records.addOrder()
  await records.load(from.id, [order.id])
  const waits = async () => {
    const { body } = await server.call('GET', `request/booking/${order.id}/attention`)
    return body.data.some(({ rule }: { rule: string }) => rule === 'cargo-cut-off')
  }
  expect(await waits()).toBe(true)
  const roll = { orderIds: [order.id], toSailingId: to.id, reason: 'Cut-off missed' }
  expect((await server.call('POST', `sailing/${from.id}/roll`, { body: roll })).status).toBe(200)
  expect(await waits()).toBe(false)
})

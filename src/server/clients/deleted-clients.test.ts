import { expect, test } from 'vitest'
import { createOrder } from '#server/test/records.ts'
import { register } from '#server/test/registration.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

test('deleting hides a client and its orders, ends its sessions and cancels its queued mails, and returns how many', async () => {
  const { id, email } = (await register(server)).body.data
  const orders = [await createOrder(server.db, { userId: id }), await createOrder(server.db, { userId: id })]
  const mail = await server.db
    .insertInto('mails')
    .values({
      kind: 'event',
      orderId: orders[0]?.id,
      orderEventId: null,
      userId: null,
      createdBy: null,
      templateId: null,
      templateTitle: null,
      subject: 's',
      html: 'h',
      text: 't',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('mailDeliveries')
    .values([
      { mailId: mail.id, role: 'to', address: email, state: 'queued', reason: null },
      { mailId: mail.id, role: 'copy', address: 'copy@example.test', state: 'sent', reason: null },
    ])
    .execute()
  const token = await server.tokenFor(id)
  const reply = await server.call('DELETE', `admin/user/${id}`)
  expect(reply.body).toMatchObject({ code: 200, data: { id, orders: 2, mails: 1 } })
  expect((await server.call('GET', `user/${id}`)).status).toBe(404)
  expect((await server.call('GET', `request/booking/get/${orders[0]?.id}`)).status).toBe(404)
  expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  const states = await server.db
    .selectFrom('mailDeliveries')
    .select('state')
    .where('mailId', '=', mail.id)
    .orderBy('id')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['cancelled', 'sent'])
  expect((await server.call('DELETE', `admin/user/${id}`)).status).toBe(404)
})

test('a deleted client is restored with the orders that were deleted with it, and no others', async () => {
  const { id } = (await register(server)).body.data
  const order = await createOrder(server.db, { userId: id })
  const before = await createOrder(server.db, { userId: id, deletedAt: new Date('2026-01-01T00:00:00Z') })
  await server.call('DELETE', `admin/user/${id}`)
  const listed = (await server.call('GET', 'admin/user/deleted')).body.data.items[0]
  expect(listed).toMatchObject({ id, deletedBy: 'Mara Staff', orders: 2 })
  const found = async (search: string) => (await server.call('GET', `admin/user/deleted?search=${search}`)).body.data
  expect((await found(encodeURIComponent(listed.email))).items).toEqual([listed])
  expect((await found('nobody%25')).totalCount).toBe(0)
  expect(Date.parse(listed.purgedAt) - Date.parse(listed.deletedAt)).toBe(30 * 24 * 3600 * 1000)
  const restored = await server.call('POST', `admin/user/${id}/restore`)
  expect(restored.body.data).toMatchObject({ id, orders: 1 })
  expect((await server.call('GET', `request/booking/get/${order.id}`)).status).toBe(200)
  expect((await server.call('GET', `request/booking/get/${before.id}`)).status).toBe(404)
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(404)
})

test('restoring a client whose email is in use again is 409', async () => {
  const { id, email } = (await register(server)).body.data
  await server.call('DELETE', `admin/user/${id}`)
  expect((await register(server, { email })).status).toBe(200)
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(409)
})

test('after 30 days a deleted client can no longer be restored', async () => {
  const { id } = (await register(server)).body.data
  const past = (days: number) => new Date(Date.now() - days * 86_400_000)
  await server.db
    .updateTable('users')
    .set({ deletedAt: past(30.01) })
    .where('id', '=', id)
    .execute()
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(404)
  await server.db
    .updateTable('users')
    .set({ deletedAt: past(29.99) })
    .where('id', '=', id)
    .execute()
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(200)
})

import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { booking } from '#server/test/bookings.ts'
import { createLane, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let clientId: number

beforeAll(async () => {
  clientId = (await createUser(server.db)).id
})

const newOrder = () => createOrder(server.db, { userId: clientId })
const staff = (values = {}) => createUser(server.db, { role: [Role.MANAGER], companyName: '', ...values })
const put = (orderId: number, userId: unknown) =>
  server.call('PUT', `request/booking/${orderId}/in-charge`, { body: { userId } })
const read = async (id: number) => (await server.call('GET', `request/booking/get/${id}`)).body.data

test('whoever books an order is in charge of it', async () => {
  const { depot, cartage } = await createLane(server.db)
  const { body } = await server.call('POST', 'request/booking', {
    body: { ...booking, userId: clientId, shipmentOriginPort: depot.id, shipmentDestination: cartage.id },
  })
  const me = (await server.call('GET', 'user/personal/get')).body.data
  expect(body.data.inCharge).toEqual({ id: me.id, name: me.username })
})

test('any member of staff can be put in charge, and the version stays', async () => {
  const [order, marta] = [await newOrder(), await staff({ username: 'Marta Silva' })]
  const { updatedAt } = await read(order.id)
  const { body } = await put(order.id, marta.id)
  expect(body.data).toMatchObject({ inCharge: { id: marta.id, name: 'Marta Silva' }, inChargeId: marta.id, updatedAt })
  expect((await put(order.id, null)).body.data.inCharge).toBeNull()
})

test('the audit trail names who was and who is in charge', async () => {
  const [order, marta] = [await newOrder(), await staff({ username: 'Marta Reis' })]
  const token = await server.tokenFor((await staff({ role: [Role.ADMIN] })).id)
  await put(order.id, marta.id)
  await put(order.id, marta.id)
  const { body } = await server.call('GET', `admin/audit?entity=orders&entity_id=${order.id}`, { token })
  expect(body.data.items).toHaveLength(1)
  expect(body.data.items[0]).toMatchObject({
    action: 'order.in-charge',
    changes: [{ label: 'In charge', before: '', after: 'Marta Reis' }],
  })
})

test('clients, CSRs, disabled and unknown accounts cannot be in charge', async () => {
  const order = await newOrder()
  const disabled = await staff({ disabledAt: new Date() })
  const csr = await staff({ role: [Role.CSR] })
  for (const id of [clientId, csr.id, disabled.id, 2_147_483_647]) {
    const { status, body } = await put(order.id, id)
    expect([status, body.data]).toEqual([400, { userId: 'This is not a member of staff' }])
  }
  expect((await put(order.id, 'Marta')).status).toBe(400)
  expect((await put(2_147_483_647, null)).status).toBe(404)
})

test('the orders of a disabled account have nobody in charge', async () => {
  const [order, gone] = [await newOrder(), await staff()]
  await put(order.id, gone.id)
  await server.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', gone.id).execute()
  expect((await read(order.id)).inCharge).toBeNull()
  const { body } = await server.call('GET', 'staff/get_all')
  expect(body.data.items.map(({ id }: { id: number }) => id)).not.toContain(gone.id)
})

test('the list of orders names the member of staff by id', async () => {
  const [order, marta] = [await newOrder(), await staff()]
  await put(order.id, marta.id)
  const { body } = await server.call('GET', `request/booking/search?tracking_code=${order.trackingCode}`)
  expect(body.data.items[0].inChargeId).toBe(marta.id)
})

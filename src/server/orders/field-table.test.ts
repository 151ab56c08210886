import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { booking } from '#server/test/bookings.ts'
import { createLane, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

// Runs the whole server on a copy of the table with one more row. Nothing else mentions the new field.
vi.mock('#contract/orders/field-table.ts', async (original) => {
  const { withOneMoreField } = await import('#contract/orders/field-table.fixture.ts')
  return withOneMoreField(await original<typeof import('#contract/orders/field-table.ts')>())
})

let server: TestServer
let clientId: number

beforeAll(async () => {
  server = await startTestServer()
  // The new row has this migration.
  await sql`alter table orders add column warehouse_note varchar(20) not null default ''`.execute(server.db)
  await sql`insert into template_variables (id, identifier, name, description)
    values (1000, 'order.warehouseNote', 'Warehouse note', 'For the warehouse alone')`.execute(server.db)
  clientId = (await createUser(server.db)).id
})
afterAll(() => server.close())

const newOrder = () => createOrder(server.db, { userId: clientId })
const save = (id: number, body: object) => server.call('PUT', `request/booking/edit/${id}`, { body })

const preview = async (orderId: number | null) => {
  const body = { content: '<p>{{ order.warehouseNote }}</p>', orderId, type: 'mail' }
  return JSON.stringify((await server.call('POST', 'template/email/live_preview', { body })).body)
}

test('a preview without orders shows the sample of a new field', async () => {
  expect(await preview(null)).toContain('Fragile')
})

test('a mail shows a new field', async () => {
  const { id } = await newOrder()
  await save(id, { warehouseNote: 'Keep dry' })
  expect(await preview(id)).toContain('Keep dry')
})

test('a new field is saved, read, listed and limited in length', async () => {
  const { id } = await newOrder()
  const saved = await save(id, { warehouseNote: 'Keep dry' })
  expect(saved.body.data).toMatchObject({ id, warehouseNote: 'Keep dry' })
  expect((await server.call('GET', `request/booking/get/${id}`)).body.data.warehouseNote).toBe('Keep dry')
  expect((await server.call('GET', 'request/booking/get_all')).body.data.items[0]).toMatchObject({
    id,
    warehouseNote: 'Keep dry',
  })
  expect((await save(id, { warehouseNote: 'x'.repeat(20) })).status).toBe(200)
  expect((await save(id, { warehouseNote: 'x'.repeat(21) })).body).toMatchObject({
    code: 400,
    data: { warehouseNote: 'Warehouse note must be no more than 20 characters' },
  })
})

test('a booking accepts a new field', async () => {
  const { depot, cartage } = await createLane(server.db)
  const lane = { shipmentOriginPort: depot.id, shipmentDestination: cartage.id }
  const body = { ...booking, ...lane, userId: clientId, warehouseNote: 'Two pallets' }
  const booked = await server.call('POST', 'request/booking', { body })
  expect(booked.body.data).toMatchObject({ warehouseNote: 'Two pallets' })
})

test('the audit trail keeps changes to a new field, and names it by its full label', async () => {
  const { id } = await newOrder()
  await save(id, { warehouseNote: 'Keep dry' })
  const entry = await server.db
    .selectFrom('auditEntries')
    .select(['before', 'after'])
    .where('action', '=', 'order.update')
    .where('entityId', '=', id)
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ before: { warehouseNote: '' }, after: { warehouseNote: 'Keep dry' } })
  const { body } = await server.call('GET', `admin/history/orders/${id}`)
  expect(body.data.items[0].changes).toMatchObject([
    { label: "Shipper's warehouse note", before: '', after: 'Keep dry' },
  ])
})

test('the API document describes a new field', async () => {
  const { body } = await server.call('GET', 'openapi.json')
  const { Order, OrderListItem } = body.components.schemas
  for (const schema of [Order, OrderListItem])
    expect(schema.properties.warehouseNote.description).toBe('Warehouse note. For the warehouse alone')
})

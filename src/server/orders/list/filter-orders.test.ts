import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import {
  client,
  colleague,
  found,
  list,
  me,
  nameOf,
  orders,
  server,
  startFilteredOrders,
} from './filtered-orders.fixture.ts'

beforeAll(startFilteredOrders)
afterAll(() => server.close())

describe('what an order refers to', () => {
  test('destination, event, sailing and the reasons in the queue', async () => {
    const { db } = server
    const { shipmentDestination, lastEventId } = await db
      .selectFrom('orders')
      .select(['shipmentDestination', 'lastEventId'])
      .where('id', '=', orders.first)
      .executeTakeFirstOrThrow()
    expect(await found(`f.destination=is:${shipmentDestination}`)).toBe('first')
    expect(await found(`f.destination=not:${shipmentDestination}`)).toBe('second third bare')
    expect(await found(`f.event=in:${lastEventId},2147483647`)).toBe('first')
    const vessel = await db
      .insertInto('vessels')
      .values({ name: 'Ever Filter', imoNumber: '9074729' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sailing = await db
      .insertInto('sailings')
      .values({ reference: 'S-2026-0001', vesselId: vessel.id, voyage: '1', portOfLoading: 'A', portOfDischarge: 'B' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('loadings').values({ orderId: orders.third, sailingId: sailing.id, position: 1 }).execute()
    expect(await found(`f.sailing=is:${sailing.id}`)).toBe('third')
    expect(await found(`f.sailing=not:${sailing.id}`)).toBe('first second bare')
    expect(await found('f.sailing=filled')).toBe('third')
    await db.deleteFrom('attention').execute()
    const item = { orderId: orders.first, rule: 'quiet', severity: 1 }
    await db
      .insertInto('attention')
      .values([item, { ...item, rule: 'document' }])
      .execute()
    await db
      .insertInto('attention')
      .values({ ...item, orderId: orders.second, waivedBy: me, waivedAt: new Date(), waivedReason: 'Known' })
      .execute()
    expect(await found('f.attention=is:quiet')).toBe('first')
    expect(await found('f.attention=in:quiet,note-due')).toBe('first')
    expect(await found('f.attention=not:quiet')).toBe('second third bare')
    expect(await found('f.attention=filled')).toBe('first')
    expect(await found('f.attention=empty')).toBe('second third bare')
  })

  test('a record that is gone matches nothing', async () => {
    expect(await found('f.destination=is:999999')).toBe('')
    expect(await found('f.event=is:999999')).toBe('')
    expect(await found('f.sailing=in:999998,999999')).toBe('')
    expect(await found('f.destination=not:999999')).toBe('first second third bare')
  })

  test('a disabled account looks after nothing, as the list shows it', async () => {
    expect(await found('f.inCharge=empty')).toBe('third bare')
    expect(await found('f.inCharge=filled')).toBe('first second')
    expect(await found(`f.inCharge=in:me,${colleague}`)).toBe('first second')
    const other = await server.call('GET', 'request/booking/get_all?f.inCharge=is:me', {
      token: await server.tokenFor(colleague),
    })
    expect(other.body.data.items.map(({ id }: { id: number }) => nameOf(id))).toEqual(['second'])
  })
})

describe('what cannot be asked', () => {
  test('an unknown filter is 400 at its name and names those that exist', async () => {
    const reply = await list('f.colour=is:red')
    expect(reply.status).toBe(400)
    expect(reply.body.data['f.colour']).toContain('f.status')
    expect((await list('f.=is:1')).status).toBe(400)
    expect((await list('f.__proto__=is:1')).status).toBe(400)
  })

  test.each(Object.keys(ORDER_FILTERS))(
    'f.%s refuses an unknown operator, a wrong value and being sent twice',
    async (field) => {
      const at = `f.${field}`
      const operator = await list(`${at}=like:1`)
      expect([operator.status, operator.body.data[at]]).toEqual([400, expect.stringContaining('Allowed: ')])
      for (const sent of [`${at}=is:`, `${at}=between:x`, `${at}=empty:1`, `${at}=empty&${at}=filled`]) {
        const reply = await list(sent)
        expect([reply.status, typeof reply.body.data[at]], sent).toEqual([400, 'string'])
      }
    },
  )

  test.each([
    "'",
    "' or '1'='1",
    '%27%20or%201=1--',
    "'; drop table orders; --",
    '\\',
    '$1',
    '{}',
    '{a,b}',
    '"',
    'NULL',
    "%' or 'x' like '%",
  ])('%j is looked for, not run', async (text) => {
    for (const [field, operator] of [
      ['company', 'has'],
      ['company', 'is'],
      ['client', 'starts'],
      ['origin', 'has'],
    ]) {
      const reply = await list(
        new URLSearchParams({ [`f.${field}`]: `${operator}:${text.replaceAll(',', '%2C')}` }).toString(),
      )
      expect(reply.status).toBe(200)
      expect(reply.body.data.totalCount).toBeLessThan(2)
    }
    for (const field of ['status', 'event', 'volume', 'eta', 'attention'])
      expect((await list(new URLSearchParams({ [`f.${field}`]: `is:${text}` }).toString())).status).toBe(400)
    expect((await list('')).body.data.totalCount).toBe(4)
  })

  test('filters are for staff: clients, visitors and calls of their own refuse them', async () => {
    const token = await server.tokenFor(client)
    expect((await server.call('GET', 'request/booking/get_all?f.status=is:0', { token })).status).toBe(403)
    expect((await server.call('GET', 'request/booking/get_all?f.status=is:0', { token: null })).status).toBe(401)
    const own = await server.call('GET', `request/booking/get/user/${client}?f.status=is:0`, { token })
    expect([own.status, own.body.message]).toEqual([400, expect.stringContaining('Unknown filter f.status')])
    const search = await list('').then(() => server.call('GET', 'request/booking/search?tracking_code=A&f.status=is:0'))
    expect(search.status).toBe(400)
  })
})

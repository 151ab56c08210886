import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { daysFromNow, hoursFromNow, startQueue } from './attention.fixture.ts'
import { keepItems, keepItemsAlone, rebuildItems, sweepItems } from './keep-items.ts'

const { server, queue, calm, dueIn, post, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(() => noOrders())

describe('keeping', () => {
  const snapshot = async () =>
    server.db
      .selectFrom('attention')
      .select(['orderId', 'rule', 'subject', 'severity', 'dueAt', 'detail', 'claimedBy', 'waivedReason'])
      .where('resolvedAt', 'is', null)
      .orderBy('orderId')
      .orderBy('rule')
      .execute()

  test('a rebuild gives exactly what was there, and mends what was not', async () => {
    const { id } = await dueIn(1)
    const waived = await dueIn(2, { lastEventTime: daysFromNow(-9) })
    await post(`${id}/claim`)
    await post(`${waived.id}/waive`, { reason: 'Rolled' })
    const before = await snapshot()
    expect(before).toHaveLength(3)
    expect(await rebuildItems(server.db)).toMatchObject({ opened: 0, closed: 0, open: 3 })
    expect(await snapshot()).toEqual(before)
    await sql`delete from attention where rule = 'quiet'`.execute(server.db)
    await sql`update attention set detail = '{"wrong": true}'`.execute(server.db)
    await sql`insert into attention (order_id, rule, severity) values (${waived.orderId}, 'not-arrived', 2)`.execute(
      server.db,
    )
    expect(await rebuildItems(server.db)).toMatchObject({ opened: 1, closed: 1, open: 3 })
    expect(await snapshot()).toEqual(before)
    expect(await keepItems(server.db)).toBe(0)
  })

  test('of several instances, one keeps the items', async () => {
    const { orderId } = await dueIn(1)
    await sql`delete from attention`.execute(server.db)
    await server.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(6201031)`.execute(tx)
      expect(await keepItemsAlone(server.db)).toBe(0)
    })
    expect(await keepItemsAlone(server.db)).toBe(1)
    expect(await queue.open(orderId)).toEqual(['cargo-cut-off'])
  })

  test('what was done more than 400 days ago is swept', async () => {
    const { id, orderId } = await dueIn(1)
    await server.db.updateTable('orders').set({ lastMilestone: 'received' }).where('id', '=', orderId).execute()
    const done = (days: number) =>
      sql`update attention set resolved_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(server.db)
    await done(399)
    expect(await sweepItems(server.db)).toBe(0)
    await done(401)
    expect(await sweepItems(server.db)).toBe(1)
  })
})

describe('time', () => {
  /** Lets time pass for an order, without its triggers. */
  const later = (orderId: number, hours: number) =>
    server.db.transaction().execute(async (tx) => {
      await sql`set local quayside.attention = 'off'`.execute(tx)
      await sql`update confirmations set cargo_cut_off_at = cargo_cut_off_at - make_interval(hours => ${hours})
        where order_id = ${orderId}`.execute(tx)
    })

  test('the job opens what has become due since, and nothing twice', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(60) })
    await keepItems(server.db)
    await later(order.id, 20)
    expect(await queue.open(order.id)).toEqual([])
    expect(await keepItems(server.db)).toBe(1)
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
    expect(await keepItems(server.db)).toBe(0)
  })
})

import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { createUser } from '#server/test/records.ts'
import { changesOf, daysFromNow, hoursFromNow, queueOf, startQueue } from './attention.fixture.ts'

const { server, queue, calm } = await startQueue()
const { confirm, change } = changesOf(server)
afterAll(() => server.close())

test('an order that was booked now needs nobody', async () => {
  expect(await queue.open((await calm()).id)).toEqual([])
})

describe('every order', () => {
  test('needs nothing once it is cancelled or completed, and again what it needs when it is back in progress', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5), estimatedTimeOfDepartureAt: daysFromNow(-2) })
    for (const status of [OrderStatus.CANCELLED, OrderStatus.COMPLETED]) {
      expect(await queue.open(order.id)).toEqual(['cargo-cut-off', 'not-departed'])
      await change(order.id, { status })
      expect(await queue.open(order.id)).toEqual([])
      await change(order.id, { status: OrderStatus.IN_PROGRESS })
    }
    await change(order.id, { deletedAt: hoursFromNow(0) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('who is in charge goes with it; a disabled account counts as nobody', async () => {
    const marta = await createUser(server.db, { role: [Role.MANAGER] })
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5) })
    await server.call('PUT', `request/booking/${order.id}/in-charge`, { body: { userId: marta.id } })
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ inChargeId: marta.id })
    const disable = (disabledAt: string | null) =>
      server.db.updateTable('users').set({ disabledAt }).where('id', '=', marta.id).execute()
    await disable(hoursFromNow(0))
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ inChargeId: null })
    await disable(null)
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ inChargeId: marta.id })
  })

  test('nothing is left of a change that was rolled back', async () => {
    const order = await calm()
    await server.db
      .transaction()
      .execute(async (tx) => {
        await tx
          .updateTable('confirmations')
          .set({ cargoCutOffAt: hoursFromNow(5) })
          .where('orderId', '=', order.id)
          .execute()
        expect(await queueOf(tx).open(order.id)).toEqual(['cargo-cut-off'])
        throw new Error('no')
      })
      .catch(() => {})
    expect(await queue.open(order.id)).toEqual([])
  })

  test('two changes at once leave what the second one sees', async () => {
    const order = await calm({ lastMilestone: 'received' })
    const first = server.db.transaction().execute(async (tx) => {
      await tx.updateTable('orders').set({ lastMilestone: null }).where('id', '=', order.id).execute()
      // The order's confirmation changes while this transaction is still open, and waits for it.
      const second = confirm(order.id, { cargoCutOffAt: hoursFromNow(5) })
      await sql`select pg_sleep(0.05)`.execute(tx)
      return { second }
    })
    await (await first).second
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hoursFromNow, startQueue } from './attention.fixture.ts'
import { keepItems, rebuildItems } from './keep-items.ts'

const { server, calm, priya, list, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(() => noOrders())

/** A task that is due, on an order that I am in charge of; its assignee can be changed. */
async function dueTask(assigneeId: number | null) {
  const order = await calm({ inChargeId: server.staff.id })
  const path = `request/booking/${order.id}/notes`
  const { body } = await server.call('POST', path, {
    body: { body: 'Call the CFS', dueAt: hoursFromNow(-1), assigneeId },
  })
  expect(body.data).toMatchObject({ assignee: assigneeId === null ? null : { id: assigneeId } })
  const assign = async (to: number | null) =>
    expect((await server.call('PUT', `${path}/${body.data.id}`, { body: { assigneeId: to } })).status).toBe(200)
  return { orderId: order.id, assign }
}

/**
 * Tasks that wait in the lists, their counts and the menu: mine, hers and nobody's. All of them must agree.
 */
async function tasks() {
  const seen = async (query: string, token?: string) => {
    const { items, counts, totalCount } = await list(query, token ? { token } : undefined)
    expect([counts['note-due'] ?? 0, totalCount]).toEqual([items.length, items.length])
    return items.length as number
  }
  const menu = async (token?: string) =>
    (await server.call('GET', 'attention/counts', token ? { token } : undefined)).body.data.mine['note-due'] ?? 0
  const [mine, hers, nobodys] = [
    await seen('?owner=me'),
    await seen('?owner=me', priya.token),
    await seen('?owner=none'),
  ]
  expect([await menu(), await menu(priya.token)]).toEqual([mine, hers])
  expect(await seen(`?owner=${priya.id}`)).toBe(hers)
  return { mine, hers, nobodys }
}

test('a task is in the queue of its assignee, not of who is in charge of the order', async () => {
  await dueTask(priya.id)
  expect(await tasks()).toEqual({ mine: 0, hers: 1, nobodys: 0 })
  expect((await list()).items).toMatchObject([{ rule: 'note-due', inCharge: { id: priya.id } }])
})

test('a task that nobody was given is in the queue of who is in charge', async () => {
  await dueTask(null)
  expect(await tasks()).toEqual({ mine: 1, hers: 0, nobodys: 0 })
})

test('another assignee moves it at once, and no assignee gives it back', async () => {
  const { assign } = await dueTask(priya.id)
  await assign(server.staff.id)
  expect(await tasks()).toEqual({ mine: 1, hers: 0, nobodys: 0 })
  await assign(priya.id)
  expect(await tasks()).toEqual({ mine: 0, hers: 1, nobodys: 0 })
  await assign(null)
  expect(await tasks()).toEqual({ mine: 1, hers: 0, nobodys: 0 })
})

test('another person in charge leaves an assigned task where it is', async () => {
  const { orderId } = await dueTask(priya.id)
  await server.call('PUT', `request/booking/${orderId}/in-charge`, { body: { userId: null } })
  expect(await tasks()).toEqual({ mine: 0, hers: 1, nobodys: 0 })
})

test('while the account of its assignee is disabled it is with who is in charge', async () => {
  await dueTask(priya.id)
  const disable = (at: string | null) =>
    sql`update users set disabled_at = ${at} where id = ${priya.id}`.execute(server.db)
  await disable(hoursFromNow(0))
  expect((await list('?owner=me')).counts).toEqual({ 'note-due': 1 })
  await disable(null)
  expect(await tasks()).toEqual({ mine: 0, hers: 1, nobodys: 0 })
})

test('the job and a rebuild leave it there', async () => {
  await dueTask(priya.id)
  expect(await keepItems(server.db)).toBe(0)
  expect(await rebuildItems(server.db)).toMatchObject({ opened: 0, closed: 0, open: 1 })
  expect(await tasks()).toEqual({ mine: 0, hers: 1, nobodys: 0 })
})

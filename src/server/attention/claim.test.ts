import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { hoursFromNow, startQueue } from './attention.fixture.ts'

const { server, priya, dueIn, post, list, idsOf, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(() => noOrders())

describe('claiming', () => {
  test('says who works on an item; somebody else reads it in the 409', async () => {
    const { id } = await dueIn(1)
    const claimed = await post(`${id}/claim`, undefined, { token: priya.token })
    expect(claimed.body.data).toMatchObject({ claimedBy: { id: priya.id, name: 'Priya Nair' } })
    const second = await post(`${id}/claim`)
    expect([second.status, second.body.message]).toEqual([
      409,
      expect.stringMatching(/^Priya Nair claimed this at \d{1,2}:\d\d\.$/),
    ])
    expect(second.body.data.current.claimedBy.name).toBe('Priya Nair')
    expect((await post(`${id}/claim`, undefined, { token: priya.token })).status).toBe(200)
    expect(await idsOf('?claimed=me', { token: priya.token })).toEqual([id])
    expect(await idsOf('?claimed=me')).toEqual([])
  })

  test('of two people at once, one gets it', async () => {
    const { id } = await dueIn(1)
    const both = await Promise.all([post(`${id}/claim`), post(`${id}/claim`, undefined, { token: priya.token })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('lapses after four hours', async () => {
    const { id } = await dueIn(1)
    await post(`${id}/claim`, undefined, { token: priya.token })
    const claimedAt = (minutes: number) =>
      sql`update attention set claimed_at = now() - make_interval(mins => ${minutes}) where id = ${id}`.execute(
        server.db,
      )
    await claimedAt(239)
    expect((await post(`${id}/claim`)).status).toBe(409)
    await claimedAt(241)
    expect((await list()).items[0].claimedBy).toBeNull()
    expect((await post(`${id}/claim`)).body.data.claimedBy.name).toBe('Mara Staff')
  })

  test('ends when it is released, which only its owner can do', async () => {
    const { id } = await dueIn(1)
    await post(`${id}/claim`, undefined, { token: priya.token })
    expect((await post(`${id}/release`)).status).toBe(409)
    expect((await post(`${id}/release`, undefined, { token: priya.token })).body.data.claimedBy).toBeNull()
    expect((await post(`${id}/release`)).status).toBe(200)
  })

  test.each([
    ['snooze', { until: hoursFromNow(5) }],
    ['snooze', { until: null }],
    ['waive', { reason: 'Rolled' }],
  ])('protects: to %s it is refused to others with the name, and left to its owner', async (verb, body) => {
    const { id } = await dueIn(30)
    await post(`${id}/claim`, undefined, { token: priya.token })
    const refused = await post(`${id}/${verb}`, body)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^Priya Nair claimed this at /)])
    expect(await list()).toMatchObject({ items: [{ id, snoozedUntil: null, waivedReason: null }] })
    expect((await post(`${id}/${verb}`, body, { token: priya.token })).status).toBe(200)
  })

  test('that has lapsed protects no more', async () => {
    const { id } = await dueIn(30)
    await post(`${id}/claim`, undefined, { token: priya.token })
    await sql`update attention set claimed_at = now() - interval '241 minutes' where id = ${id}`.execute(server.db)
    expect((await post(`${id}/waive`, { reason: 'Rolled' })).status).toBe(200)
  })

  test('is not assigning', async () => {
    const { id } = await dueIn(1)
    expect((await post(`${id}/claim`)).body.data.inCharge).toBeNull()
  })
})

describe('several at once', () => {
  test('each is judged by itself, in the order in which they were sent', async () => {
    const [free, taken] = [await dueIn(1), await dueIn(2)]
    await post(`${taken.id}/claim`, undefined, { token: priya.token })
    const { body } = await post('claim', { ids: [taken.id, free.id, 2_147_483_647, free.id] })
    expect(body.data.items).toEqual([
      { id: taken.id, state: 'failed', reason: expect.stringMatching(/^Priya Nair claimed this/) },
      { id: free.id, state: 'done', reason: null },
      { id: 2_147_483_647, state: 'failed', reason: 'This is no longer in the queue' },
    ])
  })

  test('a call that changed nothing is an error: 404 if there are no such items, else 409', async () => {
    const taken = await dueIn(2)
    await post('claim', { ids: [taken.id] }, { token: priya.token })
    expect((await post('claim', { ids: [taken.id] })).status).toBe(409)
    expect((await post('claim', { ids: [2_147_483_647] })).status).toBe(404)
  })

  test('snoozing, releasing and waiving take ids too', async () => {
    const ids = [(await dueIn(30)).id, (await dueIn(31)).id]
    await post('claim', { ids })
    await post('release', { ids })
    expect((await list()).items.map(({ claimedBy }: AttentionItem) => claimedBy)).toEqual([null, null])
    await post('snooze', { ids, until: hoursFromNow(5) })
    expect(await idsOf('?snoozed=1')).toEqual(ids)
    await post('waive', { ids, reason: 'Rolled' })
    expect(await idsOf('?snoozed=1')).toEqual([])
  })

  test('what a colleague has claimed is skipped by name when it is snoozed or waived with others', async () => {
    const [free, taken] = [await dueIn(30), await dueIn(31)]
    await post(`${taken.id}/claim`, undefined, { token: priya.token })
    const ids = [free.id, taken.id]
    const outcome = [
      { id: free.id, state: 'done', reason: null },
      { id: taken.id, state: 'failed', reason: expect.stringMatching(/^Priya Nair claimed this/) },
    ]
    expect((await post('snooze', { ids, until: hoursFromNow(5) })).body.data.items).toEqual(outcome)
    expect((await post('waive', { ids, reason: 'Rolled' })).body.data.items).toEqual(outcome)
    expect(await idsOf()).toEqual([taken.id])
  })

  test.each([[[]], [Array.from({ length: 1001 }, (_, index) => index + 1)], ['all']])(
    'refuses bad ids',
    async (ids) => {
      const { status, body } = await post('claim', { ids })
      expect([status, Object.keys(body.data)]).toEqual([400, ['ids']])
    },
  )
})

test('what is done cannot be changed any more', async () => {
  const { id, orderId } = await dueIn(1)
  await server.db.updateTable('orders').set({ lastMilestone: 'received' }).where('id', '=', orderId).execute()
  const done = await post(`${id}/claim`)
  expect([done.status, done.body.message]).toEqual([409, 'This has already been resolved.'])
  expect((await post('2147483647/claim')).status).toBe(404)
})

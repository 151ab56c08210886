import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOBODY, recordChanges } from '#server/resource/changes.ts'
import { createLoaded, startChanges } from '#server/sailings/date-change/date-change.fixture.ts'
import { startHoldingServer } from '#server/test/holding-server.ts'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { colleague, openLive } from './live.fixture.ts'

let holding: Awaited<ReturnType<typeof startHoldingServer>>
beforeAll(async () => {
  holding = await startHoldingServer(undefined, { pingMs: 200 })
})
afterAll(() => holding.stop())

test('a saved order is told to everybody, as their own only to the session that saved it', async () => {
  const { server } = holding
  const [marta, tom] = [await colleague(server, 'Marta'), await colleague(server, 'Tom')]
  const [hers, her2nd, his] = await Promise.all([
    openLive(server, marta),
    openLive(server, { token: await server.tokenFor(marta.id) }),
    openLive(server, tom),
  ])
  const { id } = await holding.newOrder()
  const body = { additionalInformation: 'Fragile' }
  await server.call('PUT', `request/booking/edit/${id}?notify=0`, { token: marta.token, body })
  const told = { entity: 'orders', ids: [id], orderIds: [id], kind: 'update', by: { id: marta.id, name: 'Marta' } }
  expect(await hers.change({ entity: 'orders', ids: [id] })).toEqual({ ...told, own: true })
  expect(await her2nd.change({ entity: 'orders', ids: [id] })).toEqual({ ...told, own: false })
  expect(await his.change({ entity: 'orders', ids: [id] })).toEqual({ ...told, own: false })
  for (const live of [hers, her2nd, his]) {
    expect(live.named('change')[0]?.id).toMatch(/^\d+\.\d+$/)
    await live.close()
  }
})

test('setting an event, a note and the sent mail are told, each with its order', async () => {
  const { server } = holding
  const live = await openLive(server)
  const { id } = await holding.newOrder()
  const mailId = (await holding.setWithMail(id)).body.data.mail.id
  await live.change({ entity: 'orders', kind: 'set-event', ids: [id], own: true })
  await server.call('POST', `request/booking/${id}/notes`, { body: { body: 'Called them' } })
  await live.change({ entity: 'orders', kind: 'note', ids: [id] })
  await server.db.updateTable('mailDeliveries').set({ nextAttemptAt: null }).where('mailId', '=', mailId).execute()
  await holding.deliver(mailId)
  expect(await live.change({ entity: 'mails', kind: 'sent' })).toEqual({
    entity: 'mails',
    ids: [mailId],
    orderIds: [id],
    kind: 'sent',
    by: null,
    own: false,
  })
  await live.close()
})

test('the bell is told to the person it rings for, and to nobody else', async () => {
  const { server } = holding
  const tom = await colleague(server, 'Tom')
  const [mine, his] = [await openLive(server), await openLive(server, tom)]
  const { id } = await holding.newOrder()
  await server.call('POST', `request/booking/${id}/notes`, { body: { body: '@Tom', mentions: [tom.id] } })
  expect(await his.change({ entity: 'notifications' })).toMatchObject({ ids: [tom.id], kind: 'tell' })
  await server.call('POST', 'notifications/read', { token: tom.token, body: { all: true } })
  expect(await his.change({ entity: 'notifications', kind: 'read' })).toMatchObject({ ids: [tom.id], own: true })
  await mine.change({ entity: 'orders', kind: 'note', ids: [id] })
  expect(mine.changes().filter(({ entity }) => entity === 'notifications')).toEqual([])
  await Promise.all([mine.close(), his.close()])
})

test('what comes into the queue, is claimed, snoozed, waived and leaves it is told, each once', async () => {
  const { server } = holding
  const tom = await colleague(server, 'Tom')
  const live = await openLive(server, tom)
  const { id: userId } = await createUser(server.db)
  const { id } = await createOrder(server.db, { userId })
  const exam = await createEvent(server.db, 'Exam')
  await server.db.updateTable('events').set({ milestone: 'customs-exam' }).where('id', '=', exam.id).execute()
  await holding.set(id, { eventId: exam.id, date: String(Math.floor(Date.now() / 1000)) })
  const opened = await live.change({ entity: 'attention', kind: 'open', orderIds: [id] })
  const item = opened.ids[0]
  await server.call('POST', `attention/${item}/claim`)
  await live.change({ entity: 'attention', kind: 'claim', ids: [item ?? 0], orderIds: [id], own: false })
  await server.call('POST', `attention/${item}/release`)
  await server.call('POST', `attention/${item}/snooze`, {
    body: { until: new Date(Date.now() + 60_000).toISOString() },
  })
  await server.call('POST', `attention/${item}/waive`, { body: { reason: 'Cleared' } })
  await live.change({ entity: 'attention', kind: 'waive', ids: [item ?? 0] })
  const { rows } = await sql<{ kind: string }>`
    select kind from changes where entity = 'attention' and entity_id = ${item ?? 0} order by xid, id`.execute(
    server.db,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['open', 'claim', 'release', 'snooze', 'waive'])
  await live.close()
})

test('logins are told to nobody; a change that is rolled back neither', async () => {
  const { server } = holding
  const live = await openLive(server)
  await server.call('POST', 'logout', { token: (await colleague(server, 'Ana')).token })
  await expect(
    server.db.transaction().execute(async (tx) => {
      await recordChanges(tx, NOBODY, [{ entity: 'ports', entityId: 1, kind: 'update' }])
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await recordChanges(server.db, NOBODY, [{ entity: 'ports', entityId: 2, kind: 'update' }])
  expect(await live.change({ entity: 'ports' })).toMatchObject({ ids: [2] })
  expect(live.changes().map(({ entity }) => entity)).not.toContain('users')
  await live.close()
})

test('changes of one kind by one person are one event; whoever stops after any event misses nothing', async () => {
  const { server } = holding
  const live = await openLive(server)
  const kinds = ['a', 'b', 'a', 'c', 'b', 'a'].map((kind, index) => ({ entity: 'ports', entityId: index + 1, kind }))
  await server.db.transaction().execute((tx) => recordChanges(tx, NOBODY, kinds))
  await live.change({ entity: 'ports', kind: 'c' })
  const told = live.named('change').filter(({ data }) => data.entity === 'ports')
  expect(told.map(({ data }) => [data.kind, data.ids])).toEqual([
    ['a', [1, 3, 6]],
    ['b', [2, 5]],
    ['c', [4]],
  ])
  await live.close()
  // Only the first 'a' counts as told: the other changes came after a 'b' that was not.
  const again = await openLive(server, { after: told[0]?.id ?? '' })
  const left = () => again.changes().map(({ kind, ids }) => [kind, ids])
  await expect.poll(left, { timeout: 15_000 }).toEqual([
    ['b', [2, 5]],
    ['a', [3, 6]],
    ['c', [4]],
  ])
  await again.close()
})

test('work on many orders tells each of them once, and says now and then how far it is', async () => {
  const changes = await startChanges()
  const { server } = changes
  const { sailing, orders } = await createLoaded(server.db, 12)
  await server.pool.query('truncate changes')
  const event = await createEvent(server.db, 'Delayed')
  await changes.applied(`sailing/${sailing.id}`, { eventId: event.id, comment: 'Storm' })
  const rows = await server.db.selectFrom('changes').select(['entity', 'entityId', 'kind', 'sessionId']).execute()
  const followed = rows.map(({ entity, entityId, kind }) => `${entity} ${entityId} ${kind}`)
  for (const { id } of orders) expect(followed.filter((each) => each === `orders ${id} set-event`)).toHaveLength(1)
  const told = followed.filter((each) => !each.endsWith('progress'))
  expect(told.filter((each, index) => told.indexOf(each) !== index)).toEqual([])
  expect(followed.length).toBeGreaterThan(told.length)
  expect(rows.filter(({ entity, sessionId }) => entity === 'orders' && sessionId !== null)).toEqual([])
  await changes.close()
})

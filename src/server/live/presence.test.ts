import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { MAX_OPEN_RECORDS, MAX_PART, MAX_TAB, PRESENCE_ENTITIES } from '#contract/live/live.ts'
import { createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { colleague, openLive } from './live.fixture.ts'

const server = testServer({}, undefined, { pingMs: 200 })
beforeAll(async () => {
  const { id: userId } = await createUser(server.db)
  for (let n = 1; n <= MAX_OPEN_RECORDS + 1; n++) expect((await createOrder(server.db, { userId })).id).toBe(n)
})

const POLL = { timeout: 15_000 }
const tell = async (token: string, entityId: number, more: object = {}) =>
  (
    await server.call('POST', 'live/presence', {
      token,
      body: { entity: 'orders', entityId, mode: 'view', tab: 'a', ...more },
    })
  ).status
const here = ({ id, name }: { id: number; name: string }, part?: string) =>
  part === undefined ? { id, name, mode: 'view', part: null } : { id, name, mode: 'edit', part }

test('colleagues see who has the record open, who edits what, and who left', async () => {
  const [marta, tom] = [await colleague(server, 'Marta'), await colleague(server, 'Tom')]
  const his = await openLive(server, tom)
  await tell(tom.token, 1)
  await expect.poll(() => his.people(1), POLL).toEqual([here(tom)])
  await tell(marta.token, 1)
  await expect.poll(() => his.people(1), POLL).toEqual([here(marta), here(tom)])
  await tell(marta.token, 1, { mode: 'edit', part: 'Shipment' })
  await expect.poll(() => his.people(1), POLL).toEqual([here(marta, 'Shipment'), here(tom)])
  await tell(marta.token, 1, { mode: 'left' })
  await expect.poll(() => his.people(1), POLL).toEqual([here(tom)])
  await his.close()
})

test('several tabs of one person are one, and whoever edits in one of them edits', async () => {
  const [marta, tom] = [await colleague(server, 'Marta'), await colleague(server, 'Tom')]
  const his = await openLive(server, tom)
  await tell(tom.token, 2)
  await tell(marta.token, 2, { tab: 'a' })
  await tell(marta.token, 2, { tab: 'b', mode: 'edit', part: 'Cargo' })
  await tell(await server.tokenFor(marta.id), 2, { tab: 'c' })
  await expect.poll(() => his.people(2), POLL).toEqual([here(marta, 'Cargo'), here(tom)])
  await tell(marta.token, 2, { tab: 'b' })
  await expect.poll(() => his.people(2), POLL).toEqual([here(marta), here(tom)])
  await his.close()
})

test('a stream is told of the records that its session has open only, once after connecting and when something changed', async () => {
  const [marta, tom] = [await colleague(server, 'Marta'), await colleague(server, 'Tom')]
  await tell(marta.token, 3)
  await tell(tom.token, 3)
  await tell(marta.token, 4)
  const his = await openLive(server, tom)
  await expect.poll(() => his.people(3), POLL).toEqual([here(marta), here(tom)])
  await tell(marta.token, 3)
  await tell(marta.token, 4)
  await his.event('ping', his.named('ping').length + 3)
  expect(his.named('presence').map(({ data }) => data.entityId)).toEqual([3])
  expect(his.named('presence')[0]?.id).toBeNull()
  await his.close()
})

test('logging out removes a person at once, silence after 35 seconds; a clock set back keeps no ghosts', async () => {
  const [marta, tom, ana] = [
    await colleague(server, 'Marta'),
    await colleague(server, 'Tom'),
    await colleague(server, 'Ana'),
  ]
  const his = await openLive(server, tom)
  for (const { token } of [marta, tom, ana]) await tell(token, 5)
  await expect.poll(() => his.people(5), POLL).toHaveLength(3)
  await server.call('POST', 'logout', { token: marta.token })
  await expect.poll(() => his.people(5), POLL).toEqual([here(ana), here(tom)])
  const seen = (when: string) =>
    sql`update presence set seen_at = now() + ${when}::interval where user_id = ${ana.id}`.execute(server.db)
  await seen('-30 seconds')
  await his.event('ping', his.named('ping').length + 2)
  expect(his.people(5)).toHaveLength(2)
  await seen('-36 seconds')
  await expect.poll(() => his.people(5), POLL).toEqual([here(tom)])
  await tell(ana.token, 5)
  await expect.poll(() => his.people(5), POLL).toHaveLength(2)
  await seen('1 hour')
  await expect.poll(() => his.people(5), POLL).toEqual([here(tom)])
  await his.close()
})

test('what a tab says is checked: each field has its message, and nothing is stored', async () => {
  const good = { entity: 'orders', entityId: 6, mode: 'edit', part: 'x'.repeat(MAX_PART), tab: 'x'.repeat(MAX_TAB) }
  const ask = (body: object) => server.call('POST', 'live/presence', { body })
  expect((await ask(good)).status).toBe(200)
  await sql`delete from presence`.execute(server.db)
  const wrong = { entity: 'sessions', entityId: 0, mode: 'gone', part: `${good.part}x`, tab: `${good.tab}x` }
  for (const [field, value] of Object.entries(wrong)) {
    const { status, body } = await ask({ ...good, [field]: value })
    expect([status, Object.keys(body.data)]).toEqual([400, [field]])
  }
  expect((await ask({ ...good, tab: '' })).status).toBe(400)
  expect(await server.db.selectFrom('presence').select('tab').execute()).toEqual([])
})

test('a session has 50 records open at most; the one heard of longest ago makes room', async () => {
  const marta = await colleague(server, 'Marta')
  for (let n = 1; n <= MAX_OPEN_RECORDS; n++) await tell(marta.token, n)
  const open = async () => {
    const rows = server.db.selectFrom('presence').select('entityId').where('userId', '=', marta.id).orderBy('entityId')
    return (await rows.execute()).map(({ entityId }) => entityId)
  }
  await tell(marta.token, 1)
  expect(await open()).toHaveLength(MAX_OPEN_RECORDS)
  await tell(marta.token, MAX_OPEN_RECORDS + 1)
  expect(await open()).toEqual([1, ...Array.from({ length: MAX_OPEN_RECORDS - 1 }, (_, index) => index + 3)])
})

test('a record that does not exist, or was deleted, is 404 and nobody is there; leaving it is not', async () => {
  const say = (entity: string, entityId: number, mode = 'view') =>
    server.call('POST', 'live/presence', { body: { entity, entityId, mode, tab: 'a' } })
  for (const entity of PRESENCE_ENTITIES) {
    expect((await say(entity, 999_999)).body, entity).toEqual({ code: 404, message: 'Record not found', data: null })
    expect((await say(entity, 999_999, 'left')).status).toBe(200)
  }
  const { id: userId } = await createUser(server.db)
  const { id: orderId } = await createOrder(server.db, { userId })
  const block = (await server.call('POST', 'template/block', { body: { title: 'T', content: 'x' } })).body.data
  const there = [
    ['orders', orderId],
    ['clients', userId],
    ['mailTemplates', (await createTemplate(server.db)).id],
    ['htmlBlocks', block.id],
  ] as const
  for (const [entity, id] of there) expect((await say(entity, id)).status, entity).toBe(200)
  expect((await say('clients', server.staff.id)).status).toBe(404)
  await sql`update users set deleted_at = now() where id = ${userId}`.execute(server.db)
  await sql`update orders set deleted_at = now() where id = ${orderId}`.execute(server.db)
  for (const [entity, id] of there.slice(0, 2)) expect((await say(entity, id)).status, entity).toBe(404)
})

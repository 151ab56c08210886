import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { DRAFT_BYTES, MOST_DRAFTS } from '#contract/drafts/drafts.ts'
import { keepItems, rebuildItems } from '#server/attention/keep-items.ts'
import { sweepDrafts } from '#server/jobs/sweeps.ts'
import { bearer, createKey, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { prepareDraft } from './prepare-draft.ts'

const server = testServer()
let orderId: number
let eventId: number
beforeAll(async () => {
  orderId = (await createOrder(server.db, { userId: (await createUser(server.db)).id })).id
  const event = await server.db
    .insertInto('events')
    .values({ name: 'Departed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  eventId = event.id
})
beforeEach(() => server.db.deleteFrom('drafts').execute())

const save = (body: object, { id = orderId, token = server.token }: { id?: number | string; token?: string } = {}) =>
  server.call('PUT', `drafts/set-event/${id}`, { body: { values: { comment: 'Typed' }, ...body }, token })
const mine = async (token = server.token) => (await server.call('GET', 'drafts', { token })).body.data
const discard = (query = '', id: number | string = orderId) => server.call('DELETE', `drafts/set-event/${id}${query}`)

test('a draft is saved, changed by whoever has its last revision, and discarded', async () => {
  const first = await save({ tab: 'a', baseVersion: '7' })
  expect(first.body.data).toMatchObject({
    kind: 'set-event',
    id: orderId,
    tab: 'a',
    baseVersion: '7',
    shape: 1,
    revision: 1,
    by: null,
    values: { comment: 'Typed' },
  })
  expect((await save({ tab: 'a', revision: 1, values: { comment: 'More' } })).body.data).toMatchObject({ revision: 2 })
  const stale = await save({ tab: 'a', revision: 1, values: { comment: 'Lost?' } })
  expect([stale.status, stale.body.data.current.values]).toEqual([409, { comment: 'More' }])
  expect((await save({ tab: 'a' })).status).toBe(409)
  expect((await save({ tab: 'b' })).status).toBe(200)
  expect((await mine()).map(({ tab }: { tab: string }) => tab)).toEqual(['b', 'a'])
  await discard('?tab=a&revision=1')
  expect(await mine()).toHaveLength(2)
  await discard('?tab=a&revision=2')
  await discard('?tab=b')
  expect(await mine()).toEqual([])
  // The draft was discarded elsewhere, and goes on here.
  expect((await save({ tab: 'a', revision: 2 })).body.data.revision).toBe(3)
})

test('nobody sees or changes the drafts of others; clients and API keys have none', async () => {
  await save({ tab: 'a' })
  const other = await server.signIn({ role: ['ROLE_MANAGER'] })
  expect(await mine(other)).toEqual([])
  expect((await save({ tab: 'a' }, { token: other })).body.data.revision).toBe(1)
  expect(await mine()).toHaveLength(1)
  expect((await server.call('GET', 'drafts', { token: await server.signIn() })).status).toBe(403)
  const { key } = await createKey(server.db, ['orders:write'])
  expect((await server.call('GET', 'drafts', { token: null, headers: bearer(key) })).status).toBe(403)
})

test('a draft has 200 KB at most, in the bytes that it is sent in', async () => {
  const room = DRAFT_BYTES - JSON.stringify({ comment: '' }).length
  expect((await save({ values: { comment: 'x'.repeat(room) } })).status).toBe(200)
  expect((await save({ tab: 'b', values: { comment: 'x'.repeat(room + 1) } })).body.data).toHaveProperty('values')
  expect((await save({ tab: 'b', values: { comment: 'é'.repeat(room / 2 + 1) } })).status).toBe(400)
})

test('the latest fifty of a person are kept', async () => {
  for (let n = 1; n <= MOST_DRAFTS; n++) expect((await save({}, { id: n })).status).toBe(200)
  expect(await mine()).toHaveLength(MOST_DRAFTS)
  await save({}, { id: 1000 })
  const ids = (await mine()).map(({ id }: { id: number }) => id)
  expect([ids.length, ids.includes(1), ids.includes(2)]).toEqual([MOST_DRAFTS, false, true])
})

test.each([
  [{ values: null }, 'values'],
  [{ values: [] }, 'values'],
  [{ values: { password: 'x' } }, 'values'],
  [{ values: { userToken: 'x' } }, 'values'],
  [{ tab: 'a b' }, 'tab'],
  [{ tab: 'x'.repeat(41) }, 'tab'],
  [{ revision: 0 }, 'revision'],
  [{ shape: 0 }, 'shape'],
  [{ shape: 1001 }, 'shape'],
  [{ baseVersion: 'x'.repeat(41) }, 'baseVersion'],
])('%j is 400 at %s', async (body, field) => {
  const reply = await save(body)
  expect([reply.status, Object.keys(reply.body.data)]).toEqual([400, [field]])
  expect(await mine()).toEqual([])
})

test('an unknown form is refused, and what is no id', async () => {
  expect((await server.call('PUT', 'drafts/orders/1', { body: { values: {} } })).status).toBe(400)
  for (const id of ['-1', '0', 'x', '2147483648']) expect((await save({}, { id })).status).toBe(400)
  expect((await discard('?revision=x')).status).toBe(400)
})

test('hostile text is kept as it is', async () => {
  const values = { comment: `'; drop table drafts; -- {{ 7 * 7 }} <script>\u202e` }
  expect((await save({ values })).body.data.values).toEqual(values)
  expect((await save({ tab: 'nul', values: { comment: '\u0000' } })).status).toBe(400)
})

test('after two weeks without a change a draft goes', async () => {
  await save({ tab: 'old' })
  await save({ tab: 'new' })
  const age = (tab: string, days: number) =>
    sql`update drafts set updated_at = now() - make_interval(days => ${days}) + interval '1 minute' where tab = ${tab}`.execute(
      server.db,
    )
  await age('old', 14)
  expect(await sweepDrafts(server.db)).toBe(0)
  await age('old', 15)
  expect(await sweepDrafts(server.db)).toBe(1)
  expect((await mine()).map(({ tab }: { tab: string }) => tab)).toEqual(['new'])
})

/** Prepares a draft for an order with a key of this member of staff. */
function again(userId: number, apiKeyId: number, id = orderId) {
  const draft = { kind: 'set-event', id, values: { eventId, comment: 'Left' }, baseVersion: null, shape: 1 } as const
  return server.db.transaction().execute((tx) => prepareDraft(tx, { userId, apiKeyId, ...draft }))
}

/** Prepares a draft with a new key named Shop. */
async function prepare(userId: number, id = orderId) {
  const { id: apiKeyId } = await createKey(server.db, ['orders:write'], { name: 'Shop', createdBy: userId })
  return { ...(await again(userId, apiKeyId, id)), apiKeyId }
}

const queue = async (query: string, token = server.token) =>
  (await server.call('GET', `attention?rule=draft-waiting&${query}`, { token })).body.data.items

test("what a key prepared waits in its owner's queue until he sends it", async () => {
  const { tab } = await prepare(server.staff.id)
  const other = await server.signIn({ role: ['ROLE_MANAGER'] })
  expect(await queue('owner=me')).toMatchObject([{ orderId, rule: 'draft-waiting', detail: { by: 'Shop', tab } }])
  expect(await queue('owner=me', other)).toEqual([])
  expect((await mine())[0]).toMatchObject({ by: 'Shop', tab, values: { eventId, comment: 'Left' } })
  const body = { bookingRequestId: orderId, eventId, date: '1795165500', comment: 'Left', draftTabs: [tab] }
  expect((await server.call('POST', 'request/event/data/add', { body, token: other })).status).toBe(200)
  expect(await queue('owner=me')).toHaveLength(1)
  expect((await server.call('POST', 'request/event/data/add', { body })).status).toBe(200)
  expect(await queue('owner=me')).toEqual([])
  expect(await mine()).toEqual([])
})

test('or discards it; somebody who only types does not change it', async () => {
  const { tab } = await prepare(server.staff.id)
  expect((await save({ tab, revision: 1 })).status).toBe(409)
  await save({ tab: 'own' })
  expect(await queue('owner=me')).toHaveLength(1)
  await discard(`?tab=${tab}`)
  expect(await queue('owner=me')).toEqual([])
  expect(await mine()).toHaveLength(1)
})

/** Items of the order's drafts in the queue, and in a queue built from scratch. */
async function item() {
  const [found] = await queue('')
  const { rows } = await sql<{ ids: number[] }>`select stale_attention() as ids`.execute(server.db)
  expect(rows[0]?.ids).toEqual([])
  return found
}
const rule = async (body: object) =>
  server.call('PUT', 'attention-rule/draft-waiting', { body, token: await server.signIn({ role: ['ROLE_ADMIN'] }) })

test('a draft that is prepared again is the same item, with its claim, and due since then', async () => {
  await server.db.updateTable('orders').set({ lastEventTime: new Date() }).where('id', '=', orderId).execute()
  const { apiKeyId } = await prepare(server.staff.id)
  const first = await item()
  await server.call('POST', `attention/${first.id}/claim`)
  await again(server.staff.id, apiKeyId)
  const then = await item()
  expect(then).toMatchObject({ id: first.id, since: first.since, claimedBy: { id: server.staff.id } })
  expect(Date.parse(then.dueAt)).toBeGreaterThan(Date.parse(first.dueAt))
  expect(then.detail.at).toBe(then.dueAt)
})

test('an owner who gets another name is called by it, with the job; a disabled one leaves the draft to everybody', async () => {
  const owner = await createUser(server.db, { role: ['ROLE_MANAGER'], username: 'Ina' })
  await prepare(owner.id)
  const first = await item()
  expect(first).toMatchObject({ inCharge: { id: owner.id }, detail: { user: 'Ina' } })
  const set = (values: object) => server.db.updateTable('users').set(values).where('id', '=', owner.id).execute()
  await set({ username: 'Ina Berg' })
  await keepItems(server.db)
  expect(await item()).toMatchObject({ id: first.id, detail: { user: 'Ina Berg' } })
  await set({ disabledAt: new Date() })
  expect(await item()).toMatchObject({ id: first.id, inCharge: null })
  await set({ disabledAt: null })
  expect(await item()).toMatchObject({ id: first.id, inCharge: { id: owner.id } })
})

test('a draft leaves the queue when it is swept, when its order ends, and when its rule is off; a rebuild knows it', async () => {
  await prepare(server.staff.id)
  const { id, since, ...facts } = await item()
  await rule({ severity: 3 })
  expect(await item()).toMatchObject({ id, severity: 3 })
  await rule({ severity: 1, active: false })
  expect(await item()).toBeUndefined()
  await rule({ active: true })
  expect(await item()).toMatchObject(facts)
  await sql`delete from attention`.execute(server.db)
  await rebuildItems(server.db)
  expect(await item()).toMatchObject(facts)
  const status = (to: OrderStatus) =>
    server.db.updateTable('orders').set({ status: to }).where('id', '=', orderId).execute()
  await status(OrderStatus.CANCELLED)
  expect(await item()).toBeUndefined()
  await status(OrderStatus.IN_PROGRESS)
  expect(await item()).toMatchObject(facts)
  await sql`update drafts set updated_at = now() - interval '15 days'`.execute(server.db)
  expect(await sweepDrafts(server.db)).toBe(1)
  expect(await item()).toBeUndefined()
})

test('fifty may wait, one a key and order: the next is refused, and none is pushed out', async () => {
  await save({ tab: 'own' })
  for (let n = 1; n <= MOST_DRAFTS; n++) await prepare(server.staff.id, orderId + n)
  await expect(prepare(server.staff.id)).rejects.toThrow('50 drafts wait already')
  expect(await mine()).toHaveLength(MOST_DRAFTS + 1)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDateTime } from '#contract/lib/format.ts'
import { Role } from '#contract/session/session.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
let client: { id: number }
let serial = 0

beforeAll(async () => {
  server = await startTestServer()
  client = await createUser(server.db)
})
afterAll(() => server.close())

async function person() {
  const name = `Person ${++serial}`
  const { id } = await createUser(server.db, { username: name, role: [Role.MANAGER], companyName: '' })
  return { id, name, token: await server.tokenFor(id) }
}
type Person = Awaited<ReturnType<typeof person>>
const orderOf = async ({ id }: Person) => (await createOrder(server.db, { userId: client.id, inChargeId: id })).id
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const shown = (at: string) => formatDateTime(at, 'UTC')
const handOver = async (from: Person, to: Person, until: string, note = '') => {
  const body = { toUserId: to.id, until, note }
  expect((await server.call('POST', 'attention/hand-over', { body, token: from.token })).status).toBe(200)
}
const end = ({ token }: Person) => server.call('DELETE', 'attention/hand-over', { token })
interface Said {
  body: string
  editedAt: string | null
  versions: { body: string }[]
}
const notesOf = async (orderId: number): Promise<Said[]> =>
  (await server.call('GET', `request/booking/${orderId}/notes`)).body.data.items
const said = async (orderId: number) => (await notesOf(orderId)).map(({ body }) => body)
/** Makes the notes of an order old enough for their texts to be kept. */
const age = (orderId: number) =>
  sql`update notes set created_at = created_at - interval '6 minutes' where order_id = ${orderId}`.execute(server.db)
const bell = async ({ token }: Person) => (await server.call('GET', 'notifications', { token })).body.data.items
const endedAt = async ({ id }: Person) =>
  (
    await sql<{
      at: string
    }>`select ended_at as at from hand_overs where from_user_id = ${id} and ended_at is not null order by id desc`.execute(
      server.db,
    )
  ).rows[0]?.at ?? ''

test('ending a hand-over early lets each note say until when the colleague looked after the order', async () => {
  const [marta, tom] = [await person(), await person()]
  const [old, fresh] = [await orderOf(marta), await orderOf(marta)]
  const until = inDays(3)
  await handOver(marta, tom, until, 'Ask me by phone')
  await age(old)
  expect((await end(marta)).status).toBe(200)
  const now = `@${tom.name} looked after this order until ${shown(await endedAt(marta))}. Ask me by phone`
  const [kept] = await notesOf(old)
  expect(kept).toMatchObject({ body: now, editedAt: expect.any(String) })
  expect(kept?.versions.map(({ body }) => body)).toEqual([
    `@${tom.name} looks after this order until ${shown(until)}. Ask me by phone`,
  ])
  // Within five minutes no text is kept, as with any note.
  expect(await notesOf(fresh)).toMatchObject([{ body: now, editedAt: null, versions: [] }])
})

test('a hand-over that is changed has one note on each order, which says the new colleague and time', async () => {
  const [marta, tom, anna] = [await person(), await person(), await person()]
  const [first, closed] = [await orderOf(marta), await orderOf(marta)]
  await handOver(marta, tom, inDays(2))
  await age(first)
  const later = await orderOf(marta)
  await sql`update orders set status = 1 where id = ${closed}`.execute(server.db)
  const until = inDays(4)
  await handOver(marta, anna, until, 'Call first')
  const text = `@${anna.name} looks after this order until ${shown(until)}. Call first`
  expect([await said(first), await said(later)]).toEqual([[text], [text]])
  expect((await notesOf(first))[0]?.versions).toHaveLength(1)
  // It is no longer handed over to anybody.
  expect(await said(closed)).toEqual([`@${tom.name} looked after this order until ${shown(await endedAt(marta))}.`])
  expect([(await bell(tom)).length, (await bell(anna)).length]).toEqual([0, 1])
  await handOver(marta, anna, inDays(5), 'Call first')
  expect([(await said(first)).length, (await bell(anna)).length]).toEqual([1, 1])
})

test('a hand-over that lapsed is told by its note as it was, and the next one adds another', async () => {
  const [marta, tom] = [await person(), await person()]
  const order = await orderOf(marta)
  await handOver(marta, tom, inDays(1))
  const [before] = await said(order)
  await sql`update hand_overs set until = now() where from_user_id = ${marta.id}`.execute(server.db)
  await handOver(marta, tom, inDays(9))
  expect(await said(order)).toEqual([`@${tom.name} looks after this order until ${shown(inDays(9))}.`, before])
})

test('a note that its author has edited, or that was deleted, is left alone', async () => {
  const [marta, tom] = [await person(), await person()]
  const [mine, gone] = [await orderOf(marta), await orderOf(marta)]
  await handOver(marta, tom, inDays(1))
  await sql`update notes set body = 'Tom knows' where order_id = ${mine}`.execute(server.db)
  await sql`update notes set deleted_at = now() where order_id = ${gone}`.execute(server.db)
  await end(marta)
  expect([await said(mine), await said(gone)]).toEqual([['Tom knows'], []])
})

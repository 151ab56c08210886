import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { formatDateTime } from '#contract/lib/format.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let client: { id: number }
let serial = 0

beforeAll(async () => {
  client = await createUser(server.db)
})

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
  // Edits within five minutes keep no earlier text, as with any note.
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
  // The order is no longer handed over to anybody.
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
  const until = inDays(9)
  await handOver(marta, tom, until)
  expect(await said(order)).toEqual([`@${tom.name} looks after this order until ${shown(until)}.`, before])
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

/** Hand-overs by name, limited to these people. */
const covers = async (...people: Person[]) =>
  (await server.call('GET', 'attention/hand-over')).body.data.items.flatMap(
    ({ from, to }: Record<'from' | 'to', { id: number; name: string }>) =>
      people.some(({ id }) => id === from.id) ? [[from.name, to.name]] : [],
  )
const users = (person: Person, values: object) =>
  server.db.updateTable('users').set(values).where('id', '=', person.id).execute()
const covered = async ({ id }: Person) =>
  (await sql<{ ids: number[] }>`select covered_users(${id}) as ids`.execute(server.db)).rows[0]?.ids

test.each([
  ['is disabled', { disabledAt: new Date() }, { disabledAt: null }],
  ['is deleted', { deletedAt: new Date() }, { deletedAt: null }],
  ['is no longer one of the staff', { role: [Role.CLIENT] }, { role: [Role.MANAGER] }],
])('a hand-over ends for good when the account of the colleague %s, and its notes say so', async (_, gone, back) => {
  const [marta, tom, anna] = [await person(), await person(), await person()]
  const [old, fresh] = [await orderOf(marta), await orderOf(marta)]
  const until = inDays(3)
  await handOver(marta, tom, until, 'Ask me by phone')
  await handOver(tom, anna, until)
  await age(old)
  expect(await covered(anna)).toEqual([marta.id, tom.id, anna.id])
  await users(tom, gone)
  expect(await covers(marta)).toEqual([])
  expect([await covered(tom), await covered(anna)]).toEqual([[tom.id], [tom.id, anna.id]])
  const text = `@${tom.name} looked after this order until ${shown(await endedAt(marta))}. Ask me by phone`
  expect(await said(fresh)).toEqual([text])
  expect(await notesOf(old)).toMatchObject([
    { body: text, editedAt: expect.any(String), versions: [{ body: expect.stringContaining('looks after') }] },
  ])
  expect((await end(marta)).status).toBe(404)
  await users(tom, back)
  expect(await covers(marta)).toEqual([])
  await handOver(marta, anna, until)
  expect(await covers(marta)).toEqual([[marta.name, anna.name]])
})

test('a hand-over stays when its colleague gets another role of the staff, or whoever handed over is disabled', async () => {
  const [marta, tom] = [await person(), await person()]
  await handOver(marta, tom, inDays(3))
  await users(tom, { role: [Role.ADMIN] })
  await users(marta, { disabledAt: new Date() })
  expect(await covers(marta)).toEqual([[marta.name, tom.name]])
})

test('a hand-over that is made while its colleague is being disabled ends too', async () => {
  const [marta, tom] = [await person(), await person()]
  let disabling: Promise<unknown> = Promise.resolve()
  await server.db.transaction().execute(async (tx) => {
    await sql`lock table hand_overs in share row exclusive mode`.execute(tx)
    await sql`insert into hand_overs (from_user_id, to_user_id, until) values (${marta.id}, ${tom.id}, ${inDays(1)})`.execute(
      tx,
    )
    disabling = users(tom, { disabledAt: new Date() })
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          server.db,
        )
      ).rows.length
    await expect.poll(waiting).toBe(1)
  })
  await disabling
  expect(await covers(marta)).toEqual([])
})

test('three colleagues cannot hand over in a circle', async () => {
  const [marta, tom, anna] = [await person(), await person(), await person()]
  await handOver(marta, tom, inDays(3))
  await handOver(tom, anna, inDays(3))
  const body = { toUserId: marta.id, until: inDays(1), note: '' }
  const refused = await server.call('POST', 'attention/hand-over', { body, token: anna.token })
  expect([refused.status, refused.body.data]).toEqual([400, { toUserId: `You cover for ${marta.name} yourself` }])
  expect(await covers(marta, tom, anna)).toHaveLength(2)
  // Once one of them is back, the circle is broken.
  await end(tom)
  await handOver(anna, marta, inDays(1))
})

test('of two colleagues who hand over to each other at once, one succeeds and the other reads why not', async () => {
  for (let round = 0; round < 5; round++) {
    const [marta, tom] = [await person(), await person()]
    const to = (from: Person, { id }: Person) =>
      server.call('POST', 'attention/hand-over', {
        body: { toUserId: id, until: inDays(1), note: '' },
        token: from.token,
      })
    const replies = await Promise.all([to(marta, tom), to(tom, marta)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(replies.find(({ status }) => status === 400)?.body.data.toUserId).toMatch(
      /^You cover for Person \d+ yourself$/,
    )
    expect(await covers(marta, tom)).toHaveLength(1)
  }
})

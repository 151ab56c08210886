import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { sendDigests } from './send-digests.ts'

let smtp: TestSmtp
let server: TestServer
let work: { stop(): Promise<void> }
let serial = 0

beforeAll(async () => {
  smtp = await startSmtp()
  // Los Angeles is eight hours behind UTC on these days.
  server = await startTestServer({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'office@quayside.example',
    TIME_ZONE: 'America/Los_Angeles',
  })
  work = await startWork(server.services)
})
afterAll(async () => {
  await work.stop()
  await server.close()
  await smtp.stop()
})
// An item that an earlier test left would be told with the next digest.
beforeEach(() => sql`truncate attention, notes, notifications, digests, hand_overs cascade`.execute(server.db))

const person = async (values: object = {}) => {
  const name = `Person ${++serial}`
  const createdAt = '2026-01-01T00:00:00Z'
  const user = await createUser(server.db, {
    username: name,
    role: [Role.MANAGER],
    companyName: '',
    createdAt,
    ...values,
  })
  return { ...user, name, token: await server.tokenFor(user.id) }
}
const newOrder = async (values = {}) => createOrder(server.db, { userId: (await createUser(server.db)).id, ...values })
const note = async (orderId: number, body: object) =>
  (await server.call('POST', `request/booking/${orderId}/notes`, { body: { body: 'x', ...body } })).body.data
/** Days that are yet to come, so that what is due then is not overdue. */
const at = (utc: string) => new Date(`2096-12-${utc}Z`)
/** The time 8:00 in Los Angeles. */
const EIGHT = at('01T16:00:00')
const digests = (services = server.services, now = EIGHT) => sendDigests(services, now)
const queued = async () =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from mails where kind = 'digest'`.execute(server.db)).rows[0]?.n,
  )

test('once a day, at the set hour of the time zone, a mail says what waits', async () => {
  const ina = await person()
  const order = await newOrder({ companyName: 'Lamps & Sons' })
  await note(order.id, { body: 'Call\n<b>the</b> CFS', assigneeId: ina.id, dueAt: '2096-12-02T07:59:00Z' })
  await note(order.id, { body: 'Tomorrow', assigneeId: ina.id, dueAt: '2096-12-02T08:00:00Z' })
  expect(await digests(server.services, at('01T15:59:59'))).toBe(0)
  expect(await digests()).toBe(1)
  const { mail, recipients } = await smtp.next()
  expect(recipients).toEqual([ina.email])
  expect(mail.subject).toBe('Today: 1 task due, 2 new notes')
  expect(mail.text).toContain('Lamps & Sons · Dec 1 2096 23:59 (America/Los_Angeles): Call\n  <b>the</b> CFS')
  expect(mail.text).not.toContain('Dec 2 2096')
  expect(mail.html).toContain('Lamps &amp; Sons')
  expect(mail.html).toContain('&lt;b&gt;the&lt;/b&gt;')
  expect(mail.html).toContain(`http://app.test/orders/${order.id}?notes=true`)
  expect(await digests(server.services, at('01T20:00:00'))).toBe(0)
  // The task is still due on the next day; a task told once is not news.
  expect(await digests(server.services, at('02T16:00:00'))).toBe(1)
  expect((await smtp.next()).mail.subject).toBe('Today: 2 tasks due')
})

test('without anything that waits, and for whom it is switched off, there is no mail', async () => {
  const [idle, off, gone] = [await person(), await person({ digest: false }), await person()]
  const order = await newOrder()
  await note(order.id, { assigneeId: off.id })
  await note(order.id, { assigneeId: gone.id })
  await server.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', gone.id).execute()
  expect(await digests()).toBe(0)
  // Later news waits until the next day.
  await note(order.id, { mentions: [idle.id] })
  expect(await digests(server.services, at('01T17:00:00'))).toBe(0)
  expect(await digests(server.services, at('02T16:00:00'))).toBe(1)
  expect((await smtp.next()).recipients).toEqual([idle.email])
})

test('the mail says how much the queue has of each reason, without what is snoozed or waived', async () => {
  const [ina, idle] = [await person(), await person()]
  const quiet = (inChargeId: number) => newOrder({ inChargeId, lastEventTime: '2026-10-01T00:00:00Z' })
  const ids: number[] = []
  for (const inChargeId of [ina.id, ina.id, ina.id, ina.id, idle.id]) {
    const order = await quiet(inChargeId)
    const { body } = await server.call('GET', `request/booking/${order.id}/attention`)
    ids.push(body.data.find(({ rule }: { rule: string }) => rule === 'quiet').id)
    // Other items of the orders are removed.
    await sql`delete from attention where order_id = ${order.id} and rule <> 'quiet'`.execute(server.db)
  }
  const [, , snoozed, waived, hers] = ids
  await server.call('POST', `attention/${snoozed}/snooze`, { body: { until: inDays(1) } })
  await server.call('POST', 'attention/waive', { body: { ids: [waived, hers], reason: 'Rolled' } })
  expect(await digests()).toBe(1)
  const { mail, recipients } = await smtp.next()
  expect(recipients).toEqual([ina.email])
  expect(mail.subject).toBe('Today: 2 things in your queue')
  expect(mail.text).toContain('In your queue\n- Quiet 2\n  http://app.test/today?rule=quiet')
  expect(mail.html).toContain('href="http://app.test/today?rule=quiet"')
  await sql`update orders set status = 1 where in_charge_id = any(${[ina.id, idle.id]})`.execute(server.db)
})

test('tasks of orders that are completed, cancelled or deleted are not told, as they are not in the queue', async () => {
  const ina = await person()
  const orders = [await newOrder(), await newOrder(), await newOrder()]
  for (const { id } of orders) await note(id, { body: `Call ${id}`, assigneeId: ina.id, dueAt: '2026-01-02T00:00:00Z' })
  const [completed, cancelled, deleted] = orders.map(({ id }) => id)
  await sql`delete from notifications`.execute(server.db)
  await sql`update orders set status = 2 where id = ${completed}`.execute(server.db)
  await sql`update orders set status = 1 where id = ${cancelled}`.execute(server.db)
  await sql`update orders set deleted_at = now() where id = ${deleted}`.execute(server.db)
  expect((await server.call('GET', 'attention?owner=me', { token: ina.token })).body.data.counts).toEqual({})
  expect(await digests()).toBe(0)
  await sql`update orders set status = 0 where id = ${completed}`.execute(server.db)
  expect(await digests(server.services, at('02T16:00:00'))).toBe(1)
  const { mail } = await smtp.next()
  expect(mail.subject).toBe('Today: 1 task due')
  expect(mail.text).toContain(`Call ${completed}`)
})

/** Tasks that are due later today, without news of them. */
async function tasksDue(assigneeId: number, n: number) {
  const { id } = await newOrder()
  await sql`insert into notes (order_id, body, assignee_id, due_at)
    select ${id}, 'Task ' || n, ${assigneeId}, '2096-12-01T20:00:00Z' from generate_series(1, ${sql.lit(n)}) n`.execute(
    server.db,
  )
}
/** Notes on one order that mention somebody. */
async function mentions(userId: number, n: number) {
  const { id } = await newOrder()
  await sql`with said as (
      insert into notes (order_id, body, mentions) select ${id}, 'Note ' || n, ${[userId]} from generate_series(1, ${sql.lit(n)}) n returning id
    ) insert into notifications (user_id, kind, note_id) select ${userId}, 'mention', id from said`.execute(server.db)
}
test('fifty tasks and fifty notes are named; the subject counts all of them, and the mail says how many more there are', async () => {
  const [fifty, more] = [await person(), await person()]
  for (const [{ id }, n] of [
    [fifty, 50],
    [more, 51],
  ] as const) {
    await tasksDue(id, n)
    await mentions(id, n)
  }
  await mentions(more.id, 3)
  expect(await digests()).toBe(2)
  const mails = new Map([await smtp.next(), await smtp.next()].map(({ mail, recipients }) => [recipients[0], mail]))
  const named = (email: string) => {
    const { subject, text = '', html } = mails.get(email) ?? {}
    expect(html ? [...html.matchAll(/<li/g)].length : 0).toBe([...text.matchAll(/^- /gm)].length)
    return [
      subject,
      [...text.matchAll(/: (Task|Note) \d/g)].length,
      [...text.matchAll(/^- (and .*)$/gm)].map(([, said]) => said),
    ]
  }
  expect(named(fifty.email)).toEqual(['Today: 50 tasks due, 50 new notes', 100, []])
  expect(named(more.email)).toEqual(['Today: 51 tasks due, 54 new notes', 100, ['and 1 more', 'and 4 more']])
})

test('a task that is overdue is counted once, as a task; the queue counts those of others and what is snoozed is in neither', async () => {
  await sql`update users set digest = false`.execute(server.db)
  const ina = await person()
  const order = await newOrder({ inChargeId: ina.id, lastEventTime: new Date() })
  const due = { dueAt: '2026-01-02T00:00:00Z' }
  const tasks = [
    await note(order.id, { ...due, assigneeId: ina.id }),
    await note(order.id, { ...due, assigneeId: ina.id }),
  ]
  await sql`delete from notifications`.execute(server.db)
  const rules = async () => (await server.call('GET', 'attention?owner=me', { token: ina.token })).body.data
  await sql`delete from attention where order_id = ${order.id} and rule <> 'note-due'`.execute(server.db)
  const told = async (day: string) => {
    expect(await digests(server.services, at(`${day}T16:00:00`))).toBe(1)
    const { mail } = await smtp.next()
    return [mail.subject, /- Note due (.*)/.exec(mail.text ?? '')?.[1]]
  }
  expect(await told('01')).toEqual(['Today: 2 tasks due', '2 (2 of them under Due today)'])
  // Nobody has this task, so it waits for whoever is in charge.
  await note(order.id, due)
  await sql`delete from notifications`.execute(server.db)
  expect(await told('02')).toEqual(['Today: 2 tasks due, 1 thing in your queue', '3 (2 of them under Due today)'])
  const items: { id: number; subject: string }[] = (await rules()).items
  const snoozed = items.find(({ subject }) => subject === String(tasks[0].id))
  await server.call('POST', `attention/${snoozed?.id}/snooze`, { body: { until: inDays(1) } })
  expect(await told('03')).toEqual(['Today: 2 tasks due, 1 thing in your queue', '2 (1 of them under Due today)'])
})

test('several instances, and one that dies in between, send it once', async () => {
  const ina = await person()
  await note((await newOrder()).id, { assigneeId: ina.id })
  const before = await queued()
  // An instance that dies before its commit leaves nothing.
  await server.db
    .transaction()
    .execute(async (tx) => {
      await sql`insert into digests (user_id, day) values (${ina.id}, '2096-12-01')`.execute(tx)
      throw new Error('died')
    })
    .catch(() => undefined)
  const sent = await Promise.all(Array.from({ length: 4 }, () => digests()))
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect((await queued()) - before).toBe(1)
  expect((await smtp.next()).recipients).toEqual([ina.email])
})

test('a server that was down sends it late, but not after the working day; an hour that was changed counts', async () => {
  const ina = await person()
  const admin = await server.tokenFor((await person({ role: [Role.ADMIN] })).id)
  await note((await newOrder()).id, { assigneeId: ina.id })
  expect(await digests(server.services, at('02T02:00:00'))).toBe(0)
  await server.call('PUT', 'admin/settings', { body: { digestHour: 20 }, token: admin })
  expect(await digests(server.services, at('02T03:59:00'))).toBe(0)
  expect(await digests(server.services, at('02T04:00:00'))).toBe(1)
  await smtp.next()
  await server.call('PUT', 'admin/settings', { body: { digestHour: 8 }, token: admin })
})

const handOver = (body: object, token: string) => server.call('POST', 'attention/hand-over', { body, token })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a queue that is handed over is the colleague’s too, until its time; each order has a note', async () => {
  const [marta, tom, anna] = [await person(), await person(), await person()]
  const [order, done] = [await newOrder({ inChargeId: marta.id }), await newOrder({ inChargeId: marta.id, status: 1 })]
  await note(order.id, { dueAt: '2026-01-02T00:00:00Z' })
  const mine = async ({ token }: { token: string }) =>
    (await server.call('GET', 'attention?owner=me', { token })).body.data.items.map(
      (each: { orderId: number }) => each.orderId,
    )
  expect(await mine(tom)).toEqual([])
  const until = inDays(3)
  const { body } = await handOver({ toUserId: tom.id, until, note: 'Ask me by phone' }, marta.token)
  expect(body.data.items).toMatchObject([
    { from: { id: marta.id, name: marta.name }, to: { id: tom.id, name: tom.name }, until, note: 'Ask me by phone' },
  ])
  expect(await mine(tom)).toContain(order.id)
  expect(await mine(marta)).toContain(order.id)
  // Covering for Tom means covering for Marta too, whom he covers for.
  await handOver({ toUserId: anna.id, until }, tom.token)
  expect(await mine(anna)).toContain(order.id)
  const notes = async (id: number) => (await server.call('GET', `request/booking/${id}/notes`)).body.data.items
  expect((await notes(order.id))[0]).toMatchObject({
    author: { id: marta.id },
    body: expect.stringMatching(/looks after this order until .*\. Ask me by phone$/),
  })
  expect(await notes(done.id)).toEqual([])
  await sql`update hand_overs set until = now() where from_user_id = ${marta.id}`.execute(server.db)
  expect(await mine(tom)).toEqual([])
  expect((await server.call('DELETE', 'attention/hand-over', { token: marta.token })).status).toBe(404)
  expect((await server.call('DELETE', 'attention/hand-over', { token: tom.token })).body.data.items).toEqual([])
})

test('a queue goes to an active colleague, to a time ahead, and not in a circle', async () => {
  const [marta, tom] = [await person(), await person()]
  const until = inDays(1)
  const disabled = await person({ disabledAt: new Date() })
  const client = await createUser(server.db)
  for (const id of [disabled.id, client.id, 2_147_483_647])
    expect((await handOver({ toUserId: id, until }, marta.token)).body.data).toEqual({
      toUserId: 'This is not a member of staff',
    })
  expect((await handOver({ toUserId: marta.id, until }, marta.token)).body.data).toEqual({
    toUserId: 'Choose a colleague',
  })
  for (const time of [inDays(-1), inDays(367), null, 'Monday'])
    expect((await handOver({ toUserId: tom.id, until: time }, marta.token)).body.data).toHaveProperty('until')
  expect((await handOver({ toUserId: tom.id, until, note: 'x'.repeat(1001) }, marta.token)).body.data).toEqual({
    note: 'Note must be no more than 1000 characters',
  })
  expect((await handOver({ toUserId: tom.id, until: inDays(365), note: 'x'.repeat(1000) }, marta.token)).status).toBe(
    200,
  )
  expect((await handOver({ toUserId: marta.id, until }, tom.token)).body.data).toEqual({
    toUserId: `You cover for ${marta.name} yourself`,
  })
})

test('who is away is not told of the queue that a colleague looks after, but of tasks; afterwards of both', async () => {
  // Users of earlier tests have items in queues; they get no digest.
  await sql`update users set digest = false`.execute(server.db)
  const [marta, tom] = [await person(), await person()]
  const order = await newOrder({ inChargeId: marta.id, lastEventTime: '2026-10-01T00:00:00Z' })
  await note(order.id, { assigneeId: marta.id, dueAt: '2096-12-01T12:00:00Z' })
  await sql`delete from notifications`.execute(server.db)
  await handOver({ toUserId: tom.id, until: inDays(3) }, marta.token)
  await sql`delete from notifications`.execute(server.db)
  expect(await digests()).toBe(2)
  const mails = new Map([await smtp.next(), await smtp.next()].map(({ mail, recipients }) => [recipients[0], mail]))
  expect(mails.get(marta.email)?.subject).toBe('Today: 1 task due')
  expect(mails.get(tom.email)?.subject).toMatch(/^Today: \d+ things? in your queue$/)
  await sql`update hand_overs set until = now() where from_user_id = ${marta.id}`.execute(server.db)
  expect(await digests(server.services, at('02T16:00:00'))).toBe(1)
  expect((await smtp.next()).mail.subject).toMatch(/^Today: 1 task due, \d+ things? in your queue$/)
  await sql`update orders set status = 1 where in_charge_id = ${marta.id}`.execute(server.db)
})

test('who handed a queue over to a colleague who is disabled then is told of it again', async () => {
  await sql`update users set digest = false`.execute(server.db)
  const [marta, tom] = [await person(), await person()]
  await newOrder({ inChargeId: marta.id, lastEventTime: '2026-10-01T00:00:00Z' })
  await handOver({ toUserId: tom.id, until: inDays(30) }, marta.token)
  await sql`delete from notifications`.execute(server.db)
  await server.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', tom.id).execute()
  expect(await digests()).toBe(1)
  const { mail, recipients } = await smtp.next()
  expect(recipients).toEqual([marta.email])
  expect(mail.subject).toMatch(/^Today: \d+ things? in your queue$/)
  await sql`update orders set status = 1 where in_charge_id = ${marta.id}`.execute(server.db)
})

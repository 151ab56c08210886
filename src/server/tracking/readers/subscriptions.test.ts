import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { createTemplate } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { readersOn, secretIn } from './readers.fixture.ts'
import { mailConfirmation, SUBSCRIBE_TASK, subscribeRequest, sweepSubscriptions } from './subscriptions.ts'

const server = testServer()
let on: ReturnType<typeof readersOn>
beforeAll(async () => {
  on = readersOn(server)
})
beforeEach(() => sql`delete from rate_limits`.execute(server.db))

const ADA = 'ada@example.test'

/** Does a worker's job: runs the queued jobs in their order. */
async function work() {
  const { rows } = await sql<{ id: string; payload: unknown }>`
    select j.id, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${SUBSCRIBE_TASK} order by j.id`.execute(
    server.db,
  )
  const limit = createLimit(server.pool, 'subscribe-mail', 10, 86_400)
  for (const { id, payload } of rows) {
    await mailConfirmation(server.services, subscribeRequest.parse(payload), limit)
    await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(server.db)
  }
}
const subscribe = async (code: string, mail = ADA) => {
  const reply = await on.post('subscribe', { code, mail })
  await work()
  return reply
}
const newestSecret = async (orderId: number, page: 'confirm' | 'unsubscribe' = 'confirm') =>
  secretIn((await on.mails(orderId)).at(-1)?.html ?? '', page)
const kept = () => server.db.selectFrom('trackingSubscriptions').selectAll().orderBy('id').execute()

test('asking, confirming and unsubscribing; the address is forgotten then, in the mail log too', async () => {
  const { order, code } = await on.newOrder()
  expect((await subscribe(` ${code.toLowerCase()} `, 'Ada@Example.test')).status).toBe(200)
  const [mail] = await on.mails(order.id)
  expect(mail).toMatchObject({ kind: 'tracking-confirmation', address: ADA, role: 'to' })
  expect(mail?.subject).toContain(code)
  expect((await on.readers(order.id)).subscribers).toBe(0)
  const token = await newestSecret(order.id)
  const confirmed = await on.open(`confirm/${token}`)
  expect(confirmed).toMatchObject({ status: 200 })
  expect(confirmed.text).toContain('You will get updates')
  expect((await on.readers(order.id)).subscribers).toBe(1)
  expect((await on.open(`confirm/${token}`)).text).toContain('You already get updates')

  const asked = await on.open(`unsubscribe/${token}`)
  expect(asked.text).toContain('<button type="submit">Unsubscribe</button>')
  expect((await on.readers(order.id)).subscribers).toBe(1)
  expect((await on.post(`unsubscribe/${token}`, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect((await on.readers(order.id)).subscribers).toBe(0)
  expect((await on.mails(order.id)).map(({ address }) => address)).toEqual(['(unsubscribed)'])
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from tracking_subscriptions s where s::text like ${`%${ADA}%`})
      + (select count(*) from mails m where m::text like ${`%${ADA}%`}) as n`.execute(server.db)
  expect(Number(rows[0]?.n)).toBe(0)
  expect((await on.open(`unsubscribe/${token}`)).text).toContain('You get no more updates')
  // An old mail does not begin the subscription again.
  expect((await on.open(`confirm/${token}`)).text).toContain('You get no more updates')
  expect((await on.readers(order.id)).subscribers).toBe(0)
})

test('one click is enough: a POST of either kind, without redirect or cookie, answered the same for any token', async () => {
  const forms = [
    new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    (() => {
      const form = new FormData()
      form.append('List-Unsubscribe', 'One-Click')
      return form
    })(),
    null,
  ]
  const texts = new Set<string>()
  for (const body of forms) {
    const { order, code } = await on.newOrder()
    await subscribe(code)
    const token = await newestSecret(order.id)
    await on.open(`confirm/${token}`)
    const reply = await on.open(`unsubscribe/${token}`, { method: 'POST', body })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('location')).toBeNull()
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect((await on.readers(order.id)).subscribers).toBe(0)
    texts.add(reply.text)
    texts.add((await on.open(`unsubscribe/${token}`, { method: 'POST', body })).text)
  }
  texts.add((await on.post(`unsubscribe/${'x'.repeat(43)}`)).text)
  texts.add((await on.post('unsubscribe/x')).text)
  expect(texts.size).toBe(1)
})

test('the answer is the same whether there is such a shipment or subscription; only the mailbox knows', async () => {
  const { order, code } = await on.newOrder()
  const cancelled = await on.newOrder({ status: 1 })
  const completed = await on.newOrder({ status: 2 })
  const first = await subscribe(code)
  await on.open(`confirm/${await newestSecret(order.id)}`)
  const before = await on.mails(order.id)
  for (const known of [code, 'ZZZZ00000000', cancelled.code, completed.code]) {
    const { status, text } = await subscribe(known)
    expect({ status, text }).toEqual({ status: first.status, text: first.text })
  }
  expect(await on.mails(order.id)).toEqual(before)
  expect(await on.mails(cancelled.order.id)).toEqual([])
  expect(await on.mails(completed.order.id)).toEqual([])
  expect(first.text).not.toContain(code)
  expect(first.text).not.toContain('@')
})

test('a form with a wrong address or half a code says so, and queues nothing', async () => {
  const { code } = await on.newOrder()
  const before = (await kept()).length
  for (const mail of ['', 'ada', 'ada@example', `${'a'.repeat(90)}@example.test`, 'a@b.test\nBcc: c@d.test'])
    expect((await subscribe(code, mail)).status).toBe(400)
  for (const half of ['', code.slice(0, 11), '%', 'x'.repeat(5_000)]) expect((await subscribe(half)).status).toBe(400)
  expect((await on.open('subscribe', { method: 'POST' })).status).toBe(400)
  expect(
    (await on.open('subscribe', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
      .status,
  ).toBe(415)
  expect((await on.post('subscribe', { code, mail: 'x'.repeat(20_000) })).status).toBe(413)
  expect((await on.open('subscribe')).status).toBe(404)
  expect((await kept()).length).toBe(before)
})

test('two mails a day confirm one subscription, and both work; one address gets ten a day', async () => {
  const mail = 'eve@example.test'
  const { order, code } = await on.newOrder()
  for (let asked = 0; asked < 3; asked++) await subscribe(code, mail)
  const sent = await on.mails(order.id)
  expect(sent).toHaveLength(2)
  const secrets = sent.map(({ html }) => secretIn(html, 'confirm'))
  expect((await on.open(`confirm/${secrets[0]}`)).text).toContain('You will get updates')
  expect((await on.open(`confirm/${secrets[1]}`)).text).toContain('You already get updates')
  const orders = await Promise.all(Array.from({ length: 9 }, () => on.newOrder()))
  // Three attempts were made before, so seven of these nine are left.
  for (const each of orders) await subscribe(each.code, mail)
  const counts = await Promise.all(orders.map(async (each) => (await on.mails(each.order.id)).length))
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(7)
})

test('one mailbox has its share however its address is written: with tags, in capitals, with dots where they mean nothing', async () => {
  const { order, code } = await on.newOrder()
  for (let n = 0; n < 5; n++) await subscribe(code, `Victim+${n}@example.test`)
  expect(await on.mails(order.id)).toHaveLength(2)
  const orders = await Promise.all(Array.from({ length: 12 }, () => on.newOrder()))
  const dotted = (n: number) => `${'mailbox'.slice(0, 1 + (n % 6))}.${'mailbox'.slice(1 + (n % 6))}`
  for (const [n, each] of orders.entries())
    await subscribe(each.code, `${dotted(n)}+${n}@${n % 2 ? 'gmail' : 'googlemail'}.com`)
  const counts = await Promise.all(orders.map(async (each) => (await on.mails(each.order.id)).length))
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(10)
  // The mail goes to the address as it was typed.
  const first = orders[0]
  expect((await on.mails(first?.order.id ?? 0))[0]?.address).toBe('m.ailbox+0@googlemail.com')
})

test('the form is limited: twenty times an hour from one address', async () => {
  const asks = async () => (await on.post('subscribe', { code: 'ZZZZ00000000', mail: ADA })).status
  const statuses: number[] = []
  for (let asked = 0; asked < 21; asked++) statuses.push(await asks())
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(server.db)
})

test('a subscription is confirmed within three days, or it is forgotten', async () => {
  const { order, code } = await on.newOrder()
  const later = createSweepable(order.id)
  await subscribe(code, 'late@example.test')
  const token = await newestSecret(order.id)
  await later('3 days')
  const late = await on.open(`confirm/${token}`)
  expect(late.status).toBe(410)
  expect(late.text).toContain('This link has expired')
  await later('-1 minute')
  expect(await sweepSubscriptions(server.db)).toBe(0)
  expect((await on.open(`confirm/${token}`)).text).toContain('You will get updates')

  const other = await on.newOrder()
  await subscribe(other.code, 'never@example.test')
  await createSweepable(other.order.id)('3 days 1 minute')
  expect(await sweepSubscriptions(server.db)).toBe(1)
  expect((await on.mails(other.order.id)).map(({ address }) => address)).toEqual(['(unsubscribed)'])
})

/** Makes the subscriptions of an order, and their mails, older by this time. */
const createSweepable = (orderId: number) => async (age: string) => {
  await sql`update tracking_subscriptions set created_at = created_at - ${age}::interval where order_id = ${orderId}`.execute(
    server.db,
  )
  await sql`update subscription_tokens set created_at = created_at - ${age}::interval
    where subscription_id in (select id from tracking_subscriptions where order_id = ${orderId})`.execute(server.db)
}

test('subscriptions end thirty days after an order was over, not before, and with the order', async () => {
  const { client, order, code } = await on.newOrder()
  await subscribe(code, 'over@example.test')
  await on.open(`confirm/${await newestSecret(order.id)}`)
  const over = (since: string) =>
    sql`update orders set status = 2, updated_at = now() - ${since}::interval where id = ${order.id}`.execute(server.db)
  await over('29 days')
  expect(await sweepSubscriptions(server.db)).toBe(0)
  await over('30 days 1 minute')
  expect(await sweepSubscriptions(server.db)).toBe(1)
  expect((await kept()).at(-1)).toMatchObject({ email: null })

  const { length } = await kept()
  await server.db.deleteFrom('orderRequirements').where('orderId', '=', order.id).execute()
  await sql`delete from mails where order_id = ${order.id}`.execute(server.db)
  await sql`delete from orders where id = ${order.id}`.execute(server.db)
  expect(await kept()).toHaveLength(length - 1)
  expect(client.id).toBeGreaterThan(0)
})

test('the two mails know of an order what the public page says; other variables are refused', async () => {
  const list = (await server.call('GET', 'template/email?per_page=1000')).body.data.items
  const token = await server.signIn({ role: [Role.ADMIN] })
  for (const title of ['Tracking update', 'Tracking confirmation']) {
    const { id, system } = list.find((each: { title: string }) => each.title === title)
    expect(system).toBe(true)
    const { content } = (await server.call('GET', `template/email/${id}`)).body.data
    const personal = await server.call('PUT', `template/email/${id}`, {
      token,
      body: { content: `${content}<p>{{ contact.name }}</p>` },
    })
    expect(personal.status).toBe(400)
    expect(JSON.stringify(personal.body)).toContain('contact.name')
    const bare = await server.call('PUT', `template/email/${id}`, {
      token,
      body: { content: '<p>{{ order.trackingCode }}</p>' },
    })
    expect(bare.body.data.content).toMatch(/without it nobody can (confirm|end the updates)/)
    const edited = await server.call('PUT', `template/email/${id}`, {
      token,
      body: { content: `${content}<p>Yours</p>` },
    })
    expect(edited.status).toBe(200)
  }
  const own = await server.call('POST', 'template/email', {
    body: { title: 'Own', subject: 'S', content: '<p>{{ tracking.unsubscribeUrl }}</p>' },
  })
  expect(own.status).toBe(400)
  expect((await createTemplate(server.db)).system).toBe(false)
})

import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOrder, createUser } from '#server/test/records.ts'
import { startWebhookSender } from './webhook-sender.ts'
import { type Received, startReceiver, startWebhooks } from './webhooks.fixture.ts'

const hooks = await startWebhooks()
const { server, receiver, call, addWebhook, deliveriesOf, arrive, hurry } = hooks
afterAll(() => hooks.close())
const { db } = server
const client = await createUser(db)
const newOrder = () => createOrder(db, { userId: client.id })
const setStatus = (id: number, status: 0 | 1 | 2) =>
  db.updateTable('orders').set({ status }).where('id', '=', id).execute()

beforeEach(() => {
  receiver.received.length = 0
  receiver.answers(() => ({ status: 204 }))
})
afterEach(() => sql`delete from webhooks`.execute(db))

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
/** The only delivery to a webhook, once it is in this state. */
const settled = async (webhookId: number, state: string) => {
  await expect.poll(async () => (await deliveriesOf(webhookId))[0]?.state, { timeout: 15_000 }).toBe(state)
  return (await deliveriesOf(webhookId))[0]
}
const attempted = (webhookId: number, times: number) =>
  expect.poll(async () => (await deliveriesOf(webhookId))[0]?.attempts.length, { timeout: 15_000 }).toBe(times)

test('a message arrives signed, as the verifier of others accepts it, and altered or with another secret it does not', async () => {
  const webhook = await addWebhook(['order.created'])
  const order = await newOrder()
  await arrive(1)
  const [message] = receiver.received
  if (!message) throw new Error('nothing arrived')
  expect(verify(webhook.secret, message)).toMatchObject({ type: 'order.created', data: { id: order.id } })
  expect(message.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Quayside-Webhooks' })
  expect(() => verify(webhook.secret, { ...message, body: message.body.replace('created', 'deleted') })).toThrow()
  expect(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toThrow()
  expect(await settled(webhook.id, 'delivered')).toMatchObject({
    messageId: message.headers['webhook-id'],
    attempts: [{ status: 204, error: null }],
    nextAt: null,
  })
})

test('retries and replays keep the id of the message, and each has a signature of its own', async () => {
  const webhook = await addWebhook(['order.created'])
  receiver.answers(() => ({ status: 500 }))
  await newOrder()
  await arrive(1)
  await attempted(webhook.id, 1)
  expect((await deliveriesOf(webhook.id))[0]).toMatchObject({
    state: 'waiting',
    attempts: [{ status: 500, error: 'Answered 500' }],
  })
  expect((await call('GET', `admin/webhook/${webhook.id}`)).body.data.failingSince).not.toBeNull()
  receiver.answers(() => ({ status: 200 }))
  await hurry()
  const delivery = await settled(webhook.id, 'delivered')
  expect((await call('GET', `admin/webhook/${webhook.id}`)).body.data.failingSince).toBeNull()
  expect((await call('POST', `admin/webhook-delivery/${delivery.id}/replay`)).status).toBe(200)
  await arrive(3)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const message of receiver.received) verify(webhook.secret, message)
  await attempted(webhook.id, 3)
  await call('PUT', `admin/webhook/${webhook.id}`, { active: false })
  const { status, body } = await call('POST', `admin/webhook-delivery/${delivery.id}/replay`)
  expect({ status, message: body.message }).toEqual({ status: 409, message: 'This webhook is switched off.' })
  expect((await call('POST', 'admin/webhook-delivery/999999/replay')).status).toBe(404)
})

test('a delivery that is being sent cannot be replayed; once it was sent, it can', async () => {
  const webhook = await addWebhook(['order.created'])
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  receiver.answers(() => ({ status: 200, until }))
  await newOrder()
  await arrive(1)
  const [{ id }] = await deliveriesOf(webhook.id)
  const { status, body } = await call('POST', `admin/webhook-delivery/${id}/replay`)
  expect([status, body.message]).toEqual([409, 'This delivery is being sent. Try again in a minute.'])
  receiver.answers(() => ({ status: 200 }))
  answer()
  await settled(webhook.id, 'delivered')
  expect((await call('POST', `admin/webhook-delivery/${id}/replay`)).status).toBe(200)
  await arrive(2)
})

test('after the last retry it has failed; a replay begins again', async () => {
  const webhook = await addWebhook(['order.created'])
  receiver.answers(() => ({ status: 503 }))
  await newOrder()
  for (let n = 1; n <= 10; n++) {
    await arrive(n)
    await attempted(webhook.id, n)
    await hurry()
  }
  const failed = await settled(webhook.id, 'failed')
  expect(failed).toMatchObject({ nextAt: null })
  await call('POST', `admin/webhook-delivery/${failed.id}/replay`)
  await arrive(11)
  await attempted(webhook.id, 11)
  expect((await deliveriesOf(webhook.id))[0].state).toBe('waiting')
})

test.each([301, 302, 307, 308])('a redirect (%i) is a failure, and nobody goes where it leads', async (status) => {
  const inside = await startReceiver()
  const webhook = await addWebhook(['order.created'])
  receiver.answers(() => ({ status, headers: { location: `${inside.url}/secret` } }))
  await newOrder()
  await attempted(webhook.id, 1)
  expect((await deliveriesOf(webhook.id))[0].attempts[0].error).toBe(`Answered ${status}: redirects are not followed`)
  expect(inside.received).toEqual([])
  await inside.close()
})

test('an address that was saved before its port was closed gets nothing, and no second attempt', async () => {
  const webhook = await addWebhook(['order.created'])
  await sql`update webhooks set url = 'http://127.0.0.1:6379/' where id = ${webhook.id}`.execute(db)
  await newOrder()
  const { attempts } = await settled(webhook.id, 'failed')
  expect(attempts).toMatchObject([{ status: null, error: expect.stringMatching(/^Webhooks go to port 80, 443/) }])
})

test('Retry-After puts the next attempt off', async () => {
  const webhook = await addWebhook(['order.created'])
  receiver.answers(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
  await newOrder()
  await attempted(webhook.id, 1)
  const [{ nextAt, attempts }] = await deliveriesOf(webhook.id)
  expect(Date.parse(nextAt) - Date.parse(attempts[0].at)).toBeGreaterThan(3_590_000)
})

test('410 switches the webhook off: mail to administrators, an item in the queue, and what waits is cancelled', async () => {
  const webhook = await addWebhook(['order.created', 'order.status'])
  const order = await newOrder()
  await arrive(1)
  receiver.answers(() => ({ status: 410 }))
  // Both are there before the first is sent.
  await db.transaction().execute(async (tx) => {
    for (const status of [1, 2] as const)
      await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute()
  })
  await expect
    .poll(async () => (await call('GET', `admin/webhook/${webhook.id}`)).body.data, { timeout: 15_000 })
    .toMatchObject({ active: false, disabledReason: 'The receiver answered 410 Gone.' })
  expect((await deliveriesOf(webhook.id)).map(({ state }: { state: string }) => state)).toEqual([
    'cancelled',
    'failed',
    'delivered',
  ])
  const mails = await db
    .selectFrom('mails')
    .select(['subject', 'text', 'userId'])
    .where('kind', '=', 'webhook-disabled')
    .execute()
  expect(mails).toMatchObject([{ subject: 'A webhook was switched off', userId: hooks.admin.id }])
  expect(mails[0]?.text).toContain(receiver.url)
  const items = () =>
    db
      .selectFrom('attention')
      .select(['detail', 'resolvedAt'])
      .where('rule', '=', 'webhook-disabled')
      .where('subject', '=', String(webhook.id))
      .execute()
  expect(await items()).toMatchObject([{ detail: { url: receiver.url }, resolvedAt: null }])
  await call('PUT', `admin/webhook/${webhook.id}`, { active: true })
  expect((await items())[0]?.resolvedAt).not.toBeNull()
  expect((await call('GET', `admin/webhook/${webhook.id}`)).body.data).toMatchObject({
    active: true,
    disabledReason: null,
    failingSince: null,
  })
})

test('nothing arrived for three days: switched off; a little less: not yet', async () => {
  const webhook = await addWebhook(['order.created'])
  receiver.answers(() => ({ status: 500 }))
  const failingFor = (time: string) =>
    sql`update webhooks set failing_since = now() - ${time}::interval where id = ${webhook.id}`.execute(db)
  await failingFor('71 hours 59 minutes')
  await newOrder()
  await attempted(webhook.id, 1)
  expect((await call('GET', `admin/webhook/${webhook.id}`)).body.data.active).toBe(true)
  await failingFor('72 hours 1 minute')
  await hurry()
  await expect
    .poll(async () => (await call('GET', `admin/webhook/${webhook.id}`)).body.data, { timeout: 15_000 })
    .toMatchObject({ active: false, disabledReason: 'Nothing arrived for 3 days.' })
})

test('rotating answers a new secret once, and both sign for a day', async () => {
  const webhook = await addWebhook(['order.created'])
  const { secret } = (await call('POST', `admin/webhook/${webhook.id}/rotate`)).body.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(secret).not.toBe(webhook.secret)
  expect(JSON.stringify((await call('GET', 'admin/webhook')).body)).not.toContain('whsec_')
  await newOrder()
  await arrive(1)
  for (const each of [secret, webhook.secret]) verify(each, receiver.received[0] as Received)
  await sql`update webhooks set previous_until = now() where id = ${webhook.id}`.execute(db)
  await newOrder()
  await arrive(2)
  verify(secret, receiver.received[1] as Received)
  expect(() => verify(webhook.secret, receiver.received[1] as Received)).toThrow()
  expect((await call('POST', 'admin/webhook/999999/rotate')).status).toBe(404)
})

describe('the order of messages', () => {
  test('first attempts about one order arrive as they happened; another order does not wait for them', async () => {
    await addWebhook(['order.created', 'order.status'])
    receiver.answers(({ json }) => ({ status: 200, ms: json.data.sequence % 2 === 0 ? 60 : 0 }))
    const orders = await Promise.all([newOrder(), newOrder(), newOrder()])
    for (const status of [1, 2, 0, 1, 2] as const) for (const { id } of orders) await setStatus(id, status)
    await arrive(18)
    for (const { id } of orders) {
      const of = receiver.received.filter(({ json }) => json.data.id === id).map(({ json }) => json.data)
      expect(of.map(({ status }) => status)).toEqual([undefined, 1, 2, 0, 1, 2])
      expect(of.map(({ sequence }) => sequence)).toEqual(of.map(({ sequence }) => sequence).toSorted((a, b) => a - b))
    }
  })

  test('a retry holds nothing back, and a message that is held holds back what follows it', async () => {
    const webhook = await addWebhook(['order.created', 'order.status'])
    receiver.answers(({ json }) => ({ status: json.type === 'order.created' ? 500 : 200 }))
    const order = await newOrder()
    await setStatus(order.id, 1)
    await arrive(2)
    expect(receiver.received.map(({ json }) => json.type)).toEqual(['order.created', 'order.status'])
    await sql`delete from webhook_deliveries`.execute(db)
    await sql`insert into webhook_deliveries (webhook_id, event, order_id, sequence, body, due_at)
      values (${webhook.id}, 'order.event', ${order.id}, 0, '{}', now() + interval '1 hour')`.execute(db)
    await setStatus(order.id, 2)
    const other = await newOrder()
    await arrive(3)
    expect(receiver.received[2]?.json.data.id).toBe(other.id)
    await hurry()
    await arrive(6)
    const later = receiver.received.slice(3).map(({ json }) => json.type)
    expect(later.filter((type) => type !== 'order.created')).toEqual([undefined, 'order.status'])
  })
})

test('a message in the hands of an instance that died is sent by another', async () => {
  const webhook = await addWebhook(['order.created'])
  await hooks.sender.stop()
  await newOrder()
  await sql`update webhook_deliveries set claimed_until = now() + interval '1 minute', tries = 1`.execute(db)
  const other = startWebhookSender(server.services)
  await other.look()
  expect(receiver.received).toEqual([])
  await sql`update webhook_deliveries set claimed_until = now() - interval '1 second'`.execute(db)
  await vi.waitFor(async () => {
    await other.look()
    expect(receiver.received).toHaveLength(1)
  }, 15_000)
  await settled(webhook.id, 'delivered')
  await other.stop()
})

test('what arrived just before the server stops is recorded, so that it is not sent again', async () => {
  const webhook = await addWebhook(['order.created'])
  const sender = startWebhookSender(server.services)
  for (let n = 0; n < 5; n++) await newOrder()
  await vi.waitFor(async () => {
    await sender.look()
    expect(receiver.received).toHaveLength(5)
  }, 15_000)
  await sender.stop()
  const states = (await deliveriesOf(webhook.id)).map(({ state }: { state: string }) => state)
  expect(states).toEqual(Array(5).fill('delivered'))
})

describe('a private address', () => {
  /** A sender with the default settings, for which host names lead where the test says. */
  const strict = (resolve: () => string) =>
    startWebhookSender(
      { ...server.services, config: { ...server.config, webhookAllowPrivate: false } },
      { resolve: async () => [{ address: resolve(), family: 4 }] },
    )

  test('is never reached, by whatever the name leads to when it is delivered, and is not tried again', async () => {
    await hooks.sender.stop()
    const port = new URL(receiver.url).port
    const webhook = await addWebhook(['order.created'], `https://rebinding.example:${port}/`)
    // The name led nowhere when it was saved.
    const sender = strict(() => '127.0.0.1')
    await newOrder()
    await sender.look()
    expect(await settled(webhook.id, 'failed')).toMatchObject({
      attempts: [{ status: null, error: 'The address is in a private network' }],
      nextAt: null,
    })
    expect(receiver.received).toEqual([])
    await sender.stop()
  })

  test.each(['http://127.0.0.1:4321/', 'http://shop.example/'])('nor is %s without https', async (url) => {
    const webhook = await addWebhook(['order.created'], url)
    const sender = strict(() => '93.184.216.34')
    await newOrder()
    await sender.look()
    expect((await settled(webhook.id, 'failed')).attempts[0].error).toBe('Webhooks need https')
    await sender.stop()
  })
})

import { createServer, type Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { portOf } from '#server/http/port-of.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startWebhookSender } from './webhook-sender.ts'
import { startWebhooks } from './webhooks.fixture.ts'

const hooks = await startWebhooks()
const { server, receiver, addWebhook } = hooks
const { db } = server
const client = await createUser(db)

/** Receivers that never answer, each on a port of its own, unless `answering` is set. */
const state = { answering: false }
const hanging: Server[] = []
async function hangs(): Promise<string> {
  const one = createServer((request, reply) => {
    request.resume()
    if (state.answering) reply.writeHead(204).end()
  })
  await new Promise<void>((listening) => one.listen(0, '127.0.0.1', listening))
  hanging.push(one)
  return `http://127.0.0.1:${portOf(one)}`
}
afterEach(async () => {
  for (const one of hanging.splice(0)) one.close().closeAllConnections()
  await sql`delete from webhooks`.execute(db)
  receiver.received.length = 0
  state.answering = false
})
afterAll(() => hooks.close())

const NEWS = 20
/** Milliseconds until the news about this many new orders have arrived at the good receiver. */
async function arrival(): Promise<number> {
  const before = receiver.received.length
  const start = performance.now()
  for (let n = 0; n < NEWS; n++) await createOrder(db, { userId: client.id })
  await vi.waitFor(() => expect(receiver.received.length).toBe(before + NEWS), { timeout: 30_000, interval: 5 })
  return performance.now() - start
}
/** How many times as long as alone news may take; both include the look for due messages, once a second. */
const MOST = 5
const calmTime = async () => Math.max(1_000, await arrival(), await arrival())

test.each([1, 8, 40])('news arrive at a good receiver beside %i that never answer as they do alone', async (count) => {
  await addWebhook(['order.created'])
  const calm = await calmTime()
  for (let n = 0; n < count; n++) await addWebhook(['order.created'], await hangs())
  expect(await arrival()).toBeLessThan(calm * MOST)
  expect(await arrival()).toBeLessThan(calm * MOST)
})

test('and so they do beside eight that answered until now, and beside twenty webhooks to one receiver that hangs', async () => {
  await addWebhook(['order.created'])
  const calm = await calmTime()
  state.answering = true
  for (let n = 0; n < 8; n++) await addWebhook(['order.created'], await hangs())
  const known = () => sql<{ n: number }>`select count(*)::int as n from webhooks where answers = 'promptly'`.execute(db)
  await arrival()
  await vi.waitFor(async () => expect((await known()).rows[0]?.n).toBe(9), { timeout: 15_000 })
  state.answering = false
  expect(await arrival()).toBeLessThan(calm * MOST)
  const one = await hangs()
  for (let n = 0; n < 20; n++) await addWebhook(['order.created'], `${one}/${n}`)
  expect(await arrival()).toBeLessThan(calm * MOST)
})

test('a receiver is given one message at a time until it answers, and more again from then on', async () => {
  let [now, most] = [0, 0]
  const one = createServer((request, reply) => {
    request.resume()
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      reply.writeHead(204).end()
    }, 200)
  })
  await new Promise<void>((listening) => one.listen(0, '127.0.0.1', listening))
  hanging.push(one)
  const webhook = await addWebhook(['order.created'], `http://127.0.0.1:${portOf(one)}`)
  const delivered = async () =>
    (await hooks.deliveriesOf(webhook.id)).filter(({ state: each }: { state: string }) => each === 'delivered').length
  for (let n = 0; n < 3; n++) await createOrder(db, { userId: client.id })
  await vi.waitFor(async () => expect(await delivered()).toBeGreaterThan(0), { timeout: 15_000, interval: 5 })
  await vi.waitFor(async () => expect(await delivered()).toBe(3), { timeout: 15_000 })
  for (let n = 0; n < 30; n++) await createOrder(db, { userId: client.id })
  await vi.waitFor(async () => expect(await delivered()).toBe(33), { timeout: 15_000 })
  expect(most).toBeGreaterThan(1)
  // The receiver is silent now.
  await sql`update webhooks set answers = 'never' where id = ${webhook.id}`.execute(db)
  most = 0
  const first = await createOrder(db, { userId: client.id })
  await sql`update webhook_deliveries set due_at = 'infinity' where order_id = ${first.id}`.execute(db)
  for (let n = 0; n < 4; n++) await createOrder(db, { userId: client.id })
  await vi.waitFor(() => expect(most).toBe(1), { timeout: 15_000, interval: 5 })
})

test('names that are never found keep those of good receivers waiting neither', async () => {
  await hooks.sender.stop()
  const port = new URL(receiver.url).port
  const sender = startWebhookSender(server.services, {
    resolve: (host) =>
      host === 'good.example' ? Promise.resolve([{ address: '127.0.0.1', family: 4 }]) : new Promise(() => {}),
  })
  await addWebhook(['order.created'], `http://good.example:${port}`)
  const calm = await calmTime()
  for (let n = 0; n < 40; n++) await addWebhook(['order.created'], `http://silent${n}.example:${port}`)
  expect(await arrival()).toBeLessThan(calm * MOST)
  expect(await arrival()).toBeLessThan(calm * MOST)
  await sender.stop()
})

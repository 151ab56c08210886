import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import type { WebhookEvent } from '#contract/integrations/webhooks.ts'
import { portOf } from '#server/http/port-of.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { isUsualPort } from '#server/webhooks/destinations.ts'
import { startWebhookSender } from './webhook-sender.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read any path of a message
  json: any
}

type Answering = (received: Received) => {
  status: number
  headers?: Record<string, string>
  ms?: number
  /** The answer comes once this has resolved. */
  until?: Promise<unknown>
}

/** A receiver of webhooks on this machine. It answers 204 unless `answer` says otherwise. */
export async function startReceiver() {
  const received: Received[] = []
  const state: { answer: Answering } = { answer: () => ({ status: 204 }) }
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        json: body === '' ? null : JSON.parse(body),
      }
      received.push(one)
      const { status, headers = {}, ms = 0, until } = state.answer(one)
      setTimeout(async () => {
        await until
        reply.writeHead(status, headers).end()
      }, ms)
    })
  })
  do {
    // The system may choose a port that webhooks do not go to.
    if (server.listening) await new Promise((closed) => server.close(closed))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  } while (!isUsualPort(portOf(server)))
  return {
    received,
    url: `http://127.0.0.1:${portOf(server)}`,
    /** Sets the answer from now on. */
    answers: (answer: Answering) => void Object.assign(state, { answer }),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** A server whose webhooks may go to this machine, an administrator, a receiver and the sender. */
export async function startWebhooks(env: Record<string, string> = {}) {
  const server = await startTestServer({ WEBHOOK_ALLOW_PRIVATE: '1', ...env })
  await sql`update webhook_hold set seconds = ${server.config.mailHoldSeconds}`.execute(server.db)
  const receiver = await startReceiver()
  const { id } = await createUser(server.db, { username: 'Ada Admin', role: [Role.ADMIN] })
  const token = await server.tokenFor(id)
  const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
  const addWebhook = async (events: readonly WebhookEvent[], url = receiver.url) =>
    (await call('POST', 'admin/webhook', { url, events })).body.data
  const deliveriesOf = async (webhookId: number) =>
    (await call('GET', `admin/webhook/${webhookId}/deliveries?per_page=200`)).body.data.items
  const sender = startWebhookSender(server.services)
  /** Makes waiting deliveries due, as if their time had come. */
  const hurry = async () => {
    await sql`update webhook_deliveries set due_at = now() where state = 'waiting' and claimed_until is null and due_at < 'infinity'`.execute(
      server.db,
    )
    await sender.look()
  }
  const arrive = (count: number) =>
    vi.waitFor(
      async () => {
        await sender.look()
        if (receiver.received.length < count) throw new Error(`${receiver.received.length} of ${count} arrived`)
      },
      { timeout: 15_000, interval: 50 },
    )
  const close = async () => {
    await sender.stop()
    await receiver.close()
    await server.close()
  }
  return { server, receiver, admin: { id, token }, call, addWebhook, deliveriesOf, sender, hurry, arrive, close }
}

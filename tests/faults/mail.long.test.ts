import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#server/db/embedded/free-port.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'

vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let work: { stop(): Promise<void> }
let event: { id: number }
let template: { id: number }
let port: number
let smtp: TestSmtp | undefined
let silent: { server: Server; sockets: Socket[] } | undefined

beforeAll(async () => {
  port = await freePort()
  server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  work = await startWork(server.services)
  event = await createEvent(server.db)
  template = await createTemplate(server.db)
})
afterEach(async () => {
  await smtp?.stop()
  smtp = undefined
  for (const socket of silent?.sockets ?? []) socket.destroy()
  silent?.server.close()
  silent = undefined
})
afterAll(async () => {
  await work.stop()
  await server.close()
})

/** A mail server that accepts connections and never answers. */
async function startSilence() {
  const sockets: Socket[] = []
  const listening = createServer((socket) => sockets.push(socket.on('error', () => {})))
  listening.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  silent = { server: listening, sockets }
  return silent
}

interface ShownMail {
  id: number
  state: string
  deliveries: { state: string; reason: string | null; attempts: number }[]
}

/** Sets an event with a mail; returns the order, a reader of its mail, and how long the save took. */
async function setEvent() {
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const began = performance.now()
  const reply = await server.call('POST', 'request/event/data/add', {
    body: {
      bookingRequestId: order.id,
      eventId: event.id,
      date: '1767225600',
      comment: 'sailed',
      emailTemplateId: template.id,
      documents: [],
    },
  })
  const ms = performance.now() - began
  expect(reply.status).toBe(200)
  const mail = async (): Promise<ShownMail> => {
    const { items } = (await server.call('GET', `admin/mail?order_id=${order.id}`)).body.data
    return (await server.call('GET', `admin/mail/${items[0].id}`)).body.data
  }
  const history = (await server.call('GET', `request/event/data/${order.id}`)).body.data
  expect(history).toMatchObject([{ comment: 'sailed' }])
  return { order, ms, mail }
}

/** The first delivery, once it matches. */
const shown = async (mail: () => Promise<ShownMail>, expected: object) => {
  await expect
    .poll(async () => (await mail()).deliveries[0], { timeout: 60_000, interval: 100 })
    .toMatchObject(expected)
}

/** Skips the pause until the next attempt. */
async function passPause() {
  await sql`update mail_deliveries set next_attempt_at = now() where state = 'queued'`.execute(server.db)
}

test('SMTP down: the event is set at once; its mail waits with the reason and is sent once the server is back', async () => {
  const { ms, mail } = await setEvent()
  expect(ms).toBeLessThan(5_000)
  await shown(mail, {
    state: 'queued',
    reason: 'The mail server cannot be reached: connection refused',
    attempts: 1,
  })
  smtp = await startSmtp(port)
  await passPause()
  await shown(mail, { state: 'sent', reason: null, attempts: 2 })
  expect(smtp.mails).toHaveLength(1)
})

test('SMTP that accepts connections and hangs: saving takes no longer, and the mail is retried', async () => {
  const { sockets } = await startSilence()
  const { ms, mail } = await setEvent()
  expect(ms).toBeLessThan(5_000)
  await expect.poll(() => sockets.length, { timeout: 20_000 }).toBe(1)
  expect((await mail()).deliveries[0]).toMatchObject({ state: 'sending' })
  // Other orders are saved and other calls are answered meanwhile.
  const other = await setEvent()
  expect(other.ms).toBeLessThan(5_000)
  const gaveUp = { state: 'queued', reason: 'The mail server did not answer in time', attempts: 1 }
  await shown(mail, gaveUp)
  await shown(other.mail, gaveUp)
  for (const socket of sockets) socket.destroy()
  silent?.server.close()
  smtp = await startSmtp(port)
  await passPause()
  for (const each of [mail, other.mail]) await shown(each, { state: 'sent', reason: null })
})

test('SMTP that defers (451): the mail is retried with pauses and sent once accepted', async () => {
  smtp = await startSmtp(port)
  smtp.refuse('*', 451, 'Greylisted', 2)
  const { mail } = await setEvent()
  await shown(mail, {
    state: 'queued',
    attempts: 1,
    reason: expect.stringContaining('Deferred by the mail server: 451'),
  })
  await passPause()
  await shown(mail, { state: 'queued', attempts: 2 })
  await passPause()
  await shown(mail, { state: 'sent', attempts: 3, reason: null })
  expect(smtp.mails).toHaveLength(1)
})

test('SMTP that rejects (550): the mail fails with the reason, is not retried, and is sent on request', async () => {
  smtp = await startSmtp(port)
  smtp.refuse('*', 550, 'No such user', 1)
  const { mail } = await setEvent()
  await shown(mail, { state: 'failed', attempts: 1, reason: expect.stringContaining('550') })
  await passPause()
  // The dispatcher looked again meanwhile.
  await shown((await setEvent()).mail, { state: 'sent' })
  expect(smtp.attempts).toHaveLength(2)
  const { id } = await mail()
  expect((await server.call('POST', `admin/mail/${id}/retry`)).status).toBe(200)
  await shown(mail, { state: 'sent', reason: null })
  expect(smtp.mails).toHaveLength(2)
})

import { expect } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { RunItem, RunWithMails } from '#contract/runs/runs.ts'
import type { Db } from '#server/db/client.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp } from '#server/test/smtp.ts'

/** Seconds of the hold: long enough that no mail of a run leaves, unless a test releases it. */
export const HELD = 600
/** Wait for mails to leave: they are looked for every second. */
export const LEAVES = { timeout: 15_000, interval: 20 }
export const MARCH = '2026-03-05T10:00:00.000Z'

let serial = 0

/** An order of a client of its own, with an address of its own. */
export async function createClientOrder(db: Db, values: Partial<Parameters<typeof createOrder>[1]> = {}) {
  const n = ++serial
  const client = await createUser(db)
  const order = await createOrder(db, { userId: client.id, email: `client${n}@example.test`, ...values })
  return { ...order, clientId: client.id }
}

/** Calls about runs and their orders. */
function runCalls({ call }: Pick<TestServer, 'call'>) {
  /** The reply of POST runs. */
  const start = (kind: string, input: object, selection: object, headers: Record<string, string> = {}) =>
    call('POST', 'runs', { body: { kind, input, selection }, headers })
  const preview = (kind: string, input: object, selection: object, more: object = {}) =>
    call('POST', 'runs/preview', { body: { kind, input, selection, ...more } })
  const read = async (id: number): Promise<RunWithMails> => (await call('GET', `runs/${id}`)).body.data
  const finished = async (id: number) => {
    await expect.poll(async () => (await read(id)).finishedAt, { timeout: 20_000, interval: 20 }).not.toBeNull()
    return read(id)
  }
  /** Starts a run and waits until it is over. */
  const done = async (kind: string, input: object, selection: object) => {
    const { status, body } = await start(kind, input, selection)
    expect(status, JSON.stringify(body)).toBe(200)
    return finished(body.data.id)
  }

  return {
    start,
    preview,
    finished,
    done,
    itemsOf: async (id: number): Promise<RunItem[]> =>
      (await call('GET', `runs/${id}/items?per_page=1000`)).body.data.items,
    undo: (id: number, token?: string) => call('POST', `runs/${id}/undo`, token ? { token } : {}),
    historyOf: async (orderId: number) => (await call('GET', `request/event/data/${orderId}`)).body.data,
    orderOf: async (orderId: number) => (await call('GET', `request/booking/get/${orderId}`)).body.data,
    editOrder: async (orderId: number, body: object, token?: string) =>
      expect((await call('PUT', `request/booking/edit/${orderId}`, { body, ...(token ? { token } : {}) })).status).toBe(
        200,
      ),
    deleteClient: (id: number) => call('DELETE', `admin/user/${id}`),
  }
}

/** A server with a mail server, at work on runs, with an event and a template. */
export async function startBulk(env: Record<string, string> = {}) {
  const smtp = await startSmtp()
  const server = await startTestServer({ SMTP_URL: smtp.url, ...env })
  server.config.runHoldSeconds = HELD
  const { db, services } = server
  const event = await createEvent(db, 'Departed', 'On its way')
  const template = await createTemplate(
    db,
    '<p>{{ order.trackingCode }}: {{ order.event }}, {{ order.eventComment }}</p>',
    '{{ order.event }} {{ order.trackingCode }}',
  )
  let work = await startWork(services)

  const createOrders = async (count: number, values: Parameters<typeof createClientOrder>[1] = {}) => {
    const orders: Awaited<ReturnType<typeof createClientOrder>>[] = []
    for (let n = 0; n < count; n++) orders.push(await createClientOrder(db, values))
    return orders
  }
  const calls = runCalls(server)
  return {
    server,
    smtp,
    event,
    template,
    createOrders,
    ...calls,
    /** The input of the form 'Set event'. */
    departed: (more: object = {}) => ({ eventId: event.id, date: MARCH, comment: '', emailTemplateId: null, ...more }),
    cancelled: { status: OrderStatus.CANCELLED },
    /** Stops the work on runs and mails, until `resume`. */
    pause: () => work.stop(),
    resume: async () => {
      work = await startWork(services)
    },
    close: async () => {
      await work.stop()
      await server.close()
      await smtp.stop()
    },
  }
}

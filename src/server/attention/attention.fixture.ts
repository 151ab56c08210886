import { sql } from 'kysely'
import { expect } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import type { AttentionItem } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import type { Db } from '#server/db/client.ts'
import { createConfirmation, createOrder, createUser } from '#server/test/records.ts'
import { type CallOptions, startTestServer, type TestServer } from '#server/test/server.ts'

const HOUR = 3_600_000

/** A time so many hours from now; negative ones are past. */
export const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
/** A time so many days from now; negative ones are past. */
export const daysFromNow = (days: number) => hoursFromNow(days * 24)

/** Open items in the database, for one order or one rule at a time. */
export const queueOf = (db: Db) => {
  /** The codes of an order's open rules, by code; a rule with two items stands twice. */
  const open = async (orderId: number): Promise<string[]> => {
    const rows = await db
      .selectFrom('attention')
      .select('rule')
      .where('orderId', '=', orderId)
      .where('resolvedAt', 'is', null)
      .orderBy('rule')
      .execute()
    return rows.map(({ rule }) => rule)
  }
  /** The open item of a rule; undefined if there is none. */
  const item = (orderId: number, rule: RuleCode) =>
    db
      .selectFrom('attention')
      .selectAll()
      .where('orderId', '=', orderId)
      .where('rule', '=', rule)
      .where('resolvedAt', 'is', null)
      .orderBy('id')
      .executeTakeFirst()
  return { open, item }
}

let serial = 0
/** The id of a vessel. */
export async function createVessel(db: Db, name: string): Promise<number> {
  const values = { name, imoNumber: `${9_000_000 + ++serial}` }
  return (await db.insertInto('vessels').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Orders of a client that need nobody: booked now, with a vessel, with news. */
export function calmOrders(db: Db) {
  let vesselId: number | undefined
  let userId: number | undefined
  const vessel = async () => (vesselId ??= await createVessel(db, 'EVER CALM'))
  const client = async () => (userId ??= (await createUser(db)).id)
  return async (
    values: Partial<Parameters<typeof createOrder>[1]> = {},
    confirmation: Partial<Parameters<typeof createConfirmation>[1]> = {},
  ) => {
    const order = await createOrder(db, { userId: await client(), ...values })
    await createConfirmation(db, { orderId: order.id, vesselId: await vessel(), ...confirmation })
    return order
  }
}

/**
 * A mail about an order to its client and to a copy, whose deliveries wait. Returns the deliveries, the
 * client's first.
 */
export async function waitingMail(db: Db, orderId: number): Promise<[number, number]> {
  const mail = await db
    .insertInto('mails')
    .values({ kind: MailKind.EVENT, orderId, subject: 'Departed', html: '<p>Departed</p>', text: 'Departed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('mailDeliveries')
    .values([
      { mailId: mail.id, role: 'to', address: 'anna@example.test', state: 'queued', nextAttemptAt: hoursFromNow(99) },
      { mailId: mail.id, role: 'copy', address: 'copy@example.test', state: 'queued', nextAttemptAt: hoursFromNow(99) },
    ])
    .returning('id')
    .execute()
  const [to = 0, copy = 0] = rows.map(({ id }) => id)
  return [to, copy]
}

/** Fails a delivery, or gives it another state. */
export const settleDelivery = (db: Db, id: number, state: 'failed' | 'queued' | 'sent' | 'cancelled' = 'failed') =>
  db
    .updateTable('mailDeliveries')
    .set({ state, reason: state === 'failed' ? 'Mailbox unavailable' : null, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()

/** A server with its queue, the calls of the queue, and two colleagues beside the caller. */
export async function startQueue() {
  const server = await startTestServer()
  const { db } = server
  const queue = queueOf(db)
  const calm = calmOrders(db)
  const { id } = await createUser(db, { username: 'Priya Nair', role: [Role.MANAGER] })
  const list = async (query = '', options?: CallOptions) =>
    (await server.call('GET', `attention${query}`, options)).body.data
  return {
    server,
    queue,
    calm,
    admin: await server.signIn({ role: [Role.ADMIN] }),
    priya: { id, token: await server.tokenFor(id) },
    /** An order whose cut-off is in so many hours; its item. */
    dueIn: async (hours: number, values: Parameters<typeof calm>[0] = {}) => {
      const order = await calm(values, { cargoCutOffAt: hoursFromNow(hours) })
      const item = await queue.item(order.id, 'cargo-cut-off')
      return { orderId: order.id, trackingCode: order.trackingCode, id: item?.id ?? 0 }
    },
    post: (path: string, body?: unknown, options: CallOptions = {}) =>
      server.call('POST', `attention/${path}`, { body, ...options }),
    list,
    idsOf: async (query = '', options?: CallOptions): Promise<number[]> =>
      (await list(query, options)).items.map((item: AttentionItem) => item.id),
    noOrders: () => sql`delete from orders`.execute(db),
  }
}

/** A sailing without cargo. Returns its id. */
export async function addSailing(db: Db, name: string): Promise<number> {
  const ports = { portOfLoading: 'CNNGB', portOfDischarge: 'CAVAN' }
  const { id } = await db
    .insertInto('sailings')
    .values({ reference: `S-${name}`, vesselId: await createVessel(db, `V${name}`), voyage: '1', ...ports })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Puts orders aboard a sailing, or moves them there. */
export async function loadOn(db: Db, sailingId: number, orderIds: readonly number[]): Promise<void> {
  await db
    .insertInto('loadings')
    .values(orderIds.map((orderId, index) => ({ orderId, sailingId, position: index + 1 })))
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet({ sailingId }))
    .execute()
}

/** Changes orders in the database, as saves, events and sailings do. */
export const changesOf = (server: TestServer) => ({
  confirm: (orderId: number, values: Record<string, unknown>) =>
    server.db.updateTable('confirmations').set(values).where('orderId', '=', orderId).execute(),
  change: (orderId: number, values: Record<string, unknown>) =>
    server.db.updateTable('orders').set(values).where('id', '=', orderId).execute(),
  /** Sets an event with this milestone, as staff do. Returns its entry. */
  reach: async (orderId: number, milestone: Milestone, date = new Date().toISOString()): Promise<number> => {
    const event = await server.db
      .insertInto('events')
      .values({ name: `Event ${milestone}`, publicStatus: '', milestone })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { status, body } = await server.call('POST', 'request/event/data/add', {
      body: { bookingRequestId: orderId, eventId: event.id, date, comment: '', emailTemplateId: null, documents: [] },
    })
    expect([status, body.message]).toEqual([200, expect.anything()])
    return body.data.id
  },
  /** Puts an order aboard a sailing of its own. */
  board: async (orderId: number) => loadOn(server.db, await addSailing(server.db, `${orderId}`), [orderId]),
})

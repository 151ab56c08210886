import { randomInt } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { CLIENT_GONE } from '#contract/orders/bookings.ts'
import type { Tx } from '#server/db/client.ts'
import type { Orders } from '#server/db/types.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TRIES = 20

const letters = (n: number) => Array.from({ length: n }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const digits = (n: number) => String(randomInt(10 ** n)).padStart(n, '0')

export interface OrderClient {
  username: string
  companyName: string
  companyAddress: string
}

/** The client an order is made for, held until the order stands, so that nobody deletes it meanwhile. Throws 400. */
export async function holdClient(tx: Tx, userId: number): Promise<OrderClient> {
  const client = await tx
    .selectFrom('users')
    .select(['username', 'companyName', 'companyAddress'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`role = array['ROLE_USER']`)
    .forShare()
    .executeTakeFirst()
  if (!client) throw invalid({ userId: CLIENT_GONE })
  return client
}

type NewOrder = Omit<Insertable<Orders>, 'hashSum' | 'customCode'>

/** Inserts the order under a tracking code that nobody has: 4 letters and 8 digits. */
async function insertOrder(tx: Tx, values: NewOrder) {
  for (let tries = 0; tries < TRIES; tries++) {
    const order = await tx
      .insertInto('orders')
      .values({ ...values, hashSum: letters(4) + digits(4), customCode: digits(4) })
      .onConflict((conflict) => conflict.column('hashSum').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (order) return order
  }
  throw new Error('No free tracking code was found')
}

/** The first event of the list, now, as the order's first history entry; nothing when there are no events. */
async function setFirstEvent(tx: Tx, orderId: number, userId: number | null): Promise<void> {
  const event = await tx
    .selectFrom('events')
    .select(['id', 'name', 'publicStatus'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!event) return
  const set = { eventId: event.id, eventName: event.name, eventPublicStatus: event.publicStatus, date: new Date() }
  const entry = await tx
    .insertInto('orderEvents')
    .values({ ...set, orderId, userId, emailTemplateId: null, emailTemplateTitle: null })
    .returning(['id', 'date'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('orders')
    .set({
      lastEventEntryId: entry.id,
      lastEventId: event.id,
      lastEventName: event.name,
      lastEventPublicStatus: event.publicStatus,
      lastEventTime: entry.date,
    })
    .where('id', '=', orderId)
    .execute()
}

const UNTOLD = new Set(['createdAt', 'updatedAt', 'deletedAt', 'resentAt', 'lastEventEntryId'])

/** Makes an order with its tracking code, first event and audit entry; answers its id. */
export async function createOrder(tx: Tx, values: NewOrder, actor: Actor): Promise<number> {
  const order = await insertOrder(tx, values)
  await setFirstEvent(tx, order.id, actor.userId)
  const told = Object.keys(order).filter((key) => !UNTOLD.has(key))
  await recordAudit(tx, actor, { action: 'order.create', entity: 'orders', entityId: order.id, after: order }, told)
  return order.id
}

import { randomInt } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { CLIENT_GONE } from '#contract/orders/bookings.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Tx } from '#server/db/client.ts'
import type { Orders } from '#server/db/types.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { appendEvent } from './append-event.ts'
import { type OriginColumns, originColumns } from './origins.ts'
import { activeStaff } from './staff.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TRIES = 20

const letters = (n: number) => Array.from({ length: n }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const digits = (n: number) => String(randomInt(10 ** n)).padStart(n, '0')

/** A tracking code, 4 letters and 8 digits, that hardly any order has. */
export const newCode = () => ({ hashSum: letters(4) + digits(4), customCode: digits(4) })

/** Fields that a new order copies from its client. */
export interface OrderClient {
  username: string
  companyName: string
  companyAddress: string
}

/**
 * Finds the client of a new order and keeps others from deleting it until the transaction ends. Throws 400.
 */
export async function holdClient(tx: Tx, userId: number): Promise<OrderClient> {
  const client = await tx
    .selectFrom('users')
    .select(['username', 'companyName', 'companyAddress'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`role = array[${sql.lit(Role.CLIENT)}]`)
    .forShare()
    .executeTakeFirst()
  if (!client) throw invalid({ userId: CLIENT_GONE })
  return client
}

/** A new order, with the API's field names. */
type NewOrder = Omit<Insertable<Orders>, 'hashSum' | 'customCode' | keyof OriginColumns> & {
  shipmentOriginPort: number | null
}

/**
 * Inserts the order with an unused tracking code: 4 letters and 8 digits. Staff who book it are put in
 * charge.
 */
async function insertOrder(tx: Tx, { shipmentOriginPort, ...values }: NewOrder, { userId }: Actor) {
  const inCharge = userId === null ? null : await activeStaff(tx).where('id', '=', userId).executeTakeFirst()
  const origin = originColumns(originKind(values), shipmentOriginPort)
  for (let tries = 0; tries < TRIES; tries++) {
    const order = await tx
      .insertInto('orders')
      .values({
        ...values,
        ...origin,
        inChargeId: inCharge?.id ?? null,
        ...newCode(),
      })
      .onConflict((conflict) => conflict.column('hashSum').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (order) return order
  }
  throw new Error('No unused tracking code found')
}

/**
 * Sets the first event of the list as the order's first history entry. Does nothing if there are no events.
 */
async function setFirstEvent(tx: Tx, orderId: number, actor: Actor): Promise<void> {
  const event = await tx
    .selectFrom('events')
    .select(['id', 'name', 'publicStatus', 'milestone'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (event) await appendEvent(tx, { orderId, event, date: new Date() }, actor)
}

/**
 * Columns left out of the audit entry: it has its own time, names the origin as the API does, and the rest is
 * still empty.
 */
const UNAUDITED = new Set([
  ...['createdAt', 'updatedAt', 'deletedAt', 'resentAt', 'lastEventEntryId', 'lastMilestone'],
  ...['originLocationId', 'originDepotId', 'originPortId'],
])

/** Creates an order with its tracking code, first event and audit entry. Returns its id. */
export async function createOrder(tx: Tx, values: NewOrder, actor: Actor): Promise<number> {
  const order = await insertOrder(tx, values, actor)
  await setFirstEvent(tx, order.id, actor)
  const after = { ...order, shipmentOriginPort: values.shipmentOriginPort }
  const fields = Object.keys(after).filter((key) => !UNAUDITED.has(key))
  await recordAudit(tx, actor, { action: 'order.create', entity: 'orders', entityId: order.id, after }, fields)
  return order.id
}

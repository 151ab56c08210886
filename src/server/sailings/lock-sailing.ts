import type { Selectable } from 'kysely'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Tx } from '#server/db/client.ts'
import type { Orders, Sailings } from '#server/db/types.ts'
import { AppError, notFound } from '#server/errors.ts'
import { COUNTS } from './read-sailings.ts'
import { isIn } from './sailing-status.ts'

/** Locks sailings, in the order of their ids, until the transaction ends; those that exist, by id. */
export async function lockSailings(tx: Tx, ids: readonly number[]): Promise<Map<number, Selectable<Sailings>>> {
  const rows = await tx.selectFrom('sailings').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks a sailing. Throws 404. */
export async function lockSailing(tx: Tx, id: number): Promise<Selectable<Sailings>> {
  const sailing = (await lockSailings(tx, [id])).get(id)
  if (!sailing) throw notFound('Sailing')
  return sailing
}

/** Throws 409 once nothing can happen to the cargo of a sailing any more. */
export function requireUnderWay({ status }: Pick<Sailing, 'status'>): void {
  if (status === 'arrived' || status === 'cancelled') throw new AppError(409, isIn(status))
}

/** An order to load, unload, roll or receive, and where it is now. */
export interface LockedOrder
  extends Pick<
    Selectable<Orders>,
    'id' | 'trackingCode' | 'status' | 'transportationMode' | 'shipmentWeight' | 'shipmentVolume'
  > {
  loading: {
    sailingId: number
    reference: string
    containerId: number | null
    receivedAt: string | null
    pieces: number | null
    weightKg: number | null
    volumeCbm: number | null
  } | null
}

/** Locks live orders, in the order of their ids, and reads their loadings; those that exist, by id. */
export async function lockOrders(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedOrder>> {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'trackingCode', 'status', 'transportationMode', 'shipmentWeight', 'shipmentVolume'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  // The loadings are read after the lock: an order that somebody else has just loaded is seen where it is
  // now.
  const loadings = await tx
    .selectFrom('loadings as l')
    .innerJoin('sailings as s', 's.id', 'l.sailingId')
    .select([
      'l.orderId',
      'l.sailingId',
      's.reference',
      'l.containerId',
      'l.receivedAt',
      'l.pieces',
      'l.weightKg',
      'l.volumeCbm',
    ])
    .where('l.orderId', 'in', ids)
    .execute()
  const found = new Map(loadings.map(({ orderId, ...loading }) => [orderId, loading]))
  return new Map(orders.map((order) => [order.id, { ...order, loading: found.get(order.id) ?? null }]))
}

/** The last position in the list of a sailing. */
export async function lastPosition(tx: Tx, sailingId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('loadings')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('sailingId', '=', sailingId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Locks a container of this sailing and reads the kg in it; undefined if it is none of its containers. */
export const containerOf = (tx: Tx, sailingId: number, containerId: number) =>
  tx
    .selectFrom('containers as k')
    .select((eb) => [
      'k.id',
      'k.number',
      'k.maxKg',
      eb
        .selectFrom('loadings as l')
        .innerJoin('orders as o', 'o.id', 'l.orderId')
        .select(COUNTS.sumKg.as('kg'))
        .whereRef('l.containerId', '=', 'k.id')
        .where(COUNTS.live)
        .as('usedKg'),
    ])
    .where('k.id', '=', containerId)
    .where('k.sailingId', '=', sailingId)
    .forUpdate('k')
    .executeTakeFirst()

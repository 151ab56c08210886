import { type Selectable, sql } from 'kysely'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Db, Tx } from '#server/db/client.ts'
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

const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::int[])`

const liveOrders = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('orders')
    .select(['id', 'trackingCode', 'status', 'transportationMode', 'shipmentWeight', 'shipmentVolume'])
    .where('id', '=', anyOf(ids))
    .where('deletedAt', 'is', null)
    .orderBy('id')

/** Locks live orders, in the order of their ids, and reads their loadings; those that exist, by id. */
export async function lockOrders(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedOrder>> {
  const orders = await liveOrders(tx, ids).forUpdate().execute()
  // The loadings are read after the lock: an order that somebody else has just loaded is seen where it is
  // now.
  return withLoadings(tx, orders)
}

/** As `lockOrders`, without a lock: for a preview. */
export const readOrders = async (db: Db, ids: readonly number[]) =>
  withLoadings(db, await liveOrders(db, ids).execute())

async function withLoadings(
  db: Db,
  orders: readonly Omit<LockedOrder, 'loading'>[],
): Promise<Map<number, LockedOrder>> {
  const loadings = await db
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
    .where('l.orderId', '=', anyOf(orders.map(({ id }) => id)))
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

/** A container of this sailing with the kg in it. */
const containers = (db: Db, sailingId: number, containerId: number) =>
  db
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

/** Locks a container of this sailing and reads the kg in it; undefined if it is none of its containers. */
export const containerOf = (tx: Tx, sailingId: number, containerId: number) =>
  containers(tx, sailingId, containerId).forUpdate('k').executeTakeFirst()

/** As `containerOf`, without a lock: for a preview. */
export const readContainer = (db: Db, sailingId: number, containerId: number) =>
  containers(db, sailingId, containerId).executeTakeFirst()

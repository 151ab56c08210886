import type { z } from 'zod'
import { CHOOSE } from '#contract/lib/messages.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Closing, LoadingReply, rollInput } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { noteEach } from '#server/notes/write-notes.ts'
import { missingAboard } from '#server/orders/papers/read-papers.ts'
import type { Services } from '#server/services.ts'
import { followTo, valuesOf } from './follow-confirmations.ts'
import { loadWarnings } from './load-warnings.ts'
import { lastPosition, lockOrders, lockSailing, lockSailings, requireUnderWay } from './lock-sailing.ts'
import { COUNTS } from './read-sailings.ts'
import { recordLoadings } from './record-loadings.ts'
import { endedReason, judge, notAboard, replyOf } from './row-results.ts'
import { isIn } from './sailing-status.ts'

/** Orders aboard that were neither received nor rolled, in the order they were loaded. */
const notReceived = (db: Db, sailingId: number): Promise<Closing['orders']> =>
  db
    .selectFrom('loadings as l')
    .innerJoin('orders as o', 'o.id', 'l.orderId')
    .select(['o.id as orderId', 'o.trackingCode', 'o.companyName'])
    .where('l.sailingId', '=', sailingId)
    .where('l.receivedAt', 'is', null)
    .where(COUNTS.live)
    .orderBy('l.position')
    .execute()

/** '1 order is neither received nor rolled: …'. */
function namedOrders(orders: Closing['orders']): string {
  const codes = orders.map(({ trackingCode }) => formatTrackingCode(trackingCode)).join(', ')
  return `${orders.length === 1 ? '1 order is' : `${orders.length} orders are`} neither received nor rolled: ${codes}`
}

/** '1 order lacks papers: …', with the names of the papers. */
function namedPapers(papers: Closing['papers']): string {
  const named = papers.map(({ trackingCode, names }) => `${formatTrackingCode(trackingCode)} (${names.join(', ')})`)
  return `${papers.length === 1 ? '1 order lacks papers' : `${papers.length} orders lack papers`}: ${named.join('; ')}`
}

/**
 * Reads the reasons that keep a sailing open: every order aboard that was neither received nor rolled, and
 * every order whose mandatory papers are missing, with those papers.
 */
export async function closingOf(db: Db, sailingId: number): Promise<Closing> {
  const orders = await notReceived(db, sailingId)
  const papers = await missingAboard(db, sailingId)
  return { ready: orders.length === 0 && papers.length === 0, orders, papers }
}

/** Throws 409 naming all that stands in the way. `confirmed` settles papers only. */
export async function requireClosable(tx: Tx, sailingId: number, { confirmed }: { confirmed: boolean }): Promise<void> {
  const closing = await closingOf(tx, sailingId)
  const { orders, papers } = closing
  if (orders.length === 0 && (confirmed || papers.length === 0)) return
  const message = [
    ...(orders.length > 0 ? [namedOrders(orders)] : []),
    ...(papers.length > 0 ? [namedPapers(papers)] : []),
  ].join('. ')
  throw new AppError(409, message, closing)
}

/**
 * Takes all orders off a cancelled sailing; a note on each says why. Their confirmations stay as they are.
 */
export async function unloadAll(
  tx: Tx,
  actor: Actor,
  { id, reference }: Pick<Sailing, 'id' | 'reference'>,
): Promise<void> {
  const rows = await tx.selectFrom('loadings').selectAll().where('sailingId', '=', id).execute()
  if (rows.length === 0) return
  await tx.deleteFrom('loadings').where('sailingId', '=', id).execute()
  const orders = rows.map(({ orderId, ...loading }) => ({ id: orderId, loading: { ...loading, reference: '' } }))
  const reason = `${reference} was cancelled`
  const ids = orders.map((order) => order.id)
  await noteEach(tx, actor, ids, `Sailing ${reason}. This order was taken off it.`)
  const after = { sailingId: null, containerId: null, reason }
  await recordLoadings(tx, actor, { verb: 'unload', sailingId: id, more: { reason } }, orders, () => after)
}

/**
 * Takes an order off a sailing; its confirmation stays as it is. Throws 404, and 409 once the sailing has
 * arrived.
 */
export async function unloadOrder(
  tx: Tx,
  _: Services,
  { sailingId, orderId }: { sailingId: number; orderId: number },
  actor: Actor,
): Promise<LoadingReply> {
  requireUnderWay(await lockSailing(tx, sailingId))
  const order = (await lockOrders(tx, [orderId])).get(orderId)
  if (order?.loading?.sailingId !== sailingId) throw notFound('Order')
  await tx.deleteFrom('loadings').where('orderId', '=', orderId).execute()
  const after = { sailingId: null, containerId: null }
  await recordLoadings(tx, actor, { verb: 'unload', sailingId }, [order], () => after)
  return replyOf(tx, sailingId, [{ orderId, trackingCode: order.trackingCode, state: 'done', reason: null }])
}

/**
 * Rolls orders to another sailing. Their containers stay behind, cargo that the CFS received stays received,
 * and confirmations follow where they still agree with the earlier sailing, with `takeOver` also where they
 * name another voyage. Orders that do not fit are rolled
 * too, with warnings. Throws 404; 400 at `toSailingId`; 409.
 */
export async function rollOrders(
  tx: Tx,
  { config }: Services,
  { sailingId, orderIds, toSailingId, reason, takeOver }: { sailingId: number } & z.output<typeof rollInput>,
  actor: Actor,
): Promise<LoadingReply> {
  const locked = await lockSailings(tx, [sailingId, toSailingId])
  const [from, to] = [locked.get(sailingId), locked.get(toSailingId)]
  if (!from) throw notFound('Sailing')
  requireUnderWay(from)
  if (!to) throw invalid({ toSailingId: CHOOSE })
  if (to.id === from.id) throw invalid({ toSailingId: 'Choose another sailing' })
  if (to.status !== 'planned') throw invalid({ toSailingId: isIn(to.status) })
  const { items, orders } = await judge(tx, orderIds, [notAboard(from), endedReason])
  const ids = orders.map(({ id }) => id)
  const last = await lastPosition(tx, toSailingId)
  await tx
    .insertInto('loadings')
    .values(
      ids.map((orderId, index) => ({ orderId, sailingId: toSailingId, position: last + index + 1, containerId: null })),
    )
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet(({ ref }) => ({
        sailingId: ref('excluded.sailingId'),
        containerId: ref('excluded.containerId'),
        position: ref('excluded.position'),
      })),
    )
    .execute()
  const after = { sailingId: toSailingId, containerId: null, reason }
  await recordLoadings(tx, actor, { verb: 'roll', sailingId, more: { reason, toSailingId } }, orders, () => after)
  await followTo(tx, actor, ids, { earlier: valuesOf(from), next: valuesOf(to), takeOver })
  const { timeZone } = config
  return replyOf(tx, sailingId, items, await loadWarnings(tx, ids, { sailing: to, timeZone }))
}

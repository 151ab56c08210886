import { sql } from 'kysely'
import { CHOOSE } from '#contract/lib/messages.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { FollowedValues } from '#contract/sailings/follow.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { removeConfirmation } from '#server/orders/confirmation/remove-confirmation.ts'
import { readConfirmation } from '#server/orders/read-order.ts'
import { changedBy } from '#server/runs/changed-by.ts'
import { conflictsWith, readConfirmed, sailingSide } from '#server/sailings/conflicts.ts'
import { countryMisfit } from '#server/sailings/fit.ts'
import { confirmedValues, writeConfirmations } from '#server/sailings/follow-confirmations.ts'
import { unloadOrder } from '#server/sailings/leave-sailing.ts'
import { loadOrders, reasonsToStay } from '#server/sailings/load-orders.ts'
import { lockSailings, readContainer, readOrders } from '#server/sailings/lock-sailing.ts'
import { firstReason } from '#server/sailings/row-results.ts'
import { isIn } from '#server/sailings/sailing-status.ts'
import { containerName } from '#server/sailings/warnings.ts'

interface Plan {
  sailingId: number
  reference: string
  /** Null for none; undefined leaves orders that are on the sailing in their containers. */
  containerId?: number | null
  container: string | null
  /** The country of the port of discharge; null if unknown. */
  country: string | null
  /** Whether orders for another country are loaded too. */
  otherDestinations: boolean
  /** Whether confirmations that name another voyage are overwritten; older runs do not say. */
  takeOver?: boolean
}

interface Done {
  /** The earlier container of an order that was on the sailing already; null if it was not. */
  was: { containerId: number | null } | null
  /** Values of its booking confirmation that follow the sailing, before; null without one. */
  from: FollowedValues | null
  /** The version of the confirmation afterwards. */
  confirmedAt: string | null
}

const findContainer = (db: Db, { sailingId, containerId }: { sailingId: number; containerId: number }) =>
  db
    .selectFrom('containers')
    .select(['id', 'number'])
    .where('id', '=', containerId)
    .where('sailingId', '=', sailingId)
    .executeTakeFirst()

/** Throws 409 if the container was deleted since. */
async function requireContainer(tx: Tx, { sailingId, containerId, container }: Plan): Promise<void> {
  if (containerId && !(await findContainer(tx, { sailingId, containerId })))
    throw new AppError(409, `${container} was deleted`)
}

const confirmedAt = async (tx: Tx, id: number) =>
  (await tx.selectFrom('confirmations').select('updatedAt').where('orderId', '=', id).executeTakeFirst())?.updatedAt ??
  null

/** Whether the cargo was handled since it was loaded. */
async function isReceived(tx: Tx, orderId: number): Promise<boolean> {
  const loading = await tx
    .selectFrom('loadings')
    .select(['receivedAt', 'pieces', 'weightKg', 'volumeCbm'])
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return loading !== undefined && Object.values(loading).some((value) => value !== null)
}

/** Restores a confirmation to its values before it followed the sailing. */
async function unfollow(
  tx: Tx,
  { orderId, from }: { orderId: number; from: FollowedValues | null },
  actor: Parameters<typeof writeConfirmations>[1],
): Promise<void> {
  const now = (await confirmedValues(tx, [orderId])).get(orderId) ?? null
  if (!now) return
  if (from) {
    const changed = keysOf(now).filter((field) => now[field] !== from[field])
    const values = Object.fromEntries(changed.map((field) => [field, from[field]]))
    await writeConfirmations(tx, actor, [{ orderId, before: now, values }])
    return
  }
  const before = await readConfirmation(tx, orderId)
  if (before) await removeConfirmation(tx, { orderId, before }, actor)
}

/** Loads each order on a sailing, as the screen of the sailing does. */
export const LOAD: Bulk = bulkKind<'load', Plan, Done>('load', {
  // The rights of POST sailing/{id}/orders.
  needs: { access: 'staff', about: [{ nouns: ['reference', 'orders'] }] },
  skipsCancelled: true,
  async plan(db, { sailingId, containerId, otherDestinations, takeOver }) {
    const sailing = await db
      .selectFrom('sailings')
      .select(['reference', 'status'])
      .select(({ ref }) => sql<string | null>`country_of_place(${ref('portOfDischarge')})`.as('country'))
      .where('id', '=', sailingId)
      .executeTakeFirst()
    if (!sailing) throw invalid({ sailingId: CHOOSE })
    const { reference, status, country } = sailing
    if (status === 'arrived' || status === 'cancelled') throw invalid({ sailingId: isIn(status) })
    const found = containerId ? await findContainer(db, { sailingId, containerId }) : null
    if (found === undefined) throw invalid({ containerId: CHOOSE })
    const container = found && containerName(found)
    const where = containerId === undefined ? {} : { containerId }
    return {
      title: container ? `${reference}, ${container}` : reference,
      plan: { sailingId, reference, container, country, otherDestinations, takeOver, ...where },
    }
  },
  isThere({ sailingId, containerId, reference }, order) {
    const isHere = order.sailingId === sailingId && (containerId === undefined || order.containerId === containerId)
    return isHere ? `On ${reference} already` : null
  },
  cannot({ sailingId, country, otherDestinations }, order) {
    const misfit = order.sailingId === sailingId || otherDestinations ? null : countryMisfit(order, { country })
    return misfit && misfit.message.charAt(0).toUpperCase() + misfit.message.slice(1)
  },
  async foresee(db, { sailingId, containerId }, previewed) {
    const ids = previewed.map(({ order }) => order.id)
    const [orders, sailing, container] = await Promise.all([
      readOrders(db, ids),
      db.selectFrom('sailings').select(['id', 'status']).where('id', '=', sailingId).executeTakeFirstOrThrow(),
      containerId ? readContainer(db, sailingId, containerId) : null,
    ])
    const reasons = reasonsToStay(sailing, container ?? null)
    return new Map(
      ids.flatMap((id): [number, string][] => {
        const order = orders.get(id)
        const reason = order && firstReason(order, reasons)
        return reason ? [[id, reason]] : []
      }),
    )
  },
  async conflicts(db, { sailingId }, ids) {
    const [confirmed, sailing, aboard] = await Promise.all([
      readConfirmed(db, ids),
      sailingSide(db, sailingId),
      readOrders(db, ids),
    ])
    // Moving to another container writes nothing into a confirmation.
    const isNew = ({ orderId }: { orderId: number }) => aboard.get(orderId)?.loading?.sailingId !== sailingId
    return conflictsWith(confirmed.filter(isNew), { sailing })
  },
  // Changes of a sailing's cargo lock the sailing first, then its orders.
  lockFirst: (tx, { sailingId }) => lockSailings(tx, [sailingId]),
  async apply(tx, services, { plan, order }, actor) {
    const { sailingId, containerId, takeOver = false } = plan
    await requireContainer(tx, plan)
    const from = (await confirmedValues(tx, [order.id])).get(order.id) ?? null
    await loadOrders(tx, services, { sailingId, orderIds: [order.id], containerId, takeOver }, actor)
    const was = order.sailingId === sailingId ? { containerId: order.containerId } : null
    return { was, from, confirmedAt: await confirmedAt(tx, order.id) }
  },
  async undo(tx, services, { plan, order, done }, actor) {
    const { sailingId, reference } = plan
    const { was, from } = done
    if (order.sailingId !== sailingId) return `No longer on ${reference}`
    if (plan.containerId !== undefined && order.containerId !== plan.containerId) return 'In another container by now'
    if (order.confirmedAt !== done.confirmedAt) {
      const record = { id: order.id, updatedAt: order.confirmedAt }
      return changedBy(tx, record, 'confirmations', services.config.timeZone)
    }
    if (was) {
      await loadOrders(
        tx,
        services,
        { sailingId, orderIds: [order.id], containerId: was.containerId, takeOver: false },
        actor,
      )
      return null
    }
    if (await isReceived(tx, order.id)) return 'The cargo was received or measured since'
    await unloadOrder(tx, services, { sailingId, orderId: order.id }, actor)
    await unfollow(tx, { orderId: order.id, from }, actor)
    return null
  },
})

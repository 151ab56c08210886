import type { z } from 'zod'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { CLIENT_DELETED, ORDER_CANCELLED, ORDER_DELETED } from '#contract/runs/runs.ts'
import type { BulkKind, RUN_INPUTS } from '#contract/runs/start-run.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import { type MailSettings, mailHasLeft } from '#server/mail/mail-site.ts'
import type { TemplateRef } from '#server/mail/render-mail.ts'
import type { composeMail, MailParts } from '#server/orders/mails/order-mail.ts'
import { changedBy } from '#server/runs/changed-by.ts'
import type { RunKind, RunNeeds, StoredItem, StoredRun } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'
import { type BulkOrder, bulkOrders, lockBulkOrder } from './bulk-orders.ts'

/** The state of the order when the run was started; a retry forgets it. */
export interface Seen {
  /** The entry that the screen showed as its last event; undefined if the screen did not say. */
  lastEventEntryId?: number | null | undefined
  /** The version of its booking confirmation. */
  confirmedAt: string | null
}

/** Everything known when a row is done. `seen` is undefined for a retry. */
interface Doing<Plan> {
  plan: Plan
  order: BulkOrder
  seen: Seen | undefined
  /** Documents that were made for the row before. */
  documents: readonly number[]
}

/** The order of a mail, and the database for everything else it names. */
interface MailOf {
  db: Db
  orderId: number
}

type Given<K extends BulkKind> = z.output<(typeof RUN_INPUTS)[K]>

/** The effect of a kind of run on each order of a selection: the operation of the single action. */
export interface BulkAction<K extends BulkKind, Plan extends object, Done extends object> {
  needs: RunNeeds
  /** Whether cancelled orders are left out. */
  skipsCancelled: boolean
  /**
   * Reads and checks the input; returns it as the run keeps it, with a title. Throws 400 at the fields of the
   * input.
   */
  plan(db: Db, input: Given<K>): Promise<{ title: string; plan: Plan }>
  /** Why nothing is left to do for an order; null otherwise. */
  isThere?(plan: Plan, order: BulkOrder): string | null
  /** The template of the mail to the client; null for none. */
  template?(plan: Plan): TemplateRef | null
  /** Whether mandatory papers should be there by then. */
  needsPapers?(plan: Plan): boolean
  /** The mail as the action would send it. */
  compose?(services: MailSettings, parts: MailParts, plan: Plan, of: MailOf): ReturnType<typeof composeMail>
  /**
   * Makes files for an order before its transaction. Returns the ids of their documents. Throws an AppError
   * with the reason of a row that fails.
   */
  prepare?(services: Services, doing: { plan: Plan; order: BulkOrder }, actor: Actor): Promise<readonly number[]>
  /** Takes the locks that must come before the order's. */
  lockFirst?(tx: Tx, plan: Plan): Promise<unknown>
  /** Does the action. Returns what an undo needs. Throws an AppError with the reason of a row that fails. */
  apply(tx: Tx, services: Services & { runId: number }, doing: Doing<Plan>, actor: Actor): Promise<Done>
  /** Undoes the action. Returns why the order stays as it is; null if it is as before. */
  undo(
    tx: Tx,
    services: Services,
    doing: { plan: Plan; order: BulkOrder; done: Done },
    actor: Actor,
  ): Promise<string | null>
}

/** A kind of run over a selection of orders, with the types of its plans left out. */
export interface Bulk extends RunKind {
  plan(db: Db, input: unknown): Promise<Planned>
}

/** The effect of a run over a selection. */
export interface Planned {
  title: string
  plan: object
  /** Why an order is left out; null if it is not. An undefined order was deleted for good. */
  skips(order: BulkOrder | undefined): string | null
  template: TemplateRef | null
  needsPapers: boolean
  compose: ((services: MailSettings, parts: MailParts, of: MailOf) => ReturnType<typeof composeMail>) | null
}

type Row = { run: StoredRun; item: StoredItem }

/** True for a run over a selection of orders. */
export const isBulk = (input: unknown): boolean => typeof input === 'object' && input !== null && 'plan' in input

/**
 * When the mail of this order and run was handed to the mail server; null if there is none, or if it waits
 * and is locked.
 */
async function mailLeftAt(tx: Tx, { runId, orderId }: StoredItem): Promise<string | null> {
  const mail = await tx
    .selectFrom('mails')
    .select('id')
    .where('runId', '=', runId)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return mail ? lockDeliveries(tx, mail.id) : null
}

const versionOf = async (tx: Tx, id: number) => (await bulkOrders(tx, [id])).get(id)?.updatedAt

/** Makes a kind of run from the action on one order. */
export function bulkKind<K extends BulkKind, Plan extends object, Done extends object>(
  _: K,
  action: BulkAction<K, Plan, Done>,
): Bulk {
  const planOf = ({ run }: Row) => (run.input as { plan: Plan }).plan // as startRun stored it
  const seenBy = ({ item }: Row) => (item.input as { seen?: Seen }).seen // as startRun stored it
  const doneBy = ({ item }: Row) => item.result as Done & { version: string } // as apply stored it

  function skips(plan: Plan, order: BulkOrder): string | null {
    if (order.deleted) return CLIENT_DELETED
    if (action.skipsCancelled && order.status === OrderStatus.CANCELLED) return ORDER_CANCELLED
    return action.isThere?.(plan, order) ?? null
  }

  return {
    needs: action.needs,
    async plan(db, input) {
      const { title, plan } = await action.plan(db, input as Given<K>) // checked by the schema of its kind
      const { compose } = action
      return {
        title,
        plan,
        skips: (order) => (order ? skips(plan, order) : ORDER_DELETED),
        template: action.template?.(plan) ?? null,
        needsPapers: action.needsPapers?.(plan) ?? false,
        compose: compose ? (services, parts, of) => compose(services, parts, plan, of) : null,
      }
    },

    ...(action.prepare && {
      async prepare(services, row, actor) {
        const plan = planOf(row)
        const { orderId, version } = row.item
        const order = (await bulkOrders(services.db, [orderId])).get(orderId)
        // Nothing is made for a row that will not be done.
        if (!order || skips(plan, order) || (version && version !== order.updatedAt)) return []
        return (await action.prepare?.(services, { plan, order }, actor)) ?? []
      },
    }),

    async apply(tx, services, row, actor) {
      const plan = planOf(row)
      const { orderId, version } = row.item
      await action.lockFirst?.(tx, plan)
      const order = await lockBulkOrder(tx, orderId)
      if (!order) return { state: 'skipped', reason: ORDER_DELETED }
      const reason = skips(plan, order)
      if (reason) return { state: 'skipped', reason }
      if (version && version !== order.updatedAt)
        throw new AppError(409, await changedBy(tx, order, 'orders', services.config.timeZone))
      const done = await action.apply(tx, services, { plan, order, seen: seenBy(row), documents: row.documents }, actor)
      return { state: 'done', result: { ...done, version: await versionOf(tx, orderId) } }
    },

    async undo(tx, services, row, actor) {
      const plan = planOf(row)
      const done = doneBy(row)
      const { timeZone } = services.config
      await action.lockFirst?.(tx, plan)
      const order = await lockBulkOrder(tx, row.item.orderId)
      if (!order) return ORDER_DELETED
      if (order.deleted) return CLIENT_DELETED
      const leftAt = await mailLeftAt(tx, row.item)
      if (leftAt) return mailHasLeft(leftAt, timeZone).messageIn(timeZone)
      if (order.updatedAt !== done.version) return changedBy(tx, order, 'orders', timeZone)
      return action.undo(tx, services, { plan, order, done }, actor)
    },
  }
}

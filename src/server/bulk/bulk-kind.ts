import { sql } from 'kysely'
import type { z } from 'zod'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { CLIENT_DELETED, ORDER_CANCELLED, ORDER_DELETED } from '#contract/runs/runs.ts'
import type { BulkKind, LeftOut, RUN_INPUTS, RunOutcome, RunPreview } from '#contract/runs/start-run.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { StaleError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import { type MailSettings, mailHasLeft } from '#server/mail/mail-site.ts'
import type { TemplateRef } from '#server/mail/render-mail.ts'
import { type composeMail, type MailParts, readMailParts } from '#server/orders/mails/order-mail.ts'
import type { WithoutPdf } from '#server/runs/change-run.ts'
import { changedBy } from '#server/runs/changed-by.ts'
import type { Prepared, RunKind, RunNeeds, StoredItem, StoredRun } from '#server/runs/run-kind.ts'
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
  /** All orders that it is about, its own first. */
  orderIds: readonly number[]
}

/** A mail, and who gets it. */
type WrittenMail = Pick<Awaited<ReturnType<typeof composeMail>>, 'rendered' | 'to'>

/** What a run does to an order, and why; a skipped one is left out from the start. */
export interface Judged {
  outcome: RunOutcome
  reason: string | null
  skipped: boolean
}

/** An order of a run before it is started, with the last event that the screen showed. */
export interface Previewed {
  order: BulkOrder
  lastEventEntryId?: Seen['lastEventEntryId']
}

/** Reasons by order: of those alone that something is in the way of. */
export type ReasonByOrder = ReadonlyMap<number, string>

/** The documents that go with the mails of a run: why one cannot be made, and whether its row fails then. */
export interface Documents {
  cannot: ReasonByOrder
  required: boolean
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
  /** Why nothing is left to do for an order, which is left out; null otherwise. */
  isThere?(plan: Plan, order: BulkOrder): string | null
  /** Why it cannot be done for an order, which is left out; null otherwise. */
  cannot?(plan: Plan, order: BulkOrder): string | null
  /** Whether it would tell nothing new about an order, and whether that leaves it out; null otherwise. */
  isPast?(plan: Plan, order: BulkOrder): { outcome: LeftOut; reason: string; skipped: boolean } | null
  /** The orders that would fail as they are now, each with the reason; a few statements, however many they are. */
  foresee?(db: Db, plan: Plan, orders: readonly Previewed[]): Promise<ReasonByOrder>
  /** Booking confirmations of these orders that name another voyage than the one they go with. */
  conflicts?(db: Db, plan: Plan, orderIds: readonly number[]): Promise<RunPreview['conflicts']>
  /** The documents that go with the mails of these orders; null if none does. A few statements, too. */
  documents?(db: Db, plan: Plan, orders: readonly BulkOrder[]): Promise<Documents | null>
  /** The template of the mail to the client; null for none. */
  template?(plan: Plan): TemplateRef | null
  /** Whether mandatory papers should be there by then. */
  needsPapers?(plan: Plan): boolean
  /** The address that gets the mail; by default the client's. */
  address?(order: BulkOrder): string
  /** Orders of one address that share a mail, at most; by default each has its own. */
  ordersOfMail?: number
  /** The mail of an action without a template, as it would send it. */
  write?(services: MailSettings, plan: Plan, of: MailOf): Promise<WrittenMail>
  /** The mail as the action would send it. */
  compose?(services: MailSettings, parts: MailParts, plan: Plan, of: MailOf): ReturnType<typeof composeMail>
  /**
   * Makes files for an order before its transaction. Returns the ids of their documents. Throws an AppError
   * with the reason of a row that fails.
   */
  prepare?(
    services: Services,
    doing: { plan: Plan; order: BulkOrder; withoutPdf: boolean },
    actor: Actor,
  ): Promise<readonly number[]>
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
  /** What it does to an order. An undefined order was deleted for good. */
  judge(order: BulkOrder | undefined): Judged
  /** The orders that would fail as they are now. */
  foresee(db: Db, orders: readonly Previewed[]): Promise<ReasonByOrder>
  /** Booking confirmations of these orders that name another voyage than the one they go with. */
  conflicts(db: Db, orderIds: readonly number[]): Promise<RunPreview['conflicts']>
  /** The documents that go with the mails of these orders; null if none does. */
  documents(db: Db, orders: readonly BulkOrder[]): Promise<Documents | null>
  /** The mails; null if it sends none. */
  mail: PlannedMail | null
  needsPapers: boolean
}

/** The mails of a run. */
interface PlannedMail {
  /** The address that gets the mail about an order; '' for none. */
  addressOf(order: BulkOrder): string
  /** Orders of one address that share a mail, at most. */
  orders: number
  /** The mail about these orders, as it would be sent; null if it cannot be shown. */
  sample(services: MailSettings, of: MailOf): Promise<WrittenMail | null>
}

type Row = { run: StoredRun; item: StoredItem }

const NO_FILES: Prepared = { documents: [], version: null }
const CHANGES: Judged = { outcome: 'changes', reason: null, skipped: false }
const cannot = (reason: string): Judged => ({ outcome: 'cannot', reason, skipped: true })

/** True for a run over a selection of orders. */
export const isBulk = (input: unknown): boolean => typeof input === 'object' && input !== null && 'plan' in input

/**
 * When the mail of this order and run was handed to the mail server; null if there is none, or if it waits
 * and is locked.
 */
async function mailLeftAt(tx: Tx, { runId, recordId: orderId }: StoredItem): Promise<string | null> {
  const mail = await tx
    .selectFrom('mails')
    .select('id')
    .where('runId', '=', runId)
    .where(
      sql<boolean>`(order_id = ${orderId} or exists (
        select from mail_orders o where o.mail_id = mails.id and o.order_id = ${orderId}))`,
    )
    .executeTakeFirst()
  return mail ? lockDeliveries(tx, mail.id) : null
}

const versionOf = async (tx: Tx, id: number) => (await bulkOrders(tx, [id])).get(id)?.updatedAt

/** What an action does to an order: asked by the preview, at the start, and when its row is done. */
function judgeOne<K extends BulkKind, Plan extends object, Done extends object>(
  action: BulkAction<K, Plan, Done>,
  plan: Plan,
  order: BulkOrder | undefined,
): Judged {
  if (!order) return cannot(ORDER_DELETED)
  if (order.deleted) return cannot(CLIENT_DELETED)
  if (action.skipsCancelled && order.status === OrderStatus.CANCELLED) return cannot(ORDER_CANCELLED)
  const there = action.isThere?.(plan, order)
  if (there) return { outcome: 'has-already', reason: there, skipped: true }
  const reason = action.cannot?.(plan, order)
  return reason ? cannot(reason) : (action.isPast?.(plan, order) ?? CHANGES)
}

/** The mails that an action sends; null for none. */
function mailOf<K extends BulkKind, Plan extends object, Done extends object>(
  action: BulkAction<K, Plan, Done>,
  plan: Plan,
): PlannedMail | null {
  const { template: templateOf, compose, write, address: addressOf = ({ email }) => email, ordersOfMail = 1 } = action
  if (write) return { addressOf, orders: ordersOfMail, sample: (services, of) => write(services, plan, of) }
  const template = templateOf?.(plan) ?? null
  if (!template) return null
  return {
    addressOf,
    orders: ordersOfMail,
    sample: async (services, of) =>
      compose ? compose(services, await readMailParts(of.db, { orderId: of.orderId, template }), plan, of) : null,
  }
}

/** Makes a kind of run from the action on one order. */
export function bulkKind<K extends BulkKind, Plan extends object, Done extends object>(
  _: K,
  action: BulkAction<K, Plan, Done>,
): Bulk {
  const planOf = ({ run }: Row) => (run.input as { plan: Plan }).plan // as startRun stored it
  const seenBy = ({ item }: Row) => (item.input as { seen?: Seen }).seen // as startRun stored it
  const doneBy = ({ item }: Row) => item.result as Done & { version: string } // as apply stored it

  const withoutPdf = ({ item }: Row) => (item.input as WithoutPdf).withoutPdf === true // as retryRun stored it

  const judge = (plan: Plan, order: BulkOrder | undefined) => judgeOne(action, plan, order)

  return {
    needs: action.needs,
    async plan(db, input) {
      const { title, plan } = await action.plan(db, input as Given<K>) // checked by the schema of its kind
      return {
        title,
        plan,
        judge: (order) => judge(plan, order),
        foresee: async (from, orders) => (await action.foresee?.(from, plan, orders)) ?? new Map(),
        conflicts: async (from, ids) => (await action.conflicts?.(from, plan, ids)) ?? [],
        documents: async (from, orders) => (await action.documents?.(from, plan, orders)) ?? null,
        mail: mailOf(action, plan),
        needsPapers: action.needsPapers?.(plan) ?? false,
      }
    },

    ...(action.prepare && {
      async prepare(services, row, actor) {
        const plan = planOf(row)
        const { recordId: orderId, version } = row.item
        const order = (await bulkOrders(services.db, [orderId])).get(orderId)
        // Nothing is made for a row that will not be done.
        if (!order || judge(plan, order).skipped || (version && version !== order.updatedAt)) return NO_FILES
        const doing = { plan, order, withoutPdf: withoutPdf(row) }
        return { ...NO_FILES, documents: (await action.prepare?.(services, doing, actor)) ?? [] }
      },
    }),

    async apply(tx, services, row, actor) {
      const plan = planOf(row)
      const { recordId: orderId, version } = row.item
      await action.lockFirst?.(tx, plan)
      const order = await lockBulkOrder(tx, orderId)
      const { skipped, reason } = judge(plan, order)
      if (!order || skipped) return { state: 'skipped', reason: reason ?? '' }
      if (version && version !== order.updatedAt)
        throw new StaleError(await changedBy(tx, order, 'orders', services.config.timeZone))
      const done = await action.apply(
        tx,
        services,
        { plan, order, seen: seenBy(row), documents: row.prepared.documents },
        actor,
      )
      return { state: 'done', result: { ...done, version: await versionOf(tx, orderId) } }
    },

    async undo(tx, services, row, actor) {
      const plan = planOf(row)
      const done = doneBy(row)
      const { timeZone } = services.config
      await action.lockFirst?.(tx, plan)
      const order = await lockBulkOrder(tx, row.item.recordId)
      if (!order) return ORDER_DELETED
      if (order.deleted) return CLIENT_DELETED
      const leftAt = await mailLeftAt(tx, row.item)
      if (leftAt) return mailHasLeft(leftAt, timeZone).messageIn(timeZone)
      if (order.updatedAt !== done.version) return changedBy(tx, order, 'orders', timeZone)
      return action.undo(tx, services, { plan, order, done }, actor)
    },
  }
}

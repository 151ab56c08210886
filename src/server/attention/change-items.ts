import { type RawBuilder, sql } from 'kysely'
import type { AttentionItem, AttentionReply } from '#contract/attention/attention.ts'
import { formatAt } from '#contract/lib/format.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordEach } from '#server/resource/audit.ts'
import { recordChanges } from '#server/resource/changes.ts'
import type { Services } from '#server/services.ts'
import { readItems } from './read-items.ts'

/** A locked item, as it is now. */
interface Locked extends AttentionItem {
  isDone: boolean
}

/** Why an item cannot be changed like this; null if it can. */
type Judge = (item: Locked, actor: Actor, timeZone: string) => string | null

const NOT_FOUND = 'This is no longer in the queue'

/**
 * Locks the orders of these items, as a refresh does before it touches them: the first item of an order is
 * chosen under its lock.
 */
const lockOrders = (tx: Tx, ids: readonly number[]) =>
  sql`select from orders where id = any(array(select order_id from attention where id = any(${ids})))
    order by id for no key update`.execute(tx)

/** Locks these items, after whoever is changing them, and reads them. */
async function lockItems(tx: Tx, ids: readonly number[]): Promise<Map<number, Locked>> {
  const { rows } = await sql<{ id: number; isDone: boolean }>`
    select id, resolved_at is not null as is_done from attention where id = any(${ids}) order by id for update`.execute(
    tx,
  )
  const items = await readItems(tx, ids)
  return new Map(
    rows.flatMap(({ id, isDone }) => {
      const item = items.get(id)
      return item ? [[id, { ...item, isDone }] as const] : []
    }),
  )
}

const ifOpen: Judge = ({ isDone, waivedBy, waivedAt }, _, timeZone) => {
  if (isDone) return 'This has already been resolved.'
  return waivedBy && waivedAt ? `${waivedBy.name} waived this ${formatAt(waivedAt, timeZone)}.` : null
}

/** The reason for an item that a colleague has claimed. */
const ifFree: Judge = ({ claimedBy, claimedAt }, actor, timeZone) =>
  claimedBy && claimedAt && claimedBy.id !== actor.userId
    ? `${claimedBy.name} claimed this ${formatAt(claimedAt, timeZone)}.`
    : null

const ifWaived: Judge = ({ isDone, waivedBy }) => {
  if (isDone) return 'This has already been resolved.'
  return waivedBy ? null : 'This was not waived.'
}

interface Change {
  /** Kind of the change, for screens that follow the queue. */
  kind: string
  judges: readonly Judge[]
  set: RawBuilder<unknown>
  /**
   * The trail's entry for a waiver, which must be explained later: about the order, or about an item without
   * one. Another item may become the first.
   */
  audited?: { verb: string; reason?: string }
}

/**
 * Changes the items that can be changed; the others give a reason. An item that does not exist fails like one
 * that is done.
 */
async function change(
  tx: Tx,
  services: Services,
  ids: readonly number[],
  actor: Actor,
  { kind, judges, set, audited }: Change,
) {
  if (audited) await lockOrders(tx, ids)
  const found = await lockItems(tx, ids)
  const results = ids.map((id) => {
    const item = found.get(id)
    const reasons = judges.map((judge) => item && judge(item, actor, services.config.timeZone))
    const reason = item ? (reasons.find((each) => each) ?? null) : NOT_FOUND
    return { id, reason, item }
  })
  const done = results.filter(({ reason }) => reason === null)
  await sql`update attention set ${set}, updated_at = now() where id = any(${done.map(({ id }) => id)})`.execute(tx)
  const followed = done.map(({ id, item }) => ({
    entity: 'attention',
    entityId: id,
    orderId: item?.orderId ?? null,
    kind,
  }))
  await recordChanges(tx, actor, followed)
  if (audited) {
    const events = done.map(({ id, item }) => {
      const after = { ...audited, rule: item?.rule }
      return item?.orderId
        ? { action: `order.${audited.verb}`, entity: 'orders', entityId: item.orderId, after }
        : { action: `attention.${audited.verb}`, entity: 'attention', entityId: id, after }
    })
    await recordEach(tx, actor, events, ['rule', 'reason'])
  }
  return results
}

/** Changes one item. Throws 404, and 409 with the item as it is if it cannot be changed. */
async function changeOne(tx: Tx, services: Services, id: number, actor: Actor, how: Change): Promise<AttentionItem> {
  const [result] = await change(tx, services, [id], actor, how)
  if (!result?.item) throw notFound('Item')
  if (result.reason !== null) throw new AppError(409, result.reason, { current: result.item })
  const item = (await readItems(tx, [id])).get(id)
  if (!item) throw notFound('Item')
  return item
}

/**
 * Changes several items, each judged by itself. Throws 404 if none of them exists, 409 with all reasons if
 * none could be changed.
 */
async function changeSeveral(
  tx: Tx,
  services: Services,
  ids: readonly number[],
  actor: Actor,
  how: Change,
): Promise<AttentionReply> {
  const results = await change(tx, services, ids, actor, how)
  const items = results.map(({ id, reason }) => ({
    id,
    state: reason ? ('failed' as const) : ('done' as const),
    reason,
  }))
  if (results.every(({ item }) => !item)) throw notFound('Item')
  if (items.every(({ state }) => state === 'failed')) throw new AppError(409, items[0]?.reason ?? NOT_FOUND, { items })
  return { items }
}

interface Values {
  until: string | null
  reason: string
}

/**
 * Changes of an item. Claiming compares and sets: the second caller reads who has it, and leaves it to them.
 */
const CHANGES = {
  claim: (_: object, { userId }: Actor): Change => ({
    kind: 'claim',
    judges: [ifOpen, ifFree],
    set: sql`claimed_by = ${userId}, claimed_at = now()`,
  }),
  release: (): Change => ({
    kind: 'release',
    judges: [ifOpen, ifFree],
    set: sql`claimed_by = null, claimed_at = null`,
  }),
  snooze: ({ until }: Pick<Values, 'until'>, { userId }: Actor): Change => ({
    kind: 'snooze',
    judges: [ifOpen, ifFree],
    set:
      until === null
        ? sql`snoozed_by = null, snoozed_at = null, snoozed_until = null`
        : sql`snoozed_by = ${userId}, snoozed_at = now(), snoozed_until = ${until}`,
  }),
  waive: ({ reason }: Pick<Values, 'reason'>, { userId }: Actor): Change => ({
    kind: 'waive',
    judges: [ifOpen, ifFree],
    set: sql`waived_by = ${userId}, waived_at = now(), waived_reason = ${reason}`,
    audited: { verb: 'waive', reason },
  }),
  unwaive: (): Change => ({
    kind: 'unwaive',
    judges: [ifWaived],
    set: sql`waived_by = null, waived_at = null, waived_reason = null`,
    audited: { verb: 'unwaive' },
  }),
}

type Make<Input> = (input: Input, actor: Actor) => Change

/** The operations of one change: on one item, and on several. */
const operations = <Input>(make: Make<Input>) => ({
  one: (tx: Tx, services: Services, { id, ...input }: Input & { id: number }, actor: Actor) =>
    changeOne(tx, services, id, actor, make(input as unknown as Input, actor)), // what is left of it
  several: (tx: Tx, services: Services, { ids, ...input }: Input & { ids: readonly number[] }, actor: Actor) =>
    changeSeveral(tx, services, ids, actor, make(input as unknown as Input, actor)), // what is left of it
})

export const claim = operations<object>(CHANGES.claim)
export const release = operations<object>(CHANGES.release)
export const snooze = operations<Pick<Values, 'until'>>(CHANGES.snooze)
export const waive = operations<Pick<Values, 'reason'>>(CHANGES.waive)
export const unwaive = operations<object>(CHANGES.unwaive)

import { sql } from 'kysely'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { type FollowedValues, goWithSailing } from '#contract/sailings/follow.ts'
import { ACTUAL_DATES, FOLLOWED, FOLLOWED_FIELDS, type FollowedField } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordEach } from '#server/resource/audit.ts'

/** Values of a sailing that booking confirmations have too. */
export type SailingFacts = Pick<Sailing, (typeof FOLLOWED)[FollowedField]>

/** The values of a sailing under the names of a booking confirmation. */
export const valuesOf = (sailing: SailingFacts): FollowedValues =>
  Object.fromEntries(FOLLOWED_FIELDS.map((field) => [field, sailing[FOLLOWED[field]]])) as unknown as FollowedValues // all its fields

/** The column of each field; the vessel is a record. */
export const columnOf = (field: FollowedField) => (field === 'vessel' ? 'vesselId' : field)

/**
 * Values in the booking confirmations of these orders that follow their sailings; nothing for an order
 * without one.
 */
export async function confirmedValues(db: Db, orderIds: readonly number[]): Promise<Map<number, FollowedValues>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('confirmations')
    .select(['orderId', ...FOLLOWED_FIELDS.map((field) => `${columnOf(field)} as ${field}` as const)] as never)
    .where('orderId', 'in', orderIds)
    .$castTo<FollowedValues & { orderId: number }>()
    .execute()
  return new Map(rows.map(({ orderId, ...values }) => [orderId, values]))
}

/** New values of an order's booking confirmation. */
export interface ConfirmationChange {
  orderId: number
  before: FollowedValues | null
  values: Partial<FollowedValues>
}

/** The values as the trail of confirmations keeps them, with the vessel's name. */
function trailOf(values: Partial<FollowedValues>, vessels: ReadonlyMap<unknown, string>): object {
  const { vessel, ...rest } = values
  if (vessel === undefined) return rest
  return { ...rest, vessel: vessel === null ? null : { id: vessel, name: vessels.get(vessel) ?? '' } }
}

async function vesselNames(tx: Tx, changes: readonly ConfirmationChange[]): Promise<Map<unknown, string>> {
  const ids = changes
    .flatMap(({ before, values }) => [before?.vessel, values.vessel])
    .map(Number)
    .filter(Boolean)
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('vessels')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Writes the changes that have fields, and records each in the audit trail. Their orders must be locked. */
export async function writeConfirmations(tx: Tx, actor: Actor, all: readonly ConfirmationChange[]): Promise<void> {
  const changes = all.filter(({ values }) => Object.keys(values).length > 0)
  if (changes.length === 0) return
  const rows = changes.map(({ orderId, before, values }) => {
    const { vessel, ...rest } = { ...before, ...values }
    const texts = { vesselVoyage: '', portOfLoading: '', portOfDischarge: '' }
    return { orderId, ...texts, ...rest, vesselId: vessel ?? null } as { orderId: number; vesselId: number | null } // columns by name
  })
  const columns = FOLLOWED_FIELDS.map((field) => sql.ref(columnOf(field)))
  const list = sql.join(columns)
  const tuples = rows.map((row) => {
    const cells = FOLLOWED_FIELDS.map((field) => (row as Record<string, unknown>)[columnOf(field)] ?? null)
    return sql`(${row.orderId}, ${sql.join(cells)})`
  })
  const sets = columns.map((column) => sql`${column} = excluded.${column}`)
  await sql`insert into confirmations (order_id, ${list}) values ${sql.join(tuples)}
    on conflict (order_id) do update set ${sql.join(sets)}, updated_at = next_version(confirmations.updated_at)`.execute(
    tx,
  )
  const vessels = await vesselNames(tx, changes)
  await recordEach(
    tx,
    actor,
    changes.map(({ orderId, before, values }) => {
      const old = Object.fromEntries(keysOf(values).map((field) => [field, before?.[field] ?? null]))
      return {
        action: 'confirmation.update',
        entity: 'confirmations',
        entityId: orderId,
        before: trailOf(old, vessels),
        after: trailOf(values, vessels),
      }
    }),
    FOLLOWED_FIELDS,
  )
}

/**
 * Moves the booking confirmations of these orders from the sailing's `earlier` values to its `next` ones; with
 * `takeOver`, also those that name another voyage. Their orders must be locked.
 */
export async function followTo(
  tx: Tx,
  actor: Actor,
  orderIds: readonly number[],
  { takeOver = false, ...sailing }: { earlier: Partial<FollowedValues>; next: FollowedValues; takeOver?: boolean },
): Promise<void> {
  const confirmed = await confirmedValues(tx, orderIds)
  const changes = orderIds.map((orderId) => {
    const before = confirmed.get(orderId) ?? null
    return { orderId, before, values: goWithSailing(before, { ...sailing, takeOver }) }
  })
  await writeConfirmations(tx, actor, changes)
}

/** Locks the orders of these sailings that are in progress, by id; the confirmations of others stay as they are. */
export async function ordersInProgress(
  tx: Tx,
  sailingIds: readonly number[],
): Promise<{ id: number; sailingId: number }[]> {
  return tx
    .selectFrom('orders as o')
    .innerJoin('loadings as l', 'l.orderId', 'o.id')
    .select(['o.id', 'l.sailingId'])
    .where('l.sailingId', '=', sql<number>`any(${sailingIds}::int[])`)
    .where('o.status', '=', OrderStatus.IN_PROGRESS)
    .where('o.deletedAt', 'is', null)
    .orderBy('o.id')
    .forUpdate('o')
    .execute()
}

/**
 * Locks the orders of a sailing that are in progress; the confirmations of others stay as they are. Returns
 * their ids.
 */
export const lockOrdersInProgress = async (tx: Tx, sailingId: number): Promise<number[]> =>
  (await ordersInProgress(tx, [sailingId])).map(({ id }) => id)

/** A sailing before and after a save. */
export interface SavedSailing {
  before: SailingFacts
  after: SailingFacts & { id: number }
}

/** What confirmations may have taken from a sailing before: actual dates only fill empty ones. */
function earlierOf(before: SailingFacts): Partial<FollowedValues> {
  const earlier: Partial<FollowedValues> = valuesOf(before)
  for (const field of FOLLOWED_FIELDS) if (ACTUAL_DATES.some((date) => date === FOLLOWED[field])) delete earlier[field]
  return earlier
}

/**
 * Lets confirmations follow saved sailings: changed values replace those of the sailing, and its actual dates fill
 * empty ones.
 */
export async function followSaved(tx: Tx, actor: Actor, saved: readonly SavedSailing[]): Promise<void> {
  const changed = new Map(
    saved
      .filter(({ before, after }) =>
        FOLLOWED_FIELDS.some((field) => before[FOLLOWED[field]] !== after[FOLLOWED[field]]),
      )
      .map(({ before, after }) => [after.id, { earlier: earlierOf(before), next: valuesOf(after), takeOver: false }]),
  )
  if (changed.size === 0) return
  const orders = await ordersInProgress(tx, [...changed.keys()])
  const confirmed = await confirmedValues(
    tx,
    orders.map(({ id }) => id),
  )
  const changes = orders.flatMap(({ id, sailingId }) => {
    const sailing = changed.get(sailingId)
    const before = confirmed.get(id) ?? null
    return sailing ? [{ orderId: id, before, values: goWithSailing(before, sailing) }] : []
  })
  await writeConfirmations(tx, actor, changes)
}

import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import { CLIENT_DELETED, ORDER_DELETED } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { ImportRow } from '#server/imports/insert-orders.ts'
import { placesGone, readNamed } from '#server/imports/named-records.ts'
import { CONFIRMATION_IMPORTED } from '#server/imports/rows/confirmation-cells.ts'
import { activeStaff } from '#server/orders/staff.ts'
import type { BatchOutcome } from '#server/runs/run-kind.ts'
import type { ClientUpdate } from './client-changes.ts'
import type { OrderUpdate } from './order-changes.ts'
import type { Columns } from './row-changes.ts'
import {
  emptyOf,
  lastChanges,
  lockPart,
  makeConfirmations,
  type PartChange,
  type PartName,
  type Stored,
  versionOf,
  writePart,
} from './stored-parts.ts'

/** The values of a part before and after an import, by column; `made` is the version of a new confirmation. */
export interface UpdatedPart {
  columns: Record<string, [from: unknown, to: unknown]>
  made?: string
}

/** What a run keeps of a row that changed a record, so that it can be undone. */
export interface UpdatedResult {
  updated: { id: number; parts: Partial<Record<PartName, UpdatedPart>> }
  clientId?: number
}

const sinceCheck = (who: string | undefined) =>
  `${who ?? 'changed by someone else'}, after the check. Check the file again`

const hasColumns = (columns: Columns) => Object.keys(columns).length > 0

/** The values of changed columns before and after. */
const changedValues = (columns: Columns, before: Columns, after: Columns | undefined): UpdatedPart => ({
  columns: Object.fromEntries(
    Object.keys(columns).map((column) => [column, [before[column], after?.[column] ?? null]]),
  ),
})

/** Rows that can be done, with the reasons of those that cannot. */
class Rows<R extends { id: number }> {
  readonly failed: BatchOutcome[] = []
  good: readonly ImportRow<R>[]

  constructor(rows: readonly ImportRow<R>[]) {
    this.good = rows
  }

  /** Fails the rows that have a reason. */
  refuse(reasonOf: (record: R) => string | null | undefined): void {
    this.good = this.good.filter(({ position, record }) => {
      const reason = reasonOf(record)
      if (reason) this.failed.push({ position, state: 'failed', reason })
      return !reason
    })
  }
}

/**
 * Changes clients as the check said. One that somebody else has changed or deleted since fails alone, and
 * says who it was.
 */
export async function updateClients(
  tx: Tx,
  rows: readonly ImportRow<ClientUpdate>[],
  timeZone: string,
  actor: Actor,
): Promise<BatchOutcome[]> {
  const todo = new Rows(rows)
  const stored = await lockPart(
    tx,
    'client',
    rows.map(({ record }) => record.id),
  )
  const live = (id: number) => {
    const found = stored.get(id)
    return found && found.deleted_at === null ? found : undefined
  }
  todo.refuse(({ id }) => (live(id) ? null : CLIENT_DELETED))
  const stale = new Set(
    todo.good.flatMap(({ record: { id, seen } }) => (seen === versionOf(live(id) as Stored) ? [] : id)),
  )
  const who = await lastChanges(
    tx,
    'client',
    [...stale].map((id) => ({ id, fields: [] })),
    timeZone,
  )
  todo.refuse(({ id }) => (stale.has(id) ? sinceCheck(who.get(id)) : null))
  const changes = todo.good.flatMap(({ record: { id, columns } }) => {
    const before = live(id)
    return before ? [{ id, before, columns }] : []
  })
  const after = await writePart(tx, 'client', changes, actor)
  return [
    ...todo.failed,
    ...todo.good.map(({ position, record: { id, columns } }): BatchOutcome => {
      const parts = { client: changedValues(columns, live(id) ?? {}, after.get(id)) }
      const result: UpdatedResult = { updated: { id, parts }, clientId: id }
      return { position, state: 'done', orderId: null, result }
    }),
  ]
}

/** Refuses rows whose order, confirmation or person in charge is not what the check saw. */
async function refuseStale(
  tx: Tx,
  todo: Rows<OrderUpdate>,
  { orders, confirmations }: Locked,
  timeZone: string,
): Promise<void> {
  const staleParts = ({ id, seen, order, confirmation, inChargeId }: OrderUpdate): PartName[] => {
    const stored = orders.get(id)
    const confirmed = confirmations.get(id)
    const stale: PartName[] = []
    if (hasColumns(order) && stored && versionOf(stored) !== seen.order) stale.push('order')
    if (hasColumns(confirmation) && (confirmed ? versionOf(confirmed) : null) !== seen.confirmation)
      stale.push('confirmation')
    if (inChargeId !== undefined && stored?.in_charge_id !== seen.inChargeId) stale.push('inCharge')
    return stale
  }
  for (const name of ['order', 'confirmation', 'inCharge'] as const) {
    const stale = todo.good.flatMap(({ record }) => (staleParts(record).includes(name) ? record.id : []))
    const fields = name === 'inCharge' ? ['inChargeId'] : []
    const who = await lastChanges(
      tx,
      name,
      stale.map((id) => ({ id, fields })),
      timeZone,
    )
    todo.refuse(({ id }) => (stale.includes(id) ? sinceCheck(who.get(id)) : null))
  }
}

/** Active staff among these. */
async function staffAmong(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  return new Set((await activeStaff(tx).where('id', 'in', ids).execute()).map(({ id }) => id))
}

/** Refuses rows whose new place, vessel or person has gone. */
async function refuseGone(tx: Tx, todo: Rows<OrderUpdate>): Promise<void> {
  const naming = ({ order, confirmation }: OrderUpdate) => ({ order, confirmation, entries: [] })
  const named = await readNamed(
    tx,
    todo.good.map(({ record }) => naming(record)),
  )
  const people = await staffAmong(
    tx,
    todo.good.flatMap(({ record }) => record.inChargeId ?? []),
  )
  todo.refuse((record) => {
    const isGone = record.inChargeId !== undefined && !people.has(record.inChargeId)
    return placesGone(naming(record), named) ?? (isGone ? NOT_STAFF : null)
  })
}

type Locked = Record<'orders' | 'confirmations', ReadonlyMap<number, Stored>>

/** Writes the changes of orders part by part. Returns what was changed of each. */
async function writeOrders(
  tx: Tx,
  updates: readonly OrderUpdate[],
  { orders, confirmations }: Locked,
  actor: Actor,
): Promise<(update: OrderUpdate) => UpdatedResult['updated']['parts']> {
  const write = async (name: PartName, stored: Locked['orders'], columnsOf: (update: OrderUpdate) => Columns) => {
    const changes = updates.flatMap((update): PartChange[] => {
      const before = stored.get(update.id)
      const columns = columnsOf(update)
      return before && hasColumns(columns) ? [{ id: update.id, before, columns }] : []
    })
    const after = await writePart(tx, name, changes, actor)
    return new Map(changes.map(({ id, before, columns }) => [id, changedValues(columns, before, after.get(id))]))
  }
  const own = await write('order', orders, ({ order }) => order)
  const people = await write('inCharge', orders, ({ inChargeId: id }) => (id === undefined ? {} : { in_charge_id: id }))
  const confirmed = await write('confirmation', confirmations, ({ confirmation }) => confirmation)
  const made = await makeConfirmations(
    tx,
    updates.flatMap(({ id, confirmation: columns }) =>
      !confirmations.has(id) && hasColumns(columns) ? [{ id, columns }] : [],
    ),
    actor,
  )
  return ({ id, confirmation }) => {
    const fresh = made.get(id)
    const parts = {
      order: own.get(id),
      inCharge: people.get(id),
      confirmation: fresh
        ? { ...changedValues(confirmation, emptyOf(CONFIRMATION_IMPORTED), fresh), made: versionOf(fresh) }
        : confirmed.get(id),
    }
    return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
  }
}

/**
 * Changes orders, their confirmations and who is in charge as the check said. An order that somebody else has
 * changed or deleted since fails alone, and says who it was; so does one whose new place or vessel has gone.
 */
export async function updateOrders(
  tx: Tx,
  rows: readonly ImportRow<OrderUpdate>[],
  timeZone: string,
  actor: Actor,
): Promise<BatchOutcome[]> {
  const todo = new Rows(rows)
  const ids = rows.map(({ record }) => record.id)
  const locked = { orders: await lockPart(tx, 'order', ids), confirmations: await lockPart(tx, 'confirmation', ids) }
  todo.refuse(({ id }) => (locked.orders.get(id)?.deleted_at === null ? null : ORDER_DELETED))
  await refuseStale(tx, todo, locked, timeZone)
  await refuseGone(tx, todo)
  const partsOf = await writeOrders(
    tx,
    todo.good.map(({ record }) => record),
    locked,
    actor,
  )
  return [
    ...todo.failed,
    ...todo.good.map(({ position, record }): BatchOutcome => {
      const result: UpdatedResult = { updated: { id: record.id, parts: partsOf(record) } }
      return { position, state: 'done', orderId: record.id, result }
    }),
  ]
}

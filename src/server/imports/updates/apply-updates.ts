import { CLIENT_DELETED, ORDER_DELETED } from '#contract/runs/runs.ts'
import { NOT_STAFF } from '#contract/orders/in-charge.ts'
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
  columns: Object.fromEntries(Object.keys(columns).map((column) => [column, [before[column], after?.[column] ?? null]])),
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
  const who = await lastChanges(tx, 'client', [...stale].map((id) => ({ id, fields: [] })), timeZone)
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
  { orders, confirmations }: Record<'orders' | 'confirmations', ReadonlyMap<number, Stored>>,
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
    const who = await lastChanges(tx, name, stale.map((id) => ({ id, fields })), timeZone)
    todo.refuse(({ id }) => (stale.includes(id) ? sinceCheck(who.get(id)) : null))
  }
}

/** Active staff among these. */
async function staffAmong(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  return new Set((await activeStaff(tx).where('id', 'in', ids).execute()).map(({ id }) => id))
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
  const orders = await lockPart(tx, 'order', ids)
  const confirmations = await lockPart(tx, 'confirmation', ids)
  todo.refuse(({ id }) => (orders.get(id)?.deleted_at === null ? null : ORDER_DELETED))
  await refuseStale(tx, todo, { orders, confirmations }, timeZone)
  const named = await readNamed(
    tx,
    todo.good.map(({ record: { order, confirmation } }) => ({ order, confirmation, entries: [] })),
  )
  const people = await staffAmong(
    tx,
    todo.good.flatMap(({ record }) => record.inChargeId ?? []),
  )
  todo.refuse(({ order, confirmation, inChargeId }) => {
    const gone = placesGone({ order, confirmation, entries: [] }, named)
    return gone ?? (inChargeId === undefined || people.has(inChargeId) ? null : NOT_STAFF)
  })
  const before = (id: number): Stored => orders.get(id) as Stored // refused above if it is gone
  const changed = (columnsOf: (update: OrderUpdate) => Columns) =>
    todo.good.flatMap(({ record }) => (hasColumns(columnsOf(record)) ? [{ id: record.id, columns: columnsOf(record) }] : []))
  const ownChanges = changed(({ order }) => order)
  const personChanges = changed(({ inChargeId }) => (inChargeId === undefined ? {} : { in_charge_id: inChargeId }))
  const dateChanges = changed(({ confirmation }) => confirmation)
  const own = await writePart(tx, 'order', ownChanges.map((each) => ({ ...each, before: before(each.id) })), actor)
  await writePart(tx, 'inCharge', personChanges.map((each) => ({ ...each, before: before(each.id) })), actor)
  const confirmed = await writePart(
    tx,
    'confirmation',
    dateChanges.flatMap((each) => {
      const stored = confirmations.get(each.id)
      return stored ? [{ ...each, before: stored }] : []
    }),
    actor,
  )
  const made = await makeConfirmations(
    tx,
    dateChanges.filter(({ id }) => !confirmations.has(id)),
    actor,
  )
  return [
    ...todo.failed,
    ...todo.good.map(({ position, record }): BatchOutcome => {
      const { id, order, confirmation, inChargeId } = record
      const parts: Partial<Record<PartName, UpdatedPart>> = {}
      if (hasColumns(order)) parts.order = changedValues(order, before(id), own.get(id))
      if (inChargeId !== undefined)
        parts.inCharge = { columns: { in_charge_id: [before(id).in_charge_id, inChargeId] } }
      const fresh = made.get(id)
      if (fresh)
        parts.confirmation = {
          ...changedValues(confirmation, emptyOf(CONFIRMATION_IMPORTED), fresh),
          made: versionOf(fresh),
        }
      else if (hasColumns(confirmation))
        parts.confirmation = changedValues(confirmation, confirmations.get(id) ?? {}, confirmed.get(id))
      const result: UpdatedResult = { updated: { id, parts } }
      return { position, state: 'done', orderId: id, result }
    }),
  ]
}

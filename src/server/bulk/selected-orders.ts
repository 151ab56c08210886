import { sql } from 'kysely'
import type { z } from 'zod'
import { NO_SUCH_ORDER, type orderSelection } from '#contract/runs/start-run.ts'
import type { Db } from '#server/db/client.ts'
import { fieldsUnder, invalid } from '#server/errors.ts'
import { selectOrders } from '#server/orders/list/select-orders.ts'
import type { Asker } from '#server/resource/filtered-page.ts'
import { type BulkOrder, bulkOrders } from './bulk-orders.ts'

type Selection = z.output<typeof orderSelection>

/** An order of a selection; without `order`, it was deleted for good since it was seen. */
export interface Selected {
  id: number
  order: BulkOrder | undefined
  /** The version that was seen, else the current one. */
  version: string | null
  lastEventEntryId?: number | null | undefined
}

/** The newest order; 0 without any. */
export async function newestOrderId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from orders`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Orders that the list shows, newest first. Throws 400 at the filters, also if more match than a run takes.
 */
async function listedOrders(db: Db, { filters = {}, search = '', asOfId }: Selection, asker: Asker) {
  try {
    const newest = asOfId ?? (await newestOrderId(db))
    return await selectOrders(db, { filters, search, asOfId: newest }, asker)
  } catch (error) {
    throw fieldsUnder('selection', error)
  }
}

interface Wanted {
  id: number
  updatedAt?: string | null
  lastEventEntryId?: number | null
}

/** Orders that the selection names, with the place of each in the input. */
async function wantedOf(
  db: Db,
  selection: Selection,
  asker: Asker,
): Promise<{ field: (at: number) => string; wanted: Wanted[] }> {
  const { ids, orders } = selection
  if (ids) return { field: (at) => `selection.ids.${at}`, wanted: ids.map((id) => ({ id })) }
  if (orders) return { field: (at) => `selection.orders.${at}.id`, wanted: orders }
  return { field: () => 'selection', wanted: await listedOrders(db, selection, asker) }
}

/** The highest id that an order was ever given. */
async function lastGivenId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(pg_sequence_last_value(pg_get_serial_sequence('orders', 'id')), 0)::int as id`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * The orders of a selection in its order, each once. Orders deleted for good since they were seen are
 * included, so that they can be named. Throws 400 at an order that never existed, and for too many.
 */
export async function selectedOrders(db: Db, selection: Selection, asker: Asker): Promise<Selected[]> {
  const { wanted, field } = await wantedOf(db, selection, asker)
  const found = await bulkOrders(
    db,
    wanted.map(({ id }) => id),
  )
  if (wanted.some(({ id }) => !found.has(id))) {
    const last = await lastGivenId(db)
    const unknown = wanted.findIndex(({ id }) => id > last)
    if (unknown >= 0) throw invalid({ [field(unknown)]: NO_SUCH_ORDER })
  }
  const selected = new Map<number, Selected>()
  for (const { id, updatedAt, lastEventEntryId } of wanted) {
    const order = found.get(id)
    const version = updatedAt ?? order?.updatedAt ?? null
    if (!selected.has(id)) selected.set(id, { id, order, version, lastEventEntryId })
  }
  return [...selected.values()]
}

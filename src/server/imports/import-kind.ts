import { sql } from 'kysely'
import type { ClientFields } from '#contract/clients/clients.ts'
import { IMPORT_KINDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { UNDO_HOURS } from '#contract/imports/imports.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRecord } from '#server/imports/rows/order-row.ts'
import type { Batch, BatchKind, BatchOutcome, StoredRun } from '#server/runs/run-kind.ts'
import { insertClients } from './insert-clients.ts'
import { type ImportOf, type ImportRow, insertOrders } from './insert-orders.ts'
import { undoClients } from './undo-clients.ts'
import { undoOrders } from './undo-orders.ts'
import { updateClients, updateOrders } from './updates/apply-updates.ts'
import type { ClientUpdate } from './updates/client-changes.ts'
import type { OrderUpdate } from './updates/order-changes.ts'
import { isUpdated, undoUpdates } from './updates/undo-updates.ts'

/** The input that a run keeps of an imported file. */
export interface ImportInput extends ImportOf {
  of: ImportKind
}
const inputOf = ({ input }: StoredRun) => input as ImportInput // as startImport stored it

const GONE = 'The rows of this file are no longer kept. Please import them again.'

/** Rows of the file behind the rows of the run. */
async function readRows(tx: Tx, { run, items }: Batch): Promise<Map<number, object>> {
  const { rows } = await sql<{ position: number; record: object }>`
    select position, record from import_rows
    where import_id = ${inputOf(run).importId} and position = any(${items.map(({ position }) => position)})
      and record is not null`.execute(tx)
  return new Map(rows.map(({ position, record }) => [position, record]))
}

/** Imports a file, many rows at a time. */
export const IMPORT: BatchKind = {
  needs: { access: 'staff', about: IMPORT_KINDS.map((of) => ({ nouns: [of], input: { of } })) },
  rows: 250,
  undoSeconds: UNDO_HOURS * 3600,
  fills: ['users', 'orders', 'orderEvents', 'confirmations', 'orderTerms', 'companyNames'],
  async applyBatch(tx, services, batch, actor) {
    const { of, ...file } = inputOf(batch.run)
    const records = await readRows(tx, batch)
    const there = batch.items.flatMap(({ position }) => {
      const record = records.get(position)
      return record ? [{ position, record }] : []
    })
    const gone = batch.items.filter(({ position }) => !records.has(position))
    const known = there.flatMap(({ position, record }) =>
      'update' in record ? [{ position, record: record.update as object }] : [],
    )
    const fresh = there.filter(({ record }) => !('update' in record))
    // The casts: the check stored these records for this kind. Changes come first: they are announced to other
    // programs, and what an import makes is not.
    const { timeZone } = services.config
    const done =
      of === 'clients'
        ? [
            ...(await updateClients(tx, known as ImportRow<ClientUpdate>[], timeZone, actor)),
            ...(await insertClients(tx, fresh as ImportRow<ClientFields>[], file, actor)),
          ]
        : [
            ...(await updateOrders(tx, known as ImportRow<OrderUpdate>[], timeZone, actor)),
            ...(await insertOrders(tx, fresh as ImportRow<OrderRecord>[], file, actor)),
          ]
    return [...done, ...gone.map(({ position }): BatchOutcome => ({ position, state: 'failed', reason: GONE }))]
  },
  async undoBatch(tx, services, { run, items }, actor) {
    const changed = items.filter(isUpdated)
    const made = items.filter((item) => !isUpdated(item))
    const undoMade = inputOf(run).of === 'clients' ? undoClients : undoOrders
    return [
      ...(changed.length > 0 ? await undoUpdates(tx, services, changed, actor) : []),
      ...(made.length > 0 ? await undoMade(tx, services, made, actor) : []),
    ]
  },
}

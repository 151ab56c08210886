import { workerData } from 'node:worker_threads'
import { createPool, type Db } from '#server/db/client.ts'
import { dbOf } from '#server/http/reads.ts'
import type { SheetBatches, SheetCell } from '#server/sheets/sheet-table.ts'
import { sheetPieces } from '#server/sheets/write-sheet.ts'
import { servePieces } from '#server/threads/pieces.ts'
import '#server/zones/iana.ts'
import type { ExportTask } from './send-export.ts'

/**
 * One snapshot serves the whole file. A reader may be slow, and sorting a million rows takes longer than a
 * page may.
 */
const BEGIN = `begin isolation level repeatable read read only;
  set local cursor_tuple_fraction = 1; set local statement_timeout = 120000;
  set local idle_in_transaction_session_timeout = 600000`

/**
 * Writes the file of a task; called in a thread. The table is read through one connection, in one snapshot.
 */
export async function serveExport<Input>(
  tableOf: (db: Db, input: Input) => SheetBatches | Promise<SheetBatches>,
): Promise<void> {
  const { source, format, input }: ExportTask<Input> = workerData
  const pool = createPool(source.url, 1, { pooler: source.pooler, patient: true })
  const client = await pool.connect()
  await client.query(BEGIN)
  await servePieces(sheetPieces(await tableOf(dbOf(client), input), format))
}

/** The cells of rows that come in batches. */
export async function* cellsOf<Row>(
  batches: AsyncIterable<Row[]>,
  cells: (row: Row) => readonly SheetCell[],
): AsyncGenerator<(readonly SheetCell[])[]> {
  for await (const rows of batches) yield rows.map(cells)
}

import type { RunItem } from '#contract/runs/runs.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import type { SheetBatches } from '#server/sheets/sheet-table.ts'
import { rowsOf } from './read-runs.ts'

const COLUMNS: [heading: string, field: keyof RunItem][] = [
  ['Row', 'row'],
  ['Order', 'trackingCode'],
  ['Company', 'companyName'],
  ['State', 'state'],
  ['Reason', 'reason'],
]

/** The outcome of each row of a run, in the order of the run; call it in a transaction. */
export const runSheet = (db: Db, runId: number): SheetBatches => ({
  headings: COLUMNS.map(([heading]) => heading),
  batches: cellsOf(inBatches<RunItem>(db, rowsOf(db, runId).compile()), (row) =>
    COLUMNS.map(([, field]) => row[field] ?? ''),
  ),
})

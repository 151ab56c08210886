import type { RunItem, RunNoun } from '#contract/runs/runs.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import type { SheetBatches } from '#server/sheets/sheet-table.ts'
import { rowsOf } from './read-runs.ts'

const columnsOf = (noun: RunNoun): [heading: string, field: keyof RunItem][] => [
  ['Row', 'row'],
  noun === 'offer' ? ['Offer', 'reference'] : ['Order', 'trackingCode'],
  ['Company', 'companyName'],
  ['State', 'state'],
  ['Reason', 'reason'],
]

/** The outcome of each row of a run, in the order of the run; call it in a transaction. */
export function runSheet(db: Db, { runId, noun }: { runId: number; noun: RunNoun }): SheetBatches {
  const columns = columnsOf(noun)
  return {
    headings: columns.map(([heading]) => heading),
    batches: cellsOf(inBatches<RunItem>(db, rowsOf(db, runId).compile()), (row) =>
      columns.map(([, field]) => row[field] ?? ''),
    ),
  }
}

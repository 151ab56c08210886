import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { largeXlsxRows } from './large-xlsx.ts'
import { csvRows } from './read-csv.ts'
import { isFilled, isWorkbook, rowAsTyped } from './read-sheet.ts'
import { type SheetLimits, type SheetRow, SheetSize, UnreadableSheet } from './sheet.ts'

const BATCH = 1_000

function* inBatches(rows: Iterable<SheetRow>): Generator<SheetRow[]> {
  let batch: SheetRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

/**
 * The rows of a CSV file or of a workbook's first sheet in batches, headings first, without empty rows: for
 * files that are too large to hold as a table. Throws UnreadableSheet, also after the first batches.
 */
export async function* largeSheet(data: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const batches = isWorkbook(data) ? largeXlsxRows(data, limits) : inBatches(csvRows(data, new SheetSize(limits)))
  let any = false
  for await (const batch of batches) {
    const rows = batch.map(rowAsTyped).filter(isFilled)
    if (rows.length === 0) continue
    any = true
    yield rows
  }
  if (!any) throw new UnreadableSheet(EMPTY_FILE)
}

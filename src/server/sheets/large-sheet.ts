import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { largeXlsxRows } from './large-xlsx.ts'
import { csvRows } from './read-csv.ts'
import { isFilled, isWorkbook, rowAsTyped } from './read-sheet.ts'
import { type SheetChoice, type SheetFound, type SheetLimits, type SheetRow, SheetSize, UnreadableSheet } from './sheet.ts'

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

/** A file that was opened. */
export interface OpenSheet {
  found: SheetFound
  batches: AsyncIterable<SheetRow[]>
}

async function* filled(data: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
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
export async function largeSheet(data: Uint8Array, limits: SheetLimits, _: SheetChoice = {}): Promise<OpenSheet> {
  const isBook = isWorkbook(data)
  return {
    found: {
      sheet: isBook ? 'Sheet1' : null,
      sheets: isBook ? ['Sheet1'] : [],
      encoding: isBook ? null : 'utf-8',
      separator: isBook ? null : ',',
    },
    batches: filled(data, limits),
  }
}

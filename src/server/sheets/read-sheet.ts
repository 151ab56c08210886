import { largeSheet } from './large-sheet.ts'
import { MOST, type SheetChoice, type SheetRow, type SheetRows } from './sheet.ts'

/** Reads a CSV file, or a sheet of a workbook, as a whole. Throws UnreadableSheet. */
export async function readSheet(data: Uint8Array, choice: SheetChoice = {}): Promise<SheetRows> {
  const { found, batches } = await largeSheet(data, MOST, choice)
  const rows: SheetRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return { found, rows }
}

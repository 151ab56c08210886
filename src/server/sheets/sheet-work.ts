import { largeSheet } from './large-sheet.ts'
import { MOST, type SheetChoice, type SheetRow, type SheetRows, UnreadableSheet } from './sheet.ts'

/** The part that runs in a thread. Errors lose their class on the way out of it. */
export const SHEET_WORK = {
  read: async (data: Uint8Array, choice: SheetChoice = {}): Promise<SheetRows | { unreadable: string }> => {
    try {
      const { found, batches } = await largeSheet(data, MOST, choice)
      const rows: SheetRow[] = []
      for await (const batch of batches) rows.push(...batch)
      return { found, rows }
    } catch (error) {
      if (error instanceof UnreadableSheet) return { unreadable: error.message }
      throw error
    }
  },
}

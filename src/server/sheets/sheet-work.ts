import { readSheet } from './read-sheet.ts'
import { type SheetChoice, type SheetRows, UnreadableSheet } from './sheet.ts'

/** Why a file cannot be read: the file itself, or what was chosen for it. */
export interface Unreadable {
  unreadable: string
  choice: keyof SheetChoice | null
}

/** The part that runs in a thread. Errors lose their class on the way out of it. */
export const SHEET_WORK = {
  read: async (data: Uint8Array, choice: SheetChoice = {}): Promise<SheetRows | Unreadable> => {
    try {
      return await readSheet(data, choice)
    } catch (error) {
      if (error instanceof UnreadableSheet) return { unreadable: error.message, choice: error.choice }
      throw error
    }
  },
}

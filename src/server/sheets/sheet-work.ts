import { sheetHeads } from './large-sheet.ts'
import { readSheet } from './read-sheet.ts'
import { type ChosenOfSheet, type SheetChoice, type SheetHead, type SheetRows, UnreadableSheet } from './sheet.ts'

/** Why a file cannot be read: the file itself, or what was chosen for it. */
export interface Unreadable {
  unreadable: string
  choice: ChosenOfSheet | null
}

/** What is read, or why it cannot be: errors lose their class on the way out of a thread. */
async function orUnreadable<T>(reading: Promise<T>): Promise<T | Unreadable> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UnreadableSheet) return { unreadable: error.message, choice: error.choice }
    throw error
  }
}

/** The part that runs in a thread. */
export const SHEET_WORK = {
  read: (data: Uint8Array, choice: SheetChoice = {}): Promise<SheetRows | Unreadable> =>
    orUnreadable(readSheet(data, choice)),
  heads: (data: Uint8Array, rows: number): Promise<SheetHead[] | Unreadable> => orUnreadable(sheetHeads(data, rows)),
}

import { readSheet } from './read-sheet.ts'
import { type Sheet, UnreadableSheet } from './sheet.ts'

/** The part that runs in a thread. Errors lose their class on the way out of it. */
export const SHEET_WORK = {
  read: (data: Uint8Array): Sheet | { unreadable: string } => {
    try {
      return readSheet(data)
    } catch (error) {
      if (error instanceof UnreadableSheet) return { unreadable: error.message }
      throw error
    }
  },
}

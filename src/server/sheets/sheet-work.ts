import { readSheet } from './read-sheet.ts'
import { type Sheet, UnreadableSheet } from './sheet.ts'

/** What runs in a thread. The class of an error does not survive the way out of one. */
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

import { invalid } from '#server/errors.ts'
import type { Caller } from '#server/threads/fair-queue.ts'
import { createThreads } from '#server/threads/threads.ts'
import { isWorkbook } from './large-sheet.ts'
import { fieldOf, type SheetChoice, type SheetHead, type SheetRows } from './sheet.ts'
import { SHEET_WORK, type Unreadable } from './sheet-work.ts'

/**
 * Bytes up to which a CSV file is read at once; a workbook of any size may unpack to a thousand times as
 * much.
 */
const SHORT_FILE = 10_000

const inThread = createThreads<typeof SHEET_WORK>({
  file: 'sheet-thread',
  beside: import.meta.url,
  threads: 2,
  own: 1,
  most: 20,
  limitMs: 5_000,
  memoryMb: 256,
  tooSlow: () => invalid({ file: 'This file takes too long to read. Please remove what is not part of the table.' }),
})

function unlessRefused<T extends object>(read: T | Unreadable): T {
  if ('unreadable' in read) throw invalid({ [fieldOf(read.choice)]: read.unreadable })
  return read
}

/**
 * The tops of the first ten sheets of a workbook, without keeping others waiting. Throws 400 at `file`, 503 if
 * too many files wait.
 */
export const readHeadsAside = async (data: Buffer, caller: Caller, rows: number): Promise<SheetHead[]> =>
  unlessRefused(await inThread(caller, 'heads', data, rows))

/**
 * Reads a CSV file, or a sheet of a workbook, without keeping others waiting; callers take turns. Throws 400 at
 * `file` and `options`, 503 if too many files wait.
 */
export async function readSheetAside(data: Buffer, caller: Caller, choice: SheetChoice = {}): Promise<SheetRows> {
  const isShort = data.length <= SHORT_FILE && !isWorkbook(data)
  return unlessRefused(await (isShort ? SHEET_WORK.read(data, choice) : inThread(caller, 'read', data, choice)))
}

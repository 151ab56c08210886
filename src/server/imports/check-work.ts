import { createDb, createPool } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { DateClock } from '#server/imports/rows/import-dates.ts'
import { checkImport, remap } from './check-import.ts'
import { type SentFile, stageFile } from './stage-file.ts'

/** The database to work in, and how dates are read. */
export interface CheckPlace extends DateClock {
  url: string
}

/** A refusal as it comes out of a thread, which errors leave without their class. */
export interface Refused {
  refused: { status: number; message: string; data: unknown }
}

async function inDatabase(place: CheckPlace, work: (db: ReturnType<typeof createDb>) => Promise<number>) {
  const pool = createPool(place.url, 2, { patient: true })
  try {
    return { id: await work(createDb(pool)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { status, message, data } = error
    return { refused: { status, message, data } }
  } finally {
    await pool.end()
  }
}

/** The part that runs in a thread, with connections of its own. */
export const CHECK_WORK = {
  /** Reads a file and checks it. */
  file: (place: CheckPlace, file: SentFile): Promise<{ id: number } | Refused> =>
    inDatabase(place, async (db) => {
      const id = await stageFile(db, file)
      // Its rows are in the database by now: up to 64 MB are let go before they are checked.
      file.data = new Uint8Array()
      await checkImport(db, id, place)
      return id
    }),
  /** Checks a file again that was read before, with other fields for its columns. */
  again: (place: CheckPlace, id: number, mapping: SentFile['mapping']): Promise<{ id: number } | Refused> =>
    inDatabase(place, async (db) => {
      await remap(db, id, mapping)
      await checkImport(db, id, place)
      return id
    }),
}

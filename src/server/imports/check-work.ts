import { createDb, createPool } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { DateClock } from '#server/imports/rows/import-dates.ts'
import { checkImport } from './check-import.ts'
import { restage, type SentFile, stageFile } from './stage-file.ts'

/** The database to work in, and the clock of dates. */
export interface CheckPlace extends DateClock {
  url: string
}

/** A refusal as it comes out of a thread: errors lose their class there. */
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

/** The part that runs in a thread, with connections of its own. All calls can be cut off and begun again. */
export const CHECK_WORK = {
  /** Reads a file into the database, all of it or nothing. */
  read: (place: CheckPlace, file: SentFile): Promise<{ id: number } | Refused> =>
    inDatabase(place, (db) => stageFile(db, file)),
  /** Reads a file again as somebody chose, all of it or nothing. */
  again: (place: CheckPlace, id: number, given: Parameters<typeof restage>[2]): Promise<{ id: number } | Refused> =>
    inDatabase(place, async (db) => {
      await restage(db, id, given)
      return id
    }),
  /** Checks a file that was read before. */
  check: (place: CheckPlace, id: number): Promise<{ id: number } | Refused> =>
    inDatabase(place, async (db) => {
      await checkImport(db, id, place)
      return id
    }),
}

import type { Db } from '#server/db/client.ts'

/**
 * Notes files that are about to be written, by their storage keys. The database forgets them when their rows
 * are inserted, and notes them again when the rows are deleted: files that it still lists after days were
 * left by a server that died in between.
 */
export async function noteLooseFiles(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .insertInto('looseFiles')
    .values(keys.map((storageKey) => ({ storageKey })))
    .execute()
}

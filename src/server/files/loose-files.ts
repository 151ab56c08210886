import type { Db } from '#server/db/client.ts'

/**
 * Notes files that are about to be written, by their storage keys. The database forgets them as their rows are inserted, and
 * notes them again when the rows are deleted, so what it still lists after days was left by a server that died in between.
 */
export async function noteLooseFiles(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .insertInto('looseFiles')
    .values(keys.map((storageKey) => ({ storageKey })))
    .execute()
}

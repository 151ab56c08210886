import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/files.ts'
import { originalKey } from '#server/files/images.ts'

/** The tables that name files, which lie in folders of the same names. */
const TABLES = ['documents', 'images'] as const
type Table = (typeof TABLES)[number]

/** Milliseconds: 7 days. An upload writes its row within minutes; a backup that was restored by mistake may take days to be seen. */
const MIN_AGE = 7 * 24 * 60 * 60_000

/** Files that one run removes at most; the next one goes on. */
const MAX_FILES = 10_000

/** How this server names files, whole or half-written: what else lies there is not ours to remove. */
const OURS = /^[a-z]+\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d+\.webp)?(\.part)?$/

/** Those of these keys that no row names. */
async function withoutRow(db: Db, table: Table, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('storageKey')
    .where('storageKey', '=', sql<string>`any(${[...new Set(keys.map(originalKey))]})`)
    .execute()
  const named = new Set(rows.map(({ storageKey }) => storageKey))
  return keys.filter((key) => !named.has(originalKey(key)))
}

/** By both clocks: one that jumps makes no file old. */
async function oldEnough(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select extract(epoch from now()) * 1000 as now`.execute(db)
  return Math.min(Date.now(), rows[0]?.now ?? 0) - MIN_AGE
}

/** Walks the store; old files without a row, and how many have one. */
async function findOrphans(db: Db, files: FileStore, signal?: AbortSignal) {
  const before = await oldEnough(db)
  const orphans: string[] = []
  let named = 0
  for (const table of TABLES) {
    for await (const page of files.list(table)) {
      signal?.throwIfAborted()
      const ours = page.filter(({ key }) => OURS.test(key))
      const old = ours.filter(({ writtenAt }) => writtenAt < before).map(({ key }) => key)
      const unnamed = await withoutRow(db, table, old)
      named += old.length - unnamed.length
      orphans.push(...unnamed)
      if (orphans.length >= MAX_FILES) return { orphans, named }
    }
  }
  return { orphans, named }
}

/**
 * Files that nothing points to, after 7 days: a server that ends between storing a file and its row leaves one, and so
 * does one that ends between removing a row and its file. Answers how many went. Throws when most files have no row: then
 * this is another system's store, or the database is an older one than its files.
 */
export async function sweepFiles(db: Db, files: FileStore, signal?: AbortSignal): Promise<number> {
  const { orphans, named } = await findOrphans(db, files, signal)
  if (orphans.length > named) {
    throw new Error(`${orphans.length} old files without a row, ${named} with one: are they those of this database?`)
  }
  for (const key of orphans) {
    signal?.throwIfAborted()
    await files.remove(key)
  }
  return orphans.length
}

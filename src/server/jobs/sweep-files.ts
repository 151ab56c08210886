import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/files.ts'
import { filesOfImage, originalKey } from '#server/files/images.ts'

/** Folders of the store, and the columns that list their files. */
const FOLDERS = {
  documents: [
    ['documents', 'storage_key'],
    ['mail_in_files', 'storage_key'],
  ],
  images: [['images', 'storage_key']],
  mails: [['mail_in', 'raw_key']],
} as const
type Folder = keyof typeof FOLDERS

/** SQL: the keys of a folder that rows list, as `storage_key`. */
const listed = (folder: Folder) =>
  sql.join(
    FOLDERS[folder].map(([table, column]) => sql`select ${sql.ref(column)} as storage_key from ${sql.table(table)}`),
    sql` union all `,
  )

/**
 * Milliseconds of 7 days. An upload writes its row within minutes, but it may take days to notice that an old
 * backup was restored.
 */
const MIN_AGE = 7 * 24 * 60 * 60_000

/** The most files that one run deletes. The next run continues. */
const MAX_FILES = 10_000

/** Names of this server's files, complete or half-written. It never deletes others. */
const OURS = /^[a-z]+\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d+\.webp)?(\.mail)?(\.part)?$/

/** The keys that no row lists. */
async function withoutRow(db: Db, folder: Folder, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key from (${listed(folder)}) as l where storage_key = any(${[...new Set(keys.map(originalKey))]})`.execute(
    db,
  )
  const named = new Set(rows.map(({ storageKey }) => storageKey))
  return keys.filter((key) => !named.has(originalKey(key)))
}

/** The age limit by the earlier of two clocks, so that no file looks old because one clock is ahead. */
async function oldEnough(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select extract(epoch from now()) * 1000 as now`.execute(db)
  return Math.min(Date.now(), rows[0]?.now ?? 0) - MIN_AGE
}

/** Finds the old files without a row, and counts those with one. */
async function findOrphans(db: Db, files: FileStore, signal?: AbortSignal) {
  const before = await oldEnough(db)
  const orphans: string[] = []
  let named = 0
  for (const folder of Object.keys(FOLDERS) as Folder[]) {
    for await (const page of files.list(folder)) {
      signal?.throwIfAborted()
      const ours = page.filter(({ key }) => OURS.test(key))
      const old = ours.filter(({ writtenAt }) => writtenAt < before).map(({ key }) => key)
      const unnamed = await withoutRow(db, folder, old)
      named += old.length - unnamed.length
      orphans.push(...unnamed)
      if (orphans.length >= MAX_FILES) return { orphans, named }
    }
  }
  return { orphans, named }
}

/** Files noted as loose that are read at a time. */
const BATCH = 1_000

/**
 * Deletes the files that this database noted before they were written, or when their row was deleted, and
 * that have had no row for 7 days. They are its own, however many they are. Returns how many.
 */
async function sweepLoose(db: Db, files: FileStore, signal?: AbortSignal): Promise<number> {
  const before = new Date(await oldEnough(db)).toISOString()
  for (let swept = 0; ; ) {
    const { rows } = await sql<{ storageKey: string }>`
      select storage_key from loose_files l where since < ${before}::timestamptz
        and not exists (select from documents d where d.storage_key = l.storage_key)
        and not exists (select from images i where i.storage_key = l.storage_key)
        and not exists (select from mail_in_files f where f.storage_key = l.storage_key)
        and not exists (select from mail_in m where m.raw_key = l.storage_key)
      order by since limit ${BATCH}`.execute(db)
    for (const { storageKey } of rows) {
      signal?.throwIfAborted()
      for (const key of filesOfImage(storageKey)) await Promise.all([files.remove(key), files.remove(`${key}.part`)])
      await db.deleteFrom('looseFiles').where('storageKey', '=', storageKey).execute()
    }
    swept += rows.length
    if (rows.length < BATCH) return swept
  }
}

/**
 * Deletes files that have had no row for 7 days. A server that dies between writing a file and its row, or
 * between deleting a row and its file, leaves such a file. Files that this database noted go first. It finds
 * others in the store, and throws if they outnumber the files with a row: then the store belongs to another
 * system, or the database is older than its files. Returns how many were deleted.
 */
export async function sweepFiles(db: Db, files: FileStore, signal?: AbortSignal): Promise<number> {
  const loose = await sweepLoose(db, files, signal)
  const { orphans, named } = await findOrphans(db, files, signal)
  if (orphans.length > named) {
    throw new Error(`${orphans.length} old files without a row, ${named} with one: do they belong to this database?`)
  }
  for (const key of orphans) {
    signal?.throwIfAborted()
    await files.remove(key)
  }
  return loose + orphans.length
}

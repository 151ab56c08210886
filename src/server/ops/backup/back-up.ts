import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { UNLIMITED } from '#server/db/client.ts'
import { diskStore, type FileStore } from '#server/files/files.ts'
import { FORMAT, fileFolder, MANIFEST, type Manifest, tableFile } from './manifest.ts'
import { listStoredFiles, readWhole, type StoredFile, sha256Of } from './stored-files.ts'
import { columnList, listTables, quoted, readSequences, type Table } from './tables.ts'

type Say = (text: string) => void
const STEP = 200

async function backUpTable(client: pg.Client, folder: string, table: Table): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256')
  const rows = client.query(copyTo(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`))
  rows.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(rows, createGzip({ level: 5 }), createWriteStream(tableFile(folder, table.name), { mode: 0o600 }))
  // The number of rows may come after the last row, in a packet of its own: before the answer to the next statement.
  await client.query('select')
  return { ...table, rows: rows.rowCount, sha256: hash.digest('hex') }
}

/**
 * Whether a sweep removed the file since the snapshot. Such a file is no longer in use and may be missing.
 */
async function isGone(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from documents where storage_key = $1
    union all select 1 from mail_in where raw_key = $1 union all select 1 from mail_in_files where storage_key = $1`,
    [key],
  )
  return rows.length === 0
}

async function backUpFiles(client: pg.Client, files: FileStore, stored: StoredFile[], folder: string, say: Say) {
  const target = diskStore(fileFolder(folder))
  const kept: Manifest['files'] = []
  for (const [index, file] of stored.entries()) {
    const data = await readWhole(files, file).catch(async (error: { code?: string }) => {
      if (error.code === 'ENOENT' && (await isGone(client, file.key))) return null
      throw error
    })
    if (data) {
      await target.write(file.key, data)
      kept.push({ key: file.key, size: data.length, sha256: sha256Of(data) })
    }
    if ((index + 1) % STEP === 0 || index + 1 === stored.length) say(`  ${index + 1} of ${stored.length} files`)
  }
  return kept
}

/**
 * Backs up database and files to a new folder while Quayside runs. All tables come from one snapshot, and
 * stored files never change, so the backup is consistent. The folder appears once it is complete, and only
 * this user may read it. Throws if the folder exists, or if a file is missing or damaged.
 */
export async function backUp(url: string, files: FileStore, folder: string, say: Say): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} already exists`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(`${part}/tables`, { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: url, options: UNLIMITED })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) {
      const done = await backUpTable(client, part, table)
      tables.push(done)
      say(`  ${done.name}: ${done.rows} rows`)
    }
    const stored = await listStoredFiles(client)
    const sequences = await readSequences(client)
    await client.query('commit')
    const kept = await backUpFiles(client, files, stored, part, say)
    const migrations = rows.map(({ name }) => name)
    const manifest = {
      format: FORMAT,
      createdAt: new Date().toISOString(),
      migrations,
      tables,
      sequences,
      files: kept,
    } as const
    await writeFile(`${part}/${MANIFEST}`, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    await rename(part, folder)
    return manifest
  } finally {
    await client.end()
  }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { UNLIMITED } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { errorCode } from '#server/errors.ts'
import { diskStore, type FileStore } from '#server/files/files.ts'
import { fileFolder, type Manifest, readManifest, tableFile } from './manifest.ts'
import { readWhole } from './stored-files.ts'
import { columnList, quoted } from './tables.ts'

type Say = (text: string) => void
const STEP = 200

/** Throws if the database has data: a restore never overwrites any. */
async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const there = await client.query("select to_regclass('public.users') is not null as users")
  if (!there.rows[0]?.users) return
  const { rows } = await client.query('select 1 from users limit 1')
  if (rows.length > 0) throw new Error('The database is not empty: restore into an empty one')
}

/** The error with the file's name: gunzip (Z_…) and PostgreSQL (class 22) do not name a damaged file. */
function namedFault(path: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'ENOENT') return new Error(`${path} is missing`)
  return /^Z_|^22/.test(code) ? new Error(`${path} is damaged`, { cause: error }) : error
}

async function loadTable(client: pg.Client, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      next(null, chunk)
    },
  })
  const target = client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`))
  const path = tableFile(folder, table.name)
  try {
    await pipeline(createReadStream(path), createGunzip(), hashed, target)
  } catch (error) {
    throw namedFault(path, error)
  }
  // Rows are not counted again: earlier versions could note a wrong number of them on a busy machine.
  if (hash.digest('hex') !== table.sha256) throw new Error(`${path} is damaged`)
}

/**
 * Removes foreign keys and triggers so that tables load in any order. Returns the statements that put them
 * back.
 */
async function unlink(client: pg.Client, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { drop } of rows) await client.query(drop)
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`)
  return [...rows.map(({ add }) => add), ...names.map((name) => `alter table ${quoted(name)} enable trigger user`)]
}

async function load(client: pg.Client, folder: string, { tables, sequences }: Manifest, say: Say): Promise<void> {
  await client.query('begin')
  const names = tables.map(({ name }) => name)
  const relink = await unlink(client, names)
  // Migrations insert rows into some tables; the backup contains those rows too.
  await client.query(`truncate ${names.map(quoted).join(', ')}`)
  for (const table of tables) {
    await loadTable(client, folder, table)
    say(`  ${table.name}: ${table.rows} rows`)
  }
  for (const statement of relink) await client.query(statement)
  const { rows } = await client.query("select to_regprocedure('rows_restored()') is not null as there")
  if (rows[0]?.there) await client.query('select rows_restored()')
  for (const [name, value] of Object.entries(sequences))
    if (value !== null) await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value])
  await client.query('commit')
}

async function loadFiles(files: FileStore, folder: string, { files: kept }: Manifest, say: Say): Promise<void> {
  const source = diskStore(fileFolder(folder))
  for (const [index, file] of kept.entries()) {
    await files.write(file.key, await readWhole(source, file))
    await readWhole(files, file)
    if ((index + 1) % STEP === 0 || index + 1 === kept.length) say(`  ${index + 1} of ${kept.length} files`)
  }
}

/**
 * Restores a backup into an empty database and the file store. Tables load in one transaction at the version
 * of the backup and are migrated afterwards. Every table and file is verified against its hash. Throws if the
 * database is not empty, or if the backup is damaged or comes from a newer version; no rows are left behind.
 */
export async function restore(url: string, files: FileStore, folder: string, say: Say): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const client = new pg.Client({ connectionString: url, options: UNLIMITED })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnlessEmpty(client)
    await migrate(url, { only: manifest.migrations })
    await loadFiles(files, folder, manifest, say)
    await load(client, folder, manifest, say)
    await migrate(url)
    await client.query('analyze')
    return manifest
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

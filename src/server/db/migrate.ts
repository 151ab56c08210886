import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { messageOf } from '#server/errors.ts'
import { surviving, UNLIMITED } from './client.ts'
import { applyObjects, readObjects } from './objects.ts'
import { giveLimits } from './role-limits.ts'

const LOCK = 7_385_501
const FOLDER = join(process.cwd(), 'migrations')

const sqlFiles = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

let counted: Promise<number> | undefined
/** The number of migrations of this version. */
export const countMigrations = () => (counted ??= sqlFiles(FOLDER).then(({ length }) => length))

export interface MigrateOptions {
  folder?: string
  /** Only these migrations: the version that a backup was made at. */
  only?: readonly string[]
  /** Stores our limits with the role, which also connects through a pooler. */
  pooler?: boolean
}

/**
 * Brings the database to the newest version: every file of `migrations/` once, by name, each in its own
 * transaction, then the tables of the job queue, then functions, views and triggers (objects.ts). With
 * `only`, or with another folder, the objects stay as the migrations leave them. Instances that start
 * together take turns by a lock of the session, so the connection must not go through a pooler. Returns the
 * files applied now. Throws for a migration that this version lacks.
 */
export async function migrate(
  url: string,
  { folder = FOLDER, only, pooler = false }: MigrateOptions = {},
): Promise<string[]> {
  // Building an index and waiting for another instance may take long.
  const client = new pg.Client({ connectionString: url, options: UNLIMITED })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = new Set((await client.query('select name from migrations')).rows.map(({ name }) => String(name)))
    const known = await sqlFiles(folder)
    const unknown = only?.find((name) => !known.includes(name))
    if (unknown) throw new Error(`A newer version is needed: this one does not know ${unknown}`)
    const files = only ? known.filter((name) => only.includes(name)) : known
    const pending = files.filter((name) => !done.has(name))
    for (const name of pending) await applyOne(client, name, await readFile(join(folder, name), 'utf8'))
    const worker = await client.query("select to_regclass('graphile_worker.migrations') is not null as there")
    if (pending.length > 0 || !worker.rows[0]?.there) await migrateQueue(url)
    if (folder === FOLDER && !only) await applyObjects(client, await readObjects())
    if (pooler) await giveLimits(client)
    return pending
  } finally {
    await client.end()
  }
}

async function migrateQueue(url: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const pgPool = surviving(new pg.Pool({ connectionString: url, options: UNLIMITED, max: 2 }))
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

async function applyOne(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${messageOf(error)}`, { cause: error })
  }
}

import pg from 'pg'
import { hasEmail } from '#server/accounts/sessions.ts'
import type { Config } from '#server/config/config.ts'
import { createPool, type Db, UNLIMITED } from '#server/db/client.ts'
import { StartError } from '#server/errors.ts'
import type { FileStore } from '#server/files/files.ts'
import { findPublished } from './published-accounts.ts'

type Say = (text: string) => void

/** Advisory lock of the demo data: instances that start together load it in turns. */
const LOCK = 7_385_502

const PUBLIC = 'DEMO_PUBLIC=1 starts anyway, for a demonstration that anybody may log in to.'
const reached = (host: string) => `HOST ${host} can be reached from other machines`

/** Refuses to load demo accounts, whose passwords everybody knows, where others can reach them. */
export const refuseToLoad = (host: string) =>
  new StartError(`${reached(host)}, and this empty database would get the demo accounts, whose passwords are published.
  DEMO=0 starts without them. ${PUBLIC}`)

const refuseToServe = (host: string, emails: string[]) =>
  new StartError(`${reached(host)}, and this database has demo accounts whose passwords are published: ${some(emails)}.
  npm run staff -- remove-demo-accounts removes them. ${PUBLIC}`)

const some = ([first = '', ...more]: string[]) => (more.length > 0 ? `${first} and ${more.length} more` : first)

/**
 * Fills an empty database with the demo data if that is wanted; another starting instance waits for it.
 * Throws StartError where others could log in with the published passwords (`exposed`).
 */
export async function loadDemoOnce(
  { url, config, files, exposed }: { url: string; config: Config; files: FileStore; exposed: boolean },
  say: Say,
  load = loadAll,
): Promise<void> {
  if (!config.demo) return
  const turn = new pg.Client({ connectionString: url, options: UNLIMITED })
  turn.on('error', () => {})
  await turn.connect()
  try {
    const isEmpty = async () => (await turn.query('select from users limit 1')).rowCount === 0
    if (!(await isEmpty())) return
    if (exposed) throw refuseToLoad(config.host)
    const { rows } = await turn.query('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (!rows[0]?.mine) {
      say('Another instance is loading the demo data: waiting for it …')
      await turn.query('select pg_advisory_lock($1)', [LOCK])
    }
    if (await isEmpty()) await load(url, files, say)
  } finally {
    await turn.end()
  }
}

/**
 * Fills a database without reference data with the demo's, if that is wanted: no accounts, so no published
 * passwords.
 */
export async function loadReferenceOnce(url: string, { demoReference }: Config, say: Say): Promise<void> {
  if (!demoReference) return
  const pool = createPool(url, 1, { patient: true })
  try {
    const { loadReference } = await import('#demo/load-reference.ts')
    if (await loadReference(pool)) say('Loaded the reference data of the demo.')
  } finally {
    await pool.end()
  }
}

async function loadAll(url: string, files: FileStore, say: Say): Promise<void> {
  const pool = createPool(url, 2, { patient: true })
  try {
    say('Loading the demo data …')
    const { loadDemo } = await import('#demo/load.ts')
    await loadDemo({ pool, files, onProgress: say })
  } finally {
    await pool.end()
  }
}

/** Whether the demo's administrator exists. */
export async function hasDemoLogins(db: Db): Promise<boolean> {
  const same = hasEmail('admin@quayside.example')
  const found = await db.selectFrom('users').select('id').where(same).where('deletedAt', 'is', null).executeTakeFirst()
  return found !== undefined
}

/** Throws StartError if somebody could log in as a demo account. */
export async function refusePublished(db: Db, host: string): Promise<void> {
  const found = await findPublished(db)
  if (found.length > 0)
    throw refuseToServe(
      host,
      found.map(({ email }) => email),
    )
}

import type { FastifyBaseLogger } from 'fastify'
import { countMigrations } from '#server/db/migrate.ts'
import type { Services } from '#server/services.ts'

/** The needs of an instance: 'ok' or the problem. */
export interface Readiness {
  database: string
  migrations: string
  files: string
  /**
   * State of the scanner of uploads; only with one. Everything else works without it, so the instance is
   * ready all the same.
   */
  scanner?: string
}

/**
 * The outcome of a check. The reason of a failure goes to the log only, since anyone may read this answer.
 */
async function outcome(log: FastifyBaseLogger, failed: string, check: () => Promise<unknown>): Promise<string> {
  try {
    await check()
    return 'ok'
  } catch (error) {
    log.warn({ err: error }, failed)
    return failed
  }
}

/** Checks that the database responds, that all migrations are applied and that files can be stored. */
export async function checkReadiness({ pool, files, scanner, log }: Services): Promise<Readiness> {
  const migrated = async () => {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from migrations')
    const missing = (await countMigrations()) - (rows[0]?.n ?? 0)
    if (missing > 0) throw new Error(`${missing} migrations are missing`)
  }
  const [database, migrations, stored, scans] = await Promise.all([
    outcome(log, 'does not answer', () => pool.query('select 1')),
    outcome(log, 'not up to date', migrated),
    outcome(log, 'cannot store', () => files.check()),
    scanner && outcome(log, 'does not answer', () => scanner.check()),
  ])
  return { database, migrations, files: stored, ...(scans && { scanner: scans }) }
}

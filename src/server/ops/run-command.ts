import { type Config, readConfig } from '#server/config/config.ts'
import { hasPooler, joinDatabase } from '#server/config/database.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnvironment } from '#server/start/environment.ts'
import { whyNotStarted } from '#server/start/why.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

/** A number as people read it: '12 345'. */
export const grouped = (n: number) => n.toLocaleString('en-US').replaceAll(',', ' ')

async function onDatabase(config: Config, work: (db: Db) => Promise<string>): Promise<string> {
  const database = await joinDatabase(config)
  const pool = createPool(database.directUrl, 2, { patient: true })
  try {
    await migrate(database.directUrl, { pooler: hasPooler(database) })
    return await work(createDb(pool))
  } finally {
    await pool.end()
    await database.stop()
  }
}

/**
 * Runs a command of the operator on the migrated database, beside running instances, prints the sentence it
 * returns, and ends the process: with `process.exitCode` if the work set it, with 1 and the usage unless
 * `read` finds its arguments, with 1 and the reason if it fails.
 */
export async function runCommand<Arguments>(
  usage: string,
  read: () => Arguments | null,
  work: (db: Db, given: Arguments, config: Config) => Promise<string>,
): Promise<never> {
  let config: Config | undefined
  try {
    const given = read()
    if (given === null) {
      say(usage)
      process.exit(1)
    }
    const known = readConfig(readEnvironment(process.env, say))
    config = known
    process.stdout.write(`${await onDatabase(known, (db) => work(db, given, known))}\n`)
    process.exit()
  } catch (error) {
    // The mistake is an option that does not exist.
    const mistake = error instanceof TypeError && 'code' in error
    say(mistake ? `${error.message}\n${usage}` : whyNotStarted(error, config))
    process.exit(1)
  }
}

/** The arguments of `rebuild`, which takes none. */
export const readRebuild = () => (process.argv.slice(2).join(' ') === 'rebuild' ? {} : null)

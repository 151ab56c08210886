import { type Config, readConfig } from '#server/config.ts'
import { hasPooler, joinDatabase } from '#server/database.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { rebuildDays } from '#server/reports/keep-days.ts'
import { readEnvironment } from '#server/start/environment.ts'
import { whyNotStarted } from '#server/start/why.ts'

const USAGE = 'npm run reports -- rebuild    counts the figures of all days again; Quayside may keep running'

const say = (text: string) => process.stderr.write(`${text}\n`)
const grouped = (n: number) => n.toLocaleString('en-US').replaceAll(',', ' ')

async function rebuild(config: Config): Promise<string> {
  const database = await joinDatabase(config)
  const pool = createPool(database.directUrl, 2, { patient: true })
  try {
    await migrate(database.directUrl, { pooler: hasPooler(database) })
    const days = await rebuildDays(createDb(pool))
    if (days === null) return 'Nothing was done: another instance is counting. Please try again in a minute.'
    return `Counted ${grouped(days)} days.`
  } finally {
    await pool.end()
    await database.stop()
  }
}

let config: Config | undefined
try {
  if (process.argv.slice(2).join(' ') !== 'rebuild') {
    say(USAGE)
    process.exit(1)
  }
  config = readConfig(readEnvironment(process.env, say))
  process.stdout.write(`${await rebuild(config)}\n`)
  process.exit(0)
} catch (error) {
  say(whyNotStarted(error, config))
  process.exit(1)
}

import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config.ts'
import { hasPooler, joinDatabase } from '#server/database.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { backfillSailings } from '#server/sailings/backfill.ts'
import { readEnvironment } from '#server/start/environment.ts'
import { whyNotStarted } from '#server/start/why.ts'

const USAGE = `npm run sailings -- backfill            shows which sailings existing booking confirmations would make
npm run sailings -- backfill --apply    makes them and loads their orders; Quayside may keep running`

const say = (text: string) => process.stderr.write(`${text}\n`)
const print = (text: string) => process.stdout.write(`${text}\n`)

async function runBackfill(config: Config, apply: boolean): Promise<string> {
  const database = await joinDatabase(config)
  const pool = createPool(database.directUrl, 2, { patient: true })
  try {
    await migrate(database.directUrl, { pooler: hasPooler(database) })
    return await backfillSailings(createDb(pool), { apply, say: print })
  } finally {
    await pool.end()
    await database.stop()
  }
}

let config: Config | undefined
try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { apply: { type: 'boolean' } } })
  if (positionals.join(' ') !== 'backfill') {
    say(USAGE)
    process.exit(1)
  }
  config = readConfig(readEnvironment(process.env, say))
  print(await runBackfill(config, values.apply ?? false))
  process.exit(0)
} catch (error) {
  const mistake = error instanceof TypeError && 'code' in error
  say(mistake ? `${error.message}\n${USAGE}` : whyNotStarted(error, config))
  process.exit(1)
}

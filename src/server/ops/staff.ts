import { addressesOf, type Config, readConfig } from '#server/config/config.ts'
import { hasPooler, joinDatabase } from '#server/config/database.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { errorCode, messageOf } from '#server/errors.ts'
import { readCommand } from '#server/ops/staff/commands.ts'
import { UsageError } from '#server/ops/staff/place.ts'
import { readEnvironment } from '#server/start/environment.ts'
import { whyNotStarted } from '#server/start/why.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

async function runCommand(config: Config, command: Exclude<ReturnType<typeof readCommand>, string>): Promise<string> {
  const database = await joinDatabase(config)
  const pool = createPool(database.directUrl, 2)
  try {
    await migrate(database.directUrl, { pooler: hasPooler(database) })
    const { appUrl, siteUrl } = addressesOf(config, () => `http://${config.host}:${config.port}`)
    const place = { db: createDb(pool), config, appUrl: appUrl(), siteUrl: siteUrl() }
    return await command({ ...place, timeZone: config.timeZone, issuer: config.oidc?.issuer ?? null })
  } finally {
    await pool.end()
    await database.stop()
  }
}

let config: Config | undefined
try {
  const command = readCommand(process.argv.slice(2))
  if (typeof command !== 'string') config = readConfig(readEnvironment(process.env, say))
  process.stdout.write(`${typeof command === 'string' || !config ? command : await runCommand(config, command)}\n`)
  process.exit(0)
} catch (error) {
  const mistake = error instanceof UsageError || errorCode(error).startsWith('ERR_PARSE_ARGS')
  say(mistake ? messageOf(error) : whyNotStarted(error, config))
  process.exit(1)
}

import { resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { joinDatabase, openDatabase } from '#server/config/database.ts'
import { diskFiles, openFileStore } from '#server/config/file-store.ts'
import { createLogger } from '#server/config/logger.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { messageOf } from '#server/errors.ts'
import { portOf } from '#server/http/port-of.ts'
import { tryMailServer } from '#server/mail/try-mail-server.ts'
import { tryMailboxes } from '#server/mail-in/mailbox/try-inbox.ts'
import { backUp } from '#server/ops/backup/back-up.ts'
import { copyFiles } from '#server/ops/backup/copy-files.ts'
import { restore } from '#server/ops/backup/restore.ts'
import { readEnvironment } from '#server/start/environment.ts'
import { reasonOf } from '#server/start/why.ts'

const USAGE = `npm run backup -- FOLDER              backs up database and files into a new folder; Quayside may keep running
npm run restore -- FOLDER             restores a backup into an empty database and the file store
npm run files -- copy disk s3         copies all files from DATA_DIR to the bucket in S3_URL and verifies them
npm run files -- copy s3 disk         the same in the other direction
npm run mail-test -- ADDRESS          sends a test mail, opens each mailbox, and says what the servers answered`

class UsageError extends Error {}
const say = (text: string) => process.stderr.write(`${text}\n`)

async function runBackup(config: Config, folder: string): Promise<string> {
  const database = await joinDatabase(config)
  try {
    const { tables, files } = await backUp(database.directUrl, await openFileStore(config), folder, say)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Backed up ${rows} rows in ${tables.length} tables and ${files.length} files to ${folder}`
  } finally {
    await database.stop()
  }
}

/** Starts a server over the restored database on a free port and checks that it is ready. */
async function checkThatItAnswers(config: Config, url: string): Promise<void> {
  const pool = createPool(url, 4)
  const files = await openFileStore(config)
  const site = () => 'http://localhost'
  const log = createLogger('error')
  const services = {
    config,
    pool,
    queuePool: pool,
    readPool: null,
    db: createDb(pool),
    files,
    log,
    metrics: null,
    scanner: null,
    siteUrl: site,
    appUrl: site,
  }
  const app = await buildApp(services)
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const reply = await fetch(`http://127.0.0.1:${portOf(app.server)}/api/ready`)
    if (!reply.ok) throw new Error(`The restored system is not ready: ${await reply.text()}`)
  } finally {
    await app.close()
    await pool.end()
  }
}

async function runRestore(config: Config, folder: string): Promise<string> {
  const database = await openDatabase(config, { onProgress: say })
  try {
    const { tables, files, createdAt } = await restore(database.directUrl, await openFileStore(config), folder, say)
    await checkThatItAnswers(config, database.directUrl)
    const orders = tables.find(({ name }) => name === 'orders')?.rows ?? 0
    return `Restored ${orders} orders and ${files.length} files as of ${createdAt}. The server starts and is ready.`
  } finally {
    await database.stop()
  }
}

async function runCopy(config: Config, from: string | undefined, to: string | undefined): Promise<string> {
  const way = `${from} ${to}`
  if (way !== 'disk s3' && way !== 's3 disk') throw new UsageError(USAGE)
  if (!config.s3) throw new UsageError('Set S3_URL and its keys: they name the bucket.')
  const [disk, bucket] = [diskFiles(config), await openFileStore(config)]
  const database = await joinDatabase(config)
  try {
    const [source, target] = way === 'disk s3' ? [disk, bucket] : [bucket, disk]
    const { files, copied } = await copyFiles(database.directUrl, source, target, say)
    return `${files} files verified, ${copied} of them newly copied.`
  } finally {
    await database.stop()
  }
}

async function runMailTest(config: Config, address: string): Promise<string> {
  const { accepted, says } = await tryMailServer(config, diskFiles(config), address)
  // Without a key there are no mailboxes, and the database is left alone.
  const mailboxes = config.secretsKeys.length > 0 ? await runMailboxes(config) : []
  const all = [says, ...mailboxes.map(({ name, message }) => `Mailbox ${name}: ${message}`)].join('\n')
  if (!accepted || mailboxes.some(({ ok }) => !ok)) throw new UsageError(all)
  return all
}

async function runMailboxes(config: Config) {
  const database = await joinDatabase(config)
  const pool = createPool(database.directUrl, 1)
  try {
    return await tryMailboxes(createDb(pool), config)
  } finally {
    await pool.end()
    await database.stop()
  }
}

let config: Config | undefined

async function command([verb, first, second, third]: string[]): Promise<string> {
  config = readConfig(readEnvironment(process.env, say))
  if (verb === 'backup' && first) return runBackup(config, resolve(first))
  if (verb === 'restore' && first) return runRestore(config, resolve(first))
  if (verb === 'files' && first === 'copy') return runCopy(config, second, third)
  if (verb === 'mail-test' && first) return runMailTest(config, first)
  throw new UsageError(USAGE)
}

try {
  say(await command(process.argv.slice(2)))
  process.exit(0)
} catch (error) {
  say(reasonOf(error, config) ?? messageOf(error))
  process.exit(1)
}

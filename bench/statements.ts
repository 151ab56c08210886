import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'

export interface Statement {
  text: string
  values?: unknown[]
  name?: string
}

/**
 * Records the statements that our server sends to the database for a call: a second server is built in this
 * process on the same database. The check of the token is left out.
 */
export async function statementReader(databaseUrl: string, folder: string, token: string) {
  const seen: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first, second] = sent as [Statement | string, unknown[] | undefined] // pg's overloads
    const { text, values, name } = typeof first === 'string' ? { text: first, values: second, name: undefined } : first
    if (text) seen.push({ text, values: values ?? (Array.isArray(second) ? second : undefined), name })
    return Reflect.apply(query, this, sent)
  } as typeof query // the same
  const pool = createPool(databaseUrl, 2)
  const app = await buildApp({
    config: readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'silent' }),
    pool,
    queuePool: pool,
    readPool: null,
    db: createDb(pool),
    metrics: null,
    scanner: null,
    files: diskStore(folder),
    log: pino({ level: 'silent' }),
    siteUrl: () => 'http://site.test',
    appUrl: () => 'http://app.test',
  })
  // A real connection: the server limits what connections do.
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    async statementsOf(path: string): Promise<Statement[]> {
      seen.length = 0
      const reply = await fetch(url + path, { headers: { 'user-token': token } })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
      return seen.filter(({ text }) => !/\bsessions\b/.test(text))
    },
    async close() {
      pg.Client.prototype.query = query
      await app.close()
      await pool.end()
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Role } from '#contract/accounts/session.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { openScanner } from '#server/config/scanner.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { openPools } from '#server/db/pools.ts'
import { diskStore } from '#server/files/files.ts'
import { LIMITS, type Limits } from '#server/http/limits.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { LIVE_TIMES, type LiveTimes } from '#server/live/times.ts'
import type { Services } from '#server/services.ts'
import { createTestDatabase } from './database.ts'
import { createUser } from './records.ts'

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read any path of a reply and fail when it is missing
  body: any
}

export interface CallOptions {
  token?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** Makes calls below /api: as staff, with another token, or with none (null). */
const caller =
  (url: string, staffToken: string) =>
  async (method: string, path: string, { token = staffToken, body, headers }: CallOptions = {}): Promise<Reply> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { 'user-token': token }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('application/json')
    return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text }
  }

/** Signs users in without the cost of a login. */
function sessions(db: Db) {
  /** A token of this user. */
  const tokenFor = async (userId: number) => {
    const token = newToken()
    const expiresAt = new Date(Date.now() + 3_600_000)
    await db
      .insertInto('sessions')
      .values({ userId, impersonatorId: null, tokenHash: hashToken(token), expiresAt, steppedUpAt: sql<string>`now()` })
      .execute()
    return token
  }
  /** A token of a new user, a client by default. */
  const signIn = async (values: Parameters<typeof createUser>[1] = {}) => tokenFor((await createUser(db, values)).id)
  return { tokenFor, signIn }
}

/**
 * The real server on its own port and database, or on the database of `databaseUrl`; `env` and `limits`
 * override settings.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  databaseUrl?: string,
  limits: Partial<Limits & LiveTimes> = {},
) {
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'quayside-files-'))
  const config: Config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    MAIL_HOLD_SECONDS: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...env,
  })
  const { databaseDirectUrl: directUrl, databaseReadUrl: readUrl } = config
  const { end, ...pools } = openPools({ url: database.url, directUrl, readUrl }, 8)
  const db = createDb(pools.pool)
  const services: Services = {
    config,
    ...pools,
    db,
    metrics: null,
    scanner: openScanner(config),
    files: diskStore(join(folder, 'files')),
    log: pino({ level: config.logLevel }),
    siteUrl: () => config.publicSiteUrl ?? 'http://site.test',
    appUrl: () => config.appUrl ?? 'http://app.test',
  }
  const app = await buildApp(services, { ...LIMITS, ...limits }, { ...LIVE_TIMES, ...limits })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  const { tokenFor, signIn } = sessions(db)
  const staff = await createUser(db, { username: 'Mara Staff', role: [Role.MANAGER] })
  const token = await tokenFor(staff.id)
  const close = async () => {
    await app.close()
    await end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const signed = { staff, token, tokenFor, signIn, call: caller(url, token) }
  return { url, databaseUrl: database.url, services, config, db, ...pools, app, ...signed, close }
}

import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createDb } from '#server/db/client.ts'
import { openPools } from '#server/db/pools.ts'
import { diskStore } from '#server/files/files.ts'
import { LIMITS, type Limits } from '#server/http/limits.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import type { Services } from '#server/services.ts'
import { createTestDatabase } from './database.ts'
import { createUser } from './records.ts'

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test asks for any path of the reply and fails when it is not there
  body: any
}

export interface CallOptions {
  token?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** The real server on a port and a database of its own, or on `databaseUrl`; settings of the environment and other limits may be given. */
export async function startTestServer(
  env: Record<string, string> = {},
  databaseUrl?: string,
  limits: Partial<Limits> = {},
) {
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'quayside-files-'))
  const config: Config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
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
    files: diskStore(join(folder, 'files')),
    log: pino({ level: config.logLevel }),
    siteUrl: () => config.publicSiteUrl ?? 'http://site.test',
    appUrl: () => config.appUrl ?? 'http://app.test',
  }
  const app = await buildApp(services, { ...LIMITS, ...limits })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  /** A token of a user, without the cost of a login. */
  const tokenFor = async (userId: number) => {
    const token = newToken()
    await db
      .insertInto('sessions')
      .values({
        userId,
        impersonatorId: null,
        tokenHash: hashToken(token),
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .execute()
    return token
  }
  const staff = await createUser(db, { username: 'Mara Staff', role: ['ROLE_MANAGER'] })
  const token = await tokenFor(staff.id)

  /** A call below /api, as staff unless another token (or null) is given. */
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Reply> => {
    const sent = options.token === undefined ? token : options.token
    const isForm = options.body instanceof FormData
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...(sent === null ? {} : { 'user-token': sent }),
        ...(options.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: options.body === undefined ? undefined : isForm ? (options.body as FormData) : JSON.stringify(options.body),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('application/json')
    return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text }
  }

  const close = async () => {
    await app.close()
    await end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, databaseUrl: database.url, services, config, db, ...pools, app, staff, token, tokenFor, call, close }
}

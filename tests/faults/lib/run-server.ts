import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startSmtp } from '#server/test/smtp.ts'
import { startServerProcess } from '#tests/lib/server-process.ts'

/** Saves that are measured before a run. */
export const SAVES = 100
export const medianOf = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0

/**
 * Statistics, which PostgreSQL gathers by itself within a minute, but not under tests. Without a count of the
 * rows it reads all orders to find the one that a trigger is about.
 */
export const analyze = (db: Db) => sql`analyze`.execute(db)

/**
 * A server process of its own, whose runs send their mails at once, with an administrator and a mail server.
 */
export async function startRunServer() {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 4)
  const db = createDb(pool)
  const smtp = await startSmtp()
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-runs-'))
  const { id: userId } = await createUser(db, { role: [Role.ADMIN] })
  const token = newToken()
  const expiresAt = new Date(Date.now() + 9e6)
  await db
    .insertInto('sessions')
    .values({ userId, impersonatorId: null, tokenHash: hashToken(token), expiresAt })
    .execute()
  const other = await createOrder(db, { userId })
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, SMTP_URL: smtp.url, DEMO: '0', RUN_HOLD_SECONDS: '0' }
  const server = await startServerProcess(env)
  const close = async () => {
    await server.kill()
    await smtp.stop()
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const call = async (path: string, body: object, method = 'POST') => {
    const reply = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { 'user-token': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await reply.json()) as { message: string; data: never }
    expect(reply.status, answer.message).toBe(200)
    return answer.data
  }
  /** Saves an order that no run works on; returns the milliseconds. */
  const save = async () => {
    const started = performance.now()
    await call(`request/booking/edit/${other.id}`, { additionalInformation: randomUUID() }, 'PUT')
    return performance.now() - started
  }
  /** Kills the server in the middle of a run, and starts it again; `meanwhile` runs in between. */
  const killDuring = async (runId: number, meanwhile = async () => {}) => {
    await server.kill()
    await meanwhile()
    const run = await db.selectFrom('runs').select('finishedAt').where('id', '=', runId).executeTakeFirstOrThrow()
    expect(run.finishedAt, 'the run was over before the kill').toBeNull()
    // Pretends that the run's worker has been silent for half a minute.
    await sql`update runs set heartbeat_at = heartbeat_at - interval '31 seconds' where id = ${runId}`.execute(db)
    await analyze(db)
    await server.start()
  }
  return { db, smtp, call, save, killDuring, close }
}

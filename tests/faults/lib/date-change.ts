import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { Role } from '#contract/session/session.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { createLoaded, march, TELLING } from '#server/modules/date-change/date-change.fixture.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startSmtp } from '#server/test/smtp.ts'
import { startServerProcess } from '#tests/lib/server-process.ts'

/** A server of its own with a sailing that has as many orders. */
async function startLoaded(orders: number) {
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
  const template = await createTemplate(db, TELLING, '{{ order.trackingCode }}')
  const { sailing, orders: loaded } = await createLoaded(db, orders)
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
  /** Saves an order that is on no sailing; returns the milliseconds. */
  const save = async () => {
    const started = performance.now()
    await call(`request/booking/edit/${other.id}`, { additionalInformation: randomUUID() }, 'PUT')
    return performance.now() - started
  }
  return { db, smtp, server, sailing, loaded, template, call, save, close }
}

const SAVES = 100
const medianOf = (times: readonly number[]) => [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0

type Row = { id: number; updatedAt: string }

/**
 * Moves the arrival of as many orders, every tenth unticked, with mails; kills the server `kills` times in the middle. Checks
 * that exactly the ticked ones moved, and that each of their clients got one mail. Returns the milliseconds of preview and run, and
 * of saves of another order before and meanwhile (without kills; their medians).
 */
export async function moveUnderKills({ orders, kills }: { orders: number; kills: number }) {
  const { db, smtp, server, sailing, loaded, template, call, save, close } = await startLoaded(orders)
  try {
    const change = { dates: { portEta: march(17) }, mode: 'shift' }
    const started = performance.now()
    const preview: { updatedAt: string; orders: Row[] } = await call(
      `sailing/${sailing.id}/date-change/preview`,
      change,
    )
    const previewMs = performance.now() - started
    const [before, during]: [number[], number[]] = [[], []]
    while (kills === 0 && before.length < SAVES) before.push(await save())
    const isTicked = (id: number) => loaded.findIndex((order) => order.id === id) % 10 !== 9
    const wanted = preview.orders.map(({ id, updatedAt }) => ({ id, updatedAt, apply: isTicked(id), mail: true }))
    const applied = performance.now()
    const { id, total }: { id: number; total: number } = await call(`sailing/${sailing.id}/date-change`, {
      ...change,
      updatedAt: preview.updatedAt,
      orders: wanted,
      emailTemplateId: template.id,
    })
    const runNow = () => db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let kill = 1; kill <= kills; kill++) {
      while ((await runNow()).done < Math.floor((total * kill) / (kills + 1))) await wait(2)
      await server.kill()
      expect((await runNow()).finishedAt, 'the run was over before the kill').toBeNull()
      // As if its worker had been silent for half a minute.
      await sql`update runs set heartbeat_at = heartbeat_at - interval '31 seconds' where id = ${id}`.execute(db)
      await server.start()
    }
    let over = false
    const saving = (async () => {
      while (kills === 0 && !over) during.push(await save())
    })()
    await expect.poll(async () => (await runNow()).finishedAt, { timeout: 60_000, interval: 20 }).not.toBeNull()
    over = true
    await saving
    const runMs = performance.now() - applied
    expect(await runNow()).toMatchObject({ state: 'done', done: total, failed: 0 })
    const moved = await db
      .selectFrom('confirmations')
      .select(['orderId', 'portEstimatedTimeOfArrivalAt as eta'])
      .execute()
    for (const { orderId, eta } of moved) expect(eta, `order ${orderId}`).toBe(march(isTicked(orderId) ? 17 : 12))
    await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(total)
    const expected = loaded.filter((order) => isTicked(order.id)).map(({ trackingCode }) => trackingCode)
    expect(smtp.mails.map(({ mail }) => mail.subject).sort()).toEqual(expected.sort())
    const once = await db
      .selectFrom('auditEntries')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('action', '=', 'confirmation.update')
      .executeTakeFirstOrThrow()
    expect(once.n).toBe(total)
    return { previewMs, runMs, saveMs: { before: medianOf(before), during: medianOf(during) } }
  } finally {
    await close()
  }
}

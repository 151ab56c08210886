import { execFileSync } from 'node:child_process'
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDb, createPool } from '#server/db/client.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { limitsNotHeld } from '#server/db/role-limits.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { withAdmin } from '#server/test/database.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { expectLedger } from '#tests/lib/ledger.ts'
import { BUILT, startServerProcess } from '#tests/lib/server-process.ts'
import type { Answer } from '#tests/lib/timed-fetch.ts'
import { type Ledger, startWriters } from '#tests/lib/writers.ts'
import { startHaproxy, startPgbouncer, urlAt } from './balancer.ts'
import { type Cluster, PASSWORD, startCluster } from './cluster.ts'
import { ensurePrograms } from './programs.ts'

// Two PostgreSQL nodes under Patroni with etcd, behind HAProxy and PgBouncer, configured by the files in
// deploy/ha.
const unable = await ensurePrograms()
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 })

const WRITERS = 8
/** Milliseconds until the primary is replaced and everything works again. */
const RECOVERED = 30_000
/** The longest time that a caller waits: for a connection, and twice for a database that is gone. */
const LONGEST = 25_000

let folder: string
let cluster: Cluster
let haproxy: Awaited<ReturnType<typeof startHaproxy>>
let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>
let smtp: TestSmtp

describe.skipIf(unable)(`a cluster of two nodes${unable ? ` (${unable})` : ''}`, () => {
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.mjs', '--if-needed'])
    folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-failover-'))
    smtp = await startSmtp()
    cluster = await startCluster(folder)
    const { primary } = await cluster.settled()
    await withAdmin(urlAt(primary.port, 'postgres', 'postgres'), async (client) => {
      await client.query(`create role quayside login password '${PASSWORD}'`)
      await client.query('create database quayside owner quayside')
    })
    haproxy = await startHaproxy(folder, cluster)
    pgbouncer = await startPgbouncer(folder, haproxy.primaryPort)
  })
  afterAll(async () => {
    await pgbouncer?.stop()
    await haproxy?.stop()
    await cluster?.stop()
    await smtp?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each([
    ['the primary killed behind HAProxy', () => ({ DATABASE_URL: urlAt(haproxy.primaryPort) })],
    [
      'the primary killed behind PgBouncer in transaction mode',
      () => ({ DATABASE_URL: urlAt(pgbouncer.port), DATABASE_DIRECT_URL: urlAt(haproxy.primaryPort) }),
    ],
  ])(
    '%s: answers 503 meanwhile, recovers without a restart and keeps every acknowledged write',
    async (_, addresses) => {
      const { primary, standby } = await cluster.settled()
      await underLoad(addresses(), async ({ url, worksAgain }) => {
        // Writes acknowledged without the standby would be lost now.
        const lose = await standby.stall()
        await wait(1_500)
        await primary.kill()
        lose()
        const told = { health: new Set<number>(), ready: new Set<number>() }
        await worksAgain(async () => {
          told.health.add((await fetch(`${url}/api/health`)).status)
          told.ready.add((await fetch(`${url}/api/ready`)).status)
        })
        expect([...told.health]).toEqual([200])
        expect([...told.ready]).toContain(503)
      })
      // The lost node returns as the standby.
      primary.start()
      expect((await cluster.settled()).standby.name).toBe(primary.name)
    },
  )

  test('a killed standby delays commits only briefly, and no acknowledged write is lost', async () => {
    const { standby } = await cluster.settled()
    await underLoad({ DATABASE_URL: urlAt(haproxy.primaryPort) }, async ({ worksAgain }) => {
      await standby.kill()
      await worksAgain()
    })
    standby.start()
    await cluster.settled()
  })

  test('through PgBouncer every statement keeps our time limits on any connection', async () => {
    const pool = createPool(urlAt(pgbouncer.port), 8, { pooler: true })
    const missing = await Promise.all(Array.from({ length: 40 }, () => limitsNotHeld(pool)))
    expect(missing.flat()).toEqual([])
    // A pooler given as a plain DATABASE_URL is reported at the start.
    const unaware = startServerProcess(
      { DATABASE_URL: urlAt(pgbouncer.port), DATA_DIR: join(folder, 'data') },
      { main: BUILT },
    )
    await expect(unaware).rejects.toThrow('Also set DATABASE_DIRECT_URL')
    await expect(pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' })
    // A refusal by the pooler itself is 503 too.
    await haproxy.stop()
    await expect(pool.query('select 1')).rejects.toSatisfy(isUnavailable)
    await pool.end()
  })
})

interface Load {
  url: string
  /** Does something, and waits until a write started now is acknowledged. */
  worksAgain(meanwhile?: () => Promise<void>): Promise<void>
}

/** A fault while the built server serves several writers: only 200 and 503, none late, nothing lost. */
async function underLoad(addresses: Record<string, string>, fault: (load: Load) => Promise<void>): Promise<void> {
  const env = {
    ...addresses,
    DATABASE_READ_URL: urlAt(haproxy.standbyPort),
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: smtp.url,
    DEMO: '0',
  }
  const server = await startServerProcess(env, { main: BUILT })
  const { answers, ledger, stop } = startWriters({ url: server.url, ...(await records()) })
  const begun = Date.now()
  await wait(4_000)
  let took = 0
  const worksAgain = async (meanwhile = () => wait(50)) => {
    const broken = Date.now()
    const written = ({ at, path, status }: Answer) => at > broken && path.endsWith('data/add') && status === 200
    while (!answers.some(written) && Date.now() - broken < 3 * RECOVERED) await meanwhile()
    took = Date.now() - broken
  }
  await fault({ url: server.url, worksAgain })
  const back = Date.now()
  await wait(4_000)
  await stop()

  const odd = answers.filter(({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null))
  expect(odd).toEqual([])
  expect(took).toBeLessThan(RECOVERED)
  const longest = Math.max(...answers.map(({ ms }) => ms))
  expect(longest).toBeLessThan(LONGEST)
  // Every writer writes again.
  expect(new Set(ledger.events.filter(({ at }) => at > back).map(({ orderId }) => orderId)).size).toBe(WRITERS)
  await holdsAll(ledger)
  const refused = answers.filter(({ status }) => status === 503).length
  console.info(
    `${answers.length} calls in ${Math.round((back - begun) / 1000)} s, ${refused} refused, the longest took ${longest} ms; ` +
      `${ledger.events.length} events are there; writes again after ${took} ms`,
  )
  expect(await server.stop()).toBe(0)
}

/** A session and the records the writers need, created on the primary. */
async function records() {
  const pool = createPool(urlAt(haproxy.primaryPort), 2)
  const db = createDb(pool)
  const { id: userId } = await createUser(db, { role: ['ROLE_ADMIN'] })
  const token = newToken()
  const expiresAt = new Date(Date.now() + 9e6)
  await db
    .insertInto('sessions')
    .values({ userId, impersonatorId: null, tokenHash: hashToken(token), expiresAt })
    .execute()
  const orders: number[] = []
  for (let n = 0; n < WRITERS; n++) orders.push((await createOrder(db, { userId })).id)
  const made = { token, orders, event: (await createEvent(db)).id, template: (await createTemplate(db)).id }
  await pool.end()
  return made
}

/**
 * Expects that everything acknowledged is on the new primary exactly once, with its document, and that its
 * mail is sent.
 */
async function holdsAll(ledger: Ledger): Promise<void> {
  const pool = createPool(urlAt(haproxy.primaryPort), 2)
  const db = createDb(pool)
  await expectLedger(pool, ledger)
  const { rows: files } = await pool.query('select id, storage_key as key, size from documents')
  for (const { id, key, size } of files) {
    const kept = await stat(join(folder, 'data', 'files', key)).catch(() => null)
    expect([id, kept?.size]).toEqual([id, size])
  }
  const count = async (text: string) => (await pool.query(`select count(*)::int as n from ${text}`)).rows[0].n
  // Mails in progress when the primary was lost are retried after two minutes: pretends they have passed.
  await expect
    .poll(
      async () => {
        await sql`update mail_deliveries set updated_at = now() - interval '3 minutes'
          where state in ('sending', 'queued') and updated_at < now() - interval '10 seconds'`.execute(db)
        return count("mail_deliveries where state <> 'sent'")
      },
      { timeout: 100_000, interval: 1_000 },
    )
    .toBe(0)
  const sent = new Set(smtp.mails.map(({ mail }) => mail.messageId))
  expect(sent.size).toBe(await count('mails'))
  await pool.end()
}

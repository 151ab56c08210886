import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDb, createPool } from '#server/db/client.ts'
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { errorCode } from '#server/errors.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { withAdmin } from '#server/test/database.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startProxy, type TestProxy } from '#tests/faults/lib/proxy.ts'
import { expectLedger } from '#tests/lib/ledger.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'
import { startWriters } from '#tests/lib/writers.ts'

const run = promisify(execFile)
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

type Answers = ReturnType<typeof startWriters>['answers']
const WRITERS = 4
/** Small settings for a small disk. */
const settings = { shared_buffers: '16MB', min_wal_size: '64MB', max_wal_size: '64MB' }

const folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-disk-'))
const disk = join(folder, 'disk')
await mkdir(disk)
// Only root may mount.
const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk]).then(
  () => true,
  () => false,
)

let database: Embedded
let proxy: TestProxy
let server: ServerProcess
let work: { token: string; event: number; template: number }
let userId: number

const portOf = (url: string) => Number(new URL(url).port)
const ballast = join(disk, 'ballast')

/** Fills the database's disk completely. */
async function fill(): Promise<void> {
  const file = await open(ballast, 'a')
  try {
    for (let size = 2 ** 20; size >= 4096; ) {
      const full = await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten < size,
        (error) => {
          if (errorCode(error) !== 'ENOSPC') throw error
          return true
        },
      )
      if (full) size /= 2
    }
  } finally {
    await file.close()
  }
}
const free = () => rm(ballast, { force: true })

describe.skipIf(!mounted)(
  `the disk of the database is full${mounted ? '' : ' (only root can mount a small one)'}`,
  () => {
    beforeAll(async () => {
      database = await startEmbedded(disk, { settings })
      await migrate(database.url)
      proxy = await startProxy(portOf(database.url))
      const pool = createPool(database.url, 2)
      const db = createDb(pool)
      userId = (await createUser(db, { role: ['ROLE_ADMIN'] })).id
      const token = newToken()
      const expiresAt = new Date(Date.now() + 9e6)
      await db
        .insertInto('sessions')
        .values({ userId, impersonatorId: null, tokenHash: hashToken(token), expiresAt })
        .execute()
      work = { token, event: (await createEvent(db)).id, template: (await createTemplate(db)).id }
      await pool.end()
      // Preallocated log leaves some room at first, as on any server in use.
      await withAdmin(database.adminUrl, async (client) => {
        for (let n = 0; n < 4; n++) {
          await client.query("select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()")
          await client.query('checkpoint')
        }
      })
      const through = new URL(database.url)
      through.port = String(proxy.port)
      server = await startServerProcess({ DATABASE_URL: through.href, DATA_DIR: join(folder, 'data'), DEMO: '0' })
    })
    afterAll(async () => {
      await server?.kill()
      await proxy?.close()
      await free()
      await database?.stop()
    })

    const get = (path: string) => fetch(`${server.url}/api/${path}`, { headers: { 'user-token': work.token } })
    const isRefusal = ({ status }: Answers[number]) => status === 503 || status === 507

    /**
     * A fault under writes: calls are refused with Retry-After, no write is half done, and normal service
     * follows.
     */
    async function underWriters(fault: (answers: Answers, order: number) => Promise<void>) {
      const before = createPool(database.url, 1)
      const orders: number[] = []
      for (let n = 0; n < WRITERS; n++) orders.push((await createOrder(createDb(before), { userId })).id)
      await before.end()
      const { answers, ledger, stop } = startWriters({ url: server.url, orders, ...work })
      await expect.poll(() => ledger.events.length, { timeout: 20_000 }).toBeGreaterThan(WRITERS)
      await fault(answers, orders[0] ?? 0)
      const mended = Date.now()
      const again = () => new Set(ledger.events.filter(({ at }) => at > mended).map(({ orderId }) => orderId)).size
      await expect.poll(again, { timeout: 30_000 }).toBe(WRITERS)
      await stop()
      const odd = answers.filter((answer) => answer.status !== 200 && !(isRefusal(answer) && answer.retryAfter))
      expect(odd).toEqual([])
      const pool = createPool(database.url, 2)
      await expectLedger(pool, ledger)
      await pool.end()
      expect((await get('ready')).status).toBe(200)
    }

    test('writes are 503 with Retry-After and leave nothing behind, reads are answered, and new room is used at once', async () => {
      await underWriters(async (answers, order) => {
        await fill()
        const began = Date.now()
        const refused = () => answers.filter((answer) => answer.at > began && isRefusal(answer)).length
        await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThan(10)
        for (const path of ['request/booking/get_all', `request/booking/get/${order}`, 'port', 'health'])
          expect((await get(path)).status, path).toBe(200)
        await free()
      })
    })

    test('a database without room for its log exits; the server answers 503 and recovers once it is back', async () => {
      await underWriters(async () => {
        await fill()
        const ended = Promise.race([database.died.then(() => true), wait(60_000).then(() => false)])
        await withAdmin(database.adminUrl, async (client) => {
          client.on('error', () => {})
          for (let n = 0; n < 50; n++)
            await client.query("select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()")
        }).catch(() => {})
        expect(await ended).toBe(true)
        const open = (path: string) => fetch(`${server.url}/api/${path}`)
        expect((await open('health')).status).toBe(200)
        const { status, headers } = await get('port')
        expect([status, headers.get('retry-after')]).toEqual([503, '2'])
        expect((await open('ready')).status).toBe(503)
        await free()
        await database.stop()
        database = await startEmbedded(disk, { settings })
        proxy.to(portOf(database.url))
      })
    })
  },
)

afterAll(async () => {
  if (mounted) await run('umount', [disk])
  await rm(folder, { recursive: true, force: true })
})

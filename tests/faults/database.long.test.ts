import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDb, createPool } from '#server/db/client.ts'
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { loadDuring, lostEdits } from '#tests/faults/lib/load.ts'
import { startProxy, type TestProxy } from '#tests/faults/lib/proxy.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

const ROUNDS = 3
const CALLERS = 20
/** Milliseconds within which the product recovers once the database is back. */
const RECOVERED = 5_000
vi.setConfig({ testTimeout: 40_000 + ROUNDS * 60_000, hookTimeout: 60_000 })

let folder: string
let database: Embedded
let proxy: TestProxy
let server: ServerProcess
let token: string
let orders: number[]

const portOf = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-away-'))
  database = await startEmbedded(join(folder, 'database'))
  await migrate(database.url)
  proxy = await startProxy(portOf(database.url))
  const pool = createPool(database.url, 2)
  const db = createDb(pool)
  const { id } = await createUser(db, { role: ['ROLE_ADMIN'] })
  token = newToken()
  const expiresAt = new Date(Date.now() + 9e6)
  await db
    .insertInto('sessions')
    .values({ userId: id, impersonatorId: null, tokenHash: hashToken(token), expiresAt })
    .execute()
  orders = []
  for (let n = 0; n < CALLERS; n++) orders.push((await createOrder(db, { userId: id })).id)
  await pool.end()
  const through = new URL(database.url)
  through.port = String(proxy.port)
  server = await startServerProcess({ DATABASE_URL: through.href, DATA_DIR: join(folder, 'data'), DEMO: '0' })
})
afterAll(async () => {
  await server.kill()
  await proxy.close()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A fault under load: failures are 503 with Retry-After only, and no acknowledged write is lost. */
async function under(fault: () => Promise<void>) {
  const { acknowledged, odd, away, back } = await loadDuring(
    { url: server.url, token, callers: CALLERS, orders },
    fault,
  )
  const pool = createPool(database.url, 2)
  expect(await lostEdits(pool, acknowledged)).toEqual([])
  await pool.end()
  expect(odd).toEqual([])
  expect(acknowledged.size).toBe(CALLERS)
  return { away, back }
}

async function restart(stop: () => Promise<void>) {
  await stop()
  await wait(1_000)
  database = await startEmbedded(join(folder, 'database'))
  proxy.to(portOf(database.url))
}

const ready = () => fetch(`${server.url}/api/ready`).then(({ status }) => status)

test('a database restart under load: only 503 with Retry-After, and recovery within 5 s', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { away, back } = await under(() => restart(() => database.stop()))
    expect(away.length).toBeGreaterThan(0)
    expect(back).toBeLessThan(RECOVERED)
  }
  expect(await ready()).toBe(200)
})

test('a killed database under load: the same, and acknowledged writes are kept', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { away, back } = await under(() =>
      restart(async () => {
        const { pid, died } = database
        process.kill(pid, 'SIGKILL')
        await died
        await database.stop()
      }),
    )
    expect(away.length).toBeGreaterThan(0)
    expect(back).toBeLessThan(RECOVERED)
  }
  expect(await ready()).toBe(200)
})

test('a network that swallows packets to the database: no caller waits forever, and it recovers afterwards', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { away, back } = await under(async () => {
      proxy.swallow()
      await wait(10_000)
      proxy.mend()
    })
    expect(away.length).toBeGreaterThan(0)
    expect(Math.max(...away.map(({ ms }) => ms))).toBeLessThan(30_000)
    // Callers on a lost connection wait until it times out.
    expect(back).toBeLessThan(RECOVERED + 8_000)
  }
  expect(await ready()).toBe(200)
})

test('a database that takes three seconds per answer: 200 or 503, and normal service afterwards', async () => {
  const { back } = await under(async () => {
    proxy.slow(1_500)
    await wait(15_000)
    proxy.mend()
  })
  // Callers during the slow period are answered late, some of them with 503 if a call takes many trips.
  expect(back).toBeLessThan(40_000)
  expect(await ready()).toBe(200)
})

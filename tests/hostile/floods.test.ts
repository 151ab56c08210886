import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { madeRecords, nameCompany } from '#server/made-documents/made-documents.fixture.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let anna: string
let flooder: string
beforeAll(async () => {
  ;[anna, flooder] = await Promise.all([
    server.signIn({ role: [Role.MANAGER] }),
    server.signIn({ role: [Role.MANAGER] }),
  ])
  await nameCompany(server)
})

type Call = (token: string, n: number) => Promise<{ status: number }>

/**
 * One person makes many calls at once; when they have arrived, another person makes one. Returns how many of
 * the first calls are answered before it, and how the other's call ended. `meanwhile` runs when all have
 * arrived.
 */
async function flood(times: number, call: Call, other = call, meanwhile: () => Promise<unknown> = async () => {}) {
  let [arrived, answered] = [0, 0]
  const count = () => {
    arrived++
  }
  server.app.server.on('request', count)
  const calls = Array.from({ length: times }, async (_, n) => {
    const { status } = await call(flooder, n)
    if (status === 200) answered++
    return status
  })
  await expect.poll(() => arrived, { timeout: 20_000 }).toBeGreaterThanOrEqual(times)
  // The calls have been let in, and wait for their turn.
  await wait(500)
  const others = other(anna, times)
  await expect.poll(() => arrived).toBeGreaterThan(times)
  await wait(200)
  // Answers up to here overtook nobody: the other call was still on its way.
  const before = answered
  await meanwhile()
  const { status } = await others
  const passed = answered - before
  server.app.server.off('request', count)
  return { status, passed, flooded: await Promise.all(calls) }
}

test('searches: whoever asks for two hundred at once does not keep another waiting', async () => {
  // The lock keeps searches from reading orders until all of them wait.
  const lock = await server.pool.connect()
  await lock.query('begin; lock table orders in access exclusive mode')
  const search: Call = (token, n) => server.call('GET', `search?q=some text ${n}`, { token })
  const { status, passed } = await flood(200, search, search, () => lock.query('rollback'))
  lock.release()
  expect(status).toBe(200)
  expect(passed).toBeLessThan(20)
})

test('documents: whoever makes many at once does not keep another waiting', async () => {
  const { addOrder } = await madeRecords(server)
  const orders = await Promise.all(Array.from({ length: 31 }, () => addOrder()))
  const make: Call = (token, n) =>
    server.call('POST', `request/booking/${orders[n]?.id}/made-documents`, {
      token,
      body: { kind: 'booking-confirmation' },
    })
  const { status, passed, flooded } = await flood(30, make)
  expect(status).toBe(200)
  expect(passed).toBeLessThan(8)
  expect(flooded.filter((each) => each === 503).length).toBeGreaterThan(5)
})

const LONG = '<p style="color:red" onclick="x()">a &nbsp; b</p>'.repeat(1_500)

test('exports: whoever starts many at once does not keep another from one', async () => {
  const { status, flooded } = await flood(20, (token) => server.call('GET', 'port/export', { token }))
  expect(status).toBe(200)
  expect(flooded).toContain(503)
})

describe('long texts', () => {
  const text = (n: number) => ({ subject: 'Long', content: `${LONG}<p>${n}</p>` })
  const save: Call = (token, n) =>
    server.call('POST', 'template/email', { token, body: { title: `Mail ${n} ${randomUUID()}`, ...text(n) } })
  const preview: Call = (token, n) => server.call('POST', 'template/email/live_preview', { token, body: text(n) })

  test('whoever saves many at once does not keep another from saving', async () => {
    const { status, passed } = await flood(30, save)
    expect(status).toBe(200)
    expect(passed).toBeLessThan(8)
  })

  test('whoever saves many at once leaves others connections to the database', async () => {
    const { status, passed } = await flood(30, save, (token) => server.call('GET', 'port', { token }))
    expect(status).toBe(200)
    expect(passed).toBeLessThan(8)
  })

  test('whoever looks at many at once does not keep another from it', async () => {
    const { status, passed } = await flood(30, preview)
    expect(status).toBe(200)
    expect(passed).toBeLessThan(8)
  })
})

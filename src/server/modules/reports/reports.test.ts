import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemoDatabase, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { createPool } from '#server/db/client.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let demo: DemoDatabase
let server: TestServer
let pool: pg.Pool
const YEAR = 'from=2025-11-22&to=2026-11-21'
beforeAll(async () => {
  demo = await createDemoDatabase()
  pool = createPool(demo.url, 2)
  server = await startTestServer({}, demo.url)
}, 120_000)
afterAll(async () => {
  await server.close()
  await pool.end()
  await demo.drop()
})
test.each(['volume', 'quotes', 'on-time', 'milestones', 'workload'])('%s', async (name) => {
  const start = performance.now()
  const reply = await server.call('GET', `report/${name}?${YEAR}&compare=previous`)
  console.log(name, performance.now() - start, JSON.stringify(reply.body).slice(0, 1500))
  expect(reply.status).toBe(200)
})

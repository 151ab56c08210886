import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createMetrics } from '#server/ops/metrics.ts'
import { queueFigures } from '#server/ops/queue-figures.ts'
import { withAdmin } from '#server/test/database.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ready = () => server.call('GET', 'ready', { token: null })

test('an instance that can serve is ready', async () => {
  const { status, body } = await ready()
  expect(status).toBe(200)
  expect(body.data).toEqual({ database: 'ok', migrations: 'ok', files: 'ok' })
})

test('an instance with a missing migration is not ready', async () => {
  const { rows } = await sql<{ name: string }>`
    delete from migrations where name = (select max(name) from migrations) returning name`.execute(server.db)
  const { status, headers, body } = await ready()
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('2')
  expect(body.data).toEqual({ database: 'ok', migrations: 'not up to date', files: 'ok' })
  await sql`insert into migrations (name) values (${rows[0]?.name})`.execute(server.db)
})

test('an instance that cannot store files is not ready, and reveals no details', async () => {
  const folder = join(server.config.dataDir, 'files')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'in the way')
  const { status, body } = await ready()
  expect(status).toBe(503)
  expect(body).toEqual({
    code: 503,
    message: 'Not ready',
    data: { database: 'ok', migrations: 'ok', files: 'cannot store' },
  })
  await rm(folder)
})

test('an instance whose database refuses connections is not ready, but alive', async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1)
  const letIn = (allowed: boolean) =>
    withAdmin(inject('adminUrl'), async (client) => {
      await client.query(`alter database ${name} allow_connections ${allowed}`)
      if (!allowed)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  await letIn(false)
  const answer = await ready()
  expect(answer.status).toBe(503)
  expect(answer.body.data).toMatchObject({ database: 'does not answer', migrations: 'not up to date' })
  expect((await server.call('GET', 'health', { token: null })).status).toBe(200)
  expect((await server.call('GET', 'port')).status).toBe(503)
  await letIn(true)
  expect((await ready()).status).toBe(200)
})

test('the metrics cover requests by route, the pool, the event loop, the queue and the outbox', async () => {
  const metrics = createMetrics(server.pool, queueFigures(server.db))
  server.services.metrics = metrics
  const port = await metrics.listen(0, '127.0.0.1')
  await server.call('GET', 'port/987654')
  await server.call('GET', 'no/such/path/of/mine')
  await sql`select graphile_worker.add_job('send_delivery', '{"deliveryId": 1}')`.execute(server.db)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('quayside_request_seconds_count{method="GET",route="/api/port/:id",status="404"} 1')
  expect(text).not.toContain('of/mine')
  expect(text).not.toContain('987654')
  expect(text).toMatch(/quayside_pool_connections\{state="idle"\} \d/)
  expect(text).toContain('quayside_jobs{task="send_delivery"} 1')
  expect(text).toContain('quayside_mail_deliveries{state="failed"} 0')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  await metrics.stop()
  server.services.metrics = null
})

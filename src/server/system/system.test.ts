import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { RETENTION, RETENTION_DEFAULTS, RETENTION_KEYS } from '#contract/system/retention.ts'
import { SETUP_STEPS, type Setup } from '#contract/system/setup.ts'
import { createDb } from '#server/db/client.ts'
import { showMailServer } from '#server/mail/mail-server.ts'
import { createMetrics } from '#server/ops/metrics.ts'
import { queueFigures } from '#server/ops/queue-figures.ts'
import { withAdmin } from '#server/test/database.ts'
import { createEvent, createLane, createTemplate } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { isSetupOpen } from './setup.ts'

const server = testServer()

const ready = () => server.call('GET', 'ready', { token: null })

test('an instance that can serve is ready', async () => {
  const { status, body } = await ready()
  expect(status).toBe(200)
  expect(body.data).toEqual({ database: 'ok', migrations: 'ok', files: 'ok' })
})

const isOpen = async (token: string | null) =>
  (await server.call('GET', 'settings', { token })).body.data.setupOpen as boolean
/** Asks as an instance that has just started. */
const isOpenAfresh = () => isSetupOpen({ db: createDb(server.pool), config: server.config })

test('the checklist of a new installation is open to administrators, until one of them puts it away for all', async () => {
  const [token, other] = [await server.signIn({ role: [Role.ADMIN] }), await server.signIn({ role: [Role.ADMIN] })]
  expect(await Promise.all([token, other, server.token, null].map(isOpen))).toEqual([true, true, false, false])
  for (let n = 0; n < 2; n++) expect((await server.call('POST', 'admin/setup/dismiss', { token })).status).toBe(200)
  expect(await Promise.all([isOpen(other), isOpenAfresh()])).toEqual([false, false])
  expect((await server.call('GET', 'admin/setup', { token })).body.data.dismissed).toBe(true)
  const trail = await server.db
    .selectFrom('auditEntries')
    .select('entity')
    .where('action', '=', 'setup.dismiss')
    .execute()
  expect(trail).toEqual([{ entity: 'setup' }])
  // The setup stays closed without another look.
  await server.db.deleteFrom('setupDismissed').execute()
  expect(await Promise.all([isOpen(other), isOpenAfresh()])).toEqual([false, true])
})

test('the checklist shows what is there, and ends when everything is', async () => {
  const token = await server.signIn({ role: [Role.ADMIN] })
  const done = async () => {
    const { steps } = (await server.call('GET', 'admin/setup', { token })).body.data as Setup
    return steps.filter((each) => each.done).map(({ step }) => step)
  }
  expect(await done()).toEqual([])
  await server.call('POST', 'port', { body: { code: 'CNSHA', name: 'Shanghai' } })
  expect(await done()).toEqual(['ports'])
  await server.call('POST', 'city', { body: { code: 'CNNGB', name: 'Ningbo' } })
  await createLane(server.db)
  await createEvent(server.db)
  await createTemplate(server.db)
  expect(await done()).toEqual(SETUP_STEPS.filter((step) => step !== 'mail'))
  expect(await isOpenAfresh()).toBe(true)
  await showMailServer(server.db)
  expect(await done()).toEqual([...SETUP_STEPS])
  expect(await isOpenAfresh()).toBe(false)
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
  const connections = (allowed: 'allowed' | 'refused') =>
    withAdmin(inject('adminUrl'), async (client) => {
      await client.query(`alter database ${name} allow_connections ${allowed === 'allowed'}`)
      if (allowed === 'refused')
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  await connections('refused')
  const answer = await ready()
  expect(answer.status).toBe(503)
  expect(answer.body.data).toMatchObject({ database: 'does not answer', migrations: 'not up to date' })
  expect((await server.call('GET', 'health', { token: null })).status).toBe(200)
  expect((await server.call('GET', 'port')).status).toBe(503)
  await connections('allowed')
  expect((await ready()).status).toBe(200)
})

test('the metrics cover requests by route, the pool, the event loop, the queue and the outbox', async () => {
  const metrics = createMetrics(server.pool, queueFigures(server.db))
  server.services.metrics = metrics
  const port = await metrics.listen(0, '127.0.0.1')
  await server.call('GET', 'port/987654')
  await server.call('GET', 'no/such/path/of/mine')
  await sql`select graphile_worker.add_job('mail_reset_link')`.execute(server.db)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('quayside_request_seconds_count{method="GET",route="/api/port/:id",status="404"} 1')
  expect(text).not.toContain('of/mine')
  expect(text).not.toContain('987654')
  expect(text).toMatch(/quayside_pool_connections\{state="idle"\} \d/)
  expect(text).toContain('quayside_jobs{task="mail_reset_link"} 1')
  expect(text).toContain('quayside_mail_deliveries{state="failed"} 0')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  await metrics.stop()
  server.services.metrics = null
})

test('settings have defaults, change one by one, and the change is in the audit trail', async () => {
  const token = await server.signIn({ role: [Role.ADMIN] })
  const read = async () => (await server.call('GET', 'admin/settings', { token })).body.data
  const defaults = {
    cutOffHours: 48,
    quietDays: 7,
    shiftDays: 1,
    workingHours: '09:00-18:00',
    digestHour: 8,
    ...RETENTION_DEFAULTS,
  }
  expect(await read()).toEqual(defaults)
  const changed = await server.call('PUT', 'admin/settings', { token, body: { quietDays: 9, digestHour: 0 } })
  expect(changed.body.data).toEqual({ ...defaults, quietDays: 9, digestHour: 0 })
  expect(await read()).toEqual({ ...defaults, quietDays: 9, digestHour: 0 })
  const { body } = await server.call('GET', 'admin/audit?entity=settings', { token })
  expect(body.data.items).toMatchObject([
    { action: 'settings.update', before: { quietDays: 7, digestHour: 8 }, after: { quietDays: 9, digestHour: 0 } },
  ])
})

test.each([
  [{ cutOffHours: 0 }, 'cutOffHours'],
  [{ cutOffHours: 337 }, 'cutOffHours'],
  [{ quietDays: 0 }, 'quietDays'],
  [{ quietDays: 91 }, 'quietDays'],
  [{ shiftDays: 0 }, 'shiftDays'],
  [{ shiftDays: 31 }, 'shiftDays'],
  [{ shiftDays: 1.5 }, 'shiftDays'],
  [{ digestHour: 24 }, 'digestHour'],
  ...RETENTION_KEYS.flatMap((key): [object, string][] => [
    [{ [key]: RETENTION[key].min - 1 }, key],
    [{ [key]: RETENTION[key].max + 1 }, key],
  ]),
  [{ workingHours: '9-18' }, 'workingHours'],
  [{ workingHours: '18:00-09:00' }, 'workingHours'],
  [{ colour: 'red' }, 'colour'],
])('the settings %j are refused at %s', async (body, field) => {
  const token = await server.signIn({ role: [Role.ADMIN] })
  const reply = await server.call('PUT', 'admin/settings', { token, body })
  expect(reply.status).toBe(400)
  expect(reply.body.data).toHaveProperty([field])
})

test.each([
  { cutOffHours: 1, quietDays: 1, shiftDays: 1, digestHour: 0, workingHours: '00:00-23:59' },
  { cutOffHours: 336, quietDays: 90, shiftDays: 30, digestHour: 23, workingHours: '09:00-18:00' },
])('the settings %j are within their bounds', async (body) => {
  const token = await server.signIn({ role: [Role.ADMIN] })
  expect((await server.call('PUT', 'admin/settings', { token, body })).body.data).toMatchObject(body)
})

test('settings are for administrators', async () => {
  expect((await server.call('GET', 'admin/settings')).status).toBe(403)
  expect((await server.call('PUT', 'admin/settings', { body: {} })).status).toBe(403)
})

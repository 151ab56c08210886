import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { withAdmin } from '#server/test/database.ts'
import { createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startPrimary, startStandby } from '#tests/faults/lib/standby.ts'

vi.setConfig({ hookTimeout: 60_000 })

// Two instances on a primary and its streaming standby; the standby's replay is paused to show the
// difference.
let folder: string
let primary: Awaited<ReturnType<typeof startPrimary>>
let standby: Awaited<ReturnType<typeof startStandby>>
let one: TestServer
let two: TestServer
let reader: string

beforeAll(async () => {
  // The instances' clock is frozen: on a slow machine the replica would fall too far behind.
  vi.useFakeTimers({ toFake: ['performance'] })
  folder = await mkdtemp(join(tmpdir(), 'quayside-replica-'))
  primary = await startPrimary(join(folder, 'primary'))
  await migrate(primary.url)
  standby = await startStandby(join(folder, 'primary'), primary, join(folder, 'standby'))
  one = await startTestServer({ DATABASE_READ_URL: standby.url }, primary.url)
  two = await startTestServer({ DATABASE_READ_URL: standby.url }, primary.url)
  reader = await one.tokenFor((await createUser(one.db, { role: ['ROLE_ADMIN'] })).id)
})
afterAll(async () => {
  vi.useRealTimers()
  await two.close()
  await one.close()
  await standby.stop()
  await primary.stop()
  await rm(folder, { recursive: true, force: true })
})

const onStandby = (text: string) => withAdmin(standby.adminUrl, (client) => client.query(text))

/** Waits until the standby has caught up with the primary. */
async function caughtUp() {
  const { rows } = await one.pool.query('select pg_current_wal_flush_lsn() as place')
  await withAdmin(standby.adminUrl, async (client) => {
    const there = () => client.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [rows[0].place])
    await expect.poll(async () => (await there()).rows[0].there, { timeout: 10_000, interval: 10 }).toBe(true)
  })
}

beforeEach(async () => {
  vi.advanceTimersByTime(60_000)
  await caughtUp()
})
afterEach(async () => {
  await onStandby('select pg_wal_replay_resume()')
})

const codes = async (server: TestServer, token: string): Promise<string[]> => {
  const { status, body } = await server.call('GET', 'request/booking/get_all', { token })
  expect(status).toBe(200)
  return body.data.items.map((each: { hashSum: string; customCode: string }) => each.hashSum + each.customCode)
}

/** A new session, and an order that it created and the standby does not have yet. */
async function writeBehindItsBack() {
  const writer = await one.tokenFor((await createUser(one.db, { role: ['ROLE_ADMIN'] })).id)
  const order = await createOrder(one.db, { userId: (await createUser(one.db)).id })
  await caughtUp()
  await codes(one, reader)
  await onStandby('select pg_wal_replay_pause()')
  const body = { additionalInformation: 'changed' }
  const late = await createOrder(one.db, { userId: order.userId })
  expect((await one.call('PUT', `request/booking/edit/${late.id}`, { token: writer, body })).status).toBe(200)
  return { writer, code: late.trackingCode ?? '' }
}

test('lists come from the replica; users see their own writes at once, on every instance', async () => {
  const { writer, code } = await writeBehindItsBack()
  expect(await codes(one, reader)).not.toContain(code)
  expect(await codes(one, writer)).toContain(code)
  expect(await codes(two, writer)).toContain(code)
  // A single order is read with the session, from the primary for everybody.
  const { id } = (await two.call('GET', `request/booking/search?tracking_code=${code}`, { token: writer })).body.data
    .items[0]
  expect((await two.call('GET', `request/booking/get/${id}`, { token: reader })).body.data).toMatchObject({
    id,
    additionalInformation: 'changed',
  })
  await onStandby('select pg_wal_replay_resume()')
  await expect.poll(() => codes(one, reader), { timeout: 10_000 }).toContain(code)
})

test('a replica more than five seconds behind is skipped until it has caught up', async () => {
  const { code } = await writeBehindItsBack()
  await codes(one, reader)
  vi.advanceTimersByTime(5_000)
  expect(await codes(one, reader)).not.toContain(code)
  vi.advanceTimersByTime(1)
  expect(await codes(one, reader)).toContain(code)
  await onStandby('select pg_wal_replay_resume()')
  await caughtUp()
  vi.advanceTimersByTime(5_001)
  const again = await writeBehindItsBack()
  expect(await codes(one, reader)).not.toContain(again.code)
})

test('a GET that writes counts as a write, a refused write does not', async () => {
  const token = await one.tokenFor((await createUser(one.db, { role: ['ROLE_ADMIN'] })).id)
  const marked = async () =>
    (await one.pool.query('select count(*) as n from sessions where written_to is not null')).rows[0].n
  const before = await marked()
  expect((await one.call('POST', 'port', { token, body: {} })).status).toBe(400)
  expect((await one.call('GET', 'port', { token })).status).toBe(200)
  expect(await marked()).toBe(before)
  const client = await createUser(one.db)
  expect((await one.call('GET', `user/get/${client.id}`, { token })).status).toBe(200)
  expect(await marked()).toBe(before + 1)
})

/** Every kind of reading call; each would show the record that `write` created. */
const READS = [
  'request/booking/get_all',
  'request/booking/get_all?search=ZZZZ',
  'request/booking/search?tracking_code=ZZZZ11112222',
  'request/booking/get/user/CLIENT',
  'admin/user',
  'admin/user/deleted',
  'admin/mail',
  'admin/audit',
  'admin/audit/export',
  'admin/audit/filters',
  'admin/history/orders/ORDER',
  'port',
  'port/export',
  'template/email?per_page=100',
  'article',
  'value/cartage/uniq_destination',
  'delivery/export',
  'admin/email',
]

test('lists, searches and exports come from the replica, or from the primary right after a user’s own write', async () => {
  const { writer } = await writeBehindItsBack()
  const client = await createUser(one.db, { username: 'Zzzz', companyName: 'Zzzz' })
  const order = await createOrder(one.db, { userId: client.id, hashSum: 'ZZZZ1111', customCode: '2222' })
  await createUser(one.db, { username: 'Zzzz', deletedAt: new Date() })
  await createTemplate(one.db, 'text', 'Zzzz')
  await one.pool.query(`
    insert into ports (code, name) values ('ZZZZZ', 'Zzzz');
    insert into mails (kind, subject, template_title, html, text) values ('event', 'Zzzz', 'Zzzz', '', '');
    insert into mail_addresses (name, email) values ('Zzzz', 'z@example.test');
    with image as (insert into images (name, content_type, width, height, size, sha256, storage_key)
      values ('z', 'image/png', 1, 1, 1, '', 'z') returning id)
    insert into articles (slug, type, title, content, custom_created_at, preview_image_id)
      select 'z', 'news', 'Zzzz', '', now(), id from image;
    update cartages set dest = 'ZZZZ', name = 'Zzzz';
    insert into audit_entries (action, entity, entity_id) values ('Zzzz', 'orders', ${order.id});
  `)
  const shows = async (path: string, token: string) => {
    const there = path.replace('CLIENT', String(client.id)).replace('ORDER', String(order.id))
    const { status, body } = await one.call('GET', there, { token })
    expect([path, status]).toEqual([path, 200])
    return /zzzz/i.test(typeof body === 'string' ? body : JSON.stringify(body.data))
  }
  for (const path of READS) expect([path, await shows(path, reader)]).toEqual([path, false])
  for (const path of READS) expect([path, await shows(path, writer)]).toEqual([path, true])
})

test('an unreachable replica causes no error, and a restarted one is used again', async () => {
  await standby.stop()
  expect(await codes(one, reader)).toEqual(await codes(two, reader))
  standby = await startEmbedded(join(folder, 'standby'))
  await one.close()
  one = await startTestServer({ DATABASE_READ_URL: standby.url }, primary.url)
  const { code } = await writeBehindItsBack()
  expect(await codes(one, reader)).not.toContain(code)
})

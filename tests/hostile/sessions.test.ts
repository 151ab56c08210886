import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWork } from '#server/jobs/start-work.ts'
import { postFrom } from '#server/test/from-address.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startServerProcess } from '#tests/lib/server-process.ts'

let server: TestServer
let work: { stop(): Promise<void> }
beforeAll(async () => {
  server = await startTestServer()
  work = await startWork(server.services)
})
afterEach(async () => {
  vi.useRealTimers()
  await sql`truncate rate_limits`.execute(server.db)
})
afterAll(async () => {
  await work.stop()
  await server.close()
})

const newAdmin = () => createUser(server.db, { role: ['ROLE_ADMIN'] })
const login = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  server.call('POST', 'login', { token: null, body: { login: email, password: md5(password) }, headers })
const checked = async (token: string) => (await server.call('GET', 'user/check_token', { token })).status

describe('guessing passwords', () => {
  test('200 wrong passwords for one account from two addresses: 429 after ten each, and the owner gets in', async () => {
    const { email, id } = await newAdmin()
    const statuses: number[] = []
    for (let n = 0; n < 200; n++) {
      const body = { login: email, password: md5(`wrong ${n}`) }
      const reply = await postFrom(`127.0.0.${2 + (n % 2)}`, `${server.url}/api/login`, body)
      statuses.push(reply.status)
      if (reply.status === 429) expect(Number(reply.retryAfter)).toBeGreaterThan(0)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400))
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
    expect((await login(email)).status).toBe(200)
    const failures = sql<{ n: number }>`
      select count(*)::int as n from audit_entries where action = 'session.login-failed' and entity_id = ${id}`
    expect((await failures.execute(server.db)).rows[0]?.n).toBe(20)
    // The limit's window has passed.
    await sql`update rate_limits set expire = 1`.execute(server.db)
    const again = await postFrom('127.0.0.2', `${server.url}/api/login`, { login: email, password: md5(PASSWORD) })
    expect(again.status).toBe(200)
  })

  test('one address that tries many accounts gets 429 after a hundred, whatever its forwarding headers say', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) {
      const headers = { 'x-forwarded-for': `10.0.0.${n}`, forwarded: `for=10.0.0.${n}`, 'x-real-ip': `10.0.0.${n}` }
      statuses.push((await login(`nobody${n}@example.test`, 'wrong-password', headers)).status)
      // Pretends that 98 more tries were made.
      if (n === 0) await sql`update rate_limits set points = 99 where key like 'login-address%'`.execute(server.db)
    }
    expect(statuses).toEqual([400, 400, 429, 429])
  })

  test('the stored hash does not work as a password, and all hashes are argon2id', async () => {
    const { email, passwordHash } = await newAdmin()
    const reply = await server.call('POST', 'login', { token: null, body: { login: email, password: passwordHash } })
    expect(reply).toMatchObject({ status: 400, body: { data: { password: expect.any(String) } } })
    const { rows } = await sql`select 1 from users where password_hash not like '$argon2id$%'`.execute(server.db)
    expect(rows).toEqual([])
  })

  test.each(['pässwörd', '🔑 emoji 🔑', ' leading space', 'x'.repeat(50), 'y'.repeat(51), 'z'.repeat(150)])(
    'the password %j logs in, and similar ones do not',
    async (password) => {
      const email = `${md5(password)}@example.test`
      const body = {
        username: 'A',
        companyName: 'B',
        companyAddress: 'C',
        email,
        phone: '1',
        password: md5(password.normalize('NFC')),
      }
      expect((await server.call('POST', 'registration', { body })).status).toBe(200)
      expect((await login(email, password.normalize('NFC'))).status).toBe(200)
      for (const near of [`${password} `, password.slice(1)]) expect((await login(email, near)).status).toBe(400)
    },
  )
})

describe('links in mails', () => {
  test('come from the settings, never from the Host header', async () => {
    const { email, id } = await newAdmin()
    const evil = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' }
    const reply = await postFrom(
      '127.0.0.1',
      `${server.url}/api/app/forgot-password`,
      { email },
      {
        ...evil,
        host: 'evil.example',
      },
    )
    expect(reply.status).toBe(200)
    const mail = () =>
      server.db.selectFrom('mails').select(['html', 'text']).where('userId', '=', id).executeTakeFirst()
    // The first mail loads the renderer.
    await expect.poll(mail, { timeout: 10_000 }).toBeDefined()
    const { html = '', text = '' } = (await mail()) ?? {}
    expect(html + text).not.toMatch(/evil|gopher/)
    expect(html).toContain('http://app.test/reset-password/')
  })
})

describe('sessions', () => {
  test('end when the role is lost and when the account is disabled or deleted, and so do view sessions', async () => {
    const client = await createUser(server.db)
    for (const [change, status] of [
      [{ role: ['ROLE_USER'] }, 403],
      [{ disabledAt: new Date() }, 401],
      [{ deletedAt: new Date() }, 401],
    ] as const) {
      const staff = await newAdmin()
      const token = await server.tokenFor(staff.id)
      const viewed = (await server.call('GET', `user/get/${client.id}`, { token })).body.data.user_token
      expect([await checked(viewed), (await server.call('GET', 'port', { token })).status]).toEqual([200, 200])
      const { role, ...times } = { role: undefined, ...change }
      await server.db
        .updateTable('users')
        .set({ ...times, ...(role && { role: [...role] }) })
        .where('id', '=', staff.id)
        .execute()
      expect((await server.call('GET', 'port', { token })).status).toBe(status)
      expect(await checked(viewed)).toBe(401)
    }
  })

  test('revoked while 500 requests are in flight: none that starts after the commit succeeds', async () => {
    const { id } = await newAdmin()
    const token = await server.tokenFor(id)
    const statuses: number[] = []
    const late: number[] = []
    let revoked = false
    const caller = async () => {
      while (late.length < 50) {
        const after = revoked
        const { status } = await server.call('GET', 'port', { token })
        ;(after ? late : statuses).push(status)
      }
    }
    const callers = Array.from({ length: 20 }, caller)
    await expect.poll(() => statuses.length, { timeout: 15_000 }).toBeGreaterThan(450)
    await server.db.deleteFrom('sessions').where('userId', '=', id).execute()
    revoked = true
    await Promise.all(callers)
    expect(statuses).toContain(200)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test.each([10, -10, 600])('expire by the database’s clock, even if ours is %i minutes off', async (minutes) => {
    const { id, email } = await newAdmin()
    const [live, over] = [await server.tokenFor(id), await server.tokenFor(id)]
    const { rows } = await sql<{ id: number }>`select max(id) as id from sessions`.execute(server.db)
    const last = Number(rows[0]?.id)
    await sql`update sessions set expires_at = now() + case id when ${last} then interval '-1 second' else '1 minute' end
      where user_id = ${id}`.execute(server.db)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    expect(await checked(live)).toBe(200)
    expect(await checked(over)).toBe(401)
    const { user_token } = (await login(email)).body.data
    expect(await checked(user_token)).toBe(200)
  })
})

test('the log is one JSON object per line without control characters, passwords or tokens, whatever is sent', async () => {
  const { email } = await newAdmin()
  const other = await startServerProcess({
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.config.dataDir,
    DEMO: '0',
    LOG_LEVEL: 'trace',
  })
  const nasty = 'a\r\n{"level":60}\u001b[31mred\u0000'
  const secret = md5(PASSWORD)
  for (const name of [email, nasty]) {
    await postFrom(
      '127.0.0.1',
      `${other.url}/api/login`,
      { login: name, password: secret },
      { 'user-agent': '\u009b31mx' },
    )
    await postFrom('127.0.0.1', `${other.url}/api/login`, { login: name, password: nasty })
  }
  const form = new FormData()
  form.append('files[]', new Blob(['%PDF-1.4']), nasty)
  await fetch(`${other.url}/api/admin/document/upload/6`, {
    method: 'POST',
    headers: { 'user-token': server.token },
    body: form,
  })
  await fetch(`${other.url}/api/%1b%5b31m%0d%0a?token=${server.token}`)
  await other.stop()
  const lines = other
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{') || line.includes('"level"'))
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
  expect(other.said()).not.toMatch(/(?!\n)\p{Cc}/u)
  expect(other.said()).not.toMatch(/\b[0-9a-f]{32}\b/)
  expect(other.said()).not.toContain(server.token)
})

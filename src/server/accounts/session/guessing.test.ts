import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { pauseAt } from '#server/accounts/login-limits.ts'
import { mailResetLink } from '#server/accounts/password-reset.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { setPassword } from '#server/accounts/sessions.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { postFrom } from '#server/test/from-address.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
afterEach(async () => void (await sql`truncate rate_limits`.execute(server.db)))

const newManager = (values = {}) => createUser(server.db, { role: [Role.MANAGER], ...values })
const loginFrom = (address: string, email: string, password = PASSWORD) =>
  postFrom(address, `${server.url}/api/login`, { login: email, password: md5(password) })
const login = (email: string, password = PASSWORD) =>
  server.call('POST', 'login', { token: null, body: { login: email, password: md5(password) } })
const reset = (token: string, newPassword = 'a-new-password') =>
  server.call('POST', 'app/reset-password', { token: null, body: { token, newPassword: md5(newPassword) } })

/** A token of a reset link for this user, without the mail. */
async function newLink(userId: number): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await server.db
    .insertInto('passwordResets')
    .values({ tokenHash: hashToken(token), userId, expiresAt })
    .execute()
  return token
}

const sessionsOf = async (userId: number) =>
  (await server.db.selectFrom('sessions').select('id').where('userId', '=', userId).execute()).length

test.each(['a change of the password', 'a reset', 'disabling the account'])(
  'logins in flight during %s leave no session behind',
  async (kind) => {
    const { id, email } = await newManager()
    const token = await newLink(id)
    const passwordHash = await hashPassword(md5('another-password'))
    // The logins have verified the old password by the time they reach the locked row.
    const held = await server.pool.connect()
    await held.query('begin')
    await held.query('select 1 from users where id = $1 for update', [id])
    // Two logins, as many as are verified at once, so that neither waits long for the row.
    const logins = Array.from({ length: 2 }, () => login(email))
    const waiting = async () =>
      Number(
        (
          await server.pool.query(
            "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          )
        ).rows[0].n,
      )
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
    if (kind === 'disabling the account') await held.query('update users set disabled_at = now() where id = $1', [id])
    else await held.query('update users set password_hash = $2 where id = $1', [id, passwordHash])
    if (kind === 'a reset') await held.query('delete from password_resets where token_hash = $1', [hashToken(token)])
    await held.query('delete from sessions where user_id = $1', [id])
    await held.query('commit')
    held.release()
    for (const { status, body } of await Promise.all(logins)) {
      expect(status).toBe(400)
      expect(body.message).toBe('Wrong email or password.')
    }
    expect(await sessionsOf(id)).toBe(0)
  },
)

test('a password that changes between nine logins ends all sessions that began before', async () => {
  const { id, email } = await newManager()
  const passwordHash = await hashPassword(md5('another-password'))
  const logins = Array.from({ length: 9 }, () => login(email))
  await Promise.race(logins)
  await server.db.transaction().execute((tx) => setPassword(tx, id, passwordHash))
  await Promise.all(logins)
  expect(await sessionsOf(id)).toBe(0)
})

test('a staff session that ended since the call began cannot open a client’s account', async () => {
  const [client, staff] = [await createUser(server.db), await newManager()]
  const token = await server.tokenFor(staff.id)
  const held = await server.pool.connect()
  await held.query('begin')
  await held.query('select 1 from users where id = $1 for update', [staff.id])
  const view = server.call('GET', `user/get/${client.id}`, { token })
  const waiting = async () =>
    (
      await server.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  await held.query('delete from sessions where user_id = $1', [staff.id])
  await held.query('commit')
  held.release()
  expect((await view).status).toBe(401)
  expect(await sessionsOf(client.id)).toBe(0)
})

test('130 resets with unknown links hash nothing, get 429 after twenty, and hold up no login', async () => {
  const { email } = await newManager()
  const resets = Array.from({ length: 130 }, () => reset(newToken()))
  const [{ status }, replies] = await Promise.all([login(email), Promise.all(resets)])
  expect(status).toBe(200)
  expect(replies.filter((reply) => reply.status === 400)).toHaveLength(20)
  const refused = replies.filter((reply) => reply.status === 429)
  expect(refused).toHaveLength(110)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a link that works is not refused for what others tried from the same address', async () => {
  const { id, email } = await newManager()
  for (let n = 0; n < 21; n++) await reset(newToken())
  expect((await reset(await newLink(id))).status).toBe(200)
  expect((await login(email, 'a-new-password')).status).toBe(200)
})

test('a reset voids the other links of the account, even one that is used at the same time', async () => {
  const { id } = await newManager()
  const links = [await newLink(id), await newLink(id), await newLink(id)]
  const replies = await Promise.all(links.slice(0, 2).map((link) => reset(link)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await reset(links[2] ?? '')).status).toBe(400)
})

test('a weak password is refused, and the link works again', async () => {
  const { id, email } = await newManager({ username: 'Marcus Oyelaran' })
  const link = await newLink(id)
  for (const weak of ['', 'password1', email, 'Marcus Oyelaran']) {
    const { status, body } = await reset(link, weak)
    expect(status, weak).toBe(400)
    expect(Object.keys(body.data)).toEqual(['newPassword'])
  }
  expect((await reset(link)).status).toBe(200)
})

test('a link is tried ten times with refused passwords, then it gets 429', async () => {
  const { id } = await newManager()
  const link = await newLink(id)
  for (let n = 0; n < 10; n++) expect((await reset(link, 'password1')).status).toBe(400)
  expect((await reset(link)).status).toBe(429)
})

test('ten wrong passwords lock out the address they came from, not the owner at another', async () => {
  const { email } = await newManager()
  for (let n = 0; n < 10; n++) expect((await loginFrom('127.0.0.2', email, 'wrong-password')).status).toBe(400)
  const refused = await loginFrom('127.0.0.2', email)
  expect(refused.status).toBe(429)
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  expect((await loginFrom('127.0.0.3', email)).status).toBe(200)
})

test('an account tried from everywhere becomes slow, and its owner still gets in', async () => {
  const { email } = await newManager()
  await loginFrom('127.0.0.2', email, 'wrong-password')
  await sql`update rate_limits set points = 22 where key like 'login-everywhere%'`.execute(server.db)
  const began = Date.now()
  expect((await loginFrom('127.0.0.4', email)).status).toBe(200)
  expect(Date.now() - began).toBeGreaterThan(pauseAt(23) - 10)
  const { rows } = await sql<{
    points: number
  }>`select points from rate_limits where key like 'login-everywhere%'`.execute(server.db)
  // The owner's own login does not count.
  expect(rows).toEqual([{ points: 22 }])
})

test('prİya@… is another address than priya@…, to the database and to the limit', async () => {
  await newManager({ email: 'priya@example.test' })
  for (const typed of ['PRİYA@example.test', 'prİya@example.test']) expect((await login(typed)).status).toBe(400)
  const { rows } = await sql`select 1 from rate_limits where key like 'login-account%'`.execute(server.db)
  expect(rows).toHaveLength(1)
  expect((await login('PRIYA@Example.TEST')).status).toBe(200)
})

test('all spellings of an address count as one', async () => {
  const { email } = await newManager()
  for (let n = 0; n < 10; n++) await login(n % 2 ? email.toUpperCase() : ` ${email} `, 'wrong-password')
  expect((await login(email)).status).toBe(429)
})

test('an account that others request reset links for can still request its own; its mailbox is not flooded', async () => {
  const { id, email } = await newManager()
  const ask = (address: string) => postFrom(address, `${server.url}/api/app/forgot-password`, { email })
  for (let n = 0; n < 5; n++) expect((await ask('127.0.0.5')).status).toBe(200)
  expect((await ask('127.0.0.5')).status).toBe(429)
  expect((await ask('127.0.0.6')).status).toBe(200)
  const mailsOf = async () =>
    (await server.db.selectFrom('mails').select('id').where('userId', '=', id).execute()).length
  for (let n = 0; n < 7; n++) await mailResetLink(server.services, { email, ip: '', requestId: '' })
  expect(await mailsOf()).toBe(5)
  await sql`update password_resets set created_at = created_at - interval '10 minutes' where user_id = ${id}`.execute(
    server.db,
  )
  await mailResetLink(server.services, { email, ip: '', requestId: '' })
  expect(await mailsOf()).toBe(6)
})

test('links for forty spellings of one mailbox are asked for as for one', async () => {
  const ask = (email: string) => postFrom('127.0.0.7', `${server.url}/api/app/forgot-password`, { email })
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) statuses.push((await ask(`victim+${n}@example.test`)).status)
  expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(5).fill(429)])
  expect((await ask('somebody-else@example.test')).status).toBe(200)
})

test('what was typed as login is neither in the audit trail nor in the limits', async () => {
  const { id, email } = await newManager()
  const typed = 'my-secret-typed-in-the-wrong-field'
  await login(typed)
  await login(email, 'wrong-password')
  const entries = await server.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'session.login-failed')
    .execute()
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${typed}|${email}`))
  expect(entries.at(-1)).toMatchObject({ entityId: id, after: null })
  const { rows } = await sql`select * from rate_limits`.execute(server.db)
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${typed}|${email}`))
})

test.each([
  { remember: false, days: 30 },
  { remember: true, days: 90 },
])('a session in use (Remember me: $remember) ends after $days days', async ({ remember, days }) => {
  const { id } = await newManager()
  const token = await server.tokenFor(id)
  const age = async (begun: string) => {
    await sql`update sessions set remember = ${remember}, created_at = now() - ${begun}::interval,
      last_used_at = now() - interval '1 hour', expires_at = now() + interval '1 hour' where user_id = ${id}`.execute(
      server.db,
    )
    expect((await server.call('GET', 'user/check_token', { token })).status).toBe(200)
    const left = sql<number>`round(extract(epoch from expires_at - now()) / 3600)`
    const { hours } = await server.db
      .selectFrom('sessions')
      .select(left.as('hours'))
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    return Number(hours)
  }
  expect(await age('1 day')).toBe(remember ? 30 * 24 : 12)
  expect(await age(`${days - 1} days 18 hours`)).toBe(6)
  expect(await age(`${days} days -1 minute`)).toBe(0)
})

test('guessing reset links from one address ends in 429', async () => {
  const open = () => server.call('POST', 'app/reset-password/check', { token: null, body: { token: 'B'.repeat(43) } })
  for (let n = 0; n < 20; n++) expect((await open()).status).toBe(400)
  expect((await open()).status).toBe(429)
})

test('the tenth wrong old password is refused like the others, then even the right one is 429', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const token = await server.tokenFor(user.id)
  const change = (password: string) =>
    server.call('PUT', 'user/personal/password', { token, body: { password, newPassword: md5('a-new-password') } })
  for (let n = 0; n < 10; n++) expect((await change(md5('wrong'))).status).toBe(400)
  expect((await change(md5(PASSWORD))).status).toBe(429)
})

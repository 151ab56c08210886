import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LINK_INVALID } from '#contract/accounts/login.ts'
import { ACCESS_DENIED, COLUMNS, LOGGED_IN_ELSEWHERE, Role } from '#contract/accounts/session.ts'
import { createResetLink } from '#server/accounts/password-reset.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
let work: Awaited<ReturnType<typeof startWork>>
beforeAll(async () => {
  server = await startTestServer()
  work = await startWork(server.services)
})
afterAll(async () => {
  await work.stop()
  await server.close()
})

/** Waits until the queue is empty. */
const jobsDone = () =>
  expect
    .poll(async () => (await sql`select 1 from graphile_worker.jobs`.execute(server.db)).rows.length, {
      timeout: 10_000,
    })
    .toBe(0)

const login = (email: string, password = PASSWORD, more: object = {}) =>
  server.call('POST', 'login', {
    token: null,
    body: { login: email, password: md5(password), rememberMe: false, ...more },
  })

test('a login returns a token for the other calls, and no password', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const reply = await login(user.email.toUpperCase())
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({ id: user.id, role: ['ROLE_ADMIN'], eternal_token: null })
  expect(JSON.stringify(reply.body)).not.toContain('argon2')
  const check = await server.call('GET', 'user/check_token', { token: reply.body.data.user_token })
  expect(check.body.data).toMatchObject({ id: user.id, email: user.email })
})

test('a session lasts 12 hours; with Remember me it lasts 30 days and its token is the eternal token', async () => {
  const user = await createUser(server.db, { role: [Role.MANAGER] })
  const reply = await login(user.email, PASSWORD, { rememberMe: true })
  expect(reply.body.data.eternal_token).toBe(reply.body.data.user_token)
  await login(user.email)
  const lives = await server.db
    .selectFrom('sessions')
    .select(sql<number>`round(extract(epoch from expires_at - created_at) / 3600)`.as('hours'))
    .where('userId', '=', user.id)
    .orderBy('id')
    .execute()
  expect(lives.map(({ hours }) => Number(hours))).toEqual([720, 12])
})

test('login and password are taken from the headers when there is no body', async () => {
  const user = await createUser(server.db)
  const headers = { login: user.email, password: md5(PASSWORD), 'remember-me': '1' }
  const reply = await server.call('POST', 'login', { token: null, headers })
  expect(reply.status).toBe(200)
  expect(reply.body.data.eternal_token).toBeTruthy()
})

test('a wrong password and an unknown address get the same answer', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const [wrong, unknown] = [await login(user.email, 'wrong-password'), await login('nobody@example.test')]
  expect(wrong.status).toBe(400)
  expect({ ...wrong.body }).toEqual(unknown.body)
})

test('a password that is not an MD5 is refused at its field', async () => {
  const reply = await server.call('POST', 'login', {
    token: null,
    body: { login: 'a@example.test', password: 'plain text' },
  })
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.body.data)).toEqual(['password'])
})

test('a successful login clears earlier failures', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  for (let n = 0; n < 9; n++) await login(user.email, 'wrong-password')
  expect((await login(user.email)).status).toBe(200)
  for (let n = 0; n < 9; n++) expect((await login(user.email, 'wrong-password')).status).toBe(400)
})

test('logging out ends the session at once, by user-token or by token', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  for (const name of ['user-token', 'token']) {
    const token = await server.tokenFor(user.id)
    expect((await server.call('POST', 'logout', { token: null, headers: { [name]: token } })).status).toBe(200)
    expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  }
})

test('logging out without a token says that the user is logged in on another device', async () => {
  const reply = await server.call('POST', 'logout', { token: null })
  expect(reply.body).toEqual({ code: 401, message: LOGGED_IN_ELSEWHERE, data: null })
})

test('only the SHA-256 of a token is stored', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const token: string = (await login(user.email)).body.data.user_token
  const { rows } = await server.pool.query('select s::text as text from sessions s')
  expect(rows.every(({ text }) => !text.includes(token))).toBe(true)
})

test('a token chosen by the caller is not accepted', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const chosen = 'A'.repeat(43)
  const reply = await server.call('POST', 'login', {
    token: chosen,
    body: { login: user.email, password: md5(PASSWORD) },
  })
  expect(reply.body.data.user_token).not.toBe(chosen)
  expect((await server.call('GET', 'user/check_token', { token: chosen })).status).toBe(401)
})

test('an expired session, a disabled and a deleted user are 401', async () => {
  for (const change of ['expired', 'disabled', 'deleted'] as const) {
    const user = await createUser(server.db, { role: [Role.ADMIN] })
    const token = await server.tokenFor(user.id)
    expect((await server.call('GET', 'user/check_token', { token })).status).toBe(200)
    const now = sql<string>`now()`
    if (change === 'expired')
      await server.db.updateTable('sessions').set({ expiresAt: now }).where('userId', '=', user.id).execute()
    if (change === 'disabled')
      await server.db.updateTable('users').set({ disabledAt: now }).where('id', '=', user.id).execute()
    if (change === 'deleted')
      await server.db.updateTable('users').set({ deletedAt: now }).where('id', '=', user.id).execute()
    expect((await server.call('GET', 'user/check_token', { token })).status, change).toBe(401)
  }
})

test('a client may log in and read its own account, and nothing of the back-office', async () => {
  const user = await createUser(server.db)
  const { user_token: token, role } = (await login(user.email)).body.data
  expect(role).toEqual(['ROLE_USER'])
  expect((await server.call('GET', 'user/personal/get', { token })).status).toBe(200)
  const refused = await server.call('GET', 'request/booking/get_all', { token })
  expect(refused.body).toEqual({ code: 403, message: ACCESS_DENIED, data: null })
})

test('a session of staff has their start page, also after they change it; a client’s has none', async () => {
  const [staff, client] = [await createUser(server.db, { role: [Role.MANAGER] }), await createUser(server.db)]
  const startPages = async ({ id, email }: typeof staff) => {
    const { data: entered } = (await login(email)).body
    const token = await server.tokenFor(id)
    const read = ['user/check_token', 'user/personal/get'].map((path) => server.call('GET', path, { token }))
    return [entered, ...(await Promise.all(read)).map(({ body }) => body.data)].map((data) => data.startPage)
  }
  expect(await startPages(staff)).toEqual(['orders', 'orders', 'orders'])
  const token = await server.tokenFor(staff.id)
  await server.call('PUT', 'user/personal/preferences', { token, body: { startPage: 'today' } })
  expect(await startPages(staff)).toEqual(['today', 'today', 'today'])
  expect(await startPages(client)).toEqual([undefined, undefined, undefined])
})

test('all specified columns are shown at first, In charge once it is on; changes are merged, unknown columns and values refused', async () => {
  const user = await createUser(server.db, { role: [Role.MANAGER] })
  const token = await server.tokenFor(user.id)
  const put = (body: unknown) => server.call('PUT', 'admin/settings/column/orders', { token, body })
  const first = await put({ volume: false })
  const shown = COLUMNS.filter((name) => name !== 'inCharge').map((name) => [name, true])
  expect(first.body.data).toEqual({ ...Object.fromEntries(shown), volume: false })
  expect((await put({ inCharge: true })).body.data).toMatchObject({ volume: false, inCharge: true })
  expect((await put({ inCharge: false })).body.data).not.toHaveProperty('inCharge')
  expect((await put({ date: false })).body.data).toMatchObject({ volume: false, date: false, id: true })
  expect((await put({ userId: 1 })).status).toBe(400)
  expect((await put({ volume: 'yes' })).body.data).toHaveProperty('volume')
  expect((await server.call('GET', 'user/personal/get', { token })).body.data.orderColumnSettings).toMatchObject({
    volume: false,
    date: false,
  })
})

test('forgot password answers the same for staff, clients and strangers, and mails staff only', async () => {
  const staff = await createUser(server.db, { role: [Role.MANAGER] })
  const client = await createUser(server.db)
  const ask = (email: string) => server.call('POST', 'app/forgot-password', { token: null, body: { email } })
  const replies = [await ask(staff.email), await ask(client.email), await ask('stranger@example.test')]
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
  expect(new Set(replies.map((reply) => reply.body.message)).size).toBe(1)
  await jobsDone()
  const mails = await server.db
    .selectFrom('mails')
    .select(['kind', 'userId'])
    .where('kind', '=', 'password-reset')
    .execute()
  expect(mails).toEqual([{ kind: 'password-reset', userId: staff.id }])
})

test('a reset link sets the password once and ends all sessions', async () => {
  const user = await createUser(server.db, { role: [Role.MANAGER] })
  const session = await server.tokenFor(user.id)
  await server.call('POST', 'app/forgot-password', { token: null, body: { email: user.email } })
  await jobsDone()
  const { html } = await server.db
    .selectFrom('mails')
    .select('html')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  const token = /reset-password\/([A-Za-z0-9_-]{43})/.exec(html)?.[1]
  const opened = (sent = token) =>
    server.call('POST', 'app/reset-password/check', { token: null, body: { token: sent } })
  // Opening the link does not use it up.
  for (let n = 0; n < 2; n++) expect((await opened()).status).toBe(200)
  for (const wrong of ['A'.repeat(43), 'x', 'y'.repeat(100)])
    expect(await opened(wrong)).toMatchObject({ status: 400, body: { data: { token: LINK_INVALID } } })
  const reset = () =>
    server.call('POST', 'app/reset-password', { token: null, body: { token, newPassword: md5('a-new-password') } })
  expect((await reset()).status).toBe(200)
  expect((await reset()).body.data).toHaveProperty('token')
  expect((await opened()).body.data).toEqual({ token: LINK_INVALID })
  expect((await server.call('GET', 'user/check_token', { token: session })).status).toBe(401)
  expect((await login(user.email)).status).toBe(400)
  expect((await login(user.email, 'a-new-password')).status).toBe(200)
})

test('a reset link that has expired, or whose account is disabled, is refused when it is opened', async () => {
  const user = await createUser(server.db, { role: [Role.MANAGER] })
  const url = await server.db.transaction().execute((tx) => createResetLink(tx, user.id, 'https://app.test'))
  const open = () =>
    server.call('POST', 'app/reset-password/check', { token: null, body: { token: url.split('/').at(-1) } })
  expect((await open()).status).toBe(200)
  const setUser = (disabledAt: Date | null) =>
    server.db.updateTable('users').set({ disabledAt }).where('id', '=', user.id).execute()
  await setUser(new Date())
  expect((await open()).status).toBe(400)
  await setUser(null)
  const past = { expiresAt: sql<string>`now()` }
  await server.db.updateTable('passwordResets').set(past).where('userId', '=', user.id).execute()
  expect((await open()).body.message).toBe(LINK_INVALID)
})

test('a link tells whether there are passkeys or keys to remove: not in a new account, nor for revoked keys', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const url = await server.db.transaction().execute((tx) => createResetLink(tx, user.id, 'https://app.test'))
  const open = async () =>
    (await server.call('POST', 'app/reset-password/check', { token: null, body: { token: url.split('/').at(-1) } }))
      .body.data
  expect(await open()).toEqual({ passkeysOrKeys: false })
  const key = { name: 'Shop', scopes: ['orders:read'], expiresAt: null }
  const { body } = await server.call('POST', 'admin/api-key', { token: await server.tokenFor(user.id), body: key })
  expect(await open()).toEqual({ passkeysOrKeys: true })
  await server.db.updateTable('apiKeys').set({ revokedAt: sql<string>`now()` }).where('id', '=', body.data.id).execute()
  expect(await open()).toEqual({ passkeysOrKeys: false })
})

test('one’s own password is changed with the old one: other sessions end, this one continues', async () => {
  const user = await createUser(server.db, { role: [Role.MANAGER] })
  const client = await createUser(server.db)
  const [own, other] = [await server.tokenFor(user.id), await server.tokenFor(user.id)]
  const viewing = (await server.call('GET', `user/get/${client.id}`, { token: other })).body.data.user_token
  const body = { password: md5(PASSWORD), newPassword: md5('a-new-password') }
  expect(await server.call('PUT', 'user/personal/password', { token: own, body })).toMatchObject({ status: 200 })
  expect((await server.call('GET', 'user/check_token', { token: own })).status).toBe(200)
  for (const token of [other, viewing])
    expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  expect((await login(user.email)).status).toBe(400)
  expect((await login(user.email, 'a-new-password')).status).toBe(200)
  const { rows } = await server.pool.query(
    `select action, before, after from audit_entries where entity_id = $1 and action = 'session.password'`,
    [user.id],
  )
  expect(rows).toEqual([{ action: 'session.password', before: null, after: null }])
})

test('a wrong old password, and a new one that is the old one, weak or no MD5, are refused at their field', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const [token, other] = [await server.tokenFor(user.id), await server.tokenFor(user.id)]
  const change = async (password: string, newPassword: string) =>
    (await server.call('PUT', 'user/personal/password', { token, body: { password, newPassword } })).body
  const old = md5(PASSWORD)
  expect(await change(md5('wrong'), md5('a-new-password'))).toMatchObject({
    code: 400,
    data: { password: 'This is not your current password' },
  })
  expect((await change(old, old)).data).toEqual({ newPassword: 'The new password must differ from the current one' })
  expect(Object.keys((await change('typed', 'typed too')).data)).toEqual(['password', 'newPassword'])
  for (const weak of ['', 'password1', user.email])
    expect(Object.keys((await change(old, weak && md5(weak))).data), weak).toEqual(['newPassword'])
  // Nothing has changed.
  expect((await server.call('GET', 'user/check_token', { token: other })).status).toBe(200)
  expect((await login(user.email)).status).toBe(200)
})

test('of two changes of one’s own password at once, one wins and the other is refused', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  const token = await server.tokenFor(user.id)
  const change = (typed: string) =>
    server.call('PUT', 'user/personal/password', { token, body: { password: md5(PASSWORD), newPassword: md5(typed) } })
  const replies = await Promise.all([change('the-first-one'), change('the-second-one')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  const won = replies[0].status === 200 ? 'the-first-one' : 'the-second-one'
  expect((await login(user.email, won)).status).toBe(200)
})

test('logins, failed logins and logouts are in the audit trail, without secrets', async () => {
  const user = await createUser(server.db, { role: [Role.ADMIN] })
  await login(user.email, 'wrong-password')
  const token = (await login(user.email)).body.data.user_token
  await server.call('POST', 'logout', { token })
  const entries = await server.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('entityId', '=', user.id)
    .orderBy('id')
    .execute()
  expect(entries.map((entry) => entry.action)).toEqual(['session.login-failed', 'session.login', 'session.logout'])
  expect(JSON.stringify(entries)).not.toMatch(/[0-9a-f]{32}/)
})

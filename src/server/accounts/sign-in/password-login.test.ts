import { md5 } from 'js-md5'
import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { PASSWORDS_OFF } from '#contract/accounts/single-sign-on.ts'
import { whyKeptOn } from '#server/accounts/password-login.ts'
import { readCommand } from '#server/ops/staff/commands.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'

const ISSUER = 'https://id.example/realms/harbour/'
const oidc = { APP_URL: 'https://office.example', OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'quayside' }
const server = testServer({ ...oidc, PASSWORD_LOGIN: 'off' })

const login = (email: string, password = PASSWORD, at = server) =>
  at.call('POST', 'login', { token: null, body: { login: email, password: md5(password) } })
const off = { status: 403, body: { message: PASSWORDS_OFF, data: null } }
const staff = (role: Role = Role.MANAGER) => createUser(server.db, { role: [role] })
/** A linked account; with `used`, one that has signed in by the provider. */
async function link(userId: number, { used = true, issuer = 'https://id.example/realms/harbour' } = {}) {
  await server.db
    .insertInto('oidcAccounts')
    .values({ issuer, subject: `subject-${userId}`, userId, lastUsedAt: used ? new Date() : null })
    .execute()
}
async function command(...args: string[]): Promise<string> {
  const read = readCommand(args)
  const { db, config } = server
  const appUrl = 'https://office.example'
  return typeof read === 'string'
    ? read
    : read({ db, config, appUrl, siteUrl: appUrl, timeZone: 'UTC', issuer: ISSUER })
}

test('stays on until an administrator who can log in has signed in by this provider, and the start says so', async () => {
  const { email } = await staff()
  const why = () => whyKeptOn(server.services)
  const none = 'no administrator has signed in by the identity provider yet'
  expect(await why()).toBe(none)
  await link((await staff()).id)
  const admin = await staff(Role.ADMIN)
  await link(admin.id, { issuer: 'https://other.example' })
  await link(admin.id, { used: false })
  expect(await why()).toBe(none)
  expect((await login(email)).status).toBe(200)

  await server.db.updateTable('oidcAccounts').set({ lastUsedAt: new Date() }).where('userId', '=', admin.id).execute()
  expect(await why()).toBeNull()
  expect(await login(email)).toMatchObject(off)
  const disable = (disabledAt: Date | null) =>
    server.db.updateTable('users').set({ disabledAt }).where('id', '=', admin.id).execute()
  await disable(new Date())
  expect(await why()).toBe(none)
  await disable(null)
})

test('refuses staff with the right password, tells others nothing, and lets clients in', async () => {
  const [manager, admin] = [await staff(), await staff(Role.ADMIN)]
  for (const { email } of [manager, admin]) expect(await login(email)).toMatchObject(off)
  const wrong = await login(manager.email, 'not-the-password')
  expect(wrong).toMatchObject({ status: 400, body: { message: 'Wrong email or password.' } })
  expect((await login('nobody@example.test')).body).toEqual(wrong.body)
  const client = await createUser(server.db)
  expect(await login(client.email)).toMatchObject({ status: 200, body: { data: { role: [Role.CLIENT] } } })
  const csr = await createUser(server.db, { role: [Role.CSR] })
  expect((await login(csr.email)).status).toBe(200)
})

test.each<[string, object]>([
  ['app/forgot-password', { email: 'somebody@example.test' }],
  ['app/reset-password/check', { token: 'A'.repeat(43) }],
  ['app/reset-password', { token: 'A'.repeat(43), newPassword: md5('another-good-password') }],
])('%s is refused, the same for everybody', async (path, body) => {
  expect(await server.call('POST', path, { token: null, body })).toMatchObject(off)
})

test('leaves sessions and passkeys alone, and the login page knows', async () => {
  const token = await server.signIn({ role: [Role.MANAGER] })
  expect((await server.call('GET', 'user/check_token', { token })).status).toBe(200)
  expect((await server.call('GET', 'login/ways', { token: null })).body.data).toMatchObject({
    password: false,
    passkeys: true,
  })
  expect((await server.call('POST', 'login/passkey/start', { token: null })).status).toBe(200)
})

test('a command is the way back: at once, for all instances, recorded, and taken back by another', async () => {
  const { email } = await staff()
  expect(await login(email)).toMatchObject(off)
  expect(await command('password-login', 'on')).toContain('Staff can sign in by password again')
  expect(await command('password-login', 'on')).toContain('npm run staff -- password-login off')
  expect((await login(email)).status).toBe(200)
  expect((await server.call('GET', 'login/ways', { token: null })).body.data.password).toBe(true)
  expect(await whyKeptOn(server.services)).toMatch(/^a command keeps it on/)
  expect(await command('password-login', 'off')).toBe(
    'PASSWORD_LOGIN decides again whether staff can sign in by password.',
  )
  expect(await login(email)).toMatchObject(off)
  const entries = await server.db
    .selectFrom('auditEntries')
    .select(['ip', 'after'])
    .where('action', '=', 'staff.sign-in-setting')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { ip: 'command line', after: { kept: true } },
    { ip: 'command line', after: { kept: false } },
  ])
  await expect(command('password-login')).rejects.toThrow('Enter password-login on or password-login off.')
})

test('PASSWORD_LOGIN=on, or off without a provider, leaves it on', async () => {
  const { email } = await staff()
  const on = await startTestServer(oidc, server.databaseUrl)
  const alone = await startTestServer({ PASSWORD_LOGIN: 'off' }, server.databaseUrl)
  expect(await whyKeptOn(on.services)).toBeNull()
  expect(await whyKeptOn(alone.services)).toBe('OIDC_ISSUER is not set, so nobody could sign in')
  for (const at of [on, alone]) {
    expect((await login(email, PASSWORD, at)).status).toBe(200)
    await at.close()
  }
})

test('commands link and unlink an account, for providers that verify no addresses', async () => {
  const [one, other] = [await staff(), await staff()]
  expect(await command('link-oidc', one.email, 'abc-123')).toBe(
    `${one.email} signs in as "abc-123" of https://id.example/realms/harbour.`,
  )
  await expect(command('link-oidc', other.email, 'abc-123')).rejects.toThrow(`linked to ${one.email}. Unlink it first.`)
  await expect(command('link-oidc', one.email, 'def-456')).rejects.toThrow('linked to another subject')
  await expect(command('link-oidc', other.email)).rejects.toThrow('Enter the subject')
  expect(await command('unlink-oidc', one.email)).toBe(
    `${one.email}: unlinked. All sessions of this account were ended.`,
  )
  expect(await command('unlink-oidc', one.email)).toBe(`${one.email} is not linked.`)
  expect(await command('link-oidc', other.email, 'abc-123')).toContain(other.email)
})

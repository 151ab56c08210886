import { md5 } from 'js-md5'
import { afterEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import { demoLogins } from '#demo/people/staff.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwords/passwords.ts'
import { createWithFactor } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { refusePublished } from '#server/start/demo.ts'
import { findPublished } from '#server/start/published-accounts.ts'
import { createOrder, createUser, PASSWORD } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'
import { readCommand } from './commands.ts'

const server = testServer()

async function staff(...args: string[]): Promise<string> {
  const command = readCommand(args)
  return typeof command === 'string' ? command : command({ ...place(), config: { ...server.config, ...settings } })
}
const place = () => ({
  db: server.db,
  appUrl: 'https://app.example',
  siteUrl: 'https://site.example',
  timeZone: 'UTC',
  issuer: null,
})
let settings: Partial<TestServer['config']> = {}
afterEach(() => {
  settings = {}
})
const admin = () => createUser(server.db, { role: [Role.ADMIN] })

test('--help, -h and help list the commands; an unknown command or option is refused', async () => {
  for (const help of ['--help', '-h', 'help']) expect(await staff(help)).toContain('remove-demo-accounts')
  expect(await staff('add', '--help')).toContain('reset-link EMAIL')
  await expect(staff('rm')).rejects.toThrow('npm run staff -- COMMAND')
  await expect(staff('list', '--force')).rejects.toThrow("Unknown option '--force'")
})

const setPassword = (link: string, password: string) =>
  server.call('POST', 'app/reset-password', {
    token: null,
    body: { token: link.split('/').at(-1), newPassword: md5(password) },
  })
const logIn = async (login: string, password: string) =>
  (await server.call('POST', 'login', { token: null, body: { login, password: md5(password) } })).status

test('staff are added without a password; without a mail server their link to set one is printed, and works once', async () => {
  const email = 'ada.quay@office.example'
  await expect(staff('add', email, 'Ada Quay', '--password', 'ships in the night')).rejects.toThrow("'--password'")
  const said = await staff('add', email, 'Ada Quay')
  expect(said).toMatch(
    /^ada\.quay@office\.example added\. Their link to set a password:\nhttps:\/\/app\.example\/reset-password\/\S+\nWorks once, until .+ \(UTC\)\.$/,
  )
  const link = said.split('\n')[1] ?? ''
  expect((await setPassword(link, 'Ada Quay')).status).toBe(400)
  expect((await setPassword(link, 'ships in the night')).status).toBe(200)
  expect((await setPassword(link, 'ships in the fog')).status).toBe(400)
  expect(await logIn(email, 'ships in the night')).toBe(200)
  await expect(staff('add', email, 'Ada Quay')).rejects.toThrow('already in use')
})

test('with a mail server the link goes to the new account alone, and is not printed', async () => {
  settings = { smtpUrl: 'smtp://localhost:1' }
  const email = 'bo.quay@office.example'
  const said = await staff('add', email, 'Bo Quay')
  expect(said).toContain('A link to set a password was mailed to them.')
  expect(said).not.toContain('reset-password')
  const mails = await server.db
    .selectFrom('mailDeliveries')
    .innerJoin('mails', 'mails.id', 'mailDeliveries.mailId')
    .selectAll()
    .where('address', '=', email)
    .execute()
  expect(mails.map(({ role }) => role)).toEqual(['to'])
  expect(mails).toMatchObject([{ subject: 'Your account: choose a password', kind: MailKind.PASSWORD_RESET }])
  const [{ text = '' } = {}] = mails
  expect(text).toContain('https://app.example/reset-password/')
  expect(text).not.toMatch(/asked|stays the same/)
})

test('the last administrator is neither disabled nor demoted, even by two commands at once', async () => {
  const [one, other] = [await admin(), await admin()]
  expect(await staff('disable', one.email)).toContain('done')
  for (const args of [
    ['disable', other.email],
    ['role', other.email, 'manager'],
  ])
    await expect(staff(...args)).rejects.toThrow(`${other.email} is the last administrator. Add another one first`)
  await staff('role', other.email, 'admin')
  await staff('enable', one.email)
  // Both commands are held until they have come to the accounts.
  const held = await server.pool.connect()
  await held.query('begin')
  await held.query('select 1 from users where id = any($1) for update', [[one.id, other.id]])
  const commands = Promise.allSettled([staff('disable', one.email), staff('role', other.email, 'manager')])
  const waiting = async () =>
    (
      await server.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount
  await expect.poll(waiting).toBe(2)
  await held.query('commit')
  held.release()
  const both = await commands
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a reset link says until when it works, and is refused for a disabled account', async () => {
  const { email, id } = await createUser(server.db, { role: [Role.MANAGER] })
  const said = await staff('reset-link', email)
  expect(said).toMatch(
    /^https:\/\/app\.example\/reset-password\/\S+\nWorks once, until \w+ \d+ \d{4} \d+:\d\d \(UTC\)\.$/,
  )
  const links = async () => (await server.pool.query('select 1 from password_resets where user_id = $1', [id])).rowCount
  expect(await links()).toBe(1)
  await staff('disable', email)
  await expect(staff('reset-link', email)).rejects.toThrow(`${email} is disabled. Enable it first`)
  expect(await links()).toBe(1)
})

test('list says who has a second factor; remove-second-factor is the way back after a lost phone, and ends all sessions', async () => {
  const { id, email, token } = await createWithFactor(server)
  const plain = await admin()
  const lines = (await staff('list')).split('\n')
  const line = (of: string) => lines.find((each) => each.startsWith(of))
  expect(line(email)).toContain('\tsecond factor')
  expect(line(plain.email)).toContain('\tpassword only')
  expect(await staff('remove-second-factor', email.toUpperCase())).toContain('the password alone signs in again')
  expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  const login = await server.call('POST', 'login', { token: null, body: { login: email, password: md5(PASSWORD) } })
  expect(login.body.data).toHaveProperty('user_token')
  expect((await trailOf(server.db, 'users', id)).map(({ action }) => action)).toContain('staff.remove-second-factor')
  expect(await staff('remove-second-factor', email)).toBe(`${email} has no second factor.`)
  await expect(staff('remove-second-factor', 'nobody@example.test')).rejects.toThrow('No staff account')
})

test('demo accounts with their published password keep the server from starting, until they are removed', async () => {
  await admin()
  const logins = demoLogins()
  const [boss, manager, , csr, client] = logins
  if (!boss || !manager || !csr || !client) throw new Error('no demo logins')
  const account = async ({ email, password }: typeof boss, role: Role) =>
    createUser(server.db, { email, role: [role], passwordHash: await hashPassword(md5(password)) })
  await account(boss, Role.ADMIN)
  // Somebody changed this password, so the account is theirs now.
  const own = await account({ ...manager, password: 'changed-by-marcus' }, Role.MANAGER)
  await account(csr, 'ROLE_CSR')
  const { id } = await account(client, Role.CLIENT)
  const order = await createOrder(server.db, { userId: id })
  expect((await findPublished(server.db)).map(({ email }) => email)).toEqual([boss.email, csr.email, client.email])
  await expect(refusePublished(server.db, '0.0.0.0')).rejects.toThrow(
    /admin@quayside\.example and 2 more.*npm run staff -- remove-demo-accounts.*DEMO_PUBLIC=1/s,
  )
  expect(await staff('remove-demo-accounts')).toContain('Removed 3 demo accounts and the 1 booking requests')
  await refusePublished(server.db, '0.0.0.0')
  const { rows } = await server.pool.query('select id, deleted_at, password_hash from users where email = any($1)', [
    logins.map(({ email }) => email),
  ])
  expect(rows.filter((row) => row.deleted_at === null).map((row) => row.id)).toEqual([own.id])
  const restored = rows.find((row) => row.id === id)
  expect(await verifyPassword(restored.password_hash, md5(client.password))).toBe(false)
  expect(
    (await server.pool.query('select deleted_at from orders where id = $1', [order.id])).rows[0].deleted_at,
  ).not.toBe(null)
  expect(await staff('remove-demo-accounts')).toBe('No account has a published password.')
})

test('where staff do not sign in by password, a new account gets no link', async () => {
  const issuer = 'https://id.example'
  const first = await admin()
  await server.db
    .insertInto('oidcAccounts')
    .values({ issuer, subject: 'first', userId: first.id, lastUsedAt: new Date() })
    .execute()
  settings = { passwordLogin: 'off', oidc: { issuer } as TestServer['config']['oidc'] } // nothing else is asked
  expect(await staff('add', 'cy.quay@office.example', 'Cy Quay')).toBe(
    'cy.quay@office.example added. They sign in by the identity provider.',
  )
})

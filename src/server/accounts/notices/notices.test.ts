import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResetLink } from '#server/accounts/password-reset.ts'
import { codeNow, forgetStep } from '#server/accounts/second-factor/second-factor.fixture.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { readCommand } from '#server/ops/staff/commands.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'

let smtp: TestSmtp
let server: TestServer
let work: Awaited<ReturnType<typeof startWork>>
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url, APP_URL: 'https://office.example', TIME_ZONE: 'Europe/Riga' })
  work = await startWork(server.services)
})
afterAll(async () => {
  await work.stop()
  await server.close()
  await smtp.stop()
})

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const HOOK = { url: 'https://93.184.216.34/hooks', events: ['order.created'] }

/** The subject and text of the next mail, after checking that it went to this address alone. */
async function nextTo(address: string) {
  const { mail, recipients } = await smtp.next()
  expect(recipients, mail.subject).toEqual([address])
  return { subject: mail.subject, text: mail.text ?? '', html: mail.html ?? '' }
}
async function signedIn(values: object = {}) {
  const user = await createUser(server.db, { role: ['ROLE_ADMIN'], ...values })
  const body = { login: user.email, password: md5(PASSWORD) }
  const { data } = (await server.call('POST', 'login', { token: null, body, headers: { 'user-agent': FIREFOX } })).body
  return { ...user, token: String(data.user_token) }
}

test('the owner reads of each change of how the account signs in, at once: what, when, from where, and what to do', async () => {
  const { token, email, id } = await signedIn()
  await server.db.insertInto('mailAddresses').values({ email: 'copies@office.example', send: true }).execute()
  const call = (method: string, path: string, body?: object) => server.call(method, path, { token, body })
  const { secret } = (await call('POST', 'user/totp/start')).body.data
  const code = async () => {
    await forgetStep(server.db, id)
    return codeNow(server.db, secret)
  }
  await call('POST', 'user/totp/confirm', { code: await code() })
  const first = await nextTo(email)
  expect(first.subject).toBe('The second factor of your account was turned on')
  expect(first.text).toMatch(/^When: \w{3} \d{1,2} \d{4} \d{1,2}:\d{2} \(Europe\/Riga\)$/m)
  expect(first.text).toContain('From: Firefox on Windows, ')
  expect(first.text).toContain('If this was not you, set a new password at once.')
  expect(first.html).toContain('<a href="https://office.example/forgot-password">')
  expect(JSON.stringify(first)).not.toContain(secret)

  const subjects: [string, () => Promise<unknown>][] = [
    [
      'New recovery codes were made for your account',
      async () => call('POST', 'user/totp/recovery-codes', { code: await code() }),
    ],
    [
      'An API key was created with your account',
      () => call('POST', 'admin/api-key', { name: 'CALL +1 555', scopes: ['orders:read'], expiresAt: null }),
    ],
    ['A webhook was added with your account', () => call('POST', 'admin/webhook', HOOK)],
    ['A webhook was changed with your account', () => onHook('PUT', '', { active: false })],
    ['A webhook got a new secret with your account', () => onHook('POST', '/rotate')],
    ['A webhook was removed with your account', () => onHook('DELETE', '')],
    ['The second factor of your account was removed', async () => call('DELETE', 'user/totp', { code: await code() })],
    [
      'The password of your account was changed',
      () => call('PUT', 'user/personal/password', { password: md5(PASSWORD), newPassword: md5('ships in the night') }),
    ],
  ]
  const onHook = async (method: string, path: string, body?: object) => {
    const hook = await server.db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow()
    return call(method, `admin/webhook/${hook.id}${path}`, body)
  }
  for (const [subject, change] of subjects) {
    await change()
    const mail = await nextTo(email)
    expect(mail.subject).toBe(subject)
    // The mail contains no text that the person behind the change could write.
    expect(mail.text + mail.html).not.toContain('CALL')
  }
})

test('a passkey that is removed, a reset by link, and commands on the server are told too', async () => {
  const { token, email, id } = await signedIn()
  await server.db
    .insertInto('passkeys')
    .values(
      [1, 2].map((n) => ({
        userId: id,
        credentialId: Buffer.from([id, n]),
        publicKey: Buffer.from('key'),
        counter: 0,
        userHandle: Buffer.alloc(32),
        name: `Laptop ${n}`,
      })),
    )
    .execute()
  const [passkey] = (await server.call('GET', 'user/passkey', { token })).body.data.items
  await server.call('DELETE', `user/passkey/${passkey.id}`, { token })
  expect((await nextTo(email)).subject).toBe('A passkey was removed from your account')

  const url = await server.db.transaction().execute((tx) => createResetLink(tx, id, ''))
  const body = { token: url.split('/').at(-1), newPassword: md5('ships in the night') }
  expect((await server.call('POST', 'app/reset-password', { token: null, body })).status).toBe(200)
  const reset = await nextTo(email)
  expect(reset.subject).toBe('The password of your account was reset with a link')
  expect(reset.text).toContain('Removed with it: 1 passkey, 0 API keys')
  // Nothing is left to be removed.
  const again = await server.db.transaction().execute((tx) => createResetLink(tx, id, ''))
  const second = { token: again.split('/').at(-1), newPassword: md5('night in the ships') }
  await server.call('POST', 'app/reset-password', { token: null, body: second })
  expect((await nextTo(email)).text).not.toContain('Removed with it')

  await sql`insert into totp_factors (user_id, secret, confirmed_at) values (${id}, 'x', now())`.execute(server.db)
  const command = readCommand(['remove-second-factor', email])
  if (typeof command === 'string') throw new Error(command)
  const { db, config } = server.services
  const urls = { appUrl: 'https://office.example', siteUrl: 'https://site.example' }
  const place = { db, config, ...urls, timeZone: 'UTC' }
  await command(place)
  const removed = await nextTo(email)
  expect(removed.subject).toBe('The second factor of your account was removed')
  expect(removed.text).toContain('From: a command on the server')
  expect(removed.text).toMatch(/\(UTC\)$/m)
})

test('a client reads only of what others did: its password, and its address, at the old one; not of who it was', async () => {
  const { token, username } = await signedIn({ username: 'Marta Berzina' })
  const client = await createUser(server.db)
  const put = (body: object) => server.call('PUT', `user/${client.id}`, { token, body })
  // An address in other letters is the same address.
  await put({ username: 'Renamed', email: client.email.replace(/^./, (first) => first.toUpperCase()) })
  await put({ email: 'new.address@client.example' })
  const moved = await nextTo(client.email.replace(/^./, (first) => first.toUpperCase()))
  expect(moved.subject).toBe('The email address of your account was changed')
  expect(moved.text).toContain('By: our staff')
  expect(moved.text).toContain('If you did not expect this, please contact us.')
  expect(moved.text + moved.html).not.toMatch(new RegExp(`${username}|office|Firefox|127`))
  await server.call('POST', `admin/user/change/password/${client.id}`, { token, body: { newPassword: md5('by post') } })
  expect((await nextTo('new.address@client.example')).subject).toBe('The password of your account was changed')
})

test('nobody can cancel a notice that waits for the mail server', async () => {
  const { token, id } = await signedIn()
  smtp.refuse('*', 450, 'Later', 1)
  await server.call('POST', 'admin/api-key', {
    token,
    body: { name: 'Shop', scopes: ['orders:read'], expiresAt: null },
  })
  const mail = await server.db.selectFrom('mails').select('id').where('userId', '=', id).executeTakeFirstOrThrow()
  const cancelled = await server.call('POST', `admin/mail/${mail.id}/cancel`, { token })
  expect(cancelled).toMatchObject({
    status: 409,
    body: { message: 'A notice to the owner of an account cannot be cancelled.' },
  })
})

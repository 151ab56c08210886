import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/setting-fields.ts'
import { diskStore } from '#server/files/files.ts'
import { verifyDkim } from '#server/test/dkim.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { openTransport } from './open-transport.ts'
import { tryMailServer } from './try-mail-server.ts'

let smtp: TestSmtp
let folder: string
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
beforeAll(async () => {
  smtp = await startSmtp()
  folder = await mkdtemp(join(tmpdir(), 'quayside-dkim-'))
  await writeFile(join(folder, 'key.pem'), keys.privateKey)
})
afterAll(async () => {
  await smtp.stop()
  await rm(folder, { recursive: true })
})

async function sendWith(env: Record<string, string>, unsubscribeUrl: string | null = null) {
  const config = readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'Quayside <office@quayside.example>', ...env })
  const transport = await openTransport(config, diskStore(folder))
  await transport?.send({
    messageId: '1',
    to: { name: 'Anna Müller', address: 'anna@client.example' },
    recipient: 'anna@client.example',
    subject: 'Order ABCD12345678 – departed',
    html: `<p>Grüße</p>\n${'<p>long line</p>'.repeat(100)}`,
    text: 'Grüße\n\n.\nend  \n\n',
    date: new Date(),
    attachments: [],
    unsubscribeUrl,
  })
  transport?.close()
  return smtp.next()
}
const DKIM = { MAIL_DKIM_DOMAIN: 'quayside.example', MAIL_DKIM_SELECTOR: 's2026' }

test('mails are signed with the configured key, and a changed mail no longer verifies', async () => {
  const { raw } = await sendWith({ ...DKIM, MAIL_DKIM_KEY_FILE: join(folder, 'key.pem') })
  const verified = verifyDkim(raw, keys.publicKey)
  expect(verified).toMatchObject({
    tags: { d: 'quayside.example', s: 's2026', a: 'rsa-sha256' },
    body: true,
    headers: true,
  })
  expect(verified.tags.h?.toLowerCase().split(':')).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date']))
  const changed = (from: string, to: string) =>
    verifyDkim(Buffer.from(raw.toString('latin1').replace(from, to), 'latin1'), keys.publicKey)
  expect(changed('long line', 'other line').body).toBe(false)
  expect(changed('anna@client.example', 'eve@client.example').headers).toBe(false)
})

test('what ends a subscription by one click is signed, too; other mails have no such header', async () => {
  const key = { ...DKIM, MAIL_DKIM_KEY_FILE: join(folder, 'key.pem') }
  const { raw } = await sendWith(key, `https://office.example/site/tracking/unsubscribe/${'x'.repeat(43)}`)
  const verified = verifyDkim(raw, keys.publicKey)
  expect(verified).toMatchObject({ body: true, headers: true })
  expect(verified.tags.h?.toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'from', 'to', 'subject']),
  )
  expect((await sendWith(key)).raw.toString()).not.toMatch(/^list-/im)
})

test('replies go to MAIL_REPLY_TO; without it no header names another address, and nothing is signed', async () => {
  const { mail } = await sendWith({ MAIL_REPLY_TO: 'Quayside Desk <desk@quayside.example>' })
  expect(mail.replyTo).toMatchObject([{ name: 'Quayside Desk', address: 'desk@quayside.example' }])
  const { raw } = await sendWith({})
  expect(raw.toString()).not.toMatch(/^(?:reply-to|dkim-signature):/im)
})

test('a key that is missing or unreadable is refused, naming its setting', async () => {
  await writeFile(join(folder, 'no-key.pem'), 'text')
  for (const name of ['missing.pem', 'no-key.pem']) {
    const config = readConfig({ SMTP_URL: smtp.url, ...DKIM, MAIL_DKIM_KEY_FILE: join(folder, name) })
    await expect(openTransport(config, diskStore(folder))).rejects.toThrow(
      /^MAIL_DKIM_KEY_FILE .*pem is not a private key/,
    )
  }
  expect(() => readConfig(DKIM)).toThrow(ConfigError)
  expect(() => readConfig({ MAIL_REPLY_TO: 'desk' })).toThrow('MAIL_REPLY_TO must be an email address')
})

test('a test mail says what the mail server answered', async () => {
  const tried = (env: Record<string, string>, address: string) =>
    tryMailServer(readConfig({ MAIL_FROM: 'office@quayside.example', ...env }), diskStore(folder), address)
  const set = { SMTP_URL: smtp.url }
  expect(await tried(set, 'ops@quayside.example')).toEqual({
    accepted: true,
    says: 'The mail server accepted a test mail from office@quayside.example to ops@quayside.example.',
  })
  expect((await smtp.next()).recipients).toEqual(['ops@quayside.example'])
  smtp.refuse('nobody@quayside.example', 550, 'Unknown', 1)
  expect(await tried(set, 'nobody@quayside.example')).toMatchObject({
    accepted: false,
    says: expect.stringMatching(/^Rejected by the mail server: .*Unknown/),
  })
  expect(await tried(set, 'nobody')).toEqual({ accepted: false, says: '"nobody" is not an email address.' })
  expect((await tried({}, 'ops@quayside.example')).says).toBe(
    'SMTP_URL is not set: there is no mail server to send through.',
  )
})

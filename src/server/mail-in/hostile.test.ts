import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { pdf } from '#server/test/files.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { mailInOn, rawMail } from './mail-in.fixture.ts'

const server = testServer()
let on: Awaited<ReturnType<typeof mailInOn>>
beforeAll(async () => {
  on = await mailInOn(server)
})

const cjk = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + (randomBytes(2).readUInt16LE() % 20_000))).join('')
const bring = async (raw: string | Buffer) => {
  const { status, body } = await on.bring(raw)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const nested = (levels: number): string =>
  Array.from({ length: levels }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')

test.each([
  ['a Message-ID of a thousand characters of three bytes', `Message-ID: <${cjk(990)}@x.example>`],
  ['a Message-ID of random bytes', `Message-ID: <${randomBytes(700).toString('base64url')}@x.example>`],
  ['a Message-ID without brackets and @', 'Message-ID: 1234'],
  [
    'References of ten thousand ids',
    `References: ${Array.from({ length: 10_000 }, (_, n) => `<${n}@x.example>`).join('\r\n ')}`,
  ],
  [
    'References of long ids',
    `References: ${Array.from({ length: 120 }, () => `<${cjk(300)}@x.example>`).join('\r\n ')}`,
  ],
  [
    'itself as what it answers',
    'Message-ID: <self@x.example>\r\nIn-Reply-To: <self@x.example>\r\nReferences: <self@x.example>',
  ],
  ['NUL and controls', 'Subject: a\0b\u0007c\u202e\r\nX-\0: \0'],
  ['lone surrogates in an encoded word', 'Subject: =?utf-8?B?7aCA7bCA?='],
  ['a subject that would add header lines', 'Subject: =?utf-8?Q?Hi=0D=0ABcc:_all@evil.example?='],
  ['three senders', 'From: a@b.example, c@d.example\r\nFrom: e@f.example'],
  ['no recipient, no date, no sender', 'X: y'],
  ['a Date of 1970', 'Date: Thu, 1 Jan 1970 00:00:00 +0000'],
  ['a Date beyond all calendars', 'Date: Fri, 99 Foo 99999 99:99:99 +9999'],
  ['an address of a megabyte', `From: ${'x'.repeat(1_000_000)}@y.example`],
  ['a name of a megabyte', `From: "${'x'.repeat(1_000_000)}" <a@b.example>`],
  ['10 000 recipients', `To: ${Array.from({ length: 10_000 }, (_, n) => `a${n}@x.example`).join(',\r\n ')}`],
  ['an unknown charset', 'Content-Type: text/plain; charset=klingon'],
  ['a boundary that is never there', 'Content-Type: multipart/mixed; boundary=nowhere'],
  ['60 levels of parts', nested(60).trimEnd()],
  ['a token of nobody', `To: desk+${'a'.repeat(26)}@quayside.example`],
  [
    'SQL and markup',
    `Subject: '); drop table mail_in; -- <script>alert(1)</script>\r\nFrom: "<img src=x>" <a@b.example>`,
  ],
])('%s: it is taken, listed and read', async (_, lines) => {
  const mail = await bring(`${lines}\r\n\r\nHello ${randomBytes(9).toString('hex')}\r\n`)
  expect(mail).toMatchObject({ id: expect.any(Number), duplicate: false })
  expect(await on.read(mail.id)).toMatchObject({ id: mail.id, state: 'new' })
  expect(mail.subject).not.toMatch(/[\r\n\0]/)
  expect((await on.list('?per_page=100')).items.map(({ id }: { id: number }) => id)).toContain(mail.id)
  expect((await on.verb(mail.id, 'claim')).status).toBe(200)
})

test('files are checked as uploads are: a path is a name, what cannot be a paper is refused and stays in the raw text', async () => {
  const client = await createUser(server.db)
  const order = await createOrder(server.db, { userId: client.id, email: client.email })
  const mail = await on.take({
    from: client.email,
    subject: order.trackingCode ?? '',
    files: [
      { name: '../../etc/passwd.pdf', type: 'application/pdf', data: pdf(300) },
      { name: 'C:\\Windows\\invoice.pdf', type: 'application/pdf', data: pdf(301) },
      { name: 'page.html', type: 'application/pdf', data: '<script>x()</script>' },
      { name: 'invite.ics', type: 'text/calendar', data: 'BEGIN:VCALENDAR' },
      { name: 'winmail.dat', type: 'application/ms-tnef', data: 'x' },
      { name: 'empty.pdf', type: 'application/pdf', data: '' },
    ],
  })
  expect(mail.files.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['passwd.pdf', 'new'],
    ['invoice.pdf', 'new'],
    ['page.html', 'refused'],
    ['invite.ics', 'refused'],
    ['winmail.dat', 'refused'],
    ['empty.pdf', 'refused'],
  ])
  for (const { state, reason } of mail.files) expect(reason === null).toBe(state === 'new')
  const { rows } = await server.pool.query(
    'select storage_key from mail_in_files where mail_id = $1 order by position',
    [mail.id],
  )
  for (const { storage_key: key } of rows)
    expect(key === null || /^documents\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key)).toBe(true)
})

test('51 files: 50 are listed, the rest is named as left out', async () => {
  const files = Array.from({ length: 51 }, (_, n) => ({
    name: `p${n}.pdf`,
    type: 'application/pdf',
    data: pdf(200 + n),
  }))
  const mail = await on.take({ files })
  expect(mail.files).toHaveLength(50)
  expect(mail.leftOut).toEqual(['files'])
})

test('a mail above 25 MB is kept as it came, with its header only', async () => {
  const raw = rawMail({ subject: 'Huge', text: 'x'.repeat(25 * 1024 * 1024) })
  const mail = await bring(raw)
  expect(mail).toMatchObject({ subject: 'Huge', text: '', files: [], leftOut: ['size'], size: Buffer.byteLength(raw) })
})

test('nothing of a stranger runs or loads: scripts are gone, and pictures elsewhere come only when asked for', async () => {
  const html =
    '<p onclick="x()">Hi<script>x()</script><img src="https://spy.example/a.png"><a href="javascript:x()">a</a></p>'
  const head = 'From: a@b.example\r\nSubject: Look\r\nContent-Type: text/html; charset=utf-8'
  const mail = await bring(`${head}\r\n\r\n${html}\r\n`)
  expect(mail.html).not.toMatch(/script|onclick|spy\.example/)
  expect(mail.remotePictures).toBe(1)
  const shown = (await on.call('GET', `mail-in/${mail.id}?pictures=1`)).body.data.html
  expect(shown).toContain('https://spy.example/a.png')
  expect(shown).not.toMatch(/script|onclick/)
})

test('what another server signed is not believed, and a sender whose DMARC fails verifies nothing', async () => {
  const believing = await startTestServer({ INBOX_AUTHSERV: 'mx.quayside.example' })
  try {
    const other = await mailInOn(believing)
    const client = await createUser(believing.db)
    const order = await createOrder(believing.db, { userId: client.id, email: client.email })
    const take = (results: string[]) =>
      other.take({
        from: client.email,
        subject: order.trackingCode ?? '',
        headers: results.map((line) => `Authentication-Results: ${line}`),
      })
    expect(await take(['mx.quayside.example; dmarc=pass; spf=pass'])).toMatchObject({
      verified: true,
      authentication: { spf: 'pass', dkim: null, dmarc: 'pass' },
    })
    expect(await take(['mx.quayside.example; dmarc=fail'])).toMatchObject({ matched: 'code', verified: false })
    expect(await take(['mx.evil.example; dmarc=pass'])).toMatchObject({ authentication: { dmarc: null } })
    // The topmost field is our server's; a lower one of its name is forged.
    expect(await take(['mx.quayside.example; dmarc=fail', 'mx.quayside.example; dmarc=pass'])).toMatchObject({
      verified: false,
      authentication: { dmarc: 'fail' },
    })
  } finally {
    await believing.close()
  }
})

test('a forwarded pre-alert is read one level deep: its codes and files count, its sender and ids do not', async () => {
  const client = await createUser(server.db)
  const order = await createOrder(server.db, { userId: client.id, email: client.email })
  const inner = rawMail({
    from: client.email,
    subject: `Pre-alert ${order.trackingCode}`,
    messageId: '<inner@agent.example>',
    files: [{ name: 'manifest.pdf', type: 'application/pdf', data: pdf(222) }],
  })
  const mail = await bring(
    [
      ...['From: agent@overseas.example', 'To: desk@quayside.example', 'Subject: Fwd', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=o', '', '--o', 'Content-Type: text/plain', '', 'See below'],
      ...['--o', 'Content-Type: message/rfc822', '', inner, '--o--', ''],
    ].join('\r\n'),
  )
  expect(mail).toMatchObject({
    matched: 'code',
    verified: false,
    orderId: order.id,
    fromAddress: 'agent@overseas.example',
  })
  expect(mail.files).toMatchObject([{ name: 'manifest.pdf', state: 'new', suggestion: null }])
})

test('an encrypted mail is matched by its subject, has no text, and waits in the queue as any other', async () => {
  const client = await createUser(server.db)
  const order = await createOrder(server.db, { userId: client.id, email: client.email })
  const mail = await bring(
    [
      ...[`From: ${client.email}`, `Subject: ${order.trackingCode}`, 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=e', ''],
      ...['--e', 'Content-Type: application/pgp-encrypted', '', 'Version: 1'],
      ...[
        '--e',
        'Content-Type: application/octet-stream; name=encrypted.asc',
        '',
        '-----BEGIN PGP MESSAGE-----',
        '--e--',
        '',
      ],
    ].join('\r\n'),
  )
  expect(mail).toMatchObject({ protection: 'encrypted', text: '', matched: 'code', verified: true, orderId: order.id })
  expect((await on.queue()).some(({ subject }: { subject: string }) => subject === String(mail.threadId))).toBe(true)
})

test('ten mails with the same Message-ID at once, of which five are the same: six records', async () => {
  const same = rawMail({ messageId: '<once@x.example>', subject: 'Same', text: 'Same' })
  const others = Array.from({ length: 5 }, (_, n) =>
    rawMail({ messageId: '<once@x.example>', subject: 'Same', text: `Other ${n}` }),
  )
  const taken = await Promise.all([...Array.from({ length: 5 }, () => same), ...others].map(bring))
  expect(new Set(taken.map(({ id }) => id)).size).toBe(6)
  expect(taken.filter(({ duplicate }) => duplicate)).toHaveLength(4)
  expect(new Set(await Promise.all(taken.map(async ({ id }) => (await on.read(id)).threadId))).size).toBe(1)
})

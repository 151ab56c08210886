import { expect, test } from 'vitest'
import { entity, type Fields, filePart, message, multipart, PDF, plainMail, textPart } from './messages.fixture.ts'
import { parseMail } from './parse-mail.ts'

const returned = entity(
  { 'Content-Type': 'message/rfc822' },
  'Message-ID: <ours@quayside.example>\nSubject: Yours\n\nHello',
)
const headersOnly = entity(
  { 'Content-Type': 'text/rfc822-headers' },
  'Subject: Yours\nMessage-ID: <ours@quayside.example>\n',
)
const status = (text: string, type = 'message/delivery-status') => entity({ 'Content-Type': type }, text)
const report = (parts: Buffer[], fields: Fields = {}, type = 'delivery-status') =>
  message(multipart('report', parts, {}, `; report-type=${type}`), { 'Return-Path': '<>', ...fields })

const POSTFIX = report(
  [
    textPart('This is the mail system at host mx.berg.example.'),
    status(`Reporting-MTA: dns; mx.berg.example
X-Postfix-Queue-ID: 4F00

Final-Recipient: rfc822; Anna@berg.example
Original-Recipient: rfc822;anna@berg.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; in.berg.example
Diagnostic-Code: smtp; 550 5.1.1 <Anna@berg.example>: Recipient address rejected:
    User unknown
`),
    returned,
  ],
  { From: 'MAILER-DAEMON@mx.berg.example (Mail Delivery System)', 'Auto-Submitted': 'auto-replied' },
)
const EXCHANGE = report(
  [
    textPart('<p>Delivery has failed to these recipients.</p>', 'text/html'),
    status(`Reporting-MTA: dns;EX1.berg.example

Original-Recipient: rfc822;anna+2Bx@berg.example
Final-Recipient: rfc822;anna@berg.example
Action: failed
Status: 5.7.1
Diagnostic-Code: smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected
`),
    returned,
  ],
  { From: 'postmaster@berg.example', 'X-MS-Exchange-Message-Is-Ndr': '' },
)
const GMAIL = report(
  [
    multipart('related', [textPart('<p>Address not found</p>', 'text/html')]),
    status(`Reporting-MTA: dns; googlemail.com

Final-Recipient: rfc822; anna@berg.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
`),
    headersOnly,
  ],
  { From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>', References: '<ours@quayside.example>' },
)

test.each([
  [
    'Postfix',
    POSTFIX,
    '5.1.1',
    '550 5.1.1 <Anna@berg.example>: Recipient address rejected: User unknown',
    ['Anna@berg.example', 'anna@berg.example'],
  ],
  [
    'Exchange',
    EXCHANGE,
    '5.7.1',
    '550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected',
    ['anna@berg.example', 'anna+2Bx@berg.example', 'anna+x@berg.example'],
  ],
  [
    'Gmail',
    GMAIL,
    '5.1.1',
    '550-5.1.1 The email account that you tried to reach does not exist.',
    ['anna@berg.example'],
  ],
])('a bounce of %s names its recipient, reason and mail', async (_, raw, code, diagnostic, recipients) => {
  const mail = await parseMail(raw)
  expect(mail.automatic).toBe('bounce')
  expect(mail.bounce).toEqual({
    reports: [{ action: 'failed', status: code, diagnostic, recipients }],
    originalMessageId: '<ours@quayside.example>',
  })
  expect([mail.files, mail.nested]).toEqual([[], []])
  expect(mail.text).not.toBe('')
})

test('a bounce without the returned mail names it by the last of its references', async () => {
  const raw = report([textPart('x'), status('Final-Recipient: rfc822; a@b.example\nAction: delayed\nStatus: 4.4.7')], {
    References: '<old@quayside.example> <ours@quayside.example>',
  })
  expect((await parseMail(raw)).bounce).toMatchObject({
    reports: [{ action: 'delayed', status: '4.4.7', diagnostic: '' }],
    originalMessageId: '<ours@quayside.example>',
  })
})

test('a report about several recipients says what became of each; words that are no action are none', async () => {
  const raw = report([
    status(`Reporting-MTA: dns; x

Final-Recipient: rfc822; a@b.example
Action: Delivered (to mailbox)
Status: 2.0.0

Final-Recipient: rfc822; <c@d.example>
Action: exploded
Status: none
`),
  ])
  expect((await parseMail(raw)).bounce?.reports).toEqual([
    { action: 'delivered', status: '2.0.0', diagnostic: '', recipients: ['a@b.example'] },
    { action: null, status: null, diagnostic: '', recipients: ['c@d.example'] },
  ])
})

test.each<[string, Fields, string | null]>([
  ['Auto-Submitted: auto-replied', { 'Auto-Submitted': 'auto-replied; owner-email="a@b"' }, 'auto-reply'],
  ['Auto-Submitted: auto-generated', { 'Auto-Submitted': 'auto-generated' }, 'auto-reply'],
  ['Auto-Submitted: no', { 'Auto-Submitted': 'no (a person)' }, null],
  ['X-Autoreply', { 'X-Autoreply': 'yes' }, 'auto-reply'],
  ['X-Autorespond', { 'X-Autorespond': '' }, 'auto-reply'],
  ['Precedence: auto_reply', { Precedence: 'auto_reply' }, 'auto-reply'],
  ['an empty Return-Path', { 'Return-Path': '<>' }, 'auto-reply'],
  ['a Return-Path', { 'Return-Path': '<a@b.example>' }, null],
  ['List-Id', { 'List-Id': 'Rates <rates.list.example>' }, 'list'],
  ['Precedence: bulk', { Precedence: 'Bulk' }, 'list'],
  ['Precedence: junk', { Precedence: 'junk' }, 'list'],
  ['Precedence: list and an automatic answer', { Precedence: 'list', 'Auto-Submitted': 'auto-replied' }, 'auto-reply'],
  ['List-Unsubscribe alone', { 'List-Unsubscribe': '<https://x.example>' }, null],
  ['X-Auto-Response-Suppress, as Exchange writes it', { 'X-Auto-Response-Suppress': 'All' }, null],
  ['a subject that sounds automatic', { Subject: 'Automatic reply: Out of office' }, null],
])('%s decides what kind of mail it is', async (_, fields, automatic) => {
  expect((await parseMail(plainMail('x', fields))).automatic).toBe(automatic)
})

test('a read receipt is an automatic answer, and no bounce', async () => {
  const raw = report(
    [
      textPart('Read'),
      status('Disposition: manual-action/MDN-sent-manually; displayed', 'message/disposition-notification'),
    ],
    { 'Return-Path': '<a@b.example>' },
    'disposition-notification',
  )
  expect(await parseMail(raw)).toMatchObject({ automatic: 'auto-reply', bounce: null, files: [] })
})

const OURS =
  'mx.quayside.example; spf=pass smtp.mailfrom=berg.example; dkim=fail header.d=x; dkim=pass header.d=berg.example; dmarc=pass (p=none) header.from=berg.example'

test('results are taken from the topmost field of our own server', async () => {
  const fields = {
    'Authentication-Results': ['other.example; dmarc=fail', OURS, 'mx.quayside.example; dmarc=fail; spf=fail'],
  }
  const read = async (authserv: string | null) => (await parseMail(plainMail('x', fields), { authserv })).authentication
  expect(await read('MX.quayside.example')).toEqual({ spf: 'pass', dkim: 'pass', dmarc: 'pass' })
  const nothing = { spf: null, dkim: null, dmarc: null }
  for (const name of [null, '', 'quayside.example', 'mx.quayside.example.evil'])
    expect(await read(name)).toEqual(nothing)
})

test.each([
  'mx.quayside.example 1; none',
  'mx.quayside.example; spf=fail (dmarc=pass; dmarc=pass) smtp.mailfrom=x',
  'mx.quayside.example; spf=fail reason="; dmarc=pass; "',
  'evil.example (mx.quayside.example); dmarc=pass',
  'evil.example; x="; mx.quayside.example; dmarc=pass',
  'mx.quayside.example evil; dmarc=pass',
  'mx.quayside.example; dmarc=excellent',
])('a comment, a quoted text and an unknown word are no result: %s', async (value) => {
  const mail = await parseMail(plainMail('x', { 'Authentication-Results': value }), { authserv: 'mx.quayside.example' })
  expect(mail.authentication.dmarc).toBe(null)
})

test.each([
  [
    'encrypted',
    multipart('encrypted', [
      entity({ 'Content-Type': 'application/pgp-encrypted' }, 'Version: 1'),
      filePart('encrypted.asc', PDF, 'application/octet-stream'),
    ]),
  ],
  ['encrypted', filePart('smime.p7m', PDF, 'application/pkcs7-mime; smime-type=enveloped-data')],
  ['encrypted', textPart('-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----')],
])('an %s mail has no text and no files', async (protection, body) => {
  expect(await parseMail(message(body))).toMatchObject({
    protection,
    text: '',
    html: null,
    files: [],
    subject: 'Order ABCD12345678',
  })
})

test('a signed mail is read, and its signature is no file', async () => {
  for (const signature of [
    filePart('smime.p7s', PDF, 'application/pkcs7-signature'),
    filePart('signature.asc', PDF, 'application/pgp-signature'),
  ]) {
    const mail = await parseMail(
      message(multipart('signed', [multipart('mixed', [textPart('Hello'), filePart('a.pdf', PDF)]), signature])),
    )
    expect(mail).toMatchObject({ protection: 'signed', text: 'Hello' })
    expect(mail.files.map(({ name }) => name)).toEqual(['a.pdf'])
  }
})

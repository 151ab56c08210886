import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_IMAGE_SIZE } from '#contract/lib/images.ts'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { WRONG_TYPE } from '#contract/orders/set-event.ts'
import { NESTED_MAIL, PACKED_BY_OUTLOOK } from './mail-files.ts'
import { entity, filePart, message, multipart, PDF, plainMail, textPart } from './messages.fixture.ts'
import { parseMail } from './parse-mail.ts'
import { putPictures } from './put-pictures.ts'

const read = async (raw: Uint8Array) => putPictures(await parseMail(raw))
const mixed = (...parts: Buffer[]) => message(multipart('mixed', [textPart('Hello'), ...parts]))
const png = (size = 40) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#123' } })
    .png()
    .toBuffer()

test('a file arrives with its bytes, checked type, size and hash', async () => {
  const { files } = await read(mixed(filePart('Invoice.pdf', PDF, 'application/octet-stream')))
  expect(files).toEqual([
    {
      ...{ name: 'Invoice.pdf', contentType: 'application/pdf', size: PDF.length, state: 'new', reason: null },
      sha256: createHash('sha256').update(PDF).digest('hex'),
      bytes: new Uint8Array(PDF),
    },
  ])
})

test.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\\\Users\\\\a\\\\b.pdf', 'b.pdf'],
  ['/etc/a.pdf', 'a.pdf'],
  ['a\u202efdp.exe.pdf', 'afdp.exe.pdf'],
  ['CON.pdf', 'document-CON.pdf'],
  ['..pdf', 'pdf'],
  ['a\0b.pdf', 'ab.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
  ['', 'document.pdf'],
])('the file name %j is safe', async (given, name) => {
  const [file] = (await read(mixed(filePart(given, PDF)))).files
  expect(file?.name).toBe(name)
})

test('a file name in an encoded word cannot break its line', async () => {
  const name = `=?utf-8?B?${Buffer.from('a\r\nX-Evil: 1\r\n.pdf').toString('base64')}?=`
  expect((await read(mixed(filePart(name, PDF)))).files[0]?.name).toBe('aX-Evil 1.pdf')
})

test.each([
  ['a program', filePart('a.exe', Buffer.from('MZ'), 'application/x-msdownload'), WRONG_TYPE],
  ['a program that is called PDF', filePart('a.pdf', Buffer.from('MZ\x90\0\x03'), 'application/pdf'), WRONG_TYPE],
  ['a PDF that is called a picture', filePart('a.png', PDF, 'image/png'), WRONG_TYPE],
  ['an empty file', filePart('a.pdf', Buffer.alloc(0)), EMPTY_FILE],
  ['a calendar', entity({ 'Content-Type': 'text/calendar; method=REQUEST' }, 'BEGIN:VCALENDAR'), WRONG_TYPE],
  ['a text that is attached', filePart('a.txt', Buffer.from('x'), 'text/plain'), WRONG_TYPE],
  ['what Outlook packed', filePart('winmail.dat', PDF, 'application/ms-tnef'), PACKED_BY_OUTLOOK],
  [
    'what Outlook packed under another type',
    filePart('WINMAIL.DAT', PDF, 'application/octet-stream'),
    PACKED_BY_OUTLOOK,
  ],
])('%s is refused, with the reason', async (_, part, reason) => {
  const mail = await read(mixed(part))
  expect(mail.files).toMatchObject([{ state: 'refused', reason }])
  expect(mail.text).toBe('Hello')
})

test('a calendar among the forms of a text is a file, and its text in AMP is not', async () => {
  const forms = ['text/calendar; method=REQUEST', 'text/x-amp-html'].map((type) =>
    entity({ 'Content-Type': type }, 'x'),
  )
  const { files } = await read(message(multipart('alternative', [textPart('Hello'), ...forms])))
  expect(files.map(({ name, state }) => [name, state])).toEqual([['document.ics', 'refused']])
})

test('a type that is none is not passed on', async () => {
  const part = entity(
    { 'Content-Type': 'application/<script>', 'Content-Disposition': 'attachment; filename=a.bin' },
    'x',
  )
  expect((await read(mixed(part))).files[0]?.contentType).toBe('application/octet-stream')
})

const inline = (id: string, data: Uint8Array, name = 'logo.png') =>
  filePart(name, data, 'image/png', { 'Content-ID': `<${id}>`, 'Content-Disposition': `inline; filename="${name}"` })
const related = (html: string, ...parts: Buffer[]) =>
  message(multipart('related', [textPart(html, 'text/html'), ...parts]))

test('a picture that the text shows is in its HTML, encoded anew, and is no file', async () => {
  const data = await sharp(await png())
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .png()
    .toBuffer()
  const { html, files, remotePictures } = await read(
    related('<p>Hi <img src="cid:a%40b" alt="Logo"></p>', inline('a@b', data)),
  )
  const [, base64 = ''] = /<img alt="Logo" src="data:image\/png;base64,([^"]+)"/.exec(html ?? '') ?? []
  expect((await sharp(Buffer.from(base64, 'base64')).metadata()).exif).toBe(undefined)
  expect([files, remotePictures]).toEqual([[], 0])
})

test('a picture with an id that the text does not show is a file, and an id that the mail lacks shows nothing', async () => {
  const { html, files } = await read(related('<p>Hi <img src="cid:other"></p>', inline('a', await png())))
  expect(html).toBe('<p>Hi </p>')
  expect(files).toMatchObject([{ name: 'logo.png', state: 'new' }])
})

test('what is shown as a picture and is none becomes a file', async () => {
  const { html, files } = await read(related('<p>Hi <img src="cid:a"></p>', inline('a', PDF, 'a.pdf')))
  expect(html).toBe('<p>Hi </p>')
  expect(files).toMatchObject([{ name: 'a.pdf', state: 'new' }])
  const large = Buffer.concat([await png(), Buffer.alloc(MAX_IMAGE_SIZE)])
  expect((await read(related('<img src="cid:a">', inline('a', large)))).files).toHaveLength(1)
})

test('a picture that is shown a thousand times stands in the text within 5 MB', async () => {
  const noise = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251)), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .png()
    .toBuffer()
  const { html } = await read(related('<img src="cid:a">'.repeat(1_000), inline('a', noise)))
  expect(html).toContain('data:image/png')
  expect(html?.length).toBeLessThan((5 * 1024 ** 2 * 4) / 3 + 100_000)
})

test('an attached mail is read one level deep: its text and files count, its header does not', async () => {
  const deepest = entity({ 'Content-Type': 'message/rfc822' }, plainMail('Deep', { 'Message-ID': '<deep@x>' }))
  const inner = message(multipart('mixed', [textPart('Pre-alert MSCU1234567'), filePart('bl.pdf', PDF), deepest]), {
    Subject: 'Pre-alert',
    References: '<ours@quayside.example>',
    'Message-ID': '<inner@x>',
    'Auto-Submitted': 'auto-generated',
  })
  const mail = await read(mixed(entity({ 'Content-Type': 'message/rfc822' }, inner), filePart('own.pdf', PDF)))
  expect(mail).toMatchObject({ messageId: '<m1@berg.example>', references: [], automatic: null, text: 'Hello' })
  expect(mail.nested).toEqual([{ subject: 'Pre-alert', text: 'Pre-alert MSCU1234567' }])
  expect(mail.files.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['bl.pdf', 'new', null],
    ['document.eml', 'refused', NESTED_MAIL],
    ['own.pdf', 'new', null],
  ])
})

test('the same mail in two mailboxes has one hash, whatever servers added and encoded anew', async () => {
  const text = 'Grüße \nund mehr\n\n'
  const forms = [
    message(textPart(text, 'text/plain', 'utf-8', 'base64'), {
      Received: 'from a',
      'Delivered-To': 'a@x',
      'DKIM-Signature': 'v=1',
    }),
    message(textPart('Grüße\nund mehr', 'text/plain', 'iso-8859-1'), {
      Received: ['from b', 'from c'],
      'Delivered-To': 'b@x',
    }),
  ]
  const [first, second] = await Promise.all(forms.map((raw) => read(raw)))
  expect(first?.contentHash).toBe(second?.contentHash)
  const others = [
    plainMail(text, { Subject: 'Other' }),
    plainMail(text, { Date: 'Sat, 28 Nov 2026 10:00:01 +0100' }),
    plainMail(text, { From: 'anna@other.example' }),
    plainMail(`${text}more`),
    mixed(filePart('a.pdf', PDF)),
    mixed(filePart('a.pdf', Buffer.concat([PDF, PDF]))),
  ]
  const hashes = await Promise.all([...forms, ...others].map(async (raw) => (await read(raw)).contentHash))
  expect(new Set(hashes).size).toBe(others.length + 1)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  entity,
  type Fields,
  filePart,
  HEADER,
  message,
  multipart,
  PDF,
  plainMail,
  textPart,
} from './messages.fixture.ts'
import { parseMail } from './parse-mail.ts'
import { MESSAGES } from './programs.fixture.ts'
import { putPictures } from './put-pictures.ts'
import { sentAtOf } from './sent-at.ts'

const read = (fields: Fields) => parseMail(plainMail('x', fields))

test('a mail without a Message-ID has one made of its hash', async () => {
  const { 'Message-ID': _, ...fields } = HEADER
  const mail = await parseMail(entity(fields, 'x'))
  expect(mail.messageId).toBe(`<${mail.contentHash}@missing>`)
  for (const id of ['', '<>', '< >', `<${'x'.repeat(2_000)}@x>`])
    expect((await read({ 'Message-ID': id })).messageId).toMatch(/@missing>$/)
})

test.each([
  ['<a@b.example>', '<a@b.example>'],
  ['a@b.example', '<a@b.example>'],
  ['<no-at-sign>', '<no-at-sign>'],
  ['  <a@b.example> (comment)', '<a@b.example>'],
  ['<a@b.example><c@d.example>', '<a@b.example>'],
])('the Message-ID of %j is read', async (value, id) => {
  expect((await read({ 'Message-ID': value })).messageId).toBe(id)
})

test('references stand in any form, each once, and In-Reply-To may be a sentence', async () => {
  const mail = await read({
    References: '<a@x>,<b@x>\r\n\t<a@x> <c@x>',
    'In-Reply-To': 'Your message of "Fri" <c@x>',
  })
  expect([mail.references, mail.inReplyTo]).toEqual([['<a@x>', '<b@x>', '<c@x>'], '<c@x>'])
  expect((await read({ References: 'a@x b@x' })).references).toEqual(['<a@x>', '<b@x>'])
})

test.each<[string, string | readonly string[], { name: string; address: string }, boolean]>([
  [
    'an address with a name',
    'Anna Berg <anna@berg.example>',
    { name: 'Anna Berg', address: 'anna@berg.example' },
    true,
  ],
  ['a bare address', 'anna@berg.example', { name: '', address: 'anna@berg.example' }, true],
  [
    'a name with a comma',
    '"Berg, Anna" <anna@berg.example>',
    { name: 'Berg, Anna', address: 'anna@berg.example' },
    true,
  ],
  [
    'an encoded name',
    '=?gb2312?B?tqnCpQ==?= <anna@berg.example>',
    { name: '订楼', address: 'anna@berg.example' },
    true,
  ],
  [
    'an encoded name that is an address',
    `=?utf-8?B?${Buffer.from('<boss@quayside.example>, x').toString('base64')}?= <evil@x.example>`,
    { name: '<boss@quayside.example>, x', address: 'evil@x.example' },
    true,
  ],
  [
    'an encoded name alone',
    `=?utf-8?B?${Buffer.from('Boss <boss@quayside.example>').toString('base64')}?=`,
    { name: 'Boss <boss@quayside.example>', address: '' },
    false,
  ],
  ['two addresses', 'a@x.example, b@x.example', { name: '', address: 'a@x.example' }, false],
  ['two fields', ['a@x.example', 'b@x.example'], { name: '', address: 'a@x.example' }, false],
  [
    'an address in quotes',
    '"boss@quayside.example" <evil@x.example>',
    { name: 'boss@quayside.example', address: 'evil@x.example' },
    true,
  ],
  [
    'an address within an address',
    '<boss@quayside.example <evil@x.example>',
    { name: '', address: 'evil@x.example' },
    false,
  ],
  ['a group', 'Team: a@x.example, b@x.example;', { name: '', address: 'a@x.example' }, false],
  ['no address', 'undisclosed', { name: 'undisclosed', address: '' }, false],
  ['nothing', '', { name: '', address: '' }, false],
])('From with %s', async (_, value, from, isFromSingle) => {
  expect(await read({ From: value })).toMatchObject({ from, isFromSingle })
})

test('an encoded word cannot bring a field, a recipient or a line of its own', async () => {
  const evil = `=?utf-8?B?${Buffer.from('a\r\nBcc: x@y.example\0').toString('base64')}?=`
  const mail = await read({ Subject: evil, From: `${evil} <a@b.example>`, To: `${evil} <c@d.example>` })
  expect(mail).toMatchObject({
    subject: 'a Bcc: x@y.example',
    from: { name: 'a Bcc: x@y.example' },
    to: ['c@d.example'],
  })
})

test('a line that only looks like a field is none: a space of another kind before the name, a byte order mark, a NUL', async () => {
  const lines = [
    '\u00a0From: boss@quayside.example',
    '\ufeffFrom: boss@quayside.example',
    'From\0: boss@quayside.example',
  ]
  const raw = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`), plainMail('x')])
  expect(await parseMail(raw)).toMatchObject({ from: { address: 'anna@berg.example' }, isFromSingle: true })
})

test.each([
  ['Sat, 28 Nov 2026 10:00:00 +0100', '2026-11-28T09:00:00.000Z'],
  ['28 Nov 2026 10:00 -0730', '2026-11-28T17:30:00.000Z'],
  ['Sat, 28 Nov 2026 10:00:00 GMT (comment)', '2026-11-28T10:00:00.000Z'],
  ['Sat, 28 Nov 26 10:00:00 EST', '2026-11-28T15:00:00.000Z'],
  ['Thu, 01 Jan 1970 00:00:00 +0000', '1970-01-01T00:00:00.000Z'],
  ['2026-11-28T10:00:00+08:00', '2026-11-28T02:00:00.000Z'],
  ['Tue, 31 Nov 2026 10:00:00 +0000', null],
  ['Sat, 28 Nov 2026 25:00:00 +0000', null],
  ['Sat, 28 Nov 2026 10:00:00 +9900', null],
  ['yesterday', null],
  ['2026', null],
  ['', null],
])('the date %j is read as %j', (value, time) => expect(sentAtOf(value)).toBe(time))

test('NULs, lone surrogates and controls never reach a text', async () => {
  const body = textPart('a\0b\u0007', 'text/plain', 'utf-8', 'base64')
  const mail = await parseMail(message(body, { Subject: '=?utf-16le?B?ANg=?= a\0b' }))
  for (const text of [mail.text, mail.topText, mail.subject]) {
    expect(text).not.toContain('\0')
    expect(text.isWellFormed()).toBe(true)
  }
})

test.each<[string, string | Buffer, object]>([
  ['nothing', '', { isMail: false, text: '', subject: '' }],
  ['no field', 'Hello world\n\nText', { isMail: false }],
  ['a blank line first', `\r\n${plainMail('x')}`, { isMail: false }],
  ['a header alone', 'Subject: Alone', { isMail: true, subject: 'Alone', text: '' }],
  [
    'a line of an mbox first',
    `From a@b Sat Nov 28 10:00:00 2026\r\n${plainMail('Hello')}`,
    { isMail: true, text: 'Hello' },
  ],
  ['a multipart without a boundary', 'Content-Type: multipart/mixed\n\nHello', { text: 'Hello' }],
  ['a multipart whose boundary never comes', 'Content-Type: multipart/mixed; boundary=b\n\nHello', { text: 'Hello' }],
  ['a multipart that does not end', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello', { text: 'Hello' }],
  [
    'a boundary that begins like another',
    'Content-Type: multipart/mixed; boundary=b\n\n--bb\n--b \nA: b\n\nHello\n--b--',
    { text: 'Hello' },
  ],
  ['a type that is none', 'Content-Type: text\n\nHello', { text: 'Hello' }],
  ['an encoding that is none', 'Content-Transfer-Encoding: x\n\nHello', { text: 'Hello' }],
  ['base64 that is none', 'Content-Transfer-Encoding: base64\n\n***', { text: '' }],
  ['lines without carriage returns', 'Subject: A\n B\n\nHello\nyou', { subject: 'A B', text: 'Hello\nyou' }],
])('%s gives what can be read', async (_, raw, expected) => {
  expect(await parseMail(Buffer.from(raw))).toMatchObject(expected)
})

test('answers between quoted lines are the own words, and cargo that goes from a port to a port is no quoted mail', async () => {
  const between = await parseMail(
    plainMail('Hi\n\nOn Nov 27, 2026 Desk wrote:\n> When?\nTomorrow.\n> Where?\nIn Ningbo.'),
  )
  expect(between.topText.replaceAll(/\n+/g, '\n')).toBe('Hi\nTomorrow.\nIn Ningbo.')
  const cargo = 'We have cargo:\nFrom: Ningbo\nTo: Vancouver\nDate: 28 Nov\nPlease quote.'
  expect(await parseMail(plainMail(cargo))).toMatchObject({ topText: cargo, quotedText: '', forwardedText: null })
})

const SEEDS = [
  ...MESSAGES.filter((_, at) => at % 9 === 0).map(({ raw }) => raw),
  message(
    multipart('mixed', [
      textPart('Hello'),
      filePart('a.pdf', PDF),
      entity({ 'Content-Type': 'message/rfc822' }, plainMail('x')),
    ]),
  ),
  message(
    multipart('report', [
      textPart('x'),
      entity({ 'Content-Type': 'message/delivery-status' }, 'Final-Recipient: rfc822; a@b\nAction: failed'),
    ]),
  ),
]
const PIECES = [
  '\r\n',
  '\r\n\r\n',
  '\0',
  '=?gb2312?B?',
  '?=',
  '--',
  '"',
  '(',
  ';',
  '=',
  '<',
  '>',
  '\x1b$)A\x0e',
  '~{',
  'Content-Type: multipart/mixed; boundary="',
  'Content-Transfer-Encoding: base64\r\n',
  '\xff\xfe',
]

const mutation = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), at: fc.nat(), piece: fc.constantFrom(...PIECES) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), length: fc.nat(200) }),
  fc.record({ kind: fc.constant('byte' as const), at: fc.nat(), byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), length: fc.nat(400) }),
)

test('any mutation of a mail is read, and what is read can be stored', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...SEEDS),
    fc.array(mutation, { maxLength: 12 }),
    async (seed, mutations) => {
      let raw = Buffer.from(seed)
      for (const each of mutations) {
        const at = each.at % (raw.length + 1)
        const [before, after] = [raw.subarray(0, at), raw.subarray(at)]
        if (each.kind === 'put') raw = Buffer.concat([before, Buffer.from(each.piece, 'latin1'), after])
        else if (each.kind === 'cut') raw = Buffer.concat([before, after.subarray(each.length)])
        else if (each.kind === 'repeat') raw = Buffer.concat([before, after.subarray(0, each.length), after])
        else if (at < raw.length) raw[at] = each.byte
      }
      const mail = await putPictures(await parseMail(raw))
      const texts = [
        mail.subject,
        mail.messageId,
        mail.from.name,
        mail.from.address,
        ...mail.references,
        ...mail.to,
        ...mail.cc,
      ]
      for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u)
      for (const text of [
        mail.text,
        mail.topText,
        mail.quotedText,
        mail.forwardedText,
        mail.html,
        ...mail.nested.map((one) => one.text),
      ]) {
        expect(text ?? '').not.toContain('\0')
        expect((text ?? '').isWellFormed()).toBe(true)
      }
      for (const { name } of mail.files) expect(name).toMatch(/^[^/\\\p{Cc}]{1,200}$/u)
      expect(mail.html ?? '').not.toMatch(/<script|<img[^>]+src="http/i)
    },
  )
  await fc.assert(property, { numRuns: 500, seed: 35 })
})

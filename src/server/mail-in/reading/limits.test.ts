import { expect, test } from 'vitest'
import { MAX_FIELDS, MAX_MAIL_SIZE, MAX_TEXT } from './limits.ts'
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

const repeated = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const leftOut = async (raw: Uint8Array) => (await parseMail(raw)).leftOut

test('50 files are listed, and of 51 the last is left out', async () => {
  const mail = (count: number) =>
    message(
      multipart(
        'mixed',
        repeated(count, (at) => filePart(`${at}.pdf`, PDF)),
      ),
    )
  expect(await parseMail(mail(50))).toMatchObject({ leftOut: [], files: { length: 50 } })
  expect(await parseMail(mail(51))).toMatchObject({ leftOut: ['files'], files: { length: 50 } })
})

test('20 multiparts within each other are read, and a 21st is not', async () => {
  const mail = (levels: number) => {
    let body = multipart('mixed', [textPart('Innermost'), filePart('a.pdf', PDF)])
    for (let level = 1; level < levels; level++) body = multipart('mixed', [textPart(`Level ${level}`), body])
    return message(body)
  }
  const within = await parseMail(mail(20))
  expect([within.leftOut, within.files.length]).toEqual([[], 1])
  expect(within.text).toContain('Innermost')
  const beyond = await parseMail(mail(21))
  expect([beyond.leftOut, beyond.files.length]).toEqual([['levels'], 0])
  expect(beyond.text).toContain('Level 20')
  expect(beyond.text).not.toContain('Innermost')
})

test('the levels of an attached mail count with those around it', async () => {
  const inner = (levels: number) => {
    let body = multipart('mixed', [textPart('Innermost')])
    for (let level = 1; level < levels; level++) body = multipart('mixed', [body])
    return message(multipart('mixed', [textPart('x'), entity({ 'Content-Type': 'message/rfc822' }, message(body))]))
  }
  expect((await parseMail(inner(19))).nested).toEqual([{ subject: HEADER.Subject, text: 'Innermost' }])
  expect(await leftOut(inner(20))).toEqual(['levels'])
})

test('200 recipients of To and Cc are kept, and a token is found in the 201st and in other fields', async () => {
  const token = 'abcdefghijklmnopqrstuvwx23'
  const list = (count: number, name: string) => repeated(count, (at) => `N <${name}${at}@x.example>`).join(',\r\n ')
  const mail = (cc: number, more: Fields = {}) => plainMail('x', { To: list(120, 'to'), Cc: list(cc, 'cc'), ...more })
  const within = await parseMail(mail(80))
  expect([within.leftOut, within.to.length, within.cc.length]).toEqual([[], 120, 80])
  const beyond = await parseMail(
    plainMail('x', { To: list(120, 'to'), Cc: `${list(80, 'cc')}, reply+${token.toUpperCase()}@quayside.example` }),
  )
  expect([beyond.leftOut, beyond.to.length, beyond.cc.length]).toEqual([['recipients'], 120, 80])
  expect(beyond.replyTokens).toEqual([token])
  for (const name of ['Delivered-To', 'X-Original-To', 'Envelope-To'])
    expect((await parseMail(plainMail('x', { [name]: `<reply+${token}@quayside.example>` }))).replyTokens).toEqual([
      token,
    ])
  for (const value of [`reply+${token}a@x.example`, `reply+${token.slice(1)}@x.example`, `${token}@x.example`])
    expect((await parseMail(plainMail('x', { To: value }))).replyTokens).toEqual([])
})

test('100 references are kept; of more, the first and the last 99', async () => {
  const ids = repeated(101, (at) => `<${at}@x.example>`)
  const mail = (count: number) => plainMail('x', { References: ids.slice(0, count).join('\r\n ') })
  expect(await parseMail(mail(100))).toMatchObject({ leftOut: [], references: ids.slice(0, 100) })
  expect(await parseMail(mail(101))).toMatchObject({ leftOut: ['references'], references: [ids[0], ...ids.slice(2)] })
})

test('a subject has 998 code points, in one line', async () => {
  const mail = (count: number) => plainMail('x', { Subject: '👋'.repeat(count) })
  expect(await parseMail(mail(998))).toMatchObject({ leftOut: [], subject: '👋'.repeat(998) })
  expect(await parseMail(mail(999))).toMatchObject({ leftOut: ['subject'], subject: '👋'.repeat(998) })
})

test('5 000 fields are read, and the 5 001st is not', async () => {
  const own = Object.keys(HEADER).length + 2
  const mail = (count: number) => plainMail('Hello', { 'X-A': repeated(count - own - 1, String), 'X-Autoreply': 'yes' })
  // The fields of a test come before those of its body.
  const within = await parseMail(mail(MAX_FIELDS))
  expect([within.leftOut, within.automatic, within.text]).toEqual([[], 'auto-reply', 'Hello'])
  expect(await leftOut(mail(MAX_FIELDS + 1))).toEqual(['headers'])
})

test('headers have 8 MB in all, folded ones too', async () => {
  const mail = (megabytes: number) =>
    plainMail('x', { Subject: 'Kept', 'X-A': repeated(megabytes * 16, () => 'x'.repeat(65_530)).join('\r\n ') })
  expect(await parseMail(mail(7))).toMatchObject({ leftOut: [], subject: 'Kept', text: 'x' })
  expect(await parseMail(mail(9))).toMatchObject({ leftOut: ['headers'], subject: 'Kept' })
})

test('the text and the HTML have a million code points each', async () => {
  const mail = (count: number, type: string) => message(textPart('a'.repeat(count), type, 'utf-8', 'base64'))
  const plain = await parseMail(mail(MAX_TEXT, 'text/plain'))
  expect([plain.leftOut, plain.text.length]).toEqual([[], MAX_TEXT])
  const beyond = await parseMail(mail(MAX_TEXT + 1, 'text/plain'))
  expect([beyond.leftOut, beyond.text.length]).toEqual([['text'], MAX_TEXT])
  const html = await parseMail(mail(MAX_TEXT + 1, 'text/html'))
  expect([html.leftOut, html.html?.length]).toEqual([['text'], MAX_TEXT])
  const entities = await parseMail(message(textPart('&'.repeat(900_000), 'text/html', 'utf-8', 'base64')))
  expect(entities.leftOut).toEqual(['text'])
  expect(entities.html?.length).toBeLessThanOrEqual(MAX_TEXT)
})

test('a mail of 25 MB is read, and of a larger one the header', async () => {
  const start = message(entity({ 'Content-Type': 'application/pdf' }, PDF))
  const mail = (size: number) => Buffer.concat([start, Buffer.alloc(size - start.length, 'x')])
  expect(await parseMail(mail(MAX_MAIL_SIZE))).toMatchObject({ leftOut: [], files: { length: 1 } })
  const beyond = await parseMail(mail(MAX_MAIL_SIZE + 1))
  expect(beyond).toMatchObject({
    leftOut: ['size'],
    files: [],
    text: '',
    subject: HEADER.Subject,
    messageId: '<m1@berg.example>',
  })
})

test.each<[string, () => Uint8Array]>([
  [
    'a hundred thousand empty parts',
    () => message(entity({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\n\n'.repeat(100_000))),
  ],
  ['five million blank lines', () => message(entity({}, Buffer.alloc(5_000_000, 10)))],
  [
    'lines that begin like a boundary',
    () => message(entity({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--bb\n'.repeat(1_000_000))),
  ],
  [
    'a megabyte of an encoded word that never ends',
    () => plainMail('x', { Subject: `=?utf-8?Q?${'=?'.repeat(500_000)}` }),
  ],
  [
    'a megabyte of addresses',
    () => plainMail('x', { To: '<a@b.example>,'.repeat(70_000), From: '<'.repeat(1_000_000) }),
  ],
  [
    'a megabyte of comments',
    () => plainMail('x', { 'Content-Type': '('.repeat(500_000), 'Auto-Submitted': '('.repeat(500_000) }),
  ],
  ['a megabyte of parameters', () => plainMail('x', { 'Content-Type': `text/plain${';a*0=b'.repeat(150_000)}` })],
  ['half a million quoted lines', () => plainMail('> x\n'.repeat(500_000))],
  ['lines that begin like an attribution', () => plainMail(`${'On 1 '.repeat(20)}\n`.repeat(9_000))],
  ['lines that begin like a header', () => plainMail('From: x\n'.repeat(100_000))],
  ['one line of a megabyte', () => plainMail('On 1 '.repeat(190_000))],
  ['a megabyte of dashes', () => plainMail('-'.repeat(990_000))],
  ['a megabyte of spaces', () => plainMail(`${' '.repeat(990_000)}x`)],
  [
    'a megabyte of tags',
    () => message(textPart('<b>x</b><a href="https://x.example">y</a>'.repeat(20_000), 'text/html', 'utf-8', 'base64')),
  ],
  [
    'a megabyte of marked quotes',
    () => message(textPart('<div class="gmail_quote">'.repeat(40_000), 'text/html', 'utf-8', 'base64')),
  ],
  [
    'a megabyte of open links',
    () => message(textPart('<a href="https://x.example">'.repeat(30_000), 'text/html', 'utf-8', 'base64')),
  ],
])('%s are read in linear time', async (_, make) => {
  // A worse search would outlast the runner's own limit.
  expect(await parseMail(make())).toMatchObject({ isMail: true })
})

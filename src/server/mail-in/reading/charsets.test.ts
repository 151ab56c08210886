import { expect, test } from 'vitest'
import { decodeText } from './charsets.ts'
import { decodeWords } from './encoded-words.ts'
import { base64Lines, encoded, encodedWord, entity, HEADER, message, textPart } from './messages.fixture.ts'
import { readStructured } from './parameters.ts'
import { parseMail } from './parse-mail.ts'

const TEXTS: [charset: string, text: string][] = [
  ['utf-8', 'Grüße 订单 👋'],
  ['gb2312', '上海港口，货物已到'],
  ['gbk', '上海港口，貨物已到'],
  ['gb18030', '宁波舟山港'],
  ['hz-gb-2312', '订单 ~ABCD~ 已发'],
  ['iso-2022-cn', '订单 ABCD12345678\n已发'],
  ['iso-2022-jp', '東京の港 ABC'],
  ['iso-2022-kr', '부산 port'],
  ['shift_jis', '東京の港'],
  ['euc-jp', '東京の港'],
  ['euc-kr', '부산항 도착'],
  ['big5', '高雄港，貨物已到'],
  ['windows-1252', '“€ 5” – Grüße…'],
  ['iso-8859-1', '“€ 5” – Grüße…'],
]

test.each(TEXTS)('a text and a subject in %s are read', async (charset, text) => {
  for (const transfer of ['base64', 'quoted-printable', '8bit'] as const) {
    const subject = encodedWord(text.replaceAll('\n', ' '), charset, transfer === '8bit' ? 'Q' : 'B')
    const mail = await parseMail(message(textPart(text, 'text/plain', charset, transfer), { Subject: subject }))
    expect(mail.text.trim(), transfer).toBe(text)
    expect(mail.subject, transfer).toBe(text.replaceAll('\n', ' '))
  }
})

test.each([
  ['GB_2312-80', '订单'],
  ['x-gbk', '订单'],
  ['CP936', '订单'],
  ['"gb2312"', '订单'],
])('the charset %s is read as GB18030', (label, text) => {
  expect(decodeText(encoded(text, 'gb18030'), label)).toBe(text)
})

test.each([null, '', 'us-ascii', 'x-unknown', 'no-such-charset', 'utf-7'])(
  'text in the charset %j is UTF-8 where its bytes are that, else Windows-1252',
  (label) => {
    expect(decodeText(Buffer.from('Grüße'), label)).toBe('Grüße')
    expect(decodeText(encoded('Grüße – €', 'windows-1252'), label)).toBe('Grüße – €')
  },
)

test.each(['gb2312', 'gb18030', 'utf-8', 'big5', 'euc-kr'])(
  'encoded words in %s that are cut inside a character are joined as bytes',
  (charset) => {
    const text = charset === 'big5' ? '高雄港貨物' : charset === 'euc-kr' ? '부산항도착' : '上海港口货物'
    for (const form of ['B', 'Q'] as const)
      for (const cut of [1, 3, 5, 7])
        expect(decodeWords(encodedWord(text, charset, form, cut)), `${form} ${cut}`).toBe(text)
  },
)

test('the space between encoded words goes, and that beside other text stays', () => {
  expect(decodeWords('=?utf-8?Q?a?= =?utf-8?Q?b?= c =?iso-8859-1?Q?=E9?=\t=?utf-8?B?w6k=?=')).toBe('ab c éé')
  expect(decodeWords('=?utf-8*de?Q?Gr=C3=BC=C3=9Fe_an_alle?=')).toBe('Grüße an alle')
  expect(decodeWords('=?utf-8?Q?not closed')).toBe('=?utf-8?Q?not closed')
})

test('a header with plain bytes is UTF-8, else Windows-1252', async () => {
  const { Subject: _, ...others } = HEADER
  for (const bytes of [Buffer.from('Grüße'), encoded('Grüße', 'windows-1252')]) {
    const raw = Buffer.concat([Buffer.from('Subject: '), bytes, Buffer.from('\r\n'), entity(others, 'x')])
    expect((await parseMail(raw)).subject).toBe('Grüße')
  }
})

test.each([
  [`attachment; filename*=UTF-8''%E8%AE%A2%E5%8D%95.pdf`, '订单.pdf'],
  [`attachment; filename*=gb2312''%B6%A9%B5%A5.pdf; filename="x.pdf"`, '订单.pdf'],
  [`attachment; filename*0*=utf-8''%E8%AE; filename*1*=%A2%E5%8D%95; filename*2=".pdf"`, '订单.pdf'],
  [`attachment; filename*1="b.pdf"; filename*0="a"`, 'ab.pdf'],
  [`attachment; filename="=?gb2312?B?${Buffer.from(encoded('订单', 'gb18030')).toString('base64')}?=.pdf"`, '订单.pdf'],
  ['attachment; filename=Invoice (1).pdf', 'Invoice (1).pdf'],
  ['attachment (a comment; filename=b.pdf); filename=c.pdf', 'c.pdf'],
  ['attachment; filename="a \\"b\\" c.pdf"', 'a "b" c.pdf'],
  ['attachment; filename="first.pdf"; filename="second.pdf"', 'first.pdf'],
])('the file name of %s is read', (field, name) => {
  expect(readStructured(field).parameters.get('filename')).toBe(name)
})

test('flowed text is joined to its paragraphs, and keeps its quotes and signature', async () => {
  const body = 'A long line \nthat goes on\n> quoted \n> on\n-- \nAnna \nBerg'
  const raw = message(entity({ 'Content-Type': 'text/plain; format=flowed' }, body))
  expect((await parseMail(raw)).text).toBe('A long line that goes on\n> quoted on\n-- \nAnna Berg')
})

test('HTML without a charset is read in the one that it names itself', async () => {
  const html = Buffer.concat([
    Buffer.from('<meta charset="gb2312"><p>'),
    encoded('订单', 'gb18030'),
    Buffer.from('</p>'),
  ])
  expect((await parseMail(message(entity({ 'Content-Type': 'text/html' }, html)))).html).toContain('<p>订单</p>')
})

test('base64 with padding within, and with line ends anywhere, is read', async () => {
  const body = `${base64Lines(Buffer.from('abcd'))}\r\n${base64Lines(Buffer.from('e'))}\r\n`
  const raw = message(entity({ 'Content-Type': 'text/plain', 'Content-Transfer-Encoding': 'base64' }, body))
  expect((await parseMail(raw)).text).toBe('abcde')
})

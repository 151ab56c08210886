import { describe, expect, test } from 'vitest'
import { HOSTILE_HTML } from '#server/html/hostile-html.fixture.ts'
import { message, multipart, plainMail, textPart } from './messages.fixture.ts'
import { parseMail } from './parse-mail.ts'
import { showHtml } from './show-html.ts'

const show = (html: string) => showHtml(html, { addressOf: () => null })

/** What a browser would load or run in this HTML. */
const LOADS =
  /<(?:script|iframe|object|embed|link|style|svg|math|form|input|base|meta|video|audio|source)\b|\s(?:srcset|background|poster|on\w+)=|url\(|@import|javascript:|data:text/i

const REMOTE = [
  '<img src="https://x.example/a.png">',
  '<img src="//x.example/a.png" srcset="https://x.example/b.png 2x">',
  '<table background="https://x.example/a.png"><tr><td background="https://x.example/b.png">x</td></tr></table>',
  '<video poster="https://x.example/a.png" src="https://x.example/a.mp4">x</video>',
  '<p style="background:url(https://x.example/a.png)">x</p>',
  '<p style="background-image:u\\72l(https://x.example/a.png)">x</p>',
  '<style>@import "https://x.example/a.css";p{background:url(https://x.example/a.png)}</style><p>x</p>',
  '<link rel="stylesheet" href="https://x.example/a.css"><p>x</p>',
  '<p style="list-style-image:url(\'https://x.example/a.png\')">x</p>',
  '<input type="image" src="https://x.example/a.png">',
  '<svg><image href="https://x.example/a.png"/></svg>',
  '{{ <img src="https://x.example/a.png"> }}',
  '{% <img src="https://x.example/a.png"> %}',
  '<!--[if mso]><img src="https://x.example/a.png"><![endif]-->',
  '<img src="https&#58;//x.example/a.png">',
  '<img src="ht\ntps://x.example/a.png">',
  '<img src=" https://x.example/a.png">',
  '<img src="cid:a" src="https://x.example/a.png">',
  '<img lowsrc="https://x.example/a.png" dynsrc="https://x.example/a.png">',
]

describe.each(REMOTE)('%s', (html) => {
  test('nothing is loaded from elsewhere', () => {
    const { html: shown } = show(html)
    expect(shown).not.toMatch(LOADS)
    expect(shown.replaceAll(/\[[^\]]*\]|href="[^"]*"/g, '')).not.toMatch(/<[^>]*x\.example/)
  })
})

test.each(HOSTILE_HTML.map((html) => [html]))('nothing runs in %j', (html) => {
  expect(show(html).html.replaceAll(/>[^<]*</g, '><')).not.toMatch(LOADS)
})

test('pictures of other servers are counted, and shown by https only when asked for', () => {
  const { html, withPictures, remotePictures } = show(
    '<p>a<img src="https://x.example/a.png" alt="A"><img src="//x.example/b.png"><img src="http://x.example/c.png"></p>',
  )
  expect([html, remotePictures]).toEqual(['<p>a</p>', 2])
  expect(withPictures).toBe(
    '<p>a<img alt="A" src="https://x.example/a.png" /><img src="https://x.example/b.png" /></p>',
  )
  expect(show('<p>a</p>')).toMatchObject({ withPictures: null, remotePictures: 0 })
})

const ATTRIBUTES = 'target="_blank" rel="noopener noreferrer nofollow"'
test.each([
  [
    '<a href="https://evil.example/x">Your bank</a>',
    `<a href="https://evil.example/x" ${ATTRIBUTES}>Your bank</a> [evil.example]`,
  ],
  [
    '<a href="https://evil.example">www.bank.example</a>',
    `<a href="https://evil.example/" ${ATTRIBUTES}>www.bank.example</a> [evil.example]`,
  ],
  [
    '<a href="https://bank.example@evil.example/">x</a>',
    `<a href="https://bank.example@evil.example/" ${ATTRIBUTES}>x</a> [evil.example]`,
  ],
  [
    '<a href="https://www.berg.example/a">berg.example/a</a>',
    `<a href="https://www.berg.example/a" ${ATTRIBUTES}>berg.example/a</a>`,
  ],
  ['<a href="mailto:a@b.example">Anna</a>', `<a href="mailto:a@b.example" ${ATTRIBUTES}>Anna</a>`],
  ['<a href="javascript:x()">x</a>', '<a>x</a>'],
  ['<a href="/admin">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', `<a href="https://evil.example/" ${ATTRIBUTES}>x</a> [evil.example]`],
  [
    '<a href="https://пример.example">x</a>',
    `<a href="https://xn--e1afmkfd.example/" ${ATTRIBUTES}>x</a> [xn--e1afmkfd.example]`,
  ],
])('a link says its host: %s', (html, shown) => {
  expect(show(html).html).toBe(shown)
})

test('a mail that writes the address of a picture itself shows none', async () => {
  const html = '<p>a<img src="https://0123456789abcdef0123456789abcdef.invalid/0"></p>'
  expect((await parseMail(message(textPart(html, 'text/html')))).html).toBe('<p>a</p>')
})

test('plain mails have no HTML; HTML alone has its text, of several parts all', async () => {
  expect((await parseMail(plainMail('a < b'))).html).toBe(null)
  expect(await parseMail(message(textPart('<p>a &lt; b</p>', 'text/html')))).toMatchObject({ text: 'a < b' })
  const parts = [textPart('<p>one</p>', 'text/html'), textPart('two <b>'), textPart('<p>three</p>', 'text/html')]
  const mail = await parseMail(message(multipart('mixed', parts)))
  expect(mail.text).toBe('one\ntwo <b>\nthree')
  expect(mail.html).toBe('<p>one</p>\n<p>two &lt;b&gt;</p>\n<p>three</p>')
})

test('HTML nested a hundred thousand deep, or broken in any way, is shown', async () => {
  for (const html of [
    `${'<div>'.repeat(100_000)}Hi`,
    `${'<table><tr><td>'.repeat(20_000)}Hi`,
    `Hi${'<a b="'.repeat(50_000)}`,
    `Hi${'<div '.repeat(100_000)}`,
  ]) {
    const mail = await parseMail(message(textPart(html, 'text/html')))
    expect(mail.text).toContain('Hi')
    expect(mail.html).toContain('Hi')
  }
})

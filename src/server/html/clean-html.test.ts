import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenize } from '#contract/lib/markup/tokens.ts'
import { SMALL_MAILS, WHOLE_MAIL } from '#contract/templates/fixtures/mails.ts'
import { cleanDocument, cleanRichText, cleanTagged } from './clean-html.ts'
import { HOSTILE_HTML } from './hostile-html.fixture.ts'

const RUNS =
  /<\/?(?:script|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|svg|math|base|link|xmp|noscript|template|plaintext|video|audio|marquee|isindex|keygen)\b/i

/**
 * Dangers that a browser would see in the tags of a text: elements that run, handlers, addresses that run.
 */
function threats(html: string): string[] {
  const bare = html.replace(/<!--[\s\S]*?-->/g, '')
  const found = RUNS.exec(bare)?.slice(0, 1) ?? []
  for (const { kind, begin, end, attributes } of tokenize(html)) {
    const source = html.slice(begin, end)
    if (kind === 'broken') found.push(source)
    if (kind === 'raw' && /expression|javascript:|@import|-moz-binding/i.test(source)) found.push(source)
    if (kind === 'comment' && /<script|onclick=|javascript:/.test(source)) found.push(source)
    for (const { name, value } of attributes) {
      if (/^on|^(?:srcdoc|formaction|ping|action|autofocus|contenteditable)$/.test(name)) found.push(`${name}=${value}`)
      if (
        /(?:java|vb)script\s*:|data:text|data:image\/svg|blob:|expression|behavior|refresh|set-cookie|security-policy/i.test(
          value,
        )
      )
        found.push(value)
    }
  }
  return found
}

const NAMES =
  'table tbody thead tr td th caption col p li ul dl dt dd div b a h1 font center ruby rt form svg object select body style'.split(
    ' ',
  )
const MIXTURE = fc
  .array(
    fc.oneof(
      fc.constantFrom(...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`])),
      fc.constantFrom('x', '&amp;', '<!--[if mso]>y<![endif]-->', '{% if a %}', '{% endif %}', '<a href="{{ u }}">'),
    ),
    { maxLength: 15 },
  )
  .map((pieces) => pieces.join(''))

const cleaners = { cleanRichText, cleanDocument, cleanTagged }

describe.each(Object.entries(cleaners))('%s', (_, clean) => {
  test.each(HOSTILE_HTML.map((html) => [html]))('removes everything that runs from %j', (html) => {
    expect(threats(clean(html))).toEqual([])
    expect(threats(clean(`<table><tr><td>${html}</td></tr></table>`))).toEqual([])
  })

  test.each(HOSTILE_HTML.map((html) => [html]))('cleaning %j again changes nothing', (html) => {
    expect(clean(clean(html))).toBe(clean(html))
  })

  test.each([
    '<p><font><table>',
    '<dt><ruby><dd>',
    '<thead><form><td>',
    '<table><tr><td><form><tr><td>x</td></tr></form></td></tr></table>',
    '<tr><svg><td><select><tr><object><td>x',
    ...Object.values(SMALL_MAILS).map((mail) =>
      mail.replaceAll('<td', '<td><form><tr><td').replaceAll('</td>', '</td></td>'),
    ),
  ])('elements that end each other once another is gone settle: %j', (html) => {
    expect(clean(clean(html))).toBe(clean(html))
  })

  test('cleaning any mixture of elements, comments and tags again changes nothing', () => {
    fc.assert(
      fc.property(MIXTURE, (html) => {
        const once = clean(html)
        expect(clean(once)).toBe(once)
      }),
      { numRuns: 300, seed: 19 },
    )
  })
})

test('a safe document stays unchanged to the letter, with its tags, comments for Outlook and entities', () => {
  expect(cleanTagged(WHOLE_MAIL)).toBe(WHOLE_MAIL)
  for (const mail of Object.values(SMALL_MAILS)) expect(cleanTagged(mail)).toBe(mail)
})

test('only the unsafe parts of a document are removed', () => {
  const unsafe = WHOLE_MAIL.replace('<meta charset', '<base href="/x"><meta charset')
    .replace('<p>Dear', '<p onclick="x()">Dear')
    .replace('</body>', '<script>x()</script></body>')
  expect(cleanTagged(unsafe)).toBe(WHOLE_MAIL)
})

test('rich text keeps what the editor writes; links to new windows get noopener', () => {
  const text =
    '<h2>A</h2><p style="text-align:center">b <strong>c</strong>&nbsp;<a href="https://e.example" target="_blank">d</a></p><ul><li>e</li></ul><img src="/images/1.png" alt="f" width="10"><table><tbody><tr><td colspan="2">g</td></tr></tbody></table>'
  expect(cleanRichText(text)).toBe(text.replace('target="_blank"', 'target="_blank" rel="noopener noreferrer"'))
})

test('rich text takes no classes, ids, positions or style sheets', () => {
  expect(cleanRichText('<style>p{}</style><p id="root" class="x" style="position:fixed;color:red">a</p>')).toBe(
    '<p style="color:red">a</p>',
  )
})

test('text that looks like markup stays text', () => {
  expect(cleanRichText('a &lt;script&gt; b < c & d')).toBe('a &lt;script&gt; b &lt; c &amp; d')
  expect(cleanDocument('<p>{{ not a tag }} {% x %}</p>')).toBe('<p>{{ not a tag }} {% x %}</p>')
})

test.each([
  ['nested elements', '<div>'.repeat(50_000)],
  ['unclosed attributes', '<a b="'.repeat(50_000)],
  ['comments', '<!--[if mso]><p><![endif]-->'.repeat(10_000)],
  ['template tags', '{% if a < 5 %}'.repeat(20_000)],
  ['entities', '&nbsp;'.repeat(80_000)],
  ['angle brackets', '<'.repeat(400_000)],
  ['styles', '<p style="a:\\65/*">'.repeat(20_000)],
])('half a megabyte of %s is cleaned, in linear time', (_, html) => {
  // A worse search would outlast the runner's own limit.
  expect(threats(cleanDocument(html))).toEqual([])
  expect(threats(cleanTagged(html))).toEqual([])
})

test('rich text that a program sends as Word wrote it keeps no comments, no conditions and no broken pictures', () => {
  const word =
    '<!--StartFragment--><p>a<![if !supportLists]>b<![endif]><img src="file:///C:/x.png" width="9"></p><!--[if mso]>c<![endif]-->'
  expect(cleanRichText(word)).toBe('<p>ab</p>')
  for (const src of ['cid:x', 'data:image/png;base64,AA', 'blob:https://x.example/1', ''])
    expect(cleanRichText(`<p>a<img src="${src}"></p>`), src).toBe('<p>a</p>')
  expect(cleanRichText('<img src="/images/a.png" alt="A">')).toBe('<img src="/images/a.png" alt="A">')
})

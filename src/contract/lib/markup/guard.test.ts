import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { protect, restore, splitShell } from '#contract/lib/markup/guard.ts'
import { tokenize } from '#contract/lib/markup/tokens.ts'
import { SMALL_MAILS, TAGS_IN_FIXTURES, TAGS_IN_WHOLE_MAIL, WHOLE_MAIL } from '#contract/templates/fixtures/mails.ts'

const tagsOf = (html: string) => html.match(/\{\{[^}]*\}\}|\{%[^}]*%\}/g) ?? []

const pieces = fc.constantFrom(
  ...(
    '{{ a }}|{% if a < 5 %}|{% endif %}|{{ "x<b>" }}|{{ \'q\' | default: "y" }}|{{|{%|}}|%}|{|}|<p>|</p>|<table>|</table>|<tr>|</tr>|<td |>|</td>|<li>|<ul>|</ul>' +
    '|<a href="|"|\'|=| title=|<!--|-->|--!>|<!--[if mso]>|<![endif]-->|<!-->|<!--tpl:|x:|_003c|<style>|</style>|<title>|</title>|<br/>|data-tpl-0="_007b_007b_0061_007d_007d"' +
    '| data-tpl-x-row="a"| data-tpl-row="_007b_007b_0061_007d_007d"|<tr data-tpl-row="|<span data-tpl-tag="| onclick="|javascript:|&lt;|&nbsp;|\u00a0|\ud800|😀|<|</|<!|<?|<![if mso]>| |\n|a|[|]|/|style="color:|<script>|</script>|DATA-TPL-1='
  ).split('|'),
)
const templates = fc.array(
  fc.oneof({ weight: 6, arbitrary: pieces }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }),
  { maxLength: 40 },
)

test('restoring gives back any template to the letter', () => {
  fc.assert(
    fc.property(templates, (parts) => {
      const html = parts.join('')
      expect(restore(protect(html))).toBe(html)
    }),
    { numRuns: 5_000 },
  )
})

test('protecting twice and restoring twice gives back the template', () => {
  fc.assert(
    fc.property(templates, (parts) => {
      const html = parts.join('')
      expect(restore(restore(protect(protect(html))))).toBe(html)
    }),
  )
})

test('the tokens of a template joined are the template', () => {
  fc.assert(
    fc.property(templates, (parts) => {
      const html = parts.join('')
      expect(
        tokenize(html)
          .map((one) => html.slice(one.begin, one.end))
          .join(''),
      ).toBe(html)
    }),
  )
})

test('the parts of a document joined are the document', () => {
  fc.assert(
    fc.property(templates, (parts) => {
      const { before, body, after } = splitShell(`<html><body>${parts.join('')}</body></html>`)
      expect(before + body + after).toBe(`<html><body>${parts.join('')}</body></html>`)
    }),
  )
})

describe('a real mail', () => {
  const { before, body, after } = splitShell(WHOLE_MAIL)

  test('keeps all its tags', () => {
    expect(tagsOf(WHOLE_MAIL)).toHaveLength(TAGS_IN_WHOLE_MAIL)
    expect(tagsOf(restore(protect(WHOLE_MAIL)))).toEqual(tagsOf(WHOLE_MAIL))
  })

  test('is cut into its shell and its content', () => {
    expect(before.trim().endsWith('bgcolor="#EEF1F4">')).toBe(true)
    expect(body.trim().startsWith('<!-- shown in the list')).toBe(true)
    expect(after.trim()).toBe('</body>\n</html>')
  })

  test('has no tag where the parser would move it', () => {
    const shown = protect(body)
    expect(shown).toContain('<tr data-tpl-row="')
    expect(shown).toContain('<li data-tpl-item="')
    expect(shown).not.toMatch(/<[a-z][^>]*\{[{%]/)
    expect(shown).not.toContain('<!--[if')
  })
})

test.each(['fragment', 'full'])(
  "the editor's fixture %s keeps all its tags, and shows none where a parser would move it",
  (name) => {
    const mail = readFileSync(new URL(`../../templates/fixtures/editor/${name}.html`, import.meta.url), 'utf8')
    const { before, body, after } = splitShell(mail)
    const shown = protect(body)
    expect(before + restore(shown) + after).toBe(mail)
    expect(tagsOf(restore(shown))).toHaveLength(TAGS_IN_FIXTURES)
    expect(shown).not.toMatch(/<[a-z][^>]*\{[{%]|<!--\[if/)
  },
)

test.each(Object.entries(SMALL_MAILS))('%s comes back', (_, html) => expect(restore(protect(html))).toBe(html))

test.each([
  ['between rows', '<table><tr><td>a</td></tr>{% if v %}<tr></tr></table>', '<tr data-tpl-row='],
  ['between rows without a table', '<tr></tr>{% if v %}<tr></tr>', '<tr data-tpl-row='],
  ['between items', '<ul>{{ a }}<li>b</li></ul>', '<li data-tpl-item='],
  ['between paragraphs', '<p>a</p>{% if v %}<p>b</p>', '<div data-tpl-block='],
  ['between cells', '<table><tr><td>a</td>{% if v %}<td>b</td></tr></table>', '<!--tpl:'],
  ['with operators in text', '<p>{% if a < 5 %}</p>', '<span data-tpl-tag='],
  ['in text', '<p>{{ a }}</p>', '<p>{{ a }}</p>'],
  ['in a cell', '<table><tr><td>{{ a }}</td></tr></table>', '<td>{{ a }}</td>'],
  ['in text at the top', 'Dear {{ a }}', 'Dear {{ a }}'],
])('a tag %s has its placeholder', (_, html, expected) => expect(protect(html)).toContain(expected))

const payload = (text: string) =>
  [...text].map((c) => (/[A-Za-z0-9]/.test(c) ? c : `_${c.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{ a }}<img src=x onerror=alert(1)>',
  '{{ "<img src=x onerror=alert(1)>" }}',
  '<!-- --><script>alert(1)</script><!-- -->',
  '<!--><script>alert(1)</script>-->',
  '<!--a--!><script>alert(1)</script>-->',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '<!--[if mso]><a href="javascript:alert(1)">x</a><![endif]-->',
  '<![if mso]><script>',
  'plain text',
])('a forged placeholder of %s gives nothing back', (smuggled) => {
  const held = payload(smuggled)
  expect(restore(`<!--tpl:${held}-->`)).toBe('')
  expect(restore(`<span data-tpl-tag="${held}">x</span>`)).toBe('')
  expect(restore(`<table><tr data-tpl-row="${held}"><td>x</td></tr></table>`)).toBe('<table></table>')
})

test.each([
  'onclick="alert(1)" {{ a }}',
  'onclick="{{ a }}"',
  'o{% if a %}n{% endif %}click="x"',
  'href="javascript:alert({{ a }})"',
  'href="java{% if a %}{% endif %}script:alert(1)"',
  'href="&#106;avascript:{{ a }}"',
  'href="java\nscript:{{ a }}"',
  'href="data:text/html,{{ a }}"',
  'style="background:url(javascript:{{ a }})"',
  'style="width:expr/**/ession({{ a }})"',
  'srcdoc="{{ a }}"',
  'title="{{ a }}"><script>alert(1)</script><p x="{{ a }}"',
  'title="{{ " onmouseover=alert(1) " }}"',
  'title="no tag"',
])('forged attributes of %s give nothing back, and stay visible in a template', (attributes) => {
  expect(restore(`<p data-tpl-0="${payload(attributes)}">x</p>`)).toBe('<p >x</p>')
  expect(protect(`<p ${attributes}>x</p>`)).not.toContain(payload(attributes))
})

test('a tag typed in an editor comes back without entities', () => {
  expect(restore('<p>{% if order.volume &gt; 3 and order.volume &lt; 9 %}x{% endif %}</p>')).toBe(
    '<p>{% if order.volume > 3 and order.volume < 9 %}x{% endif %}</p>',
  )
  expect(restore('<p>{{ "&lt;img src=x onerror&gt;" }}</p>')).toBe('<p>{{ "&lt;img src=x onerror&gt;" }}</p>')
})

test('placeholders survive a parser', () => {
  const shown = protect('<table>{% if a %}<tr><td {{ b }} align="left">c</td></tr>{% endif %}</table>')
  const parsed = shown
    .replace('<table>', '<table><tbody>')
    .replace('</table>', '</tbody></table>')
    .replace('contenteditable="false"', '')
  expect(restore(parsed)).toBe(
    '<table><tbody>{% if a %}<tr><td {{ b }} align="left">c</td></tr>{% endif %}</tbody></table>',
  )
})

const FOUR_KB = 4096
test.each(
  [
    '{{',
    '{%',
    '{{ "',
    '<a ',
    '<a "',
    '<a x="',
    '<a {{',
    '<!--',
    '<!--[if mso]>',
    '<a><b>',
    '</a>',
    '<td>',
    '<table><tr>',
    '<style>',
    '</',
    '&',
    '{% if a %}',
    '<tr data-tpl-row="a">',
    '<!--a--!>',
    'style="',
    '\\',
    '/*',
    '<a style="/*',
    '<p {{ a }} ',
    '{"{',
  ].map((piece) => [piece]),
)('a text of nothing but %j is read in linear time', (piece) => {
  // A time worse than linear would outlast the runner's own limit.
  for (const size of [FOUR_KB, 50 * FOUR_KB]) {
    const html = piece.repeat(size / piece.length)
    expect(restore(protect(html)) === html).toBe(true)
  }
})

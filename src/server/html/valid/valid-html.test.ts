import fc from 'fast-check'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { cleanRichText } from '#server/html/clean-html.ts'
import { HOSTILE_HTML } from '#server/html/hostile-html.fixture.ts'
import { textStart } from './text-start.ts'
import { validRichText } from './valid-html.ts'

const checker = new HtmlValidate({ extends: ['html-validate:standard'] })
/** Errors in a page that shows this text, as stored, under its title. */
async function problemsOf(html: string): Promise<string[]> {
  const text = validRichText(cleanRichText(html))
  const page = `<!doctype html><html lang="en"><head><title>T</title></head><body><h1>T</h1>${text}</body></html>`
  const { results } = await checker.validateString(page)
  return results.flatMap(({ messages }) => messages.map(({ message }) => `${message} in ${text}`))
}

test.each([
  [
    'old attributes become style',
    '<td align="right" valign="top" width="50">',
    'text-align:right;vertical-align:top;width:50px',
  ],
  ['old elements get their name of today', '<strike>a</strike>', '<s>a</s>'],
  [
    'the title is the only h1, and no level is skipped',
    '<h1>a</h1><h5>b</h5><h2>c</h2>',
    '<h2>a</h2><h3>b</h3><h2>c</h2>',
  ],
  ['an empty heading goes', '<h2>&nbsp;</h2>a', 'a'],
  ['blocks in a heading become its lines', '<h2><div>a</div><div>b</div></h2>', '<h2>a<br>b</h2>'],
  [
    'a list in a list belongs to the item before',
    '<ul><li>a</li><ul><li>b</li></ul></ul>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  ],
  ['items without a list get one', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
  [
    'blocks in bold are blocks, still bold',
    '<b><ul><li>a</li></ul></b>',
    '<div style="font-weight:bold"><ul><li>a</li></ul></div>',
  ],
  ['a picture has a text', '<img src="/a.png">', '<img src="/a.png" alt="">'],
  ['a picture without an address goes', 'a<img alt="b">', 'a'],
  ['addresses are escaped', '<a href="/a b|c">d</a>', '<a href="/a%20b%7Cc">d</a>'],
  ['a link that leads nowhere is none', '<a href="http://" target="_blank">a</a>', '<a>a</a>'],
  [
    'style that no browser understands goes',
    '<p style="color:foo;width:50;text-align:center">a</p>',
    '<p style="text-align:center">a</p>',
  ],
  ['characters that stand for nothing go', 'a&#1;b&#128;', 'ab€'],
  ['text that looks like a template stays', '{{ a }}{% if <b>b</b> %}', '{{ a }}{% if <b>b</b> %}'],
  ['terms without descriptions are boxes', '<dl><dt>a</dt></dl>', '<div><div>a</div></div>'],
])('%s', (_, stored, shown) => {
  const html = stored.startsWith('<td') ? `<table><tr>${stored}a</td></tr></table>` : stored
  expect(validRichText(html)).toContain(shown)
})

test.each([
  ['rows without cells', '<tr><td rowspan="2">a</td></tr><tr></tr>', '<tr><td>a</td></tr>'],
  [
    'cells wider than the table',
    '<tr><td colspan="3">a</td></tr><tr><td>b</td></tr>',
    '<tr><td>a</td></tr><tr><td>b</td></tr>',
  ],
  [
    'cells over other cells',
    '<tr><td rowspan="2">a</td><td>b</td><td rowspan="2">c</td></tr><tr><td colspan="2">d</td></tr>',
    '<tr><td>d</td></tr>',
  ],
  [
    'columns that are not there',
    '<colgroup><col><col></colgroup><tr><td>a</td></tr>',
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
  ],
])('a table has no %s', async (_, rows, shown) => {
  expect(validRichText(`<table>${rows}</table>`)).toContain(shown)
  expect(await problemsOf(`<table>${rows}</table>`)).toEqual([])
})

test('a table without cells goes', () => {
  expect(validRichText('a<table><tr></tr></table>')).toBe('a')
})

test('what the editor writes stays as it is', () => {
  const text =
    '<h2>A</h2><p style="text-align:center">b <strong>c</strong>&nbsp;<a href="https://e.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">d</a></p><ul><li>e</li></ul><img src="/images/1.png" alt="f" width="10"><table style="border-collapse:collapse;width:100%"><colgroup><col style="width:50%"><col style="width:50%"></colgroup><tbody><tr><td>g</td><td>h</td></tr></tbody></table>'
  expect(validRichText(text)).toBe(text)
})

const NAMES =
  'p hr b em strike span a img blockquote pre code h1 h3 h6 div ul ol li dl dt dd figure figcaption table caption colgroup col thead tbody tfoot tr td th'
const ATTRIBUTES = [
  'align="center"',
  'valign="top"',
  'width="50%"',
  'border="1"',
  'href="/a b|c#d#e"',
  'href="ht tp://"',
  'href="http://[::1]/"',
  'name="x y"',
  'target="_foo"',
  'src="/a.webp"',
  'src="http:///"',
  'height="-3"',
  'style="color:foo;margin:1px 2px 3px 4px 5px"',
  'style="font-family:a,,b;vertical-align:10px"',
  'lang="xx"',
  'dir="up"',
  'start="x"',
  'type="disc"',
  'span="0"',
  'colspan="3"',
  'rowspan="2"',
  'scope="up"',
  'loading="x"',
]
const MIXTURE = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...NAMES.split(' ')), fc.constantFrom('', ...ATTRIBUTES))
        .map(([name, attribute]) => `<${name} ${attribute}>`),
      fc.constantFrom(...NAMES.split(' ').map((name) => `</${name}>`)),
      fc.constantFrom('x', '&nbsp;', '&#128;', '&foo;', '{% if <b> %}', '\u0001'),
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''))

test('any mixture of elements and attributes is valid once shown', async () => {
  await fc.assert(
    fc.asyncProperty(MIXTURE, async (html) => {
      expect(await problemsOf(html)).toEqual([])
    }),
    { numRuns: 300, seed: 56 },
  )
})

test('what is removed as hostile does not come back', () => {
  for (const html of HOSTILE_HTML)
    expect(validRichText(cleanRichText(html))).not.toMatch(
      /<[^>]*(?:="\s*(?:java|vb)script:|\son\w+=|srcdoc)|<(?:script|iframe|svg|style|form|object)\b/i,
    )
  // The checker on its own also knows no other elements and schemes.
  expect(validRichText('<p onclick="x()"><a href="javascript:x()">a</a><script>x()</script></p>')).not.toMatch(
    /<script|x\(\)"/,
  )
})

test.each([
  ['nested elements', '<div>'.repeat(200) + 'x'.repeat(90_000) + '</div>'.repeat(200)],
  ['tables', `<table>${'<tr><td rowspan="60000" colspan="1000">x</td></tr>'.repeat(1_900)}</table>`],
  ['empty rows', `<table><tr><td rowspan="3000">x</td></tr>${'<tr></tr>'.repeat(10_000)}</table>`],
  ['links', '<a href="/x" title="y">z</a>'.repeat(3_500)],
])('100 000 characters of %s take less than the thread may', (_, html) => {
  // CPU time, since other tests share the processors.
  const began = process.cpuUsage()
  validRichText(html)
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(4_000)
})

test('the first words of a text are cut between words', () => {
  const html = '<h2>Title</h2><p>One <b>t</b>wo &amp; three</p><ul><li>four</li></ul>'
  expect(textStart(html, 100)).toBe('Title One two & three four')
  expect(textStart(html, 26)).toBe('Title One two & three four')
  expect(textStart(html, 25)).toBe('Title One two & three…')
  expect(textStart(html, 12)).toBe('Title One…')
  expect(textStart('x'.repeat(200), 155)).toHaveLength(155)
  expect(textStart(`<p>${'word '.repeat(20_000)}</p>`, 155)).toMatch(/^(?:word ){30}word…$/)
  expect(textStart('<p><br></p>', 155)).toBe('')
})

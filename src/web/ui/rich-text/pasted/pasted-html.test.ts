import { expect, test } from 'vitest'
import { cleanPasted } from './pasted-html.ts'

const files = import.meta.glob<string>('/tests/cases/files/*.html', { query: '?raw', import: 'default', eager: true })
const caseOf = (name: string) => files[`/tests/cases/files/${name}.html`] ?? ''

const HELD = 'blob:http://x.test/held'
const pasted = (html: string, mostData = 0) =>
  cleanPasted(new DOMParser().parseFromString(`<body>${html}`, 'text/html').body, {
    mostData,
    isHeld: (src) => src === HELD,
  })

/** A paragraph of a list as Word writes it. */
const item = (text: string, { level = 1, marker = '·', list = 0 } = {}) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`

test('a list of Word is one, and its picture leaves nothing behind', () => {
  expect(pasted(caseOf('word-paste'))).toBe('<p>Cut-off</p><ul><li>First item</li></ul>')
})

test('bold and italic of Google Docs stay, and the element around them is not bold', () => {
  expect(pasted(caseOf('google-docs-paste'))).toBe('<p>Plain <strong>bold</strong> <em>italic</em></p>')
})

test('lists of Word within each other, numbered and not, keep their levels and where they begin', () => {
  expect(
    pasted(item('A') + item('A1', { level: 2, marker: 'o' }) + item('A2', { level: 2, marker: 'o' }) + item('B')),
  ).toBe('<ul><li>A<ul><li>A1</li><li>A2</li></ul></li><li>B</li></ul>')
  expect(
    pasted(item('One', { marker: '1.' }) + item('Two', { marker: '2.' }) + item('Own', { level: 2, marker: '(a)' })),
  ).toBe('<ol><li>One</li><li>Two<ol><li>Own</li></ol></li></ol>')
  expect(pasted(item('Three', { marker: '3)' }) + item('Four', { marker: '4)' }))).toBe(
    '<ol start="3"><li>Three</li><li>Four</li></ol>',
  )
  expect(pasted(item('Dot') + item('One', { marker: '1.' }) + item('Anew', { marker: '1.', list: 1 }))).toBe(
    '<ul><li>Dot</li></ul><ol><li>One</li></ol><ol><li>Anew</li></ol>',
  )
  expect(pasted(`${item('Before')}<p class=MsoNormal>Between</p>${item('After')}`)).toBe(
    '<ul><li>Before</li></ul><p>Between</p><ul><li>After</li></ul>',
  )
})

test('a list of Outlook in a section, with only the conditions around its bullets', () => {
  const outlook = (text: string) =>
    `<p class=MsoNormal style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>-<span>&nbsp; </span></span><![endif]>${text}</p>`
  expect(pasted(`<div class=WordSection1>${outlook('One')}${outlook('Two')}</div>`)).toBe(
    '<ul><li>One</li><li>Two</li></ul>',
  )
})

test('Word Online writes each item as a list of its own', () => {
  const one = (text: string, level: number) =>
    `<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1"><li data-aria-level="${level}"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span></p></li></ul></div>`
  expect(pasted(one('A', 1) + one('A1', 2) + one('B', 1))).toBe('<ul><li>A<ul><li>A1</li></ul></li><li>B</li></ul>')
})

test('lists of Google Docs stand beside their items, those of LibreOffice within', () => {
  const google = `<ul><li dir="ltr" style="list-style-type:disc"><p role="presentation"><span style="font-weight:700">A</span></p></li><ul><li><p><span>A1</span></p></li></ul><li><p>B</p></li></ul>`
  expect(pasted(google)).toBe('<ul><li><strong>A</strong><ul><li>A1</li></ul></li><li>B</li></ul>')
  expect(pasted('<ol><li><p align="left">A</p><ol><li><p>A1</p></li></ol></li></ol>')).toBe(
    '<ol><li>A<ol><li>A1</li></ol></li></ol>',
  )
})

test.each([
  ['<span style="font-weight:bold">x</span>', '<strong>x</strong>'],
  ['<span style="font-weight:600;font-style:oblique">x</span>', '<strong><em>x</em></strong>'],
  ['<b>a<span style="font-weight:400">b</span></b>', '<strong>a</strong>b'],
  ['<i style="font-style:normal">x</i>', 'x'],
  ['<span style="text-decoration:underline">x</span>', '<u>x</u>'],
  [
    '<a href="https://x.example/"><span style="text-decoration:underline;color:#15c">x</span></a>',
    '<a href="https://x.example/">x</a>',
  ],
  ['<span style="text-decoration:line-through">x</span>', '<s>x</s>'],
  ['m<span style="font-size:0.6em;vertical-align:super">3</span>', 'm<sup>3</sup>'],
  ['<span style="font: bold 12px Helvetica">x</span>', '<strong>x</strong>'],
  ['<b><span>a</span></b><b> b</b>', '<strong>a b</strong>'],
  ['a<b> b </b>c', 'a <strong>b</strong> c'],
  ['<font color="red" face="Arial"><b>x</b></font>', '<strong>x</strong>'],
  ['<p style="font-weight:bold">x</p>', '<p><strong>x</strong></p>'],
])('%s is %s', (html, result) => expect(pasted(html)).toBe(result))

test.each([
  [
    'headings',
    '<h1 style="mso-x:y"><span style="font-weight:400;font-size:20pt">Top</span></h1><h3>Low</h3>',
    '<h1>Top</h1><h3>Low</h3>',
  ],
  ['titles of Word', '<p class=MsoTitle>Guide</p>', '<h1>Guide</h1>'],
  ['headings of Word Online', '<p role="heading" aria-level="2">Part</p>', '<h2>Part</h2>'],
  [
    'tables',
    '<table class=MsoTableGrid border=1 width=600><tr style="height:2pt"><td colspan=2 style="width:9pt"><p class=MsoNormal><b>A</b></p></td></tr></table>',
    '<table border="1"><tbody><tr><td colspan="2"><strong>A</strong></td></tr></tbody></table>',
  ],
  [
    'quotations and code',
    '<blockquote><p>Q</p></blockquote><pre class="x">a\n  b</pre>',
    '<blockquote><p>Q</p></blockquote><pre>a\n  b</pre>',
  ],
  ['line breaks', '<p>One<br clear=all>Two</p>', '<p>One<br>Two</p>'],
  [
    'links that lead somewhere',
    '<p><a href="mailto:a@b.example">m</a> <a href="file:///C:/x">f</a> <a name="_Toc1">t</a> <a href="javascript:alert(1)">j</a></p>',
    '<p><a href="mailto:a@b.example">m</a> f t j</p>',
  ],
  [
    'words of smart tags',
    '<p><st1:City w:st="on"><st1:place w:st="on">Ningbo</st1:place></st1:City></p>',
    '<p>Ningbo</p>',
  ],
  [
    'paragraphs of Pages',
    '<style>p.p1 {font: 12px Helvetica}</style><p class="p1"><span class="s1"><b>A</b></span><span class="Apple-converted-space">&nbsp;</span>b</p><p class="p2"><br></p><p class="p1">c</p>',
    '<p><strong>A</strong> b</p><p>c</p>',
  ],
])('%s stay', (_, html, result) => expect(pasted(html)).toBe(result))

test.each([
  ['pictures on the disk', '<p><img src="file:///C:/Temp/clip_image001.png"></p>'],
  ['pictures of a mail', '<p><a href="https://x.example"><img src="cid:image001.png@01D"></a></p>'],
  ['pictures of another page', '<figure><img src="blob:https://docs.example/1"></figure>'],
  ['pictures beside the file', '<p><span><img src="lu123_html_1.png"></span></p>'],
  ['pictures as data that are too large', `<p><img src="data:image/png;base64,${'A'.repeat(200)}"></p>`],
  ['pictures of kinds that are not stored', '<img src="data:image/x-emf;base64,AAAA">'],
  ['drawings', '<p><!--[if gte vml 1]><v:shape><v:imagedata src="x"/></v:shape><![endif]--><v:shape>x</v:shape></p>'],
  [
    'conditions and settings',
    '<!--[if gte mso 9]><xml><o:x/></xml><![endif]--><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><!-- c -->',
  ],
  ['blank paragraphs', '<p class=MsoNormal><o:p>&nbsp;</o:p></p><p><br></p><div><br></div>'],
  [
    'comments of readers',
    '<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span><div style="mso-element:comment-list"><div>Ana: why?</div></div>',
  ],
  ['hidden text', '<p style="mso-hide:all">x</p><span style="display:none">y</span>'],
  ['scripts and styles', '<script>alert(1)</script><style>p{}</style><svg onload="alert(1)"></svg>'],
])('%s leave nothing behind', (_, html) => expect(pasted(html, 100)).toBe(''))

test('pictures that can come along do', () => {
  expect(pasted('<p><img src="https://x.example/a.png" alt="A" width="20" style="border:0" class="x"></p>')).toBe(
    '<p><img src="https://x.example/a.png" alt="A" width="20"></p>',
  )
  expect(pasted('<img src="data:image/png;base64,AAAA">', 100)).toBe('<img src="data:image/png;base64,AAAA">')
  expect(pasted(`<img src="${HELD}">`)).toBe(`<img src="${HELD}">`)
})

test('a few words stay within a line, with the spaces around them', () => {
  expect(pasted(' <span class="x">two  words</span> ')).toBe(' two words ')
  expect(pasted('a &lt;b&gt; &amp; "c"')).toBe('a &lt;b&gt; &amp; &quot;c&quot;')
})

test('nothing that runs is left', () => {
  const html = pasted(
    '<p onclick="x()">a<img src="https://x.example/a.png" onerror="alert(1)"><a href=" javascript:alert(1)">b</a></p>',
  )
  expect(html).toBe('<p>a<img src="https://x.example/a.png">b</p>')
})

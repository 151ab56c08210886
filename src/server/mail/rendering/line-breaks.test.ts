import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import { finishHtml } from '#server/html/finish-html.ts'
import { finishSlotted } from '#server/html/finish-slotted.ts'
import { renderSlotted, renderTemplate, type TemplateValues } from './render-template.ts'

const BASES = { siteUrl: 'https://site.example', appUrl: 'https://office.example' }
const html = (content: string, values: TemplateValues, blocks: Record<string, string> = {}) =>
  renderTemplate({ subject: 's', content }, values, blocks).html
const whole = async (content: string, values: TemplateValues) =>
  finishSlotted(renderSlotted({ subject: 's', content }, values, {}).content, BASES)

const CASE: { do: string } = JSON.parse(readFileSync('tests/cases/texts/mail-lines.json', 'utf8'))

test('the comment of the case has two lines in both parts', async () => {
  const [, comment = '', template = ''] = /comment '(.*?)' by a template with (\S.*?<\/p>)/.exec(CASE.do) ?? []
  const mail = await whole(template, { 'order.eventComment': comment.replace('\\n', '\n') })
  expect(mail.html).toContain('First line<br>Second line')
  expect(mail.text).toBe('First line\nSecond line')
})

const HTML_OR_LINK = /\.(clauses|documents|news|\w*[uU]rl)$/
/** Every variable with a text. */
const TEXTS = TEMPLATE_VARIABLES.map(({ identifier }) => identifier).filter((each) => !HTML_OR_LINK.test(each))

test('the line breaks of every variable are lines of the HTML and of the text, and spaces of the subject', async () => {
  expect(TEXTS).toEqual(
    expect.arrayContaining(['order.eventComment', 'order.description', 'order.additionalInformation']),
  )
  for (const name of TEXTS) {
    const values = { [name]: 'First line\nSecond line' }
    const mail = await whole(`<p>{{ ${name} }}</p>`, values)
    expect(mail.html, name).toContain('<p>First line<br>Second line</p>')
    expect(mail.text, name).toBe('First line\nSecond line')
    const { subject } = renderSlotted({ subject: `About {{ ${name} }}`, content: 'c' }, values, {})
    expect(subject, name).toBe('About First line Second line')
  }
})

test.each([
  ['of Windows', '\r\n'],
  ['of old Macs', '\r'],
  ['of a vertical tab, as slides have', '\v'],
  ['of a form feed', '\f'],
  ['of a next line', '\u0085'],
  ['of a line separator', '\u2028'],
  ['of a paragraph separator', '\u2029'],
])('a line break %s is one', async (_, end) => {
  const values = { 'order.description': `Cups${end}Pots ${end} Pans` }
  const mail = await whole('<p>{{ order.description }}</p>', values)
  expect(mail.text).toBe('Cups\nPots\nPans')
  expect(mail.html.match(/<br>/g)).toHaveLength(2)
})

test('an empty line stays one, and values are escaped line by line', () => {
  expect(html('<p>{{ order.description }}</p>', { 'order.description': '<b>\n\n& <br>' })).toBe(
    '<p>&lt;b&gt;<br><br>&amp; &lt;br&gt;</p>',
  )
})

test('filters, blocks and conditions keep the lines', () => {
  const values = { 'order.description': 'a\nb' }
  expect(html('{{ order.description | upcase }}', values)).toBe('A<br>B')
  expect(html('{{ blocks.box }}', values, { box: '<i>{{ order.description }}</i>' })).toBe('<i>a<br>b</i>')
  expect(html('{% if order.description contains "a" %}{{ order.description }}{% endif %}', values)).toBe('a<br>b')
  expect(html('{{ order.eventComment | default: order.description }}', values)).toBe('a<br>b')
})

test.each([
  ['an attribute', '<a title="{{ order.description }}" href="x">x</a>', '<a title="a b" href="x">x</a>'],
  [
    'an address',
    '<a href="mailto:x@y.example?body={{ order.description }}">x</a>',
    '<a href="mailto:x@y.example?body=a b">x</a>',
  ],
  ['a picture', '<img alt="{{ order.description }}" src="x">', '<img alt="a b" src="x">'],
  ['a title', '<title>{{ order.description }}</title>', '<title>a b</title>'],
  ['a style', '<style>/* {{ order.description }} */</style>', '<style>/* a b */</style>'],
  ['a comment', '<!-- {{ order.description }} -->x', '<!-- a b -->x'],
])('in %s a line break is a space', (_, content, expected) => {
  expect(html(content, { 'order.description': 'a\nb' })).toBe(expected)
})

test('texts that look like tags of a template keep their lines', () => {
  expect(html('<p>{{ order.description }}</p>', { 'order.description': '{{ x\ny }}' })).toBe('<p>{{ x<br>y }}</p>')
})

test.each(['One\nTwo', 'One\n\n  Two\t\tthree\n', '<b>\n"x"\n{{ y }}', `${'word '.repeat(40)}\n${'long'.repeat(40)}`])(
  'a mail with %j is the same as if its HTML had been finished whole',
  async (text) => {
    const content = '<p>Dear {{ contact.name }}, {{ order.description }}</p><ul><li>{{ order.description }}</li></ul>'
    const values = { 'contact.name': 'Anna', 'order.description': text }
    expect(await whole(content, values)).toEqual(finishHtml(html(content, values), BASES))
    const short = '<p>{{ order.description }}</p>'
    expect(await whole(short, values)).toEqual(finishHtml(html(short, values), BASES))
  },
)

test('tabs and spaces of every kind are ordinary ones in the text', async () => {
  const { text } = await whole('<p>{{ order.description }}</p>', {
    'order.description': 'one\ttwo\u00a0three\u2009four\u202ffive\u3000six',
  })
  expect(text).toBe('one two three four five six')
})

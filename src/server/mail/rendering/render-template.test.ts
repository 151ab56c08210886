import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatDate } from './format-date.ts'
import { renderTemplate, type TemplateValues } from './render-template.ts'
import { TemplateError } from './template-names.ts'

const values: TemplateValues = {
  'order.trackingCode': 'ABCD12345678',
  'order.event': 'Departed',
  'order.eventDate': 'Nov 20 2026 9:05',
  'order.description': '<b>"Cups" & \'pots\'</b> {{ contact.email }} {% if x %}',
  'order.volume': 3.5,
  'contact.name': 'Anna\r\nBcc: evil@x.example',
  'confirmation.clauses': '<p>Clause <b>1</b></p>',
  'site.url': 'https://site.example',
}
const html = (content: string, blocks: Record<string, string> = {}) =>
  renderTemplate({ subject: 's', content }, values, blocks).html
const subject = (text: string) => renderTemplate({ subject: text, content: 'c' }, values, {}).subject

test('values are escaped for HTML and never read as a template', () => {
  expect(html('<p>{{ order.description }}</p>')).toBe(
    '<p>&lt;b&gt;&quot;Cups&quot; &amp; &#39;pots&#39;&lt;/b&gt; {{ contact.email }} {% if x %}</p>',
  )
})

test('clauses and blocks go in unescaped, values inside a block escaped', () => {
  expect(html('{{ confirmation.clauses }}')).toBe('<p>Clause <b>1</b></p>')
  expect(html('{{ blocks.footer }}', { footer: '<i>{{ order.description | upcase }}</i>' })).toMatch(/^<i>&lt;B&gt;/)
})

test('a block can use the values of the mail but no block', () => {
  expect(html('{{ blocks.a }}', { a: '{{ order.event }}', b: 'x' })).toBe('Departed')
  expect(() => html('{{ blocks.a }}', { a: '{{ blocks.b }}', b: 'x' })).toThrow('Unknown block b on line 1')
  expect(() => html('{{ blocks.a }}', { a: '{{ blocks.a }}' })).toThrow(TemplateError)
})

test('a known but empty variable prints nothing and is false', () => {
  expect(html('[{{ confirmation.vessel }}]{% if confirmation.vessel %}yes{% else %}no{% endif %}')).toBe('[]no')
  expect(html('{{ confirmation.vessel | default: "to be named" }}')).toBe('to be named')
  expect(html('{% if order.weight > 3 %}a{% else %}b{% endif %}')).toBe('b')
})

test('conditions compare text and numbers', () => {
  expect(html('{% if order.volume > 3 and order.event == "Departed" %}a{% endif %}')).toBe('a')
  expect(html('{% if order.volume >= 4 %}a{% elsif order.event contains "part" %}b{% else %}c{% endif %}')).toBe('b')
  expect(html('{% if not order.event %}a{% else %}b{% endif %}')).toBe('b')
})

test('a dash in a tag trims the white space beside it', () => {
  expect(html('a  {{- order.event -}}  b')).toBe('aDepartedb')
})

test('the four filters work', () => {
  expect(html('{{ order.event | upcase }} {{ order.event | downcase }}')).toBe('DEPARTED departed')
  expect(html('{{ order.eventDate | date: "%m/%d/%Y %H:%M" }}')).toBe('11/20/2026 09:05')
  expect(html('{{ order.eventDate | date }}')).toBe('Nov 20 2026')
  expect(html('{{ order.event | date: "%Y" }}')).toBe('Departed')
  expect(html('{{ "now" | date: "%Y" }}')).toBe(String(new Date().getUTCFullYear()))
})

test('a time with its zone is formatted like one without, and names that zone', () => {
  const at = (format: string) =>
    renderTemplate(
      { subject: 's', content: `{{ confirmation.cargoCutOffAt | date: "${format}" }}` },
      { 'confirmation.cargoCutOffAt': 'Dec 10 2026 17:00 (Asia/Kathmandu)' },
      {},
    ).html
  expect(at('%Y-%m-%d %H:%M')).toBe('2026-12-10 17:00')
  expect(at('%H:%M %Z')).toBe('17:00 Asia/Kathmandu')
  expect(at('%H:%M %z')).toBe('17:00 +0545')
  expect(html('{{ "Dec 10 2026" | date: "%d/%m/%Y %Z" }}').trim()).toBe('10/12/2026')
})

test('now is what the clock of the mail shows, and its seconds are those of the instant', () => {
  vi.useFakeTimers({ now: new Date('2026-12-10T20:30:15Z'), toFake: ['Date'] })
  try {
    const now = (format: string, timeZone: string) =>
      renderTemplate({ subject: `{{ 'now' | date: "${format}" }}`, content: '' }, {}, {}, { timeZone }).subject
    expect(now('%Y-%m-%d %H:%M %z', 'Asia/Shanghai')).toBe('2026-12-11 04:30 +0800')
    expect(now('%d %H:%M %Z', 'America/Toronto')).toBe('10 15:30 America/Toronto')
    expect(now('%s', 'Asia/Shanghai')).toBe('1796934615')
    expect(now('100%% %H', 'Asia/Shanghai')).toBe('100% 04')
  } finally {
    vi.useRealTimers()
  }
  expect(html('{{ "Dec 10 2026 17:00 (Asia/Shanghai)" | date: "%s" }}').trim()).toBe('1796893200')
})

describe('an instant is shown by the clocks of the company, whatever the zone of the process', () => {
  const processZone = process.env.TZ
  afterEach(() => {
    if (processZone === undefined) delete process.env.TZ
    else process.env.TZ = processZone
  })
  const shown = (expression: string, timeZone: string) =>
    renderTemplate({ subject: `{{ ${expression} }}`, content: '' }, {}, {}, { timeZone }).subject

  test.each([
    [`'2026-12-10T17:00:00Z' | date: '%H:%M'`, '01:00'],
    [`'2026-12-10T17:00:00Z' | date: '%F %T %z'`, '2026-12-11 01:00:00 +0800'],
    [`'2026-12-10T17:00:00.000+01:00' | date: '%F %R'`, '2026-12-11 00:00'],
    [`'2026-12-10T17:00:00+0100' | date: '%R'`, '00:00'],
    [`'2026-12-10 17:00 UTC' | date: '%R %:z'`, '01:00 +08:00'],
    [`'Thu, 10 Dec 2026 17:00:00 GMT' | date: '%a %R'`, 'Fri 01:00'],
    [`1796922000 | date: '%F %R'`, '2026-12-11 01:00'],
    [`'1796922000' | date`, 'Dec 11 2026'],
    [`'2026-12-10T17:00:00Z' | date: '%s' | date: '%R'`, '01:00'],
    [`'Dec 10 2026 17:00 (America/Toronto)' | date: '%s' | date: '%F %R'`, '2026-12-11 06:00'],
    [`'Dec 10 2026' | date: '%s' | date`, 'Dec 10 2026'],
    [`'2026-12-10T17:00:00Z' | date: '%FT%T%z' | date: '%R'`, '01:00'],
    // Without a zone a text says what the clock shows.
    [`'2026-12-10T17:00:00' | date: '%R'`, '17:00'],
    [`'2026-12-10' | date`, 'Dec 10 2026'],
    [`'12/10/2026' | date`, 'Dec 10 2026'],
    [`'December 10, 2026 5:00 PM' | date: '%F %R'`, '2026-12-10 17:00'],
  ])('%s', (expression, text) => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      process.env.TZ = zone
      expect(shown(expression, 'Asia/Shanghai')).toBe(text)
    }
  })

  test('a time that the clocks of the process skip is shown', () => {
    process.env.TZ = 'America/New_York'
    expect(shown(`'Mar 8 2026 2:30 (Asia/Shanghai)' | date: '%F %R'`, 'UTC')).toBe('2026-03-08 02:30')
  })
})

test.each([
  ['%T', '17:05:09'],
  ['%R', '17:05'],
  ['%r', '05:05:09 PM'],
  ['%F', '2026-01-03'],
  ['%D', '01/03/26'],
  ['%v', ' 3-JAN-2026'],
  ['%x', '1/3/2026'],
  ['%X', '5:05:09 PM'],
  ['%c', '1/3/2026, 5:05:09 PM'],
  ['%a %A %^a', 'Sat Saturday SAT'],
  ['%b %B %h', 'Jan January Jan'],
  ['%-d %d %e %_m %03d', '3 03  3  1 003'],
  ['%I %l %k %p %P %#p', '05  5 17 PM pm pm'],
  ['%j %U %W %V %G %g', '003 00 00 01 2026 26'],
  ['%C %y %Y %u %w', '20 26 2026 6 6'],
  ['%d%q', '03rd'],
  ['%L %3N %N', '000 000 000000000'],
  ['100%% %i %', '100% %i %'],
])('the codes of a format: %s', (format, text) => {
  const date = { clock: new Date('2026-01-03T17:05:09Z'), zone: '', instant: 0 }
  expect(formatDate(date, format, () => {})).toBe(text)
})

test.each([
  ['2027-01-01', '53 2026'],
  ['2024-12-30', '01 2025'],
  ['2026-06-15', '25 2026'],
])('%s is in the week of ISO 8601 %s', (day, text) => {
  expect(formatDate({ clock: new Date(day), zone: '', instant: 0 }, '%V %G', () => {})).toBe(text)
})

describe('a subject', () => {
  test('is not escaped for HTML', () => {
    expect(subject('{{ order.description }}')).toBe('<b>"Cups" & \'pots\'</b> {{ contact.email }} {% if x %}')
  })

  test('is one line, whatever its values contain', () => {
    expect(subject('Hi {{ contact.name }}\r\nBcc: other@x.example\u2028')).toBe(
      'Hi Anna Bcc: evil@x.example Bcc: other@x.example',
    )
  })

  test('takes only the text of clauses, and no blocks', () => {
    expect(subject('{{ confirmation.clauses }}')).toBe('Clause 1')
    expect(() => subject('{{ blocks.footer }}')).toThrow('Unknown block footer on line 1')
  })

  test('is shortened to 400 characters', () => {
    expect(subject('😀'.repeat(900))).toBe('😀'.repeat(400))
  })
})

test.each([
  '{{ constructor }}',
  '{{ __proto__ }}',
  '{{ order.constructor }}',
  '{{ order.__proto__ }}',
  '{{ order.toString }}',
  '{{ order.hasOwnProperty }}',
  '{{ order["event"] }}',
  '{{ blocks.constructor }}',
  '{{ blocks.__proto__ }}',
  '{{ env }}',
  '{{ process.env }}',
  '{{ site.url.constructor }}',
  '{{ confirmation.clauses.html }}',
  '{{ order.event.length }}',
  '{{ order.event | constructor }}',
  '{{ order.event | toString }}',
  '{{ order.event | raw }}',
  '{{ order.event | json }}',
  '{{ order.event | escape }}',
  '{{ order.event | append: "x" }}',
  '{{ order.event | date: order.constructor }}',
  "{{constructor.constructor('return process.env')()}}",
  "{% include '/etc/passwd' %}",
  "{% render '/etc/passwd' %}",
  "{% layout '/etc/passwd' %}",
  '{% for a in (1..1000000000) %}{{ a }}{% endfor %}',
  '{% assign order = 1 %}',
  '{% capture a %}{% endcapture %}',
  '{% increment a %}',
  '{% cycle "a" %}',
  '{% case a %}{% endcase %}',
  '{% unless order.event %}{% endunless %}',
  '{% tablerow a in b %}{% endtablerow %}',
  '{% raw %}{{ a }}{% endraw %}',
  '{% comment %}{% endcomment %}',
  '{% liquid\nassign a = 1 %}',
  '{% block a %}{% endblock %}',
  '{% if order.event %}',
  '{{ (1..1000000000) }}',
])('the trick %s is refused', (content) => {
  expect(() => html(content)).toThrow(TemplateError)
  expect(() => html('{{ blocks.a }}', { a: content })).toThrow(TemplateError)
})

test.each([
  ['a wide date', '{{ "now" | date: "%999999999Y" }}'],
  ['many wide dates', '{{ "now" | date: "%9999999N" }}'.repeat(2_000)],
  ['much output', '{{ confirmation.clauses }}'.repeat(2_000)],
])('%s exceeds a limit', (_, content) => {
  const big = { ...values, 'confirmation.clauses': 'x'.repeat(65_000) }
  expect(() => renderTemplate({ subject: 's', content }, big, {})).toThrow(/limit exceeded/)
})

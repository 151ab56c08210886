import { describe, expect, test } from 'vitest'
import { MailPurpose } from '#contract/mails/mails.ts'
import { TEMPLATE_VARIABLES, variablesFor } from '#contract/templates/template-variables.ts'
import { compileTemplate } from './compile-template.ts'

const known = { variables: variablesFor(null), blocks: new Set(['footer', 'header']) }
const messages = (source: string) => compileTemplate(source, known).errors.map((error) => error.message)

test('a template of known names, filters and closed conditions has no errors and lists the names it uses', () => {
  const source = `{{ order.trackingCode | upcase }} {{- contact.name | default: "customer" -}} {{ order.eventDate | date: '%Y' }}
    {% if order.volume > 3 and not order.event == "x" or contact.name contains 'A' %}{{ blocks.footer }}{% elsif confirmation.vessel %}b{% else %}c{% endif %}`
  expect(compileTemplate(source, known)).toEqual({
    errors: [],
    variables: [
      'order.trackingCode',
      'contact.name',
      'order.eventDate',
      'order.volume',
      'order.event',
      'confirmation.vessel',
    ],
    blocks: ['footer'],
  })
})

test('every variable can be used', () => {
  const source = TEMPLATE_VARIABLES.map(
    ({ identifier }) => `{{ ${identifier} }}{% if ${identifier} %}{% endif %}`,
  ).join('\n')
  expect(compileTemplate(source, { ...known, variables: variablesFor(MailPurpose.PASSWORD_RESET) }).errors).toEqual([])
})

test('reset.url is known only to the password reset mail', () => {
  expect(messages('{{ reset.url }}')).toEqual(['Unknown variable reset.url in line 1'])
})

test('every unknown name is reported with its line', () => {
  const source =
    'a\n{{ order.foo }}\n\n{% if order.bar == order.baz %}\n{{ blocks.none }}{% endif %}\n{{ order }}{{ contact.name | default: shipper.x }}'
  const { errors } = compileTemplate(source, known)
  expect(errors).toEqual([
    { line: 2, message: 'Unknown variable order.foo in line 2' },
    { line: 4, message: 'Unknown variable order.bar in line 4' },
    { line: 4, message: 'Unknown variable order.baz in line 4' },
    { line: 5, message: 'Unknown block none in line 5' },
    { line: 6, message: 'Unknown variable order in line 6' },
    { line: 6, message: 'Unknown variable shipper.x in line 6' },
  ])
})

describe('refused with name and line', () => {
  test.each([
    ['{% if order.event %}\n{% if order.status %}{% endif %}', 'The if in line 1 has no endif'],
    ['a\n{% endif %}', 'endif without if in line 2'],
    ['{% else %}', 'else without if in line 1'],
    ['{% elsif order.event %}', 'elsif without if in line 1'],
    ['{% if order.event %}{% else %}{% else %}{% endif %}', 'else after else in line 1'],
    ['{% if order.event %}{% else %}\n{% elsif order.event %}{% endif %}', 'elsif after else in line 2'],
    ['{% for a in order %}{% endfor %}', 'Unknown tag for in line 1'],
    ["{% include '/etc/passwd' %}", 'Unknown tag include in line 1'],
    ["{% render 'x' %}", 'Unknown tag render in line 1'],
    ["{% layout 'x' %}", 'Unknown tag layout in line 1'],
    ['{% assign a = 1 %}', 'Unknown tag assign in line 1'],
    ['{% raw %}{{ x }}{% endraw %}', 'Unknown tag raw in line 1'],
    ['{% liquid echo 1 %}', 'Unknown tag liquid in line 1'],
    ['{% # comment %}', 'Unknown tag # in line 1'],
    ['{% %}', 'Empty tag in line 1'],
    ['{{ order.event | raw }}', 'Unknown filter raw in line 1'],
    ['{{ order.event | json }}', 'Unknown filter json in line 1'],
    ['{{ order.event | constructor }}', 'Unknown filter constructor in line 1'],
    ['{{ order.event | upcase: 1 }}', '{{ order.event | upcase: 1 }} in line 1 cannot be read'],
    ['{{ order.event | default }}', '{{ order.event | default }} in line 1 cannot be read'],
    ['{{ order.event order.status }}', '{{ order.event order.status }} in line 1 cannot be read'],
    ['{{ }}', '{{  }} in line 1 cannot be read'],
    ['{{ order.event | }}', '{{ order.event | }} in line 1 cannot be read'],
    ['{{ (1..1000000000) }}', '{{ (1..1000000000) }} in line 1 cannot be read'],
    ['{{ order["event"] }}', '{{ order["event"] }} in line 1 cannot be read'],
    [
      "{{constructor.constructor('return process.env')()}}",
      "{{ constructor.constructor('return process.… }} in line 1 cannot be read",
    ],
    ['{{ constructor }}', 'Unknown variable constructor in line 1'],
    ['{{ __proto__ }}', 'Unknown variable __proto__ in line 1'],
    ['{{ order.__proto__ }}', 'Unknown variable order.__proto__ in line 1'],
    ['{{ order.event.size }}', 'Unknown variable order.event.size in line 1'],
    ['{{ blocks.constructor }}', 'Unknown block constructor in line 1'],
    ['{{ blocks }}', 'Unknown variable blocks in line 1'],
    ['{{ env }}', 'Unknown variable env in line 1'],
    ['{% if order.event = "x" %}{% endif %}', '{% if order.event = "x" %} in line 1 cannot be read'],
    ['{% if %}{% endif %}', '{% if %} in line 1 cannot be read'],
    ['{% if order.event and %}{% endif %}', '{% if order.event and %} in line 1 cannot be read'],
    ['{% if order.event %}{% endif now %}', '{% endif now %} in line 1 cannot be read'],
    ['a\nb {{ order.event', '{{ in line 2 is never closed'],
    ['{% if order.event', '{% in line 1 is never closed'],
    ['{{ "order.event }}', '{{ in line 1 is never closed'],
  ])('%s', (source, message) => expect(messages(source)).toContain(message))
})

test('text outside tags is never an error', () => {
  expect(messages('a } b }} c %} d { e { { f } } <style>a{b:c}</style>')).toEqual([])
})

test.each([
  ['10 000 nested conditions', '{% if order.event %}'.repeat(10_000)],
  ['10 000 conditions closed again', '{% if order.event %}'.repeat(10_000) + '{% endif %}'.repeat(10_000)],
  ['a million tags', '{{ order.event }}'.repeat(1_000_000)],
  ['five megabytes', 'x'.repeat(5_000_000)],
  ['tags that are never closed', '{{ '.repeat(100_000)],
  ['quotes that are never closed', '{{ "'.repeat(100_000)],
  ['a long expression', `{{ ${'order.event | '.repeat(30_000)} }}`],
  ['a long name', `{{ ${'a.'.repeat(200_000)} }}`],
])('%s are refused, in linear time', (_, source) => {
  // Anything worse would outlast the runner's own limit.
  expect(messages(source).length).toBeGreaterThan(0)
})

test('fifty nested conditions are allowed, one more is not', () => {
  const nested = (n: number) => '{% if order.event %}'.repeat(n) + '{% endif %}'.repeat(n)
  expect(messages(nested(50))).toEqual([])
  expect(messages(nested(51))).toEqual(['Conditions may be nested at most 50 deep, in line 1'])
})

import { describe, expect, test } from 'vitest'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
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

test('every variable can be used, those of one purpose in its templates', () => {
  const purposes = [null, ...Object.values(MailPurpose)]
  for (const { identifier } of TEMPLATE_VARIABLES) {
    const source = `{{ ${identifier} }}{% if ${identifier} %}{% endif %}`
    const taken = purposes.filter((purpose) => {
      const { errors } = compileTemplate(source, { ...known, variables: variablesFor(purpose) })
      return errors.length === 0
    })
    expect(taken, identifier).not.toEqual([])
  }
})

test('reset.url is known only to the password reset mail', () => {
  expect(messages('{{ reset.url }}')).toEqual(['Unknown variable reset.url on line 1'])
})

test('every unknown name is reported with its line', () => {
  const source =
    'a\n{{ order.foo }}\n\n{% if order.bar == order.baz %}\n{{ blocks.none }}{% endif %}\n{{ order }}{{ contact.name | default: shipper.x }}'
  const { errors } = compileTemplate(source, known)
  expect(errors).toEqual([
    { line: 2, message: 'Unknown variable order.foo on line 2' },
    { line: 4, message: 'Unknown variable order.bar on line 4' },
    { line: 4, message: 'Unknown variable order.baz on line 4' },
    { line: 5, message: 'Unknown block none on line 5' },
    { line: 6, message: 'Unknown variable order on line 6' },
    { line: 6, message: 'Unknown variable shipper.x on line 6' },
  ])
})

describe('refused with name and line', () => {
  test.each([
    ['{% if order.event %}\n{% if order.status %}{% endif %}', 'The if on line 1 has no endif'],
    ['a\n{% endif %}', 'endif without if on line 2'],
    ['{% else %}', 'else without if on line 1'],
    ['{% elsif order.event %}', 'elsif without if on line 1'],
    ['{% if order.event %}{% else %}{% else %}{% endif %}', 'else after else on line 1'],
    ['{% if order.event %}{% else %}\n{% elsif order.event %}{% endif %}', 'elsif after else on line 2'],
    ['{% for a in order %}{% endfor %}', 'Unknown tag for on line 1'],
    ["{% include '/etc/passwd' %}", 'Unknown tag include on line 1'],
    ["{% render 'x' %}", 'Unknown tag render on line 1'],
    ["{% layout 'x' %}", 'Unknown tag layout on line 1'],
    ['{% assign a = 1 %}', 'Unknown tag assign on line 1'],
    ['{% raw %}{{ x }}{% endraw %}', 'Unknown tag raw on line 1'],
    ['{% liquid echo 1 %}', 'Unknown tag liquid on line 1'],
    ['{% # comment %}', 'Unknown tag # on line 1'],
    ['{% %}', 'Empty tag on line 1'],
    ['{{ order.event | raw }}', 'Unknown filter raw on line 1'],
    ['{{ order.event | json }}', 'Unknown filter json on line 1'],
    ['{{ order.event | constructor }}', 'Unknown filter constructor on line 1'],
    ['{{ order.event | upcase: 1 }}', '{{ order.event | upcase: 1 }} on line 1 cannot be read'],
    ['{{ order.event | default }}', '{{ order.event | default }} on line 1 cannot be read'],
    ['{{ order.event order.status }}', '{{ order.event order.status }} on line 1 cannot be read'],
    ['{{ }}', '{{  }} on line 1 cannot be read'],
    ['{{ order.event | }}', '{{ order.event | }} on line 1 cannot be read'],
    ['{{ (1..1000000000) }}', '{{ (1..1000000000) }} on line 1 cannot be read'],
    ['{{ order["event"] }}', '{{ order["event"] }} on line 1 cannot be read'],
    [
      "{{constructor.constructor('return process.env')()}}",
      "{{ constructor.constructor('return process.… }} on line 1 cannot be read",
    ],
    ['{{ constructor }}', 'Unknown variable constructor on line 1'],
    ['{{ __proto__ }}', 'Unknown variable __proto__ on line 1'],
    ['{{ order.__proto__ }}', 'Unknown variable order.__proto__ on line 1'],
    ['{{ order.event.size }}', 'Unknown variable order.event.size on line 1'],
    ['{{ blocks.constructor }}', 'Unknown block constructor on line 1'],
    ['{{ blocks }}', 'Unknown variable blocks on line 1'],
    ['{{ env }}', 'Unknown variable env on line 1'],
    ['{% if order.event = "x" %}{% endif %}', '{% if order.event = "x" %} on line 1 cannot be read'],
    ['{% if %}{% endif %}', '{% if %} on line 1 cannot be read'],
    ['{% if order.event and %}{% endif %}', '{% if order.event and %} on line 1 cannot be read'],
    ['{% if order.event %}{% endif now %}', '{% endif now %} on line 1 cannot be read'],
    ['a\nb {{ order.event', '{{ on line 2 is never closed'],
    ['{% if order.event', '{% on line 1 is never closed'],
    ['{{ "order.event }}', '{{ on line 1 is never closed'],
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
  // A worse search would outlast the runner's own limit.
  expect(messages(source).length).toBeGreaterThan(0)
})

test('fifty nested conditions are allowed, one more is not', () => {
  const nested = (n: number) => '{% if order.event %}'.repeat(n) + '{% endif %}'.repeat(n)
  expect(messages(nested(50))).toEqual([])
  expect(messages(nested(51))).toEqual(['Conditions may be nested at most 50 deep, on line 1'])
})

test.each([
  ['{{ order.trackingcode }}', 'Unknown variable order.trackingcode on line 1: did you mean order.trackingCode?'],
  ['{{ order.trakingCode }}', 'Unknown variable order.trakingCode on line 1: did you mean order.trackingCode?'],
  ['{{ blocks.foter }}', 'Unknown block foter on line 1: did you mean footer?'],
  ['{{ order.nothing }}', 'Unknown variable order.nothing on line 1'],
])('a name that is close to a known one is asked about: %s', (source, message) => {
  const known = { variables: new Set(['order.trackingCode', 'client.name']), blocks: new Set(['footer']) }
  expect(compileTemplate(source, known).errors.map((error) => error.message)).toEqual([message])
})

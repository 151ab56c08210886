import { expect, test } from 'vitest'
import { emptyPrints } from './empty-prints.ts'

const ETA = 'confirmation.portEstimatedTimeOfArrivalAt'
const VESSEL = 'confirmation.vessel'
const known = { 'order.trackingCode': 'ABCD12345678', 'order.origin': 'Ningbo', 'order.volume': 0 }
const empty = (content: string, subject = '', blocks: Record<string, string> = {}) =>
  emptyPrints({ subject, content }, known, blocks)

test.each([
  ['printed', `Arrives {{ ${ETA} }}.`],
  ['printed in upper case', `{{ ${ETA} | upcase }}`],
  ['printed as a date', `{{ ${ETA} | date: "%d" }}`],
  ['printed without the spaces around', `a {{- ${ETA} -}} b`],
  [
    'printed in the branch that is taken',
    `{% if order.trackingCode %}{{ ${ETA} }}{% else %}{{ ${VESSEL} }}{% endif %}`,
  ],
  ['printed in an attribute', `<a title="{{ ${ETA} }}">x</a>`],
  ['printed twice', `{{ ${ETA} }} and {{ ${ETA} }}`],
])('an empty variable that is %s is used', (_, content) => {
  expect(empty(content)).toEqual([ETA])
})

test.each([
  ['has a default', `{{ ${ETA} | default: "to be confirmed" }}`],
  ['has a default after another filter', `{{ ${ETA} | upcase | default: "TBC" }}`],
  ['is only asked for', `{% if ${ETA} %}It has one{% endif %}`],
  ['is printed in a branch that is not taken', `{% if ${VESSEL} %}{{ ${ETA} }}{% endif %}`],
  ['is compared', `{% if order.origin == ${ETA} %}x{% endif %}`],
  ['is the argument of a filter', `{{ order.origin | date: ${ETA} }}`],
  ['has the value 0', '{{ order.volume }}'],
  ['is not there at all', 'Arrives soon'],
])('a variable that %s is not', (_, content) => {
  expect(empty(content)).toEqual([])
})

test('the subject and blocks count, in the order of the mail; a block in a branch that is not taken does not', () => {
  const blocks = { footer: `{{ ${ETA} }}`, aside: '{{ order.publicStatus }}' }
  const content = `{{ blocks.footer }}{% if ${VESSEL} %}{{ blocks.aside }}{% endif %}`
  expect(empty(content, `{{ ${VESSEL} }} {{ ${ETA} | default: "x" }}`, blocks)).toEqual([VESSEL, ETA])
})

test('a text at the limit of length is still read', () => {
  const filler = 'x'.repeat(199_000)
  expect(empty(`${filler}{{ ${ETA} }}`)).toEqual([ETA])
})

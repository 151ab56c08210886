import { expect, test } from 'vitest'
import { conditionsOf, forceConditions } from './template-conditions.ts'

const forced = (truths: Record<string, boolean>) => new Map(Object.entries(truths))
const SOURCE =
  '{% if order.origin %}A{%- elsif order.volume  > 5 -%}B{% else %}C{% endif %}{{ "{% if x %}" }}{% if order.origin %}D{% endif %}'

test('conditions are listed in order without repeats; outputs are not conditions', () => {
  expect(conditionsOf(SOURCE)).toEqual(['order.origin', 'order.volume > 5'])
  expect(conditionsOf('no tags')).toEqual([])
})

test('a forced condition becomes true or false everywhere, and nothing else changes', () => {
  expect(forceConditions(SOURCE, forced({ 'order.origin': false, 'order.volume > 5': true }))).toBe(
    '{% if false %}A{%- elsif true -%}B{% else %}C{% endif %}{{ "{% if x %}" }}{% if false %}D{% endif %}',
  )
  expect(forceConditions(SOURCE, forced({ 'order.mode': true }))).toBe(SOURCE)
  expect(forceConditions(SOURCE, forced({ constructor: true }))).toBe(SOURCE)
})

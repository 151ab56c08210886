import { expect, test } from 'vitest'
import { createdTimes } from '#demo/orders/created-times.ts'
import { createRandom } from './random.ts'

test('the same name gives the same numbers, another name others', () => {
  const draw = (name: string) => Array.from({ length: 20 }, createRandom(name).next)
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test('weights are kept', () => {
  const random = createRandom('weights')
  const drawn = Array.from({ length: 10_000 }, () =>
    random.weighted([
      ['often', 9],
      ['rarely', 1],
      ['never', 0],
    ]),
  )
  expect(drawn.filter((value) => value === 'often').length / 10_000).toBeCloseTo(0.9, 1)
  expect(drawn).not.toContain('never')
})

test('ids are version 4 UUIDs', () => {
  const random = createRandom('ids')
  for (let at = 0; at < 100; at++) {
    expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})

test.each(['2026-11-21T00:00:01.000Z', '2026-03-01T23:59:59.999Z'])(
  'at %s there are orders of today, none of the future',
  (text) => {
    const now = new Date(text)
    const times = createdTimes(now, 500, createRandom('times'))
    expect(times.filter((time) => time.toISOString().slice(0, 10) === text.slice(0, 10)).length).toBeGreaterThan(5)
    expect(times.every((time) => time <= now)).toBe(true)
    expect(times).toEqual(times.toSorted((one, other) => one.getTime() - other.getTime()))
  },
)

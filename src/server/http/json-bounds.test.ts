import { expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { checkJson } from './json-bounds.ts'

const BOUNDS = { jsonDepth: 4, jsonValues: 10 }

/** The reason why a text is refused; null if it is left to the parser. */
function refusalOf(json: string, bounds = BOUNDS): unknown {
  try {
    checkJson(json, bounds)
    return null
  } catch (error) {
    return error instanceof AppError && error.status === 400 ? (error.data ?? error.message) : error
  }
}

test.each([
  ['[[[[]]]]', null],
  ['[[[[[]]]]]', 'The request has more than 4 levels inside each other'],
  ['{"a":{"b":{"c":{"d":1}}}}', null],
  ['{"a":{"b":{"c":{"d":[]}}}}', 'The request has more than 4 levels inside each other'],
  ['[[],[],[[]],{"a":[]}]', null],
  ['"[[[[[[[[ {{{{{{"', null],
  ['["\\"[[[[[[["]', null],
  ['["\\\\",[[[[1]]]]]', 'The request has more than 4 levels inside each other'],
])('depth: %s', (json, refusal) => {
  expect(refusalOf(json)).toBe(refusal)
})

test.each([
  ['[1,2,3,4,5,6,7,8,9]', null],
  ['[1,2,3,4,5,6,7,8,9,0]', 'The request has more than 10 values'],
  ['["1","2","3","4","5","6","7","8","9","0"]', 'The request has more than 10 values'],
  ['[true,false,null,-1e5, 1.5 ,\n1,1,1,1]', null],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}', null],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0}', 'The request has more than 10 values'],
  ['[[],{},[],{},[],{},[],{},[],{}]', 'The request has more than 10 values'],
])('values, with objects and lists themselves: %s', (json, refusal) => {
  expect(refusalOf(json)).toBe(refusal)
})

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"\\u0061":1,"\\u0061":2}', 'a'],
  ['{"a\\/b":1,"a/b":2}', 'a/b'],
  ['{"x":{"a":1, "a" : 2}}', 'a'],
  ['[{"a":{}},{"b":1,"a":[],"b":2}]', 'b'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
  ['{"é":1,"\\u00e9":2}', 'é'],
  [`{${Array.from({ length: 9 }, (_, n) => `"k${n}":"v"`).join()},"k3":1}`, 'k3'],
])('a key twice in one object: %s', (json, key) => {
  expect(refusalOf(json, { jsonDepth: 4, jsonValues: 20 })).toEqual({ [key]: `Send ${key} once` })
})

test.each([
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '["a","a"]',
  '{"e\\u0301":1,"\\u00e9":1}',
  '{"a":"b\\":1,\\"a"}',
])('the same key elsewhere is no second one: %s', (json) => {
  expect(refusalOf(json)).toBe(null)
})

test.each(['', '"', '{"a', '{"a":1,"\\u00":2,"\\u00":3}', ']]]]', '{]', '\u0000', '[1 2', '"\\'])(
  'what is no JSON is left to the parser: %j',
  (json) => {
    expect(refusalOf(json)).toBe(null)
    expect(() => JSON.parse(json)).toThrow()
  },
)

test('a long key is repeated in part only', () => {
  const key = 'k'.repeat(100_000)
  expect(refusalOf(`{"${key}":1,"${key}":2}`)).toEqual({ ['k'.repeat(60)]: `Send ${'k'.repeat(60)} once` })
})

const MB = 1024 * 1024
const keys = (n: number) => Array.from({ length: n }, (_, at) => `"key ${at}":1`).join()

/** Milliseconds of a processor's work. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage()
  try {
    work()
  } catch {
    // Each refusal ends here.
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The shortest time of each over alternating rounds, as other work may keep the machine busy for a while. */
function leastCosts(one: () => unknown, other: () => unknown): [number, number] {
  const rounds = Array.from({ length: 7 }, () => [costOf(one), costOf(other)] as const)
  return [Math.min(...rounds.map(([cost]) => cost)), Math.min(...rounds.map(([, cost]) => cost))]
}

test.each([
  ['one text', `"${'x'.repeat(MB)}"`],
  ['a text of escapes', `"${'\\"'.repeat(MB / 2)}"`],
  ['a text of backslashes', `"${'\\\\'.repeat(MB / 2)}"`],
  ['lists in lists', '['.repeat(MB)],
  ['objects in objects', '{"a":'.repeat(MB / 5)],
  ['lists beside lists', `[${'[],'.repeat(MB / 3)}1]`],
  ['many keys', `{${keys(60_000)}}`],
  ['few long keys', `{"${'k'.repeat(MB / 2)}":1,"${'l'.repeat(MB / 2)}":1}`],
  ['spaces', `${' '.repeat(MB)}1`],
  ['texts without a colon', `{${'"a" '.repeat(MB / 4)}`],
  ['digits', '1'.repeat(MB)],
])('a megabyte takes about as long to look through as an honest one takes to be read: %s', (_what, json) => {
  const honest = JSON.stringify(
    Array.from({ length: 20_000 }, (_, id) => ({ id, name: `A name with the number ${id}` })),
  )
  const bounds = { jsonDepth: 64, jsonValues: 20_000 }
  const [looked, read] = leastCosts(
    () => checkJson(json, bounds),
    () => JSON.parse(honest),
  )
  // Looking again from each sign would take thousands of times as long.
  expect(looked).toBeLessThan(20 * read)
})

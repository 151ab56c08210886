import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLASSIFIERS } from './carrier-events.ts'
import { compareStatements, type Retraction, type Statement, standing, thingOf } from './standing.ts'

const statement = (given: Partial<Statement> = {}): Statement => ({
  feedId: 1,
  externalId: null,
  container: 'MSCU1234566',
  sailingId: 7,
  milestone: 'discharged',
  placeCode: 'USLAX',
  classifier: 'act',
  at: '2026-11-20T10:00:00.000Z',
  statedAt: '2026-11-20T12:00:00.000Z',
  hash: 'a',
  ...given,
})
const only = (statements: Statement[], retractions: Retraction[] = []) => [
  ...standing(statements, retractions).values(),
]

const instant = fc.integer({ min: 0, max: 30 }).map((day) => new Date(Date.UTC(2026, 10, 1 + day)).toISOString())
/** Few values of each field, so that many statements are about the same thing, and many say the same. */
const anyStatement: fc.Arbitrary<Statement> = fc.record({
  feedId: fc.integer({ min: 1, max: 3 }),
  externalId: fc.option(fc.integer({ min: 0, max: 500 }).map(String)),
  container: fc.option(fc.constantFrom('MSCU1234566', 'APZU4812090', 'CSQU3054383')),
  sailingId: fc.option(fc.constantFrom(7, 8)),
  milestone: fc.constantFrom('departed', 'arrived', 'discharged', 'etd', 'eta', null),
  placeCode: fc.option(fc.constantFrom('CNSHA', 'USLAX')),
  classifier: fc.constantFrom(...CLASSIFIERS),
  at: instant,
  statedAt: instant,
  hash: fc.constantFrom('a', 'b', 'c'),
})
const anyRetraction: fc.Arbitrary<Retraction> = fc.record({
  feedId: fc.integer({ min: 1, max: 3 }),
  externalId: fc.integer({ min: 0, max: 500 }).map(String),
  statedAt: fc.option(instant),
})

/** A list in another order, by a seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const all = [...list]
  let state = seed
  for (let end = all.length - 1; end > 0; end--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const at = state % (end + 1)
    ;[all[end], all[at]] = [all[at] as T, all[end] as T] // both within the list
  }
  return all
}

test('10 000 statements give one state in any order of arrival', () => {
  const [statements = []] = fc.sample(fc.array(anyStatement, { minLength: 10_000, maxLength: 10_000 }), {
    numRuns: 1,
    seed: 36,
  })
  const [retractions = []] = fc.sample(fc.array(anyRetraction, { minLength: 100, maxLength: 100 }), {
    numRuns: 1,
    seed: 36,
  })
  const state = (seed: number) =>
    Object.fromEntries([...standing(shuffled(statements, seed), shuffled(retractions, seed))])
  const first = state(1)
  expect(Object.keys(first).length).toBeGreaterThan(50)
  for (const seed of [2, 3, 4, 5]) expect(state(seed)).toEqual(first)
})

test('any few statements give one state in any order, and twice is once', () => {
  const lists = fc.tuple(fc.array(anyStatement), fc.array(anyRetraction), fc.nat())
  fc.assert(
    fc.property(lists, ([statements, retractions, seed]) => {
      const before = standing(statements, retractions)
      const after = standing(shuffled([...statements, ...statements], seed), shuffled(retractions, seed))
      expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before))
    }),
    { seed: 36 },
  )
})

test('no statement of a thing is newer than the standing one', () => {
  fc.assert(
    fc.property(fc.array(anyStatement.map((each) => ({ ...each, externalId: null }))), (statements) => {
      const state = standing(statements, [])
      for (const each of statements) {
        const counts = state.get(thingOf(each))
        expect(counts && compareStatements(each, counts)).toBeLessThanOrEqual(0)
      }
    }),
    { seed: 36 },
  )
})

test('the later statement counts, then the later event, then the hash', () => {
  const old = statement()
  const later = statement({ statedAt: '2026-11-21T00:00:00.000Z', at: '2026-11-18T00:00:00.000Z' })
  const further = statement({ at: '2026-11-20T10:00:01.000Z' })
  const other = statement({ hash: 'b' })
  expect(only([later, old])).toEqual([later])
  expect(only([further, old])).toEqual([further])
  expect(only([other, old])).toEqual([other])
  expect(compareStatements(old, statement())).toBe(0)
})

test('an estimate and an actual event, two places and two containers are different things; two feeds are not', () => {
  const all = [
    statement(),
    statement({ classifier: 'est' }),
    statement({ placeCode: 'USLGB' }),
    statement({ container: 'APZU4812090' }),
    statement({ container: null }),
    statement({ container: null, sailingId: 8 }),
  ]
  expect(only(all)).toHaveLength(all.length)
  expect(only([statement(), statement({ feedId: 2, hash: 'b' })])).toHaveLength(1)
  expect(only([statement(), statement({ sailingId: 8, hash: 'b' })])).toHaveLength(1)
})

test('an event that is corrected to another place no longer counts at the first', () => {
  const wrong = statement({ externalId: 'e1' })
  const right = statement({ externalId: 'e1', placeCode: 'USLGB', statedAt: '2026-11-21T00:00:00.000Z' })
  expect(only([right, wrong])).toEqual([right])
  expect(only([{ ...right, feedId: 2 }, wrong])).toHaveLength(2)
})

test('a retracted event is gone, and the next newest statement counts again', () => {
  const first = statement({ externalId: 'e1' })
  const second = statement({ externalId: 'e2', statedAt: '2026-11-21T00:00:00.000Z' })
  const retraction = { feedId: 1, externalId: 'e2', statedAt: '2026-11-22T00:00:00.000Z' }
  expect(only([first, second])).toEqual([second])
  expect(only([second, first], [retraction])).toEqual([first])
  expect(only([first, second], [{ ...retraction, feedId: 2 }])).toEqual([second])
  // Statements made after a dated retraction count; an undated one discards its id for ever.
  const again = { ...second, statedAt: '2026-11-23T00:00:00.000Z' }
  expect(only([first, second, again], [retraction])).toEqual([again])
  expect(only([first, second, again], [{ ...retraction, statedAt: null }])).toEqual([first])
})

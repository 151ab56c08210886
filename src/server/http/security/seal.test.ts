import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const [old, current] = [randomBytes(32), randomBytes(32)]
const PLACE = 'totp 7'

test('a sealed text does not show what it is, and opens again', () => {
  const seal = createSeal([current])
  const stored = seal.seal('JBSWY3DP', PLACE)
  expect(stored).not.toContain('JBSWY3DP')
  expect(stored).not.toBe(seal.seal('JBSWY3DP', PLACE))
  expect(seal.open(stored, PLACE)).toBe('JBSWY3DP')
})

test('it opens neither for another place, nor changed, nor without its key', () => {
  const seal = createSeal([current])
  const stored = seal.seal('JBSWY3DP', PLACE)
  expect(seal.open(stored, 'totp 8')).toBeNull()
  const last = stored.endsWith('A') ? 'B' : 'A'
  expect(seal.open(stored.slice(0, -1) + last, PLACE)).toBeNull()
  for (const cut of ['v1.', 'v1', stored.slice(0, 30)]) expect(seal.open(`${cut}`, PLACE), cut).not.toBe('JBSWY3DP')
  for (const keys of [[], [old]]) expect(createSeal(keys).open(stored, PLACE)).toBeNull()
})

test('a new key in front seals, the one before still opens, and what it sealed is not current', () => {
  const before = createSeal([old]).seal('JBSWY3DP', PLACE)
  const seal = createSeal([current, old])
  expect(seal.open(before, PLACE)).toBe('JBSWY3DP')
  expect(seal.isCurrent(before)).toBe(false)
  const now = seal.seal('JBSWY3DP', PLACE)
  expect(seal.isCurrent(now)).toBe(true)
  expect(createSeal([old]).open(now, PLACE)).toBeNull()
})

test('without a key a text stays plain, and is sealed once there is one', () => {
  const plain = createSeal([])
  const stored = plain.seal('JBSWY3DP', PLACE)
  expect(stored).toBe('JBSWY3DP')
  expect(plain.isCurrent(stored)).toBe(true)
  const seal = createSeal([current])
  expect(seal.open(stored, PLACE)).toBe('JBSWY3DP')
  expect(seal.isCurrent(stored)).toBe(false)
})

import { expect, test } from 'vitest'
import { encodingOf } from './encoding.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP ; q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', null],
  ['identity', null],
  ['', null],
  [undefined, null],
])('the better encoding that is taken: %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})

test('no header holds the server up, however many spaces it has', () => {
  const timeOf = (accepted: string) => {
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now()
      encodingOf(accepted)
      return performance.now() - began
    })
    return Math.min(...times)
  }
  const spaces = timeOf(`a${' '.repeat(15_500)}b`)
  // An expression that looks from every space would take a thousand times as long.
  expect(spaces).toBeLessThan(20 * timeOf('gzip, deflate, br, zstd') + 5)
})

import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { addressOf, newSecret, pictureOf, stepOf } from './totp.ts'

/** '12345678901234567890' in base 32, the key of RFC 6238. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code of RFC 6238 is %s', (second, code) => {
  expect(stepOf(RFC_SECRET, code, second * 1000)).toBe(Math.floor(second / 30))
})

describe('a code', () => {
  const secret = newSecret()
  const STEP = 60_000_000
  const code = generateSync({ secret, epoch: STEP * 30 })
  const at = (second: number) => stepOf(secret, code, (STEP * 30 + second) * 1000)

  test('works in its own step and in the one after it, to the millisecond', () => {
    for (const second of [0, 29.999, 30, 59.999]) expect(at(second), String(second)).toBe(STEP)
    for (const second of [-60, -30, -0.001, 60, 90]) expect(at(second), String(second)).toBeNull()
  })

  test('may be typed with spaces and dashes', () => {
    const now = STEP * 30_000
    for (const typed of [` ${code} `, `${code.slice(0, 3)} ${code.slice(3)}`, `${code.slice(0, 3)}-${code.slice(3)}`])
      expect(stepOf(secret, typed, now), typed).toBe(STEP)
  })

  test.each([
    '',
    ' ',
    '12345',
    '1234567',
    '１２３４５６',
    '٠١٢٣٤٥',
    '12345a',
    '-12345',
    '1e5',
    '0x1234',
    "' or 1=1",
    '1'.repeat(50),
  ])('is not %j', (typed) => {
    expect(stepOf(secret, typed, STEP * 30_000)).toBeNull()
  })
})

test('a secret has 160 random bits, and its address says whose and what it is', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  const { protocol, host, pathname, searchParams } = new URL(addressOf(one, 'mara@quayside.example'))
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Quayside:mara@quayside.example',
  ])
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'Quayside',
    secret: one,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('the picture is an SVG in the page itself, without anything to load', async () => {
  const picture = await pictureOf(addressOf(newSecret(), 'mara@quayside.example'))
  const svg = Buffer.from(picture.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
  expect(svg).toMatch(/^<svg [^>]*viewBox/)
  expect(svg).not.toMatch(/href|script|<image|url\(/)
})

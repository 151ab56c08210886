import { md5 } from 'js-md5'
import { expect, test } from 'vitest'
import { REQUIRED } from '#contract/lib/messages.ts'
import { COMMON_PASSWORD, OWN_DATA_PASSWORD } from '#contract/session/passwords.ts'
import { COMMON_PASSWORDS, PREFIX_BYTES } from './common-passwords.ts'
import { refuseWeak } from './weak-passwords.ts'

const OWN = { email: 'Anna.Berg@harbour-line.example', username: 'Anna Berg', companyName: 'Ährenlinie' }
const refuse = (typed: string) => () => refuseWeak(md5(typed), OWN, 'newPassword')

test.each([
  ['', REQUIRED],
  ...['123456', 'password', '12345678', 'qwertyuiop', 'trustno1', 'iloveyou', 'sunshine', '11111111'].map((typed) => [
    typed,
    COMMON_PASSWORD,
  ]),
  ...['Anna.Berg@harbour-line.example', 'anna.berg@harbour-line.example', 'Anna Berg', 'annaberg', 'Annaberg'].map(
    (typed) => [typed, OWN_DATA_PASSWORD],
  ),
  ...['Ährenlinie', 'ährenlinie', 'HARBOURLINE'].map((typed) => [typed, OWN_DATA_PASSWORD]),
])('the MD5 of %j is refused at its field', (typed = '', message = '') => {
  expect(refuse(typed)).toThrow(expect.objectContaining({ status: 400, data: { newPassword: message } }))
})

test.each(['correct-horse', 'quayside-admin', 'quayside-manager', 'quayside-client', 'Anna Berg!', 'ships at dawn'])(
  'the MD5 of %j is accepted',
  (typed) => {
    expect(refuse(typed)()).toBeUndefined()
  },
)

test('the list has 12,000 entries, sorted, so that every one is found', () => {
  const list = Buffer.from(COMMON_PASSWORDS, 'base64')
  expect(list.length).toBe(12_000 * PREFIX_BYTES)
  const entries = Array.from({ length: 12_000 }, (_, n) => list.subarray(n * PREFIX_BYTES, (n + 1) * PREFIX_BYTES))
  expect(entries.findIndex((entry, n) => n > 0 && Buffer.compare(entry, entries[n - 1] ?? entry) !== 1)).toBe(-1)
})

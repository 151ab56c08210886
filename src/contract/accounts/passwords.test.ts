import { expect, test } from 'vitest'
import { COMMON_PASSWORD, OWN_DATA_PASSWORD, ownWords, refusedPassword } from './passwords.ts'

const OWN = { email: 'Anna.Berg@harbour-line.example', username: 'Anna Berg', companyName: 'Harbour Line Ltd.' }

test.each([
  'anna.berg@harbour-line.example',
  'ANNA.BERG@HARBOUR-LINE.EXAMPLE',
  'Anna Berg',
  'annaberg',
  'Anna.Berg',
  'harbour-line',
  'harbourline',
  'Harbour Line Ltd.',
  'HarbourLineLtd',
  ' Anna Berg ',
])('%j is the account’s own data', (typed) => {
  expect(refusedPassword(typed, OWN)).toBe(OWN_DATA_PASSWORD)
})

test.each(['aaaaaaaa', '        ', '12341234', 'abcdefgh', '87654321', 'Qwertyuiop', 'poiuytrewq'])(
  '%j is a pattern',
  (typed) => {
    expect(refusedPassword(typed, OWN)).toBe(COMMON_PASSWORD)
  },
)

test.each(['correct-horse', 'Anna Berg likes ships', 'quayside-admin', 'abcdefgx', '🔑 emoji 🔑'])(
  '%j is accepted',
  (typed) => {
    expect(refusedPassword(typed, OWN)).toBeNull()
  },
)

test('an account without a name or company has no empty words', () => {
  expect(ownWords({ email: 'a@b.example', username: ' ', companyName: '' })).toEqual([
    'a@b.example',
    'abexample',
    'a',
    'b.example',
    'bexample',
    'b',
  ])
})

import { md5 } from 'js-md5'
import { expect, test } from 'vitest'
import {
  COMMON_PASSWORD,
  INSTALLATION_PASSWORD,
  OWN_DATA_PASSWORD,
  SHORT_PASSWORD,
} from '#contract/accounts/passwords.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { readConfig } from '#server/config/config.ts'
import { COMMON_PASSWORDS, PREFIX_BYTES } from './common-passwords.ts'
import type { Installation } from './installation-names.ts'
import { refuseWeak } from './weak-passwords.ts'

const OWN = { email: 'Anna.Berg@harbour-line.example', username: 'Anna Berg', companyName: 'Ährenlinie' }
const db = { selectFrom: () => ({ select: () => ({ executeTakeFirst: async () => ({ name: 'Nordhavn Freight' }) }) }) }
const installation = {
  db,
  appUrl: () => 'https://office.harbour.test',
  config: readConfig({ MAIL_FROM: 'Blue Anchor <post@anchor-mail.test>', CUSTOMER_SITE_URL: 'https://portal.test' }),
} as unknown as Installation // the one statement that is asked
const refuse = (typed: string) => refuseWeak(installation, md5(typed), OWN, 'newPassword')

test.each([
  ['', REQUIRED],
  ...[
    '123456',
    'password',
    '12345678',
    'qwertyuiop',
    'trustno1',
    'iloveyou',
    'sunshine',
    '11111111',
    'Password1',
    'Qwertyuiop',
  ].map((typed) => [typed, COMMON_PASSWORD]),
  ...['Anna.Berg@harbour-line.example', 'anna.berg@harbour-line.example', 'Anna Berg', 'annaberg', 'Annaberg'].map(
    (typed) => [typed, OWN_DATA_PASSWORD],
  ),
  ...['Ährenlinie', 'ährenlinie', 'HARBOURLINE'].map((typed) => [typed, OWN_DATA_PASSWORD]),
  ...['quayside', 'Quayside', 'QUAYSIDE', 'Quayside1', 'quayside123', `Quayside${new Date().getFullYear()}!`].map(
    (typed) => [typed, INSTALLATION_PASSWORD],
  ),
  ...['Nordhavn Freight', 'nordhavnfreight', 'nordhavn1234'].map((typed) => [typed, INSTALLATION_PASSWORD]),
  ...['office.harbour.test', 'Harbour', 'Blue Anchor', 'blueanchor1', 'anchor-mail.test', 'portal.test'].map(
    (typed) => [typed, INSTALLATION_PASSWORD],
  ),
  ...['a', 'Z9', '~~~', ' ! ', 'abc', '000'].map((typed) => [typed, SHORT_PASSWORD]),
])('the MD5 of %j is refused at its field', async (typed = '', message = '') => {
  await expect(refuse(typed)).rejects.toMatchObject({ status: 400, data: { newPassword: message } })
})

test.each(['correct-horse', 'quayside-admin', 'quayside-manager', 'quayside-client', 'Anna Berg!', 'ships at dawn'])(
  'the MD5 of %j is accepted',
  async (typed) => {
    expect(await refuse(typed)).toBeUndefined()
  },
)

test('the list has 12,000 passwords, most of them with a capital too, sorted, so that every one is found', () => {
  const list = Buffer.from(COMMON_PASSWORDS, 'base64')
  const length = list.length / PREFIX_BYTES
  expect(length).toBe(20_958)
  const entries = Array.from({ length }, (_, n) => list.subarray(n * PREFIX_BYTES, (n + 1) * PREFIX_BYTES))
  expect(entries.findIndex((entry, n) => n > 0 && Buffer.compare(entry, entries[n - 1] ?? entry) !== 1)).toBe(-1)
})

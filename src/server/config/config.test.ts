import { expect, test } from 'vitest'
import { addressesOf, readConfig } from './config.ts'
import { ConfigError } from './setting-fields.ts'

const url = 'postgres://quayside@localhost/quayside'

test('direct and replica addresses need an external database', () => {
  const more = { DATABASE_DIRECT_URL: url, DATABASE_READ_URL: url }
  expect(readConfig({ ...more, DATABASE_URL: url })).toMatchObject({
    databaseDirectUrl: url,
    databaseReadUrl: url,
    demo: false,
  })
  for (const [name, value] of Object.entries(more)) expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
})

test.each([
  [undefined, true, false],
  ['1', true, false],
  ['0', false, false],
  ['reference', false, true],
])('DEMO=%s loads the demo: %s, its reference data alone: %s', (DEMO, demo, demoReference) => {
  expect(readConfig({ DEMO })).toMatchObject({ demo, demoReference })
  expect(() => readConfig({ DEMO: 'all' })).toThrow('DEMO must be 0, 1 or reference')
})

test('every invalid setting is named', () => {
  expect(() => readConfig({ PORT: '65536', DATABASE_READ_URL: 'mysql://localhost' })).toThrow(
    'PORT must be a port\nDATABASE_READ_URL must be a postgres:// address',
  )
})

test.each([
  ['0', 0],
  ['120', 120],
  ['', 10],
  [undefined, 10],
])('MAIL_HOLD_SECONDS=%s is %d seconds', (MAIL_HOLD_SECONDS, seconds) => {
  expect(readConfig({ MAIL_HOLD_SECONDS }).mailHoldSeconds).toBe(seconds)
})

test.each([
  ['0', 0],
  ['600', 600],
  ['', 60],
  [undefined, 60],
])('RUN_HOLD_SECONDS=%s is %d seconds', (RUN_HOLD_SECONDS, seconds) => {
  expect(readConfig({ RUN_HOLD_SECONDS }).runHoldSeconds).toBe(seconds)
})

test.each(['-1', '601', '1.5'])('RUN_HOLD_SECONDS=%s is refused by name', (RUN_HOLD_SECONDS) => {
  expect(() => readConfig({ RUN_HOLD_SECONDS })).toThrow(
    'RUN_HOLD_SECONDS must be a whole number of seconds from 0 to 600',
  )
})

test.each(['-1', '121', '1.5', 'ten', 'Infinity'])('MAIL_HOLD_SECONDS=%s is refused by name', (MAIL_HOLD_SECONDS) => {
  expect(() => readConfig({ MAIL_HOLD_SECONDS })).toThrow(
    'MAIL_HOLD_SECONDS must be a whole number of seconds from 0 to 120',
  )
})

test.each([
  ['10', 10],
  ['100000', 100_000],
  ['', 600],
  [undefined, 600],
])('API_KEY_CALLS_PER_MINUTE=%s is %d calls', (API_KEY_CALLS_PER_MINUTE, calls) => {
  expect(readConfig({ API_KEY_CALLS_PER_MINUTE }).apiKeyCallsPerMinute).toBe(calls)
})

test.each(['9', '100001', '10.5', 'many'])(
  'API_KEY_CALLS_PER_MINUTE=%s is refused by name',
  (API_KEY_CALLS_PER_MINUTE) => {
    expect(() => readConfig({ API_KEY_CALLS_PER_MINUTE })).toThrow(
      'API_KEY_CALLS_PER_MINUTE must be a whole number of calls from 10 to 100000',
    )
  },
)

test.each([
  [{}, 'http://localhost:3000', 'http://localhost:3000/site'],
  [{ APP_URL: 'https://app.example' }, 'https://app.example', 'https://app.example/site'],
  [
    { APP_URL: 'https://app.example', PUBLIC_SITE_URL: 'https://www.example' },
    'https://app.example',
    'https://www.example',
  ],
])('with %o staff are led to %s, clients to %s', (set, app, site) => {
  const { appUrl, siteUrl } = addressesOf(readConfig(set), () => 'http://localhost:3000')
  expect([appUrl(), siteUrl()]).toEqual([app, site])
})

test.each(['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'])('%s is a whole number from 10', (name) => {
  expect(() => readConfig({ [name]: '10' })).not.toThrow()
  for (const bad of ['9', '10.5', 'many']) expect(() => readConfig({ [name]: bad }), bad).toThrow(ConfigError)
})

test('SECRETS_KEY takes one key or several; anything else is refused, and not repeated', () => {
  const [one, other] = ['a1'.repeat(32), 'B2'.repeat(32)]
  expect(readConfig({ SECRETS_KEY: ` ${one}, ${other}` }).secretsKeys.map((key) => key.toString('hex'))).toEqual([
    one,
    other.toLowerCase(),
  ])
  expect(readConfig({}).secretsKeys).toEqual([])
  expect(readConfig({ SECRETS_KEY: '' }).secretsKeys).toEqual([])
  for (const wrong of ['secret', one.slice(1), `${one}0`, `${one},`, `${one};${other}`]) {
    const message = 'SECRETS_KEY must be 64 hex digits, as openssl rand -hex 32 prints them'
    expect(() => readConfig({ SECRETS_KEY: wrong })).toThrow(message)
    expect(() => readConfig({ SECRETS_KEY: wrong })).not.toThrow(wrong)
  }
})

test.each([
  [undefined, false],
  ['0', false],
  ['1', true],
])('REQUIRE_SECOND_FACTOR=%s requires one: %s', (REQUIRE_SECOND_FACTOR, requireSecondFactor) => {
  expect(readConfig({ REQUIRE_SECOND_FACTOR })).toMatchObject({ requireSecondFactor })
  expect(() => readConfig({ REQUIRE_SECOND_FACTOR: 'yes' })).toThrow('REQUIRE_SECOND_FACTOR must be 0 or 1')
})

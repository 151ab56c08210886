import { expect, inject, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/setting-fields.ts'
import { migrate } from '#server/db/migrate.ts'
import { StartError } from '#server/errors.ts'
import { whyNotStarted } from './why.ts'

const ALLOW_PLAIN_TLS = '1'
const owner = () => new URL(inject('ownerUrl'))
function changed(change: (url: URL) => void): string {
  const url = owner()
  change(url)
  return url.href
}

test.each([
  ['that nothing answers at', () => 'postgres://me:secret@127.0.0.1:1/x', 'nothing answers at 127.0.0.1:1.'],
  ['of an unknown host', () => 'postgres://me:secret@no-such-host.invalid/x', 'the host of no-such-host.invalid:5432'],
  ['with a wrong password', () => changed((url) => (url.password = 'secret')), 'refuses the user or the password'],
  ['without the database', () => changed((url) => (url.pathname = 'secret')), 'has no such database'],
])('a DATABASE_URL %s is said in one line, without the password or a stack', async (_, address, said) => {
  const DATABASE_URL = address()
  const error = await migrate(DATABASE_URL).catch((reason: unknown) => reason)
  const text = whyNotStarted(error, readConfig({ DATABASE_URL, ALLOW_PLAIN_TLS }))
  expect(text).toMatch(/^DATABASE_URL: [^\n]+$/)
  expect(text).toContain(said)
  expect(text.replace('database "secret"', '')).not.toContain('secret')
  const behind = readConfig({
    DATABASE_URL: 'postgres://pooler/x',
    DATABASE_DIRECT_URL: DATABASE_URL,
    ALLOW_PLAIN_TLS,
  })
  expect(whyNotStarted(error, behind)).toMatch(/^DATABASE_DIRECT_URL: /)
})

test('a database that has no TLS is refused where its address demands it, and says so', async () => {
  const DATABASE_URL = changed((url) => url.searchParams.set('sslmode', 'verify-full'))
  const error = await migrate(DATABASE_URL).catch((reason: unknown) => reason)
  expect(whyNotStarted(error, readConfig({ DATABASE_URL }))).toBe(
    `DATABASE_URL: ${owner().host} offers no TLS, which sslmode demands`,
  )
})

test('only what nobody foresaw has a stack', () => {
  expect(whyNotStarted(new StartError('DATA_DIR /x is a file.'), undefined)).toBe('DATA_DIR /x is a file.')
  expect(whyNotStarted(new ConfigError('PORT must be a port'), undefined)).toBe(
    'Invalid settings:\nPORT must be a port',
  )
  expect(whyNotStarted(new Error('Odd'), undefined)).toContain('why.test.ts')
})

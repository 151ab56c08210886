import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRET_SETTINGS } from '#server/config/config.ts'
import { mistyped, readEnvironment } from './environment.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-env-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('.env completes the environment; a variable that is set wins, an empty one too', async () => {
  const path = join(folder, '.env')
  await writeFile(path, 'PORT=4000\nMAIL_FROM="Anna <anna@example.test>"\nHOST=0.0.0.0\n# PORT=1\nSMTP_URL=smtp://x\n')
  expect(readEnvironment({ HOST: '127.0.0.1', SMTP_URL: '' }, () => {}, path)).toEqual({
    PORT: '4000',
    MAIL_FROM: 'Anna <anna@example.test>',
    HOST: '127.0.0.1',
    SMTP_URL: '',
  })
})

test('without .env the environment is as it is', () => {
  expect(readEnvironment({ PORT: '1' }, () => {}, join(folder, 'none'))).toEqual({ PORT: '1' })
})

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PROT', 'PORT'],
  ['HOTS', 'HOST'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['smtp_url', 'SMTP_URL'],
  ['S3_ACESS_KEY_ID', 'S3_ACCESS_KEY_ID'],
  ['MAX_CONNECTION', 'MAX_CONNECTIONS'],
])('%s is asked about: did you mean %s?', (name, setting) => {
  expect(mistyped(['PATH', name])).toEqual([`${name}: did you mean ${setting}?`])
})

test('what usually is in an environment, and every setting, is not asked about', () => {
  const usual = ['HOME', 'PATH', 'PWD', 'OLDPWD', 'SHELL', 'TERM', 'USER', 'LANG', 'TZ', 'MAIL', 'HOSTNAME', 'LOGNAME']
  const more = [
    'TMPDIR',
    'NODE_ENV',
    'npm_config_cache',
    'QUAYSIDE_PORT',
    'QUAYSIDE_SERVICE_HOST',
    'HOSTTYPE',
    'EDITOR',
  ]
  expect(mistyped([...usual, ...more])).toEqual([])
  expect(mistyped(['DATABASE_URL', 'DATABASE_URI', 'DEMO', 'DEMO_PUBLIC'])).toEqual([])
})

test('a secret may be in a file, whose path the setting with _FILE names', async () => {
  const path = join(folder, 'secret')
  const url = 'postgres://me:secret@localhost/x'
  await writeFile(path, `${url}\n`)
  const read = (env: Record<string, string>) => readEnvironment(env, () => {}, join(folder, 'none'))
  for (const name of SECRET_SETTINGS) expect(read({ [`${name}_FILE`]: path })[name], name).toBe(url)
  expect(read({ DATABASE_URL_FILE: path, DATABASE_URL: '' }).DATABASE_URL).toBe(url)
  expect(() => read({ DATABASE_URL_FILE: path, DATABASE_URL: url })).toThrow('are both set: keep one of them')
  expect(() => read({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(/^SMTP_URL_FILE: .* cannot be read: ENOENT$/)
  await writeFile(path, '\n')
  expect(() => read({ SECRETS_KEY_FILE: path })).toThrow(/^SECRETS_KEY_FILE: .* is empty/)
})

import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isLoopback } from './loopback.ts'

const DATABASE_URL = 'postgres://quayside:secret@localhost/quayside'
const S3 = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
const at = (host: string, query = '') => `postgres://quayside:secret@${host}/quayside${query}`

test.each<[Record<string, string>, string]>([
  ...['database.example', '10.0.0.5', '0.0.0.0', '[::]', '127.0.0.1.example', 'localhost.example', '127.1'].map(
    (host): [Record<string, string>, string] => [{ DATABASE_URL: at(host) }, 'DATABASE_URL leads to another machine'],
  ),
  // The driver takes the host of the query, which may differ from the one that people see.
  [{ DATABASE_URL: at('localhost', '?host=database.example') }, 'DATABASE_URL leads to another machine'],
  [{ DATABASE_URL: at('database.example', '?sslmode=disable') }, 'DATABASE_URL leads to another machine'],
  [{ DATABASE_URL: at('database.example', '?ssl=0') }, 'DATABASE_URL leads to another machine'],
  [{ DATABASE_URL: at('database.example', '?sslmode=no-verify') }, 'DATABASE_URL accepts any certificate'],
  [{ DATABASE_URL: at('db.example', '?uselibpqcompat=true&sslmode=require') }, 'DATABASE_URL accepts any certificate'],
  [{ DATABASE_URL: at('db.example', '?uselibpqcompat=true&sslmode=prefer') }, 'DATABASE_URL accepts any certificate'],
  [{ DATABASE_URL: at('db.example', '?sslmode=verify-full&sslrootcert=/no/file') }, 'DATABASE_URL cannot be used'],
  [{ DATABASE_URL, DATABASE_DIRECT_URL: at('db.example') }, 'DATABASE_DIRECT_URL leads to another machine'],
  [{ DATABASE_URL, DATABASE_READ_URL: at('db.example') }, 'DATABASE_READ_URL leads to another machine'],
  ...[
    'ignoreTLS=true',
    'requireTLS=false',
    'opportunisticTLS=true',
    'secure=false',
    'tls.rejectUnauthorized=false',
  ].map((option): [Record<string, string>, string] => [
    { SMTP_URL: `smtp://mail.example:587?${option}` },
    `SMTP_URL has the option ${option.split('=')[0]}`,
  ]),
  [{ SMTP_URL: 'smtps://mail.example?host=other.example' }, 'SMTP_URL has the option host'],
  [{ S3_URL: 'http://files.example/bucket', ...S3 }, 'S3_URL must be an https address'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an https address'],
  [{ SCAN_SOCKET: 'scanner.example:3310' }, 'SCAN_SOCKET leads to another machine'],
])('%j is refused by name, without the password; ALLOW_PLAIN_TLS=1 allows it', (set, message) => {
  expect(() => readConfig(set)).toThrow(message)
  expect(() => readConfig(set)).toThrow('ALLOW_PLAIN_TLS=1 allows it')
  expect(() => readConfig(set)).not.toThrow('secret')
  const unreadable = message.endsWith('cannot be used')
  const { mailNeedsTls, plain } = readConfig({ ...set, ALLOW_PLAIN_TLS: '1' })
  expect(mailNeedsTls).toBe(false)
  expect(plain).toEqual([unreadable ? 'DATABASE_URL' : message.split(' ')[0]])
})

test.each<[Record<string, string>, boolean]>([
  [{ DATABASE_URL }, false],
  [{ DATABASE_URL: at('127.0.0.9') }, false],
  [{ DATABASE_URL: at('[::1]:5433') }, false],
  [{ DATABASE_URL: 'postgres:///quayside?host=/var/run/postgresql' }, false],
  [{ DATABASE_URL: at('%2Fvar%2Frun%2Fpostgresql') }, false],
  // The driver checks the certificate in each of these modes.
  ...['require', 'verify-ca', 'verify-full'].map((mode): [Record<string, string>, boolean] => [
    { DATABASE_URL: at('database.example', `?sslmode=${mode}`) },
    false,
  ]),
  [{ DATABASE_URL: at('database.example', '?ssl=true') }, false],
  [{ SMTP_URL: 'smtp://127.0.0.1:25' }, false],
  [{ SMTP_URL: 'smtp://LOCALHOST:25?ignoreTLS=true' }, false],
  [{ SMTP_URL: 'smtp://user:password@mail.example:587' }, true],
  [{ SMTP_URL: 'smtps://mail.example?pool=true&name=office.example' }, true],
  [{ S3_URL: 'https://files.example/bucket', ...S3 }, false],
  [{ S3_URL: 'http://[::1]:9000/bucket', ...S3 }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, false],
  [{ SCAN_SOCKET: '/run/clamav/clamd.ctl' }, false],
  [{ SCAN_SOCKET: '127.0.0.1:3310' }, false],
])('%j is accepted; the mail server must offer TLS: %s', (set, mailNeedsTls) => {
  expect(readConfig(set)).toMatchObject({ mailNeedsTls, plain: [] })
})

test('a mail server elsewhere that may go without TLS is told of', () => {
  expect(readConfig({ SMTP_URL: 'smtp://mail.example', ALLOW_PLAIN_TLS: '1' }).plain).toEqual(['SMTP_URL'])
  expect(readConfig({ SMTP_URL: 'smtps://mail.example', ALLOW_PLAIN_TLS: '1' }).plain).toEqual([])
  expect(() => readConfig({ ALLOW_PLAIN_TLS: 'yes' })).toThrow('ALLOW_PLAIN_TLS must be 0 or 1')
})

test.each(['localhost', '127.0.0.1', '127.255.255.255', '::1', '[::1]', '::ffff:127.0.0.1', 'LocalHost'])(
  '%s is this machine',
  (host) => expect(isLoopback(host)).toBe(true),
)
test.each([
  '',
  '0.0.0.0',
  '::',
  '128.0.0.1',
  '126.255.255.255',
  '::2',
  '::ffff:10.0.0.1',
  'localhost.example',
  '127.1',
])('%j is not this machine', (host) => expect(isLoopback(host)).toBe(false))

import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { createSeal } from '#server/http/security/seal.ts'
import { placeOf } from '#server/mail-in/inbox-store.ts'
import { rawMail } from '#server/mail-in/mail-in.fixture.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { ensureDovecot, PASSWORD, startDovecot } from '#server/test/dovecot.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const noDovecot = await ensureDovecot()
const SECRETS_KEY = '7a'.repeat(32)
/** The authority that signed the certificate of Dovecot, and that no machine knows. */
const AUTHORITY = resolve('src/server/test/certificate/authority.pem')
/** Longer than the pause between two looks for mailboxes, ms. */
const A_LOOK = 6_000

/** Code that a server runs before its own: it writes each of its scripts that is part of imapflow to a file. */
const watching = (file: string) => {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { Session } from 'node:inspector'
    const session = new Session()
    session.connect()
    session.on('Debugger.scriptParsed', ({ params: { url } }) => {
      if (/main\\.[jt]s$|node_modules\\/imapflow\\//.test(url)) appendFileSync(${JSON.stringify(file)}, url + '\\n')
    })
    session.post('Debugger.enable')`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

describe.skipIf(noDovecot !== null)('a server as it is started', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let pool: ReturnType<typeof createPool>
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  let folder: string
  let server: ServerProcess | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    pool = createPool(database.url, 2)
    dovecot = await startDovecot()
    folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-mailboxes-'))
    const { rows } = await pool.query(
      `insert into inboxes (name, address, host, port, tls, username, secret, active)
      values ('Desk', 'desk@quayside.example', 'localhost', $1, true, 'desk', '', false) returning id`,
      [dovecot.tlsPort],
    )
    const secret = createSeal([Buffer.from(SECRETS_KEY, 'hex')]).seal(PASSWORD, placeOf(rows[0].id))
    await pool.query('update inboxes set secret = $1', [secret])
    await dovecot.deliver('desk', rawMail({ subject: 'By TLS' }))
  })
  afterAll(async () => {
    await server?.kill()
    await dovecot.remove()
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const start = async (env: Record<string, string>) => {
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder, SECRETS_KEY, DEMO: '0', SMTP_URL: '' }
    server = await startServerProcess({ ...settings, ...env })
  }
  const inbox = async () => (await pool.query('select reason, failing_since from inboxes')).rows[0]
  const subjects = async () =>
    (await pool.query('select subject from mail_in order by id')).rows.map(({ subject }) => subject)
  const loaded = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n')
  const ofImapflow = (urls: readonly string[]) => urls.filter((url) => url.includes('imapflow')).length

  test('the client of mailboxes is loaded with the first active mailbox, and not before', async () => {
    const file = join(folder, 'loaded')
    await start({ NODE_OPTIONS: watching(file), NODE_EXTRA_CA_CERTS: AUTHORITY })
    await new Promise((looked) => setTimeout(looked, A_LOOK))
    const before = await loaded(file)
    expect(before.length).toBeGreaterThan(0)
    expect(ofImapflow(before)).toBe(0)
    await pool.query('update inboxes set active = true, updated_at = now()')
    await expect.poll(async () => ofImapflow(await loaded(file)), { timeout: 30_000 }).toBeGreaterThan(0)
    await expect.poll(subjects, { timeout: 30_000 }).toEqual(['By TLS'])
    expect(await server?.stop()).toBe(0)
  })

  test('a mail server whose certificate nobody vouches for is not read; with its authority it is', async () => {
    await dovecot.deliver('desk', rawMail({ subject: 'By TLS again' }))
    await start({})
    await expect
      .poll(async () => (await inbox()).reason, { timeout: 30_000 })
      .toMatch(/^The connection is not secure: .*certificate/i)
    expect(await subjects()).toEqual(['By TLS'])
    expect(await server?.stop()).toBe(0)
    await start({ NODE_EXTRA_CA_CERTS: AUTHORITY })
    await expect.poll(subjects, { timeout: 30_000 }).toEqual(['By TLS', 'By TLS again'])
    await expect.poll(inbox, { timeout: 30_000 }).toEqual({ reason: null, failing_since: null })
    expect(await server?.stop()).toBe(0)
  })
})

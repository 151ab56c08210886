import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDb, createPool } from '#server/db/client.ts'
import { createSeal } from '#server/http/security/seal.ts'
import { placeOf } from '#server/mail-in/inbox-store.ts'
import { rawMail } from '#server/mail-in/mail-in.fixture.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { ensureDovecot, PASSWORD, startDovecot } from '#server/test/dovecot.ts'
import { pdf } from '#server/test/files.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

// `npm run test:faults` kills the server 100 times.
const KILLS = Number(process.env.KILLS || 4)
const MAILS = 1_000
vi.setConfig({ testTimeout: 180_000 + KILLS * 10_000, hookTimeout: 120_000 })

const noDovecot = await ensureDovecot()
const SECRETS_KEY = '7a'.repeat(32)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ReturnType<typeof createPool>
let dovecot: Awaited<ReturnType<typeof startDovecot>>
let folder: string
let server: ServerProcess

beforeAll(async () => {
  if (noDovecot !== null) return
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
  dovecot = await startDovecot()
  folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-mail-in-'))
})
afterAll(async () => {
  if (noDovecot !== null) return
  await server?.kill()
  await dovecot.remove()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const count = async (what: string): Promise<number> =>
  Number((await pool.query(`select count(*) as n from ${what}`)).rows[0].n)

test.skipIf(noDovecot !== null)(
  'kill -9 while a thousand mails come in: each is there once, with its raw text and its file',
  async () => {
    const db = createDb(pool)
    const { id: userId, email } = await createUser(db)
    const order = await createOrder(db, { userId, email })
    const key = Buffer.from(SECRETS_KEY, 'hex')
    const { rows } = await pool.query(
      `insert into inboxes (name, address, host, port, tls, username, secret) values ('Desk', 'desk@quayside.example', '127.0.0.1', $1, false, 'desk', '')
      returning id`,
      [dovecot.port],
    )
    await pool.query('update inboxes set secret = $1', [createSeal([key]).seal(PASSWORD, placeOf(rows[0].id))])
    const deliver = async (n: number) => {
      const files = n % 10 === 0 ? [{ name: `p${n}.pdf`, type: 'application/pdf', data: pdf(1_000 + n) }] : []
      const subject = n % 2 === 0 ? `${order.trackingCode} ${n}` : `Mail ${n}`
      await dovecot.deliver('desk', rawMail({ from: email, subject, messageId: `<${n}@client.example>`, files }))
    }
    // Half lie there before the first reading, the others come meanwhile.
    for (let n = 0; n < MAILS / 2; n++) await deliver(n)
    server = await startServerProcess({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SECRETS_KEY,
      DEMO: '0',
      SMTP_URL: '',
    })
    const delivering = (async () => {
      for (let n = MAILS / 2; n < MAILS; n++) {
        await deliver(n)
        await wait(1)
      }
    })()
    for (let kill = 1; kill <= KILLS; kill++) {
      const from = await count('mail_in')
      const until = Math.min(MAILS - 1, from + Math.ceil(MAILS / (KILLS + 2)))
      await expect.poll(() => count('mail_in'), { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(until)
      await server.kill()
      await server.start()
    }
    await delivering
    await expect.poll(() => count('mail_in'), { timeout: 120_000, interval: 100 }).toBe(MAILS)
    await expect
      .poll(async () => (await pool.query('select last_uid from inboxes')).rows[0].last_uid, { timeout: 20_000 })
      .toBe(MAILS)
    expect(await server.stop()).toBe(0)
    expect(await count('(select distinct message_id from mail_in) each')).toBe(MAILS)
    expect(await count('mail_in_places')).toBe(MAILS)
    expect(await count('mail_in_orders')).toBe(MAILS / 2)
    expect(await count('mail_in_files')).toBe(MAILS / 10)
    // Every file is there, and what a killed server left is noted for the sweep.
    const stored = new Set(
      (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }))
        .filter((each) => each.isFile())
        .map(({ name }) => name),
    )
    const { rows: keys } = await pool.query<{ key: string }>(
      `select raw_key as key from mail_in union all select storage_key from mail_in_files`,
    )
    const named = new Set(keys.map(({ key }) => key.split('/').at(-1) ?? ''))
    expect([...named].filter((name) => !stored.has(name))).toEqual([])
    const { rows: loose } = await pool.query<{ storage_key: string }>('select storage_key from loose_files')
    const noted = new Set(loose.map(({ storage_key }) => storage_key.split('/').at(-1)))
    // A file that was half written is noted by the name that it would have had.
    const isNoted = (name: string) => noted.has(name.replace(/\.part$/, ''))
    expect([...stored].filter((name) => !named.has(name) && !isNoted(name))).toEqual([])
  },
)

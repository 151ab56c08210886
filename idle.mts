import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createPool } from '#server/db/client.ts'
import { createSeal } from '#server/http/security/seal.ts'
import { placeOf } from '#server/mail-in/inbox-store.ts'
import { withDatabase } from '#bench/temporary.ts'
import { startServer } from '#bench/processes.ts'
import { PASSWORD, startDovecot } from '#server/test/dovecot.ts'
import { rawMail } from '#server/mail-in/mail-in.fixture.ts'
const d = await startDovecot()
const SECRETS_KEY = '7a'.repeat(32)
await withDatabase({ settings: {} }, async ({ url }, folder) => {
  for (const mode of ['without', 'with an empty mailbox', 'with 30 mails read']) {
    const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '', SECRETS_KEY }
    const s = await startServer(['dist/server/main.js'], env, '/api/health')
    if (mode === 'with an empty mailbox') {
      const p = createPool(url, 1)
      const { rows } = await p.query(`insert into inboxes (name, address, host, port, tls, username, secret) values ('D', 'd@q.example', '127.0.0.1', $1, false, 'desk', '') returning id`, [d.port])
      await p.query('update inboxes set secret = $1', [createSeal([Buffer.from(SECRETS_KEY, 'hex')]).seal(PASSWORD, placeOf(rows[0].id))])
      await p.end()
    }
    if (mode.startsWith('with 30')) for (let i = 0; i < 30; i++) await d.deliver('desk', rawMail({ files: [{ name: 'a.pdf', type: 'application/pdf', data: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(50000)]) }] }))
    const pid = (s as any).pid ?? (s as any).child?.pid
    await wait(30000)
    const rss = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
    const p = createPool(url, 1)
    console.log(mode, pid, rss(), 'MB', (await p.query('select count(*) from mail_in')).rows[0].count, 'mails', (await p.query('select seen_at from inboxes')).rows)
    if (mode.startsWith('with 30')) { await wait(75000); console.log('later', rss(), 'MB') }
    await p.end()
    await s.stop()
  }
})
await d.remove()
process.exit()

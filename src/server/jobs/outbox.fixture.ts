import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { createMailTransport, type MailTransport } from '#server/mail/mail-transport.ts'
import { claimDue, type OutgoingMail, queueMail } from '#server/mail/outbox.ts'
import { sendDelivery } from '#server/mail/send-delivery.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { createStorage } from '#server/test/storage.ts'
import { startDispatcher } from './dispatcher.ts'

export const CLIENT = 'anna@berg.example'

/** A mail to a client, with copies to two addresses. */
export const mail: OutgoingMail = {
  kind: 'event',
  to: { name: 'Anna Berg', address: CLIENT },
  copies: true,
  subject: 'Your order – ABCD12345678',
  html: '<p>Grüße</p>',
  text: 'Grüße',
}

/**
 * The outbox of a database, and a new mail server for each test (`at.smtp`). Dispatchers stop after each
 * test.
 */
export async function openOutbox() {
  const { db, files, pool, remove } = await createStorage(12)
  const log = pino({ level: 'silent' })
  // Both are set before each test.
  const at = {} as { smtp: TestSmtp; transport: MailTransport }
  const transportTo = (smtpUrl: string) =>
    createMailTransport({ smtpUrl, from: 'Quayside Freight <office@quayside.example>' }, files)
  let running: { stop(): Promise<void> }[] = []
  beforeEach(async () => {
    at.smtp = await startSmtp()
    at.transport = transportTo(at.smtp.url)
    await db
      .insertInto('mailAddresses')
      .values([
        { name: 'Desk', email: 'desk@quayside.example' },
        { name: 'Off', email: 'off@quayside.example', send: false },
        { name: 'Boss', email: 'boss@quayside.example' },
      ])
      .execute()
  })
  afterEach(async () => {
    for (const instance of running) await instance.stop()
    running = []
    at.transport.close()
    await at.smtp.stop()
    await sql`truncate mails, mail_addresses, documents, orders cascade`.execute(db)
  })
  afterAll(remove)

  /** Starts the dispatcher of another instance. */
  function startInstance(pauses: number[] = [0, 0, 0]) {
    const instance = startDispatcher({ db, transport: at.transport, log, pauses })
    running.push(instance)
    return instance
  }
  /** Does the work of a dispatcher once, until everything it found was sent. Returns how much that was. */
  async function dispatch(signal?: AbortSignal) {
    const sending = { db, transport: at.transport, log, ...(signal && { signal }) }
    const claims = await claimDue(db, 100)
    await Promise.all(claims.map((each) => sendDelivery(sending, each)))
    return claims.length
  }
  const queue = (values: Partial<OutgoingMail> = {}, configured = true) =>
    db.transaction().execute((tx) => queueMail(tx, { ...mail, ...values }, { configured }))
  const deliveries = (mailId: number) =>
    db.selectFrom('mailDeliveries').selectAll().where('mailId', '=', mailId).orderBy('id').execute()
  /** The deliveries of a mail, once none waits or is being sent. */
  async function settled(mailId: number) {
    for (let i = 0; i < 800; i++) {
      const rows = await deliveries(mailId)
      if (rows.every((row) => row.state !== 'queued' && row.state !== 'sending')) return rows
      await wait(25)
    }
    throw new Error('The deliveries did not settle')
  }
  return { at, db, files, pool, transportTo, startInstance, dispatch, queue, deliveries, settled }
}

import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startJobs } from '#server/jobs/worker.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startSmtp, type TestSmtp } from '#server/test/smtp.ts'
import { createStorage } from '#server/test/storage.ts'
import { createMailTransport, type MailTransport } from './mail-transport.ts'
import { CLIENT_DELETED, NOT_CONFIGURED, type OutgoingMail, queueMail, retryDeliveries, SEND_TASK } from './outbox.ts'
import { sendDelivery } from './send-delivery.ts'

const log = pino({ level: 'silent' })
const FROM = 'Quayside Freight <office@quayside.example>'
const CLIENT = 'anna@berg.example'

const { db, files, pool, remove } = await createStorage(12)
afterAll(remove)
let smtp: TestSmtp
let transport: MailTransport
let running: { stop(): Promise<void> }[] = []
beforeEach(async () => {
  smtp = await startSmtp()
  transport = createMailTransport({ smtpUrl: smtp.url, from: FROM }, files)
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
  for (const jobs of running) await jobs.stop()
  running = []
  transport.close()
  await smtp.stop()
  await sql`truncate mails, mail_addresses, documents, orders cascade`.execute(db)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

/** Starts the workers of another instance. */
async function startInstance(pauses: number[] = [0, 0, 0]) {
  const task = (payload: unknown, signal: AbortSignal) =>
    sendDelivery({ db, transport, log, pauses, signal }, Number(Reflect.get(Object(payload), 'deliveryId')))
  const jobs = await startJobs({ pool, log, tasks: { [SEND_TASK]: task } })
  running.push(jobs)
}

const mail: OutgoingMail = {
  kind: 'event',
  to: { name: 'Anna Berg', address: CLIENT },
  copies: true,
  subject: 'Your order – ABCD12345678',
  html: '<p>Grüße</p>',
  text: 'Grüße',
}
const queue = (values: Partial<OutgoingMail> = {}, configured = true) =>
  db.transaction().execute((tx) => queueMail(tx, { ...mail, ...values }, { configured }))
const deliveries = (mailId: number) =>
  db.selectFrom('mailDeliveries').selectAll().where('mailId', '=', mailId).orderBy('id').execute()
const jobCount = async () =>
  (await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(db)).rows[0]?.n

async function settled(mailId: number) {
  for (let i = 0; i < 800; i++) {
    const rows = await deliveries(mailId)
    if (rows.every((row) => row.state !== 'queued' && row.state !== 'sending')) return rows
    await wait(25)
  }
  throw new Error('The deliveries did not settle')
}

test('the client and every copy get the mail in separate SMTP transactions with the same headers', async () => {
  await startInstance()
  const rows = await settled(await queue())
  expect(rows.map((row) => [row.role, row.address, row.state, row.attempts])).toEqual([
    ['to', CLIENT, 'sent', 1],
    ['copy', 'desk@quayside.example', 'sent', 1],
    ['copy', 'boss@quayside.example', 'sent', 1],
  ])
  expect(smtp.mails.map((one) => one.recipients).sort()).toEqual([
    [CLIENT],
    ['boss@quayside.example'],
    ['desk@quayside.example'],
  ])
  for (const { mail: received, from, raw } of smtp.mails) {
    expect(from).toBe('office@quayside.example')
    expect(received.from).toEqual({ name: 'Quayside Freight', address: 'office@quayside.example' })
    expect(received.to).toEqual([{ name: 'Anna Berg', address: CLIENT }])
    expect(received.subject).toBe('Your order – ABCD12345678')
    expect(received.html?.trim()).toBe('<p>Grüße</p>')
    expect(received.text?.trim()).toBe('Grüße')
    expect(raw.toString()).not.toMatch(/^(?:bcc|cc):/im)
    expect(raw.toString()).not.toContain('desk@')
  }
  expect(new Set(smtp.mails.map((one) => `${one.mail.messageId} ${one.mail.date}`)).size).toBe(1)
  expect(smtp.mails[0]?.mail.messageId).toMatch(/^<[0-9a-f]{32}@quayside\.example>$/)
})

test('a mail is not sent if its transaction is rolled back', async () => {
  await startInstance()
  await db
    .transaction()
    .execute(async (tx) => {
      await queueMail(tx, mail, { configured: true })
      throw new Error('no')
    })
    .catch(() => {})
  expect(await jobCount()).toBe(0)
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('attachments arrive unchanged, with their names', async () => {
  await startInstance()
  const user = await createUser(db)
  const order = await createOrder(db, { userId: user.id })
  const contents = [randomBytes(700_000), Buffer.from('\r\n.\r\n..\n')]
  const documentIds: number[] = []
  for (const [index, data] of contents.entries()) {
    const storageKey = `documents/aa/${index}`
    await files.write(storageKey, data)
    const { id } = await db
      .insertInto('documents')
      .values({
        name: `Rechnung ü ${index}.pdf`,
        contentType: 'application/pdf',
        size: data.length,
        sha256: createHash('sha256').update(data).digest(),
        storageKey,
        categoryId: 1,
        uploadedBy: user.id,
        orderId: order.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    documentIds.push(id)
  }
  await settled(await queue({ documentIds, orderId: order.id }))
  expect(smtp.mails).toHaveLength(3)
  for (const { mail: received } of smtp.mails) {
    expect(received.attachments.map((one) => [one.filename, one.mimeType])).toEqual([
      ['Rechnung ü 0.pdf', 'application/pdf'],
      ['Rechnung ü 1.pdf', 'application/pdf'],
    ])
    received.attachments.forEach((one, index) => {
      // Without options, postal-mime gives bytes.
      expect(Buffer.from(one.content as ArrayBuffer).equals(contents[index] ?? Buffer.alloc(0))).toBe(true)
    })
  }
})

test('a mail with a missing attachment fails and says why', async () => {
  await startInstance()
  const user = await createUser(db)
  const { id } = await db
    .insertInto('documents')
    .values({
      name: 'x.pdf',
      contentType: 'application/pdf',
      size: 1,
      sha256: Buffer.alloc(32),
      storageKey: 'documents/zz/none',
      categoryId: 1,
      uploadedBy: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [row] = await settled(await queue({ documentIds: [id], copies: false }))
  expect(row).toMatchObject({ state: 'failed', reason: 'The attachment x.pdf is missing', attempts: 1 })
  expect(smtp.attempts).toEqual([])
})

test('a deferred mail (451) is retried until the server accepts it', async () => {
  smtp.refuse(CLIENT, 451, 'Greylisted, try later', 2)
  await startInstance()
  const [row] = await settled(await queue({ copies: false }))
  expect(row).toMatchObject({ state: 'sent', attempts: 3, reason: null })
  expect(smtp.attempts).toEqual([CLIENT, CLIENT, CLIENT])
})

test('between attempts a delivery is queued with the reason and the time of the next attempt', async () => {
  smtp.refuse(CLIENT, 451, 'Greylisted')
  await startInstance([3_600])
  const id = await queue({ copies: false })
  for (let i = 0; i < 200 && smtp.attempts.length === 0; i++) await wait(20)
  await wait(200)
  const [row] = await deliveries(id)
  expect(row).toMatchObject({ state: 'queued', attempts: 1, reason: 'Deferred by the mail server: 451 Greylisted' })
  expect(Date.parse(row?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
})

test('a delivery fails after its last attempt', async () => {
  smtp.refuse(CLIENT, 450, 'Busy')
  await startInstance([0, 0])
  const [row] = await settled(await queue({ copies: false }))
  expect(row).toMatchObject({
    state: 'failed',
    attempts: 3,
    reason: 'Gave up after 3 attempts. Deferred by the mail server: 450 Busy',
  })
})

test('a rejected mail (550) fails at once with the reason and is not retried', async () => {
  smtp.refuse(CLIENT, 550, '5.1.1 User unknown')
  await startInstance()
  const [row] = await settled(await queue({ copies: false }))
  expect(row).toMatchObject({
    state: 'failed',
    attempts: 1,
    reason: 'Rejected by the mail server: 550 5.1.1 User unknown',
  })
  await wait(100)
  expect(smtp.attempts).toEqual([CLIENT])
  expect(await jobCount()).toBe(0)
})

test('a rejected copy does not stop the mail to the client or other copies', async () => {
  smtp.refuse('desk@quayside.example', 550)
  smtp.refuse('boss@quayside.example', 451)
  await startInstance([3_600])
  const id = await queue()
  for (let i = 0; i < 200 && smtp.attempts.length < 3; i++) await wait(20)
  const states = async () => (await deliveries(id)).map((row) => row.state)
  await expect.poll(states, { timeout: 5_000 }).toEqual(['sent', 'failed', 'queued'])
})

test('an unreachable server is tried again later', async () => {
  const { url } = smtp
  await smtp.stop()
  transport = createMailTransport({ smtpUrl: url, from: FROM }, files)
  await startInstance([3_600])
  const id = await queue({ copies: false })
  for (let i = 0; i < 200 && !(await deliveries(id))[0]?.reason; i++) await wait(20)
  expect((await deliveries(id))[0]).toMatchObject({
    state: 'queued',
    reason: 'The mail server cannot be reached: connection refused',
  })
  smtp = await startSmtp()
})

test('if no mail server is configured, deliveries are stored as unsent without jobs', async () => {
  const rows = await deliveries(await queue({}, false))
  expect(rows.map((row) => [row.state, row.reason])).toEqual(Array(3).fill(['unsent', NOT_CONFIGURED]))
  expect(await jobCount()).toBe(0)
})

test('a mail waiting for its next attempt is cancelled if its client is deleted', async () => {
  const { id: userId } = await createUser(db)
  const [queued] = await deliveries(await queue({ copies: false, userId }))
  await db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', userId).execute()
  await sendDelivery({ db, transport, log }, queued?.id ?? 0)
  expect((await deliveries(queued?.mailId ?? 0))[0]).toMatchObject({ state: 'cancelled', reason: CLIENT_DELETED })
  expect(smtp.mails).toHaveLength(0)
})

test('two instances with many workers send each delivery once', async () => {
  const ids: number[] = []
  for (let i = 0; i < 12; i++) ids.push(await queue())
  // Schedules the same deliveries again, as after a worker died.
  await sql`select graphile_worker.add_job(${SEND_TASK}, json_build_object('deliveryId', id)) from mail_deliveries`.execute(
    db,
  )
  smtp.hold(20)
  await Promise.all([startInstance(), startInstance()])
  for (const id of ids) await settled(id)
  await wait(200)
  expect(smtp.mails).toHaveLength(36)
  const keys = smtp.mails.map((one) => `${one.mail.messageId} ${one.recipients}`)
  expect(new Set(keys).size).toBe(36)
})

test('simultaneous attempts send a delivery once', async () => {
  const [queued] = await deliveries(await queue({ copies: false }))
  await Promise.all(Array.from({ length: 8 }, () => sendDelivery({ db, transport, log }, queued?.id ?? 0)))
  expect(smtp.mails).toHaveLength(1)
})

test('a failed delivery can be retried and gets all its attempts again', async () => {
  smtp.refuse(CLIENT, 550, 'Unknown', 1)
  await startInstance()
  const id = await queue({ copies: false })
  const [row] = await settled(id)
  expect(row?.state).toBe('failed')
  expect(await db.transaction().execute((tx) => retryDeliveries(tx, [row?.id ?? 0]))).toEqual([id])
  expect((await settled(id))[0]).toMatchObject({ state: 'sent', attempts: 1, reason: null })
  expect(await db.transaction().execute((tx) => retryDeliveries(tx, [row?.id ?? 0]))).toEqual([])
})

test('password resets and test mails have no copies, and the text of a reset is erased once it was sent', async () => {
  await startInstance()
  const reset = await queue({ kind: 'password-reset' })
  const trial = await queue({ kind: 'test' })
  expect(await settled(reset)).toHaveLength(1)
  expect(await settled(trial)).toHaveLength(1)
  const texts = await db.selectFrom('mails').select(['kind', 'html', 'text']).orderBy('id').execute()
  expect(texts).toEqual([
    { kind: 'password-reset', html: '', text: '' },
    { kind: 'test', html: '<p>Grüße</p>', text: 'Grüße' },
  ])
  const forgotten = (await deliveries(reset)).map((each) => each.id)
  expect(await db.transaction().execute((tx) => retryDeliveries(tx, forgotten))).toEqual([])
})

test('line breaks in names and subjects cannot add headers', async () => {
  await startInstance()
  await settled(
    await queue({
      copies: false,
      subject: 'Hi\r\nBcc: evil@x.example',
      to: { name: 'Anna\r\nBcc: evil@x.example', address: CLIENT },
    }),
  )
  const { raw, recipients } = await smtp.next()
  expect(raw.toString()).not.toMatch(/^bcc:/im)
  expect(recipients).toEqual([CLIENT])
})

test.each([
  'a@x.example,b@x.example',
  'a@x.example\r\nRCPT TO:<b@x.example>',
  '<a@x.example>',
  'nobody',
  'a b@x.example',
])('the address %j is refused without contacting the server', async (address) => {
  await startInstance()
  const [row] = await settled(await queue({ copies: false, to: { name: 'x', address } }))
  expect(row?.state).toBe('failed')
  expect(row?.reason).toContain('Not a valid mail address')
  expect(smtp.attempts).toEqual([])
})

test('long lines and lines with a single dot arrive unchanged', async () => {
  await startInstance()
  const text = `.\n${'x'.repeat(5_000)}\n..\nend`
  await settled(await queue({ copies: false, text, html: `<p>${'y'.repeat(5_000)}</p>` }))
  const { mail: received } = await smtp.next()
  expect(received.text?.trim()).toBe(text)
  expect(received.html?.trim()).toBe(`<p>${'y'.repeat(5_000)}</p>`)
})

test('a delivery is queued again if Quayside stops while sending it', async () => {
  smtp.hold(2_000)
  const [queued] = await deliveries(await queue({ copies: false }))
  const stopping = new AbortController()
  const sending = sendDelivery({ db, transport, log, signal: stopping.signal }, queued?.id ?? 0)
  for (let i = 0; i < 200 && smtp.attempts.length === 0; i++) await wait(10)
  stopping.abort()
  await sending
  expect((await deliveries(queued?.mailId ?? 0))[0]).toMatchObject({
    state: 'queued',
    reason: 'Sending was interrupted',
  })
})

import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CLIENT, mail, openOutbox } from '#server/jobs/outbox.fixture.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startSmtp } from '#server/test/smtp.ts'
import { CLIENT_DELETED, NOT_CONFIGURED, queueMail, retryDeliveries } from './outbox.ts'

const { at, db, files, transportTo, startInstance, dispatch, queue, deliveries, settled } = await openOutbox()

test('the client and every copy get the mail in separate SMTP transactions with the same headers', async () => {
  startInstance()
  const rows = await settled(await queue())
  expect(rows.map((row) => [row.role, row.address, row.state, row.attempts])).toEqual([
    ['to', CLIENT, 'sent', 1],
    ['copy', 'desk@quayside.example', 'sent', 1],
    ['copy', 'boss@quayside.example', 'sent', 1],
  ])
  expect(at.smtp.mails.map((one) => one.recipients).sort()).toEqual([
    [CLIENT],
    ['boss@quayside.example'],
    ['desk@quayside.example'],
  ])
  for (const { mail: received, from, raw } of at.smtp.mails) {
    expect(from).toBe('office@quayside.example')
    expect(received.from).toEqual({ name: 'Quayside Freight', address: 'office@quayside.example' })
    expect(received.to).toEqual([{ name: 'Anna Berg', address: CLIENT }])
    expect(received.subject).toBe('Your order – ABCD12345678')
    expect(received.html?.trim()).toBe('<p>Grüße</p>')
    expect(received.text?.trim()).toBe('Grüße')
    expect(raw.toString()).not.toMatch(/^(?:bcc|cc):/im)
    expect(raw.toString()).not.toContain('desk@')
  }
  expect(new Set(at.smtp.mails.map((one) => `${one.mail.messageId} ${one.mail.date}`)).size).toBe(1)
  expect(at.smtp.mails[0]?.mail.messageId).toMatch(/^<[0-9a-f]{32}@quayside\.example>$/)
})

test('the Message-ID is random and stored: neighbouring mails of one moment tell nothing about each other', async () => {
  startInstance()
  const ids = await db.transaction().execute(async (tx) => [
    await queueMail(tx, mail, { configured: true }), //
    await queueMail(tx, mail, { configured: true }),
  ])
  for (const id of ids) await settled(id)
  const rows = await db.selectFrom('mails').select(['id', 'createdAt', 'messageId']).orderBy('id').execute()
  const [first, second] = rows.map(({ messageId }) => messageId)
  expect(first).not.toBe(second)
  expect(new Set(at.smtp.mails.map((one) => one.mail.messageId))).toEqual(
    new Set([`<${first}@quayside.example>`, `<${second}@quayside.example>`]),
  )
  for (const { id, createdAt, messageId } of rows)
    expect(createHash('sha256').update(`${id} ${createdAt}`).digest('hex')).not.toContain(messageId)
})

test('a mail that an older version had queued keeps the Message-ID of its first attempts', async () => {
  const migration = await readFile('migrations/0127-message-ids.sql', 'utf8')
  const [filling = ''] = /^update mails set message_id[^;]+;/m.exec(migration) ?? []
  const id = await queue()
  for (const time of ['2026-11-21 09:08:01.5+00', '2026-11-21 09:08:01+00', '2026-02-03 23:59:59.999+00']) {
    await sql`update mails set created_at = ${time} where id = ${id}`.execute(db)
    await sql.raw(filling).execute(db)
    const { createdAt, messageId } = await db
      .selectFrom('mails')
      .select(['createdAt', 'messageId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(messageId).toBe(createHash('sha256').update(`${id} ${createdAt}`).digest('hex').slice(0, 32))
  }
})

test('a mail is not sent if its transaction is rolled back', async () => {
  startInstance()
  await db
    .transaction()
    .execute(async (tx) => {
      await queueMail(tx, mail, { configured: true })
      throw new Error('no')
    })
    .catch(() => {})
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('attachments arrive unchanged, with their names', async () => {
  startInstance()
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
  expect(at.smtp.mails).toHaveLength(3)
  for (const { mail: received } of at.smtp.mails) {
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
  startInstance()
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
  expect(at.smtp.attempts).toEqual([])
})

test('a deferred mail (451) is retried until the server accepts it', async () => {
  at.smtp.refuse(CLIENT, 451, 'Greylisted, try later', 2)
  startInstance()
  const [row] = await settled(await queue({ copies: false }))
  expect(row).toMatchObject({ state: 'sent', attempts: 3, reason: null })
  expect(at.smtp.attempts).toEqual([CLIENT, CLIENT, CLIENT])
})

test('between attempts a delivery is queued with the reason and the time of the next attempt', async () => {
  at.smtp.refuse(CLIENT, 451, 'Greylisted')
  startInstance([3_600])
  const id = await queue({ copies: false })
  await expect.poll(async () => (await deliveries(id))[0]?.reason).toBeTruthy()
  const [row] = await deliveries(id)
  expect(row).toMatchObject({ state: 'queued', attempts: 1, reason: 'Deferred by the mail server: 451 Greylisted' })
  expect(Date.parse(row?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
})

test('a delivery fails after its last attempt', async () => {
  at.smtp.refuse(CLIENT, 450, 'Busy')
  startInstance([0, 0])
  const [row] = await settled(await queue({ copies: false }))
  expect(row).toMatchObject({
    state: 'failed',
    attempts: 3,
    reason: 'Gave up after 3 attempts. Deferred by the mail server: 450 Busy',
  })
})

test('a rejected mail (550) fails at once with the reason and is not retried', async () => {
  at.smtp.refuse(CLIENT, 550, '5.1.1 User unknown')
  startInstance()
  const [row] = await settled(await queue({ copies: false }))
  expect(row).toMatchObject({
    state: 'failed',
    attempts: 1,
    reason: 'Rejected by the mail server: 550 5.1.1 User unknown',
  })
  await wait(100)
  expect(at.smtp.attempts).toEqual([CLIENT])
})

test('a rejected copy does not stop the mail to the client or other copies', async () => {
  at.smtp.refuse('desk@quayside.example', 550)
  at.smtp.refuse('boss@quayside.example', 451)
  startInstance([3_600])
  const id = await queue()
  const states = async () => (await deliveries(id)).map((row) => row.state)
  await expect.poll(states).toEqual(['sent', 'failed', 'queued'])
})

test('an unreachable server is tried again later', async () => {
  const { url } = at.smtp
  await at.smtp.stop()
  at.transport = transportTo(url)
  startInstance([3_600])
  const id = await queue({ copies: false })
  await expect.poll(async () => (await deliveries(id))[0]?.reason).toBeTruthy()
  expect((await deliveries(id))[0]).toMatchObject({
    state: 'queued',
    reason: 'The mail server cannot be reached: connection refused',
  })
  at.smtp = await startSmtp()
})

test('if no mail server is configured, deliveries are stored as unsent', async () => {
  const rows = await deliveries(await queue({}, false))
  expect(rows.map((row) => [row.state, row.reason])).toEqual(Array(3).fill(['unsent', NOT_CONFIGURED]))
})

test('a mail waiting for its next attempt is cancelled if its client is deleted', async () => {
  const { id: userId } = await createUser(db)
  const [queued] = await deliveries(await queue({ copies: false, userId }))
  await db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', userId).execute()
  await dispatch()
  expect((await deliveries(queued?.mailId ?? 0))[0]).toMatchObject({ state: 'cancelled', reason: CLIENT_DELETED })
  expect(at.smtp.mails).toHaveLength(0)
})

test('of eight workers that look at once, one gets a delivery', async () => {
  await queue({ copies: false })
  const found = await Promise.all(Array.from({ length: 8 }, () => dispatch()))
  expect(found.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  expect(at.smtp.mails).toHaveLength(1)
})

test('a failed delivery can be retried and gets all its attempts again', async () => {
  at.smtp.refuse(CLIENT, 550, 'Unknown', 1)
  startInstance()
  const id = await queue({ copies: false })
  const [row] = await settled(id)
  expect(row?.state).toBe('failed')
  expect(await db.transaction().execute((tx) => retryDeliveries(tx, [row?.id ?? 0]))).toEqual([id])
  expect((await settled(id))[0]).toMatchObject({ state: 'sent', attempts: 1, reason: null })
  expect(await db.transaction().execute((tx) => retryDeliveries(tx, [row?.id ?? 0]))).toEqual([])
})

test('password resets and test mails have no copies, and the text of a reset is erased once it was sent', async () => {
  startInstance()
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
  startInstance()
  await settled(
    await queue({
      copies: false,
      subject: 'Hi\r\nBcc: evil@x.example',
      to: { name: 'Anna\r\nBcc: evil@x.example', address: CLIENT },
    }),
  )
  const { raw, recipients } = await at.smtp.next()
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
  startInstance()
  const [row] = await settled(await queue({ copies: false, to: { name: 'x', address } }))
  expect(row?.state).toBe('failed')
  expect(row?.reason).toContain('Not a valid email address')
  expect(at.smtp.attempts).toEqual([])
})

test('long lines and lines with a single dot arrive unchanged', async () => {
  startInstance()
  const text = `.\n${'x'.repeat(5_000)}\n..\nend`
  await settled(await queue({ copies: false, text, html: `<p>${'y'.repeat(5_000)}</p>` }))
  const { mail: received } = await at.smtp.next()
  expect(received.text?.trim()).toBe(text)
  expect(received.html?.trim()).toBe(`<p>${'y'.repeat(5_000)}</p>`)
})

test('a delivery is queued again if Quayside stops while sending it', async () => {
  at.smtp.hold(2_000)
  const id = await queue({ copies: false })
  const stopping = new AbortController()
  const sending = dispatch(stopping.signal)
  await expect.poll(() => at.smtp.attempts.length).toBeGreaterThan(0)
  stopping.abort()
  await sending
  expect((await deliveries(id))[0]).toMatchObject({
    state: 'queued',
    reason: 'Sending was interrupted',
    nextAttemptAt: null,
  })
})

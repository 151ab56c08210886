import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { purgeClients } from '#server/accounts/purge-clients.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { createStorage } from '#server/test/storage.ts'
import { sweepRetention } from './retention.ts'
import * as sweeps from './sweeps.ts'

const { db, files, folder, remove } = await createStorage()
afterAll(remove)

const ago = (text: string) => sql<string>`now() - ${text}::interval`
const there = (key: string) =>
  readFile(join(folder, key)).then(
    () => true,
    () => false,
  )
let serial = 0

async function document(values: { uploadedBy: number; orderId?: number; createdAt?: ReturnType<typeof ago> }) {
  const storageKey = `documents/aa/file${++serial}`
  await files.write(storageKey, Buffer.from('x'))
  const { id } = await db
    .insertInto('documents')
    .values({
      name: 'x.pdf',
      contentType: 'application/pdf',
      size: 1,
      sha256: Buffer.alloc(32),
      storageKey,
      categoryId: 1,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, storageKey }
}
const queue = (values: {
  orderId?: number
  userId?: number
  documentIds?: number[]
  kind?: 'event' | 'password-reset'
}) =>
  db.transaction().execute((tx) =>
    queueMail(
      tx,
      {
        kind: 'event',
        to: { name: 'A', address: 'a@x.example' },
        copies: false,
        subject: 's',
        html: 'h',
        text: 't',
        ...values,
      },
      { configured: true },
    ),
  )

test('sign-ins that were begun and never finished are deleted, those under way stay', async () => {
  const { id: userId } = await createUser(db)
  const rows = [1, 2].map((n) => ({
    hash: Buffer.alloc(32, n),
    expiresAt: ago(n === 1 ? '1 second' : '-1 minute'),
  }))
  const challenges = rows.map(({ hash, expiresAt }) => ({ challengeHash: hash, expiresAt }))
  const signIns = rows.map(({ hash, expiresAt }) => ({ browserHash: hash, expiresAt }))
  const handOvers = signIns.map((row) => ({ ...row, userId, issuer: 'https://id.example' }))
  await db.insertInto('passkeyChallenges').values(challenges).execute()
  await db.insertInto('oidcSignIns').values(signIns).execute()
  await db.insertInto('oidcHandOvers').values(handOvers).execute()
  expect(await sweeps.sweepSignIns(db)).toBe(3)
  expect(await sweeps.sweepSignIns(db)).toBe(0)
})

test('expired sessions, logins that wait for a code, resets, idempotency keys and rate limits are deleted, current ones stay', async () => {
  const user = await createUser(db)
  const hash = (n: number) => Buffer.alloc(32, n)
  await db
    .insertInto('sessions')
    .values(
      [1, 2].map((n) => ({
        tokenHash: hash(n),
        userId: user.id,
        impersonatorId: null,
        expiresAt: ago(n === 1 ? '1 second' : '-1 hour'),
      })),
    )
    .execute()
  await db
    .insertInto('passwordResets')
    .values([
      { tokenHash: hash(1), userId: user.id, expiresAt: ago('1 second') },
      { tokenHash: hash(2), userId: user.id, expiresAt: ago('-1 hour'), usedAt: ago('0') },
      { tokenHash: hash(3), userId: user.id, expiresAt: ago('-1 hour') },
    ])
    .execute()
  await db
    .insertInto('loginChallenges')
    .values([
      { tokenHash: hash(1), userId: user.id, remember: false, expiresAt: ago('1 second') },
      { tokenHash: hash(2), userId: user.id, remember: false, expiresAt: ago('-1 minute') },
    ])
    .execute()
  await db
    .insertInto('idempotencyKeys')
    .values(
      ['25 hours', '23 hours'].map((age) => ({
        userId: user.id,
        key: age,
        requestHash: hash(1),
        reply: '{}',
        createdAt: ago(age),
      })),
    )
    .execute()
  await sql`insert into rate_limits (key, points, expire) values ('old', 1, 1), ('new', 1, extract(epoch from now()) * 1000 + 60000), ('never', 1, null)`.execute(
    db,
  )
  const order = await createOrder(db, { userId: user.id })
  const note = await db
    .insertInto('notes')
    .values({ orderId: order.id, body: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = ['181 days', '179 days'].map((age) => ({
    userId: user.id,
    kind: 'mention' as const,
    noteId: note.id,
    createdAt: ago(age),
  }))
  await db.insertInto('notifications').values(told).execute()
  expect(await sweepRetention(db)).toBe(1)
  expect(await sweeps.sweepSessions(db)).toBe(1)
  expect(await sweeps.sweepPasswordResets(db)).toBe(2)
  expect(await sweeps.sweepChallenges(db)).toBe(1)
  expect(await sweeps.sweepIdempotencyKeys(db)).toBe(1)
  expect(await sweeps.sweepRateLimits(db)).toBe(1)
  expect(await sweeps.sweepSessions(db)).toBe(0)
  expect(await db.selectFrom('idempotencyKeys').select('key').execute()).toEqual([{ key: '23 hours' }])
})

test('a mail that asked for papers loses its link when that expires; the link itself is kept for half a year', async () => {
  const order = await createOrder(db, { userId: (await createUser(db)).id })
  const token = 'a'.repeat(43)
  const text = `Open https://quayside.example/site/upload/${token} now`
  const mail = { kind: 'documents-requested' as const, orderId: order.id, subject: 'Documents', html: text, text }
  await db
    .insertInto('mails')
    .values(['15 days', '13 days'].map((age) => ({ ...mail, createdAt: ago(age) })))
    .execute()
  expect(await sweeps.sweepUploadMails(db)).toBe(1)
  expect(await sweeps.sweepUploadMails(db)).toBe(0)
  const mails = await db
    .selectFrom('mails')
    .select(['html', 'text'])
    .where('orderId', '=', order.id)
    .orderBy('id')
    .execute()
  const hidden = text.replace(token, '…')
  expect(mails).toEqual([
    { html: hidden, text: hidden },
    { html: text, text },
  ])
  const links = ['181 days', '179 days'].map((age, n) => ({
    tokenHash: Buffer.alloc(32, n),
    orderId: order.id,
    requirementIds: [1],
    email: 'anna@example.test',
    expiresAt: ago(age),
  }))
  await db.insertInto('uploadLinks').values(links).execute()
  expect(await sweepRetention(db)).toBe(1)
})

test('a mail that was never sent loses its personal link when that expires; the link is kept for half a year', async () => {
  const order = await createOrder(db, { userId: (await createUser(db)).id })
  const text = `Open https://quayside.example/site/tracking/personal/${'a'.repeat(43)} now`
  for (const [n, expired] of ['1 second', '-1 minute', '179 days', '181 days'].entries()) {
    const { id: mailId } = await db
      .insertInto('mails')
      .values({ kind: 'event', orderId: order.id, subject: 'Departed', html: text, text })
      .returning('id')
      .executeTakeFirstOrThrow()
    const link = { tokenHash: Buffer.alloc(32, 100 + n), orderId: order.id, mailId, email: 'anna@example.test' }
    await db
      .insertInto('trackingLinks')
      .values({ ...link, expiresAt: ago(expired) })
      .execute()
  }
  expect(await sweeps.sweepTrackingMails(db)).toBe(3)
  expect(await sweeps.sweepTrackingMails(db)).toBe(0)
  const mails = await db.selectFrom('mails').select('html').where('orderId', '=', order.id).orderBy('id').execute()
  expect(mails.map(({ html }) => html.includes('/personal/…'))).toEqual([true, false, true, true])
  expect(await sweepRetention(db)).toBe(1)
})

test('a job that failed for good is removed after a week with what it was asked for; one that is tried again stays', async () => {
  const add = async (email: string, attempts: number, days: number) => {
    await sql`select graphile_worker.add_job('mail_reset_link', json_build_object('email', ${email}::text), max_attempts => 5)`.execute(
      db,
    )
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${email},
      updated_at = now() - make_interval(days => ${days}) where payload ->> 'email' = ${email}`.execute(db)
  }
  await add('old@failed.test', 5, 8)
  await add('new@failed.test', 5, 6)
  await add('old@trying.test', 4, 8)
  expect(await sweeps.sweepFailedJobs(db)).toBe(1)
  expect(await sweeps.sweepFailedJobs(db)).toBe(0)
  const { rows } = await sql`select payload ->> 'email' as email from graphile_worker._private_jobs
    where payload ->> 'email' like '%ing.test' or payload ->> 'email' like '%failed.test' order by 1`.execute(db)
  expect(rows).toEqual([{ email: 'new@failed.test' }, { email: 'old@trying.test' }])
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker._private_jobs where payload ->> 'email' like '%.test'`.execute(
    db,
  )
})

test('a sweep deletes every expired row, in several statements if need be', async () => {
  const user = await createUser(db)
  await sql`insert into idempotency_keys (user_id, key, request_hash, reply, created_at)
    select ${user.id}, n::text, 'x', '{}', now() - interval '2 days' from generate_series(1, 12000) n`.execute(db)
  expect(await sweeps.sweepIdempotencyKeys(db)).toBe(12_000)
})

test('an upload that was never attached is deleted with its file after 24 hours, an attached one, or the sheet of a rate set, never', async () => {
  const user = await createUser(db)
  const order = await createOrder(db, { userId: user.id })
  const old = await document({ uploadedBy: user.id, createdAt: ago('25 hours') })
  const fresh = await document({ uploadedBy: user.id, createdAt: ago('23 hours') })
  const attached = await document({ uploadedBy: user.id, orderId: order.id, createdAt: ago('25 hours') })
  const sheet = await document({ uploadedBy: user.id, createdAt: ago('25 hours') })
  await db.insertInto('rateSets').values({ name: 'December', madeBy: user.id, documentId: sheet.id }).execute()
  expect(await sweeps.sweepDocuments(db, files)).toBe(1)
  expect(await Promise.all([old, fresh, attached, sheet].map(({ storageKey }) => there(storageKey)))).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('an upload that is just being attached stays', async () => {
  const user = await createUser(db)
  const order = await createOrder(db, { userId: user.id })
  const { id, storageKey } = await document({ uploadedBy: user.id, createdAt: ago('25 hours') })
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('documents').set({ orderId: order.id }).where('id', '=', id).execute()
    expect(await sweeps.sweepDocuments(db, files)).toBe(0)
  })
  expect(await there(storageKey)).toBe(true)
})

test('a delivery whose worker died is queued again; one being sent is left alone', async () => {
  const lost = await queue({})
  const inHand = await queue({})
  const hopeless = await queue({})
  await db
    .updateTable('mailDeliveries')
    .set({ state: 'sending', attempts: 1, updatedAt: ago('3 minutes') })
    .where('mailId', '=', lost)
    .execute()
  await db.updateTable('mailDeliveries').set({ state: 'sending', attempts: 1 }).where('mailId', '=', inHand).execute()
  await db
    .updateTable('mailDeliveries')
    .set({ state: 'sending', attempts: 10, updatedAt: ago('3 minutes') })
    .where('mailId', '=', hopeless)
    .execute()
  expect(await sweeps.sweepStuckDeliveries(db)).toBe(2)
  const rows = await db
    .selectFrom('mailDeliveries')
    .select(['mailId', 'state'])
    .where('mailId', 'in', [lost, inHand, hopeless])
    .orderBy('mailId')
    .execute()
  expect(rows.map((row) => row.state)).toEqual(['queued', 'sending', 'failed'])
})

test('after the clock is set back an hour, whatever that would delay is due at once; later retries stay scheduled', async () => {
  const [queued, inHand, retried] = [await queue({}), await queue({}), await queue({})]
  const set = (mailId: number, values: object) =>
    db.updateTable('mailDeliveries').set(values).where('mailId', '=', mailId).execute()
  await set(queued, { updatedAt: ago('-1 hour'), nextAttemptAt: ago('-61 minutes') })
  await set(inHand, { updatedAt: ago('-1 hour'), state: 'sending' })
  await set(retried, { nextAttemptAt: ago('-30 minutes') })
  const job = (key: string, runAt: string) =>
    sql`select graphile_worker.add_job('any', job_key => ${key}, run_at => now() + ${runAt}::interval)`.execute(db)
  await job('of the old time', '61 minutes')
  await job('later', '30 minutes')
  await sql`update graphile_worker._private_jobs set updated_at = now() + interval '1 hour' where key = 'of the old time'`.execute(
    db,
  )
  expect(await sweeps.sweepFuture(db)).toBe(3)
  const due = async (mailId: number) =>
    (
      await db
        .selectFrom('mailDeliveries')
        .select(sql<boolean>`coalesce(next_attempt_at, now()) <= now() and updated_at <= now()`.as('due'))
        .where('mailId', '=', mailId)
        .executeTakeFirstOrThrow()
    ).due
  expect([await due(queued), await due(inHand), await due(retried)]).toEqual([true, true, false])
  const jobs = await sql<{ key: string }>`select key from graphile_worker.jobs where run_at <= now()`.execute(db)
  expect(jobs.rows).toEqual([{ key: 'of the old time' }])
  expect(await sweeps.sweepFuture(db)).toBe(0)
  // A dead worker is noticed after the usual time, counted from now.
  await set(inHand, { updatedAt: ago('3 minutes') })
  expect(await sweeps.sweepStuckDeliveries(db)).toBe(1)
})

test('due mails become unsent while no instance has a mail server; held ones wait', async () => {
  const mails = [await queue({}), await queue({})]
  const [, held = 0] = mails
  await db
    .updateTable('mailDeliveries')
    .set({ nextAttemptAt: ago('-1 minute') })
    .where('mailId', '=', held)
    .execute()
  const states = async () => {
    const rows = await db
      .selectFrom('mailDeliveries')
      .select(['mailId', 'state', 'reason'])
      .where('mailId', 'in', mails)
      .orderBy('mailId')
      .execute()
    return rows.map(({ state, reason }) => [state, reason])
  }
  const seen = (time: string) =>
    sql`insert into mail_server values (1, now() - ${time}::interval)
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
  await seen('290 seconds')
  expect(await canSend(db, { config: {} })).toBe(true)
  expect(await sweeps.sweepUnsendable(db)).toBe(0)
  await seen('301 seconds')
  expect(await canSend(db, { config: {} })).toBe(false)
  expect(await canSend(db, { config: { smtpUrl: 'smtp://mail.example' } })).toBe(true)
  await sweeps.sweepUnsendable(db)
  expect(await states()).toEqual([
    ['unsent', 'not sent: no mail server configured'],
    ['queued', null],
  ])
  await sql`delete from mail_server`.execute(db)
})

test('the text of an old password reset is erased', async () => {
  const old = await queue({ kind: 'password-reset' })
  const fresh = await queue({ kind: 'password-reset' })
  await db
    .updateTable('mails')
    .set({ createdAt: ago('61 minutes') })
    .where('id', '=', old)
    .execute()
  expect(await sweeps.sweepResetMails(db)).toBe(1)
  const rows = await db.selectFrom('mails').select('html').where('id', 'in', [old, fresh]).orderBy('id').execute()
  expect(rows).toEqual([{ html: '' }, { html: 'h' }])
})

async function clientWithEverything(days: number) {
  const deleted = new Date(Date.now() - days * 86_400_000)
  const client = await createUser(db, { deletedAt: deleted })
  const order = await createOrder(db, { userId: client.id, deletedAt: deleted })
  const event = await createEvent(db)
  const entry = await db
    .insertInto('orderEvents')
    .values({
      orderId: order.id,
      eventId: event.id,
      eventName: event.name,
      date: ago('1 day'),
      emailTemplateId: null,
      emailTemplateTitle: null,
      userId: client.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('orders').set({ lastEventEntryId: entry.id }).where('id', '=', order.id).execute()
  await db.insertInto('confirmations').values({ orderId: order.id, vesselId: null }).execute()
  await db
    .insertInto('shippers')
    .values({
      userId: client.id,
      companyName: 'c',
      companyAddress: 'a',
      nameOfThePersonInCharge: 'n',
      email: 'e@x.example',
      phone: '1',
    })
    .execute()
  const held = await document({ uploadedBy: client.id, orderId: order.id })
  await db.updateTable('documents').set({ orderEventId: entry.id }).where('id', '=', held.id).execute()
  await queue({ orderId: order.id, userId: client.id, documentIds: [held.id] })
  return { client, order, file: held.storageKey }
}

test('a client deleted more than 30 days ago is purged with orders, history, documents, files and mails; others stay', async () => {
  const overdue = await clientWithEverything(31)
  const recent = await clientWithEverything(29)
  expect(await purgeClients(db, files)).toBe(1)
  const count = async (table: 'users' | 'orders') =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where(
          'id',
          'in',
          [overdue, recent].map((one) => (table === 'users' ? one.client.id : one.order.id)),
        )
        .execute()
    ).length
  expect([await count('users'), await count('orders')]).toEqual([1, 1])
  expect([await there(overdue.file), await there(recent.file)]).toEqual([false, true])
  expect(await db.selectFrom('mails').select('id').where('orderId', '=', overdue.order.id).execute()).toEqual([])
  expect(await purgeClients(db, files)).toBe(0)
})

test('a client named in the audit trail is anonymised, once', async () => {
  const { client, order } = await clientWithEverything(31)
  await db
    .insertInto('auditEntries')
    .values({
      userId: client.id,
      impersonatorId: null,
      action: 'session.login',
      entity: 'users',
      entityId: client.id,
      before: null,
      after: null,
    })
    .execute()
  expect(await purgeClients(db, files)).toBe(1)
  const left = await db.selectFrom('users').selectAll().where('id', '=', client.id).executeTakeFirstOrThrow()
  expect(left).toMatchObject({
    username: 'Deleted client',
    email: `client-${client.id}@purged.invalid`,
    phone: '',
    companyName: '',
    companyAddress: '',
  })
  expect(left.disabledAt).not.toBeNull()
  expect(await db.selectFrom('orders').select('id').where('id', '=', order.id).execute()).toEqual([])
  expect(await db.selectFrom('shippers').select('id').where('userId', '=', client.id).execute()).toEqual([])
  expect(await purgeClients(db, files)).toBe(0)
})

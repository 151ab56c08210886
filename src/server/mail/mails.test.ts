import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { MailState } from '#contract/codes/mail-state.ts'
import type { retriedMails } from '#contract/mail/mails.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { type OutgoingMail, queueMail } from './outbox.ts'

const server = testServer()
const ids = { failed: 0, sent: 0, unsent: 0, reset: 0 }
let orderId: number

/** Creates a mail whose deliveries are in the given state. */
async function mailIn(state: MailState, mail: Partial<OutgoingMail>, reason: string | null = null): Promise<number> {
  const { db } = server
  const to = { name: 'Anna', address: 'anna@berg.example' }
  const id = await db
    .transaction()
    .execute((tx) =>
      queueMail(
        tx,
        { kind: 'event', to, copies: false, subject: 'Departed', html: '<p>Text</p>', text: 'Text', ...mail },
        { configured: true },
      ),
    )
  await db.updateTable('mailDeliveries').set({ state, reason }).where('mailId', '=', id).execute()
  return id
}

beforeAll(async () => {
  const { id: userId } = await createUser(server.db)
  orderId = (await createOrder(server.db, { userId })).id
  ids.sent = await mailIn('sent', { subject: 'Arrived 100%', orderId })
  ids.failed = await mailIn('failed', { to: { name: 'B', address: 'gone@berg.example' } }, '550 No such user')
  ids.unsent = await mailIn('unsent', {})
  ids.reset = await mailIn('failed', { kind: 'password-reset', subject: 'Reset' })
})

const list = async (query = '') =>
  (await server.call('GET', `admin/mail${query}`)).body.data.items.map(({ id }: { id: number }) => id)
const retry = (id: number) => server.call('POST', `admin/mail/${id}/retry`)

test('every mail is listed, newest first by default', async () => {
  const all = [ids.sent, ids.failed, ids.unsent, ids.reset]
  expect(await list()).toEqual(all.toReversed())
  expect(await list('?order[id]=asc')).toEqual(all)
  expect((await server.call('GET', 'admin/mail?order[subject]=asc')).body.message).toBe(
    'Unknown sort field. Allowed: id',
  )
})

test('the list can be filtered by state and by order', async () => {
  expect(await list('?state=failed')).toEqual([ids.reset, ids.failed])
  expect(await list('?state=sent')).toEqual([ids.sent])
  expect(await list(`?order_id=${orderId}`)).toEqual([ids.sent])
  expect(await list('?state=queued')).toEqual([])
  const wrong = await server.call('GET', 'admin/mail?state=lost')
  expect(wrong.body.data).toEqual({
    state: 'state is one of queued, sending, sent, failed, unsent, cancelled, bounced',
  })
  expect((await server.call('GET', 'admin/mail?order_id=x')).status).toBe(400)
})

test('paging in either direction shows every mail once, with the exact total', async () => {
  const all = [ids.sent, ids.failed, ids.unsent, ids.reset]
  for (const [order, expected] of [
    ['asc', all],
    ['desc', all.toReversed()],
  ] as const) {
    const pages = [1, 2, 3, 4].map((page) => `?per_page=1&page=${page}&order[id]=${order}`)
    expect((await Promise.all(pages.map(list))).flat()).toEqual(expected)
  }
  expect((await server.call('GET', 'admin/mail?per_page=3&page=2')).body.data).toMatchObject({
    totalCount: 4,
    items: [{ id: ids.sent }],
  })
})

test('the total drops when mails are deleted', async () => {
  const id = await mailIn('sent', {})
  const total = async () => (await server.call('GET', 'admin/mail')).body.data.totalCount
  expect(await total()).toBe(5)
  await server.db.deleteFrom('mails').where('id', '=', id).execute()
  expect(await total()).toBe(4)
})

test('a mail counts as sent, once, if at least one recipient got it', async () => {
  const sent = async () => (await server.call('GET', 'admin/mail?state=sent')).body.data.totalCount
  const before = await sent()
  const id = await mailIn('failed', {})
  const copy = { mailId: id, role: 'copy', name: '', address: 'copy@berg.example', state: 'failed' } as const
  await server.db.insertInto('mailDeliveries').values(copy).execute()
  expect(await sent()).toBe(before)
  const become = (role: 'to' | 'copy') =>
    server.db.updateTable('mailDeliveries').set({ state: 'sent' }).where('mailId', '=', id).where('role', '=', role)
  await become('copy').execute()
  expect(await sent()).toBe(before + 1)
  await become('to').execute()
  expect(await sent()).toBe(before + 1)
  await server.db.deleteFrom('mails').where('id', '=', id).execute()
})

test('a search matches subjects and addresses literally', async () => {
  expect(await list('?search=GONE@')).toEqual([ids.failed])
  expect(await list('?search=100%25')).toEqual([ids.sent])
  expect(await list('?search=arrived&state=failed')).toEqual([])
  expect(await list('?search=_')).toEqual([])
})

test('a mail shows its text, its recipients and why it failed', async () => {
  const { data } = (await server.call('GET', `admin/mail/${ids.failed}`)).body
  expect(data).toMatchObject({
    html: '<p>Text</p>',
    text: 'Text',
    deliveries: [{ role: 'to', address: 'gone@berg.example', state: 'failed', reason: '550 No such user' }],
  })
  expect((await server.call('GET', 'admin/mail/999999')).status).toBe(404)
})

test('the text of a password reset is not shown', async () => {
  const { data } = (await server.call('GET', `admin/mail/${ids.reset}`)).body
  expect(data).toMatchObject({ subject: 'Reset', html: null, text: null })
})

test('a failed mail is queued again and due at once, only once', async () => {
  const reply = await retry(ids.failed)
  expect(reply.body.data.deliveries).toMatchObject([{ state: 'queued', attempts: 0, reason: null }])
  const due = await server.pool.query('select next_attempt_at from mail_deliveries where mail_id = $1', [ids.failed])
  expect(due.rows).toEqual([{ next_attempt_at: null }])
  expect(await retry(ids.failed)).toMatchObject({
    status: 409,
    body: { message: 'No delivery of this mail has failed.' },
  })
})

test('a mail queued while no mail server was configured can be sent later; a sent one cannot', async () => {
  expect((await retry(ids.unsent)).body.data.deliveries).toMatchObject([{ state: 'queued' }])
  expect((await retry(ids.sent)).status).toBe(409)
  expect((await retry(999_999)).status).toBe(404)
})

test('a password reset whose text was erased cannot be sent again', async () => {
  await server.db.updateTable('mails').set({ html: '', text: '' }).where('id', '=', ids.reset).execute()
  expect(await retry(ids.reset)).toMatchObject({
    status: 409,
    body: { message: 'This mail cannot be sent again: its text was erased.' },
  })
})

test('failed mails to a client who was deleted since cannot be sent again, alone or with all others', async () => {
  const { id: userId } = await createUser(server.db)
  const gone = await mailIn('failed', { userId })
  await server.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', userId).execute()
  expect(await retry(gone)).toMatchObject({
    status: 409,
    body: { message: 'This mail cannot be sent again: the client was deleted.' },
  })
  await server.call('POST', 'admin/mail/retry', { body: { search: '', before: gone + 1 } })
  expect((await server.call('GET', `admin/mail/${gone}`)).body.data.deliveries).toMatchObject([{ state: 'failed' }])
  await server.db.deleteFrom('mails').where('id', '=', gone).execute()
})

test('a retry is in the audit trail', async () => {
  const rows = await server.db
    .selectFrom('auditEntries')
    .select('entityId')
    .where('action', '=', 'mail.retry')
    .execute()
  expect(rows.map((row) => Number(row.entityId))).toEqual([ids.failed, ids.unsent])
})

describe('retrying all failed mails', () => {
  const FAILED = 1_050
  const PART = 100
  /**
   * Creates failed mails, every second one to the other address, in parts that are each quick on a busy
   * machine too.
   */
  async function failedMails(count: number): Promise<number[]> {
    const ids: number[] = []
    while (ids.length < count) {
      const { rows } = await server.pool.query<{ id: number }>(
        `with written as (
           insert into mails (kind, subject, html, text) select 'event', 'No. ' || n, 'h', 't' from generate_series(1, $1) n
           returning id, subject
         ), sent as (
           insert into mail_deliveries (mail_id, role, address, state, reason)
           select id, 'to', case when right(subject, 1)::int % 2 = 1 then 'odd' else 'even' end || '@retry.example', 'failed', '550'
           from written
         ) select id from written order by id`,
        [Math.min(PART, count - ids.length)],
      )
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  }
  const part = (search: string, before: number | null) =>
    server.call('POST', 'admin/mail/retry', { body: { search, before } })
  /** Retries batch by batch, as the screen does. Returns the number of mails in each batch. */
  async function retryAll(search = '') {
    const parts: number[] = []
    let next: number | null = null
    do {
      const data: z.infer<typeof retriedMails> = (await part(search, next)).body.data
      parts.push(data.count)
      next = data.next
    } while (next !== null)
    return parts
  }
  const statesOf = async (mails: number[]) =>
    (
      await server.pool.query(
        'select state, count(*)::int as n from mail_deliveries where mail_id = any($1) group by state order by state',
        [mails],
      )
    ).rows
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

  test('queues more than a thousand, each once, with an audit entry each', async () => {
    await server.pool.query(`update mail_deliveries set state = 'sent' where state = 'failed'`)
    const mails = await failedMails(FAILED)
    const parts = await retryAll()
    expect(sum(parts)).toBe(FAILED)
    expect(parts.length).toBeGreaterThan(1)
    expect(await statesOf(mails)).toEqual([{ state: 'queued', n: FAILED }])
    const { rows } = await server.pool.query(
      `select count(*)::int as lines, count(distinct entity_id)::int as mails from audit_entries
       where action = 'mail.retry' and entity_id = any($1)`,
      [mails],
    )
    expect(rows).toEqual([{ lines: FAILED, mails: FAILED }])
    expect(await retryAll()).toEqual([0])
  })

  test('retries the unsent instead of the failed when asked to', async () => {
    const mails = await failedMails(4)
    await server.db
      .updateTable('mailDeliveries')
      .set({ state: 'unsent' })
      .where('mailId', 'in', mails.slice(2))
      .execute()
    const body = { search: '', before: null, state: 'unsent' }
    expect((await server.call('POST', 'admin/mail/retry', { body })).body.data.count).toBe(2)
    expect(await statesOf(mails.slice(2))).toEqual([{ state: 'queued', n: 2 }])
    expect(sum(await retryAll())).toBe(2)
    const wrong = await server.call('POST', 'admin/mail/retry', { body: { ...body, state: 'sent' } })
    expect([wrong.status, wrong.body.data]).toEqual([400, { state: 'state is failed or unsent' }])
  })

  test('retries only what a search finds', async () => {
    const mails = await failedMails(10)
    expect(sum(await retryAll('odd@retry'))).toBe(5)
    expect(await statesOf(mails)).toEqual([
      { state: 'failed', n: 5 },
      { state: 'queued', n: 5 },
    ])
    expect(sum(await retryAll())).toBe(5)
  })

  test('sends each mail once if two people retry at the same time', async () => {
    await failedMails(300)
    const [one, two] = await Promise.all([retryAll(), retryAll()])
    expect(sum(one) + sum(two)).toBe(300)
  })

  test('does not retry a mail that fails again in the meantime', async () => {
    const mails = await failedMails(201)
    const { next } = (await part('', null)).body.data
    await server.db.updateTable('mailDeliveries').set({ state: 'failed' }).where('mailId', 'in', mails).execute()
    expect((await part('', next)).body.data).toEqual({ count: 1, next: null })
  })

  test('refuses an invalid search or id', async () => {
    expect((await part('a\u0000b', null)).status).toBe(400)
    expect((await part('x'.repeat(201), null)).status).toBe(400)
    expect((await part('', -1)).status).toBe(400)
  })
})

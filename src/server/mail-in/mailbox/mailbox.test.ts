import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rawMail } from '#server/mail-in/mail-in.fixture.ts'
import { PASSWORD } from '#server/test/dovecot.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { followMailboxes } from './follow-mailboxes.ts'
import { mailboxesOn, noDovecot, SECRETS_KEY } from './mailbox.fixture.ts'

const DAY_MS = 86_400_000
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 50 })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** A real mail server: Dovecot, which Debian has. */
describe.skipIf(noDovecot !== null)('a mailbox', () => {
  const server = testServer({ SECRETS_KEY })
  let on: Awaited<ReturnType<typeof mailboxesOn>>
  let following: ReturnType<typeof followMailboxes> | undefined
  beforeAll(async () => {
    on = await mailboxesOn(server)
  })
  const follow = () => {
    following = followMailboxes(server.services, { lookMs: 100, againMs: 300 })
  }
  const stop = async () => {
    await following?.stop()
    following = undefined
  }
  afterEach(async () => {
    await stop()
    await server.pool.query('delete from inboxes')
  })
  afterAll(() => on.dovecot.remove())
  const subjects = async (inboxId: number) =>
    (
      await server.pool.query('select subject from mail_in where inbox_id = $1 order by received_at, id', [inboxId])
    ).rows.map(({ subject }) => subject)

  test('mail is taken as it comes, by its time of arrival, and nothing is marked or moved on the server', async () => {
    const { id, username } = await on.add()
    await on.dovecot.deliver(username, rawMail({ subject: 'Old news' }), daysAgo(31))
    await on.dovecot.deliver(username, rawMail({ subject: 'First' }), daysAgo(29))
    follow()
    await eventually(() => subjects(id)).toEqual(['First'])
    // The server tells of it: a look is far away.
    await on.dovecot.deliver(username, rawMail({ subject: 'Second' }), daysAgo(0))
    await eventually(() => subjects(id)).toEqual(['First', 'Second'])
    const { rows } = await server.pool.query(`select received_at from mail_in where subject = 'First'`)
    expect(Math.abs(Date.parse(rows[0].received_at) - daysAgo(29).getTime())).toBeLessThan(60_000)
    const flags = await on.dovecot.admin('-f', 'flow', 'fetch', '-u', username, 'uid flags', 'mailbox', 'INBOX', 'all')
    expect(flags).not.toContain('Seen')
    expect(flags.trim().split('\n')).toHaveLength(3)
    await eventually(() => on.readInbox(id)).toMatchObject({ failingSince: null, seenAt: expect.any(String) })
  })

  test('mail that comes while another is being stored is taken right after it, not at the next look', async () => {
    await server.pool.query(`
      create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(2.5); return new; end $$;
      create trigger slowly before insert on mail_in for each row when (new.subject = 'Slow') execute function slowly()`)
    const { id, username } = await on.add()
    following = followMailboxes(server.services, { lookMs: 100, againMs: 600_000 })
    await eventually(async () => (await on.readInbox(id)).seenAt).not.toBe(null)
    await on.dovecot.deliver(username, rawMail({ subject: 'Slow' }))
    const storing = async () =>
      (
        await server.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        )
      ).rowCount
    await eventually(storing).toBe(1)
    await on.dovecot.deliver(username, rawMail({ subject: 'Meanwhile' }))
    await eventually(() => subjects(id)).toEqual(['Slow', 'Meanwhile'])
    await server.pool.query('drop trigger slowly on mail_in; drop function slowly')
  })

  test('webhooks are told of what comes, not of what the first reading finds', async () => {
    await server.pool.query(
      `insert into webhooks (url, events, secret) values ('https://shop.example/hooks', '{mail.received}', 'x')`,
    )
    const { id, username } = await on.add()
    await on.dovecot.deliver(username, rawMail({ subject: 'There before' }))
    follow()
    await eventually(() => subjects(id)).toEqual(['There before'])
    await on.dovecot.deliver(username, rawMail({ subject: 'New' }))
    await eventually(() => subjects(id)).toEqual(['There before', 'New'])
    expect((await server.pool.query('select count(*)::int as n from webhook_deliveries')).rows[0].n).toBe(1)
    await server.pool.query('delete from webhook_deliveries; delete from webhooks')
  })

  test('two mailboxes that got the same mail: one record, two places', async () => {
    const [one, other] = [await on.add(), await on.add()]
    const written = { subject: 'To both', messageId: '<to-both@client.example>', text: 'The same' }
    await on.dovecot.deliver(one.username, rawMail({ ...written, headers: ['Delivered-To: one@quayside.example'] }))
    await on.dovecot.deliver(other.username, rawMail({ ...written, headers: ['Delivered-To: other@quayside.example'] }))
    follow()
    const places = async () =>
      (
        await server.pool.query(`select p.inbox_id from mail_in_places p join mail_in m on m.id = p.mail_id
          where m.subject = 'To both' order by 1`)
      ).rows.map((row) => row.inbox_id)
    await eventually(places).toEqual([one.id, other.id])
    expect((await server.pool.query(`select from mail_in where subject = 'To both'`)).rowCount).toBe(1)
  })

  test('a mailbox that was made anew, with another UIDVALIDITY, is read again, and what is known is not taken twice', async () => {
    const { id, username } = await on.add()
    const [first, second] = [rawMail({ subject: 'Kept' }), rawMail({ subject: 'Later' })]
    await on.dovecot.deliver(username, first)
    follow()
    await eventually(() => subjects(id)).toEqual(['Kept'])
    await stop()
    const validity = async () =>
      (await server.pool.query(`select uid_validity from inboxes where id = ${id}`)).rows[0].uid_validity
    const before = await validity()
    // Dovecot numbers mailboxes by the second in which they are made.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await on.dovecot.makeAnew(username)
    await on.dovecot.deliver(username, second)
    await on.dovecot.deliver(username, first)
    await on.dovecot.deliver(username, rawMail({ subject: 'Long ago' }), daysAgo(40))
    follow()
    await eventually(() => subjects(id)).toEqual(['Kept', 'Later'])
    await eventually(validity).not.toBe(before)
    const places = async () => (await server.pool.query(`select from mail_in_places where inbox_id = ${id}`)).rowCount
    await eventually(places).toBe(3)
  })

  test('a mail is moved to a folder once it is stored, if the mailbox says so', async () => {
    const { id, username } = await on.add({ moveTo: 'Done' })
    await on.dovecot.deliver(username, rawMail({ subject: 'Moved' }))
    await on.dovecot.admin('mailbox', 'create', '-u', username, 'Done')
    follow()
    await eventually(() => subjects(id)).toEqual(['Moved'])
    const left = async () =>
      (await on.dovecot.admin('-f', 'flow', 'mailbox', 'status', '-u', username, 'messages', 'INBOX', 'Done')).trim()
    await eventually(left).toBe('Done messages=1\nINBOX messages=0')
  })

  test('what is no mail is passed over, and what cannot be read whole is kept as it came', async () => {
    const { id, username } = await on.add()
    await on.dovecot.deliver(username, '\nno header at all\n')
    await on.dovecot.deliver(username, `From: x@y.example\nContent-Type: multipart/mixed; boundary=\n\n\u0000--\n`)
    await on.dovecot.deliver(username, rawMail({ subject: 'After it' }))
    follow()
    await eventually(() => subjects(id)).toEqual(['', 'After it'])
  })

  test('a mailbox that fails says what its server answered, once, to administrators, and no more once it works', async () => {
    const { id, username } = await on.add({ password: 'wrong' })
    await on.dovecot.deliver(username, rawMail({ subject: 'Behind the password' }))
    follow()
    await eventually(async () => (await on.readInbox(id)).reason).toMatch(/^The server refused the login/)
    const items = async (token?: string) =>
      (await on.call('GET', 'attention?rule=mailbox-failing', undefined, token)).body.data?.items
    const since = (await on.readInbox(id)).failingSince
    const [item] = await items(on.token)
    expect(item).toMatchObject({ detail: { inboxId: id, name: username, reason: expect.any(String) } })
    // Failing again opens nothing more.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await items(on.token)).toMatchObject([{ id: item.id }])
    expect((await on.readInbox(id)).failingSince).toBe(since)
    const { updatedAt } = await on.readInbox(id)
    const right = { password: PASSWORD, updatedAt }
    expect((await on.asAdmin('PUT', `inbox/${id}`, right)).status).toBe(200)
    await eventually(() => subjects(id)).toEqual(['Behind the password'])
    // The mailbox is noted as read once its mails are there.
    await eventually(() => on.readInbox(id)).toMatchObject({ failingSince: null, reason: null })
    await eventually(() => items(on.token)).toEqual([])
  })

  test('a server that goes away and comes back is followed again, without a mail lost', async () => {
    const { id, username } = await on.add()
    follow()
    await eventually(async () => (await on.readInbox(id)).seenAt).not.toBe(null)
    await on.dovecot.stop()
    await eventually(async () => (await on.readInbox(id)).reason).toMatch(/^The server/)
    await on.dovecot.deliver(username, rawMail({ subject: 'While it was away' }))
    await on.dovecot.restart()
    await eventually(() => subjects(id)).toEqual(['While it was away'])
    await eventually(async () => (await on.readInbox(id)).reason).toBe(null)
  })

  test('of two instances one reads a mailbox, and the other goes on when it ends', async () => {
    const { id, username } = await on.add()
    follow()
    const other = followMailboxes(server.services, { lookMs: 100, againMs: 300 })
    try {
      await on.dovecot.deliver(username, rawMail({ subject: 'Once' }))
      await eventually(() => subjects(id)).toEqual(['Once'])
      await stop()
      await on.dovecot.deliver(username, rawMail({ subject: 'And on' }))
      await eventually(() => subjects(id)).toEqual(['Once', 'And on'])
    } finally {
      await other.stop()
    }
  })

  test('a mail of a client with papers is in its order within seconds', async () => {
    const { username } = await on.add()
    const client = await createUser(server.db)
    const order = await createOrder(server.db, { userId: client.id, email: client.email })
    follow()
    await on.dovecot.deliver(username, rawMail({ from: client.email, subject: `Papers ${order.trackingCode}` }))
    const mails = async () => (await on.call('GET', `request/booking/${order.id}/mails`)).body.data.items
    await eventually(mails).toMatchObject([{ direction: 'in', verified: true, state: 'new' }])
  })

  test('trying it says what the server answered, its folders, and how many mails the first reading takes', async () => {
    const tried = async (values: object) => {
      const { id, username } = await on.add(values)
      await on.dovecot.deliver(username, rawMail(), daysAgo(2))
      await on.dovecot.deliver(username, rawMail(), daysAgo(60))
      const { status, body } = await on.asAdmin('POST', `admin/inbox/${id}/try`)
      expect(status).toBe(200)
      return body.data
    }
    expect(await tried({})).toEqual({
      ok: true,
      message: 'INBOX has 2 mails. The first reading takes the 1 of the last 30 days.',
      folders: ['INBOX'],
    })
    expect(await tried({ password: 'wrong' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The server refused the login/),
    })
    expect(await tried({ folder: 'Elsewhere' })).toMatchObject({ ok: false, message: 'There is no folder Elsewhere' })
    expect(await tried({ port: 1 })).toMatchObject({ ok: false, message: 'The server refuses the connection' })
    expect(await tried({ tls: true, port: on.dovecot.tlsPort })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The connection is not secure/),
    })
    expect(
      (await server.pool.query(`select from mail_in where received_at < now() - interval '50 days'`)).rowCount,
    ).toBe(0)
    expect((await on.asAdmin('POST', 'admin/inbox/999999/try')).status).toBe(404)
  })
})

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { beforeAll, expect, test } from 'vitest'
import { MOST_RAW_BYTES } from '#contract/mail-in/mail-in-codes.ts'
import { sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { pdf } from '#server/test/files.ts'
import { bearer, createKey, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { bounceMail, mailInOn, rawMail } from './mail-in.fixture.ts'

const server = testServer()
let on: Awaited<ReturnType<typeof mailInOn>>
let records: Awaited<ReturnType<typeof sailingRecords>>
beforeAll(async () => {
  on = await mailInOn(server)
  records = await sailingRecords(server)
})

const client = () => createUser(server.db)
const orderOf = async (values: object = {}) => {
  const { id: userId, email } = await client()
  return { ...(await createOrder(server.db, { userId, email, ...values })), client: { id: userId, email } }
}
/** How many raw texts the file store has. */
const stored = async () => {
  let files = 0
  for await (const page of server.services.files.list('mails')) files += page.length
  return files
}
const count = async (table: string) => Number((await server.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

test('a mail is taken with all that it says, and is unmatched when it names nothing', async () => {
  const raw = rawMail({
    from: 'Nora Nobody <nora@nowhere.example>',
    subject: 'A question',
    text: 'What does it cost?\r\n',
  })
  const { status, body } = await on.bring(raw)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    inboxId: null,
    fromName: 'Nora Nobody',
    fromAddress: 'nora@nowhere.example',
    toAddresses: ['desk@quayside.example'],
    ccAddresses: [],
    subject: 'A question',
    sentAt: '2026-11-20T10:00:00.000Z',
    automatic: null,
    authentication: { spf: null, dkim: null, dmarc: null },
    matched: null,
    verified: false,
    orderId: null,
    orders: [],
    suggestions: [],
    state: 'new',
    html: null,
    files: [],
    size: Buffer.byteLength(raw),
    duplicate: false,
  })
  expect(body.data.text.trim()).toBe('What does it cost?')
  const raws = await fetch(`${server.url}/api/mail-in/${body.data.id}/raw`, { headers: { 'user-token': server.token } })
  expect(await raws.text()).toBe(raw)
  expect(raws.headers.get('content-type')).toBe('message/rfc822')
  expect(raws.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(raws.headers.get('x-content-type-options')).toBe('nosniff')
})

test('what is no mail is 400 at body, another type 415, too much 413; only administrators and keys bring mail', async () => {
  expect(await on.bring('')).toMatchObject({ status: 400, body: { data: { body: 'This is not a mail' } } })
  expect(await on.bring('\r\nhello')).toMatchObject({ status: 400, body: { data: { body: 'This is not a mail' } } })
  expect((await on.bring(rawMail(), { 'content-type': 'application/json' })).status).toBe(415)
  expect((await on.bring(rawMail(), { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await on.bring(Buffer.alloc(50 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
  expect((await on.bring(rawMail(), { 'user-token': server.token })).status).toBe(403)
  const { key } = await createKey(server.db, ['inbox:write'])
  const bring = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/mail-in/raw`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', ...headers },
      body: rawMail(),
    })
  expect((await bring(bearer(key))).status).toBe(200)
  expect((await bring(bearer((await createKey(server.db, ['inbox:read', 'mail:write'])).key))).status).toBe(403)
  expect((await bring({})).status).toBe(401)
  const files = await count('loose_files')
  await on.bring('\r\nhello')
  // The text of what is no mail does not stay.
  expect(await count('loose_files')).toBeLessThanOrEqual(files + 1)
})

const MEGABYTE = 1024 * 1024

test('a mail that is too much is 413 though its length was not said before, and nothing of it stays', async () => {
  const [mails, files, loose] = [await count('mail_in'), await stored(), await count('loose_files')]
  const bring = async (size: number) => {
    const head = Buffer.from('From: a@b.example\r\nSubject: In parts\r\n\r\n')
    async function* parts() {
      yield head
      for (let left = size - head.length; left > 0; left -= MEGABYTE) yield Buffer.alloc(Math.min(left, MEGABYTE), 'a')
    }
    // Sent in chunks, without a Content-Length.
    const asked = request(`${server.url}/api/mail-in/raw`, {
      method: 'POST',
      headers: { 'user-token': on.token, 'content-type': 'message/rfc822' },
    })
    const answered = once(asked, 'response')
    pipeline(parts, asked).catch(() => {})
    const [response] = (await answered) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect(await bring(MOST_RAW_BYTES + 1)).toBe(413)
  expect([await count('mail_in'), await stored(), await count('loose_files')]).toEqual([mails, files, loose])
  expect(await bring(MOST_RAW_BYTES)).toBe(200)
  expect([await count('mail_in'), await stored()]).toEqual([mails + 1, files + 1])
})

test('the same mail again, with other trace headers too, is the first one, and nothing happens', async () => {
  const { email, trackingCode } = await orderOf()
  const written = {
    from: email,
    subject: `About ${trackingCode}`,
    messageId: '<same@client.example>',
    headers: ['Received: from a'],
  }
  const first = (await on.bring(rawMail(written))).body.data
  await on.verb(first.id, 'close')
  const again = (
    await on.bring(rawMail({ ...written, headers: ['Received: from b', 'Delivered-To: other@quayside.example'] }))
  ).body.data
  expect(again).toMatchObject({ id: first.id, duplicate: true, state: 'closed' })
  // Another content under the same Message-ID is another mail.
  const other = (await on.bring(rawMail({ ...written, text: 'Something else' }))).body.data
  expect(other).toMatchObject({ duplicate: false, threadId: first.threadId })
  expect(other.id).not.toBe(first.id)
})

test('a code in the subject matches its order: verified from somebody of the order, not from a stranger', async () => {
  const { id, email, trackingCode, client: owner } = await orderOf()
  const known = await on.take({ from: `Anna <${email}>`, subject: `Re: ${trackingCode} arrived?` })
  expect(known).toMatchObject({
    matched: 'code',
    verified: true,
    orderId: id,
    orders: [{ id, trackingCode, how: 'code' }],
    clientId: owner.id,
  })
  const shipper = await on.take({ from: 'li@example.test', subject: `${trackingCode}` })
  expect(shipper).toMatchObject({ matched: 'code', verified: true })
  const stranger = await on.take({ from: 'mallory@evil.example', subject: `${trackingCode}` })
  expect(stranger).toMatchObject({ matched: 'code', verified: false, orderId: id })
  const forged = await on.take({ from: `${email}, mallory@evil.example`, subject: `${trackingCode}` })
  expect(forged).toMatchObject({ matched: 'code', verified: false })
})

test('a code counts above the quoted part, in file names and in what is forwarded, but no id, phone number or address does', async () => {
  const { id, trackingCode } = await orderOf({ shipmentPurchase: 'PO 77120 4455' })
  const { id: other, trackingCode: quoted } = await orderOf()
  const above = await on.take({
    text: `Hello, your ${trackingCode} please.\r\n\r\nOn Friday, Desk wrote:\r\n> about ${quoted}\r\n`,
  })
  expect(above).toMatchObject({ matched: 'code', orderId: id })
  expect(await on.take({ subject: 'Your order PO 77120 4455 is late' })).toMatchObject({ matched: 'code', orderId: id })
  const named = await on.take({ files: [{ name: `invoice_${quoted}.pdf`, type: 'application/pdf', data: pdf(100) }] })
  expect(named).toMatchObject({
    matched: 'code',
    orderId: other,
    files: [{ name: `invoice_${quoted}.pdf`, state: 'new' }],
  })
  expect(
    await on.take({ from: 'x@y.example', subject: `Order ${id}, call 16045550100, anna@example.test` }),
  ).toMatchObject({ matched: null })
})

test('several orders of one sailing are the sailing, linked with those that are named; others are suggestions', async () => {
  const [a, b, c] = [await orderOf(), await orderOf(), await orderOf()]
  const both = await on.take({ from: 'agent@overseas.example', subject: `${a.trackingCode} and ${c.trackingCode}` })
  expect(both).toMatchObject({ matched: null, orders: [], suggestions: [{ orderId: a.id }, { orderId: c.id }] })
  // The one that is the sender's own.
  const own = await on.take({ from: a.client.email, subject: `${a.trackingCode} or ${b.trackingCode}` })
  expect(own).toMatchObject({ matched: 'code', orderId: a.id, verified: true })
  const sailing = await records.addSailing()
  for (const { id } of [a, b, c])
    await server.pool.query(
      `insert into loadings (sailing_id, order_id, position) values (${sailing.id}, ${id}, ${id})`,
    )
  const aboard = await on.take({ from: 'agent@overseas.example', subject: `${a.trackingCode} and ${c.trackingCode}` })
  expect(aboard).toMatchObject({ matched: 'code', verified: false, sailingId: sailing.id, orderId: null })
  expect(aboard.orders.map((order: { id: number }) => order.id)).toEqual([a.id, c.id])
  const all = await on.take({ from: 'agent@overseas.example', subject: `Pre-alert ${sailing.reference}` })
  expect(all.orders.map((order: { id: number }) => order.id)).toEqual([a.id, b.id, c.id])
})

test('a known sender with one open order is a suggestion, and never done', async () => {
  const { id, client: owner } = await orderOf()
  const mail = await on.take({ from: owner.email, subject: 'When does it arrive?' })
  expect(mail).toMatchObject({ matched: null, orderId: null, clientId: owner.id, suggestions: [{ orderId: id }] })
  await createOrder(server.db, { userId: owner.id, email: owner.email })
  expect(await on.take({ from: owner.email, subject: 'And now?' })).toMatchObject({ matched: null, suggestions: [] })
})

/** A mail of ours about an order, as it was sent. */
async function ours(orderId: number | null, addresses = ['anna@example.test']) {
  const { id, messageId } = await server.db
    .insertInto('mails')
    .values({ kind: 'event', orderId, subject: 'Departed', html: '<p>x</p>', text: 'x' })
    .returning(['id', 'messageId'])
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('mailDeliveries')
    .values(
      addresses.map((address, at) => ({
        mailId: id,
        role: at === 0 ? ('to' as const) : ('copy' as const),
        address,
        state: 'sent' as const,
        sentAt: new Date(),
      })),
    )
    .execute()
  return { id, whole: `<${messageId}@quayside.example>` }
}

test('the answer to a mail of ours is matched by its Message-ID, in any of the references, and verified', async () => {
  const { id } = await orderOf()
  const mail = await ours(id)
  expect(await on.take({ from: 'who@ever.example', inReplyTo: mail.whole })).toMatchObject({
    matched: 'reference',
    verified: true,
    orderId: id,
  })
  const later = await on.take({ inReplyTo: '<x@y.example>', references: `${mail.whole} <x@y.example>` })
  expect(later).toMatchObject({ matched: 'reference', verified: true, orderId: id })
  const other = await ours((await orderOf()).id)
  expect(await on.take({ inReplyTo: mail.whole, references: `${other.whole} ${mail.whole}` })).toMatchObject({
    orderId: id,
  })
  const several = await on.take({ from: 'q@q.example', references: `${other.whole} ${mail.whole}` })
  expect(several).toMatchObject({ matched: null, suggestions: [{ orderId: id }, expect.anything()] })
  expect(await on.take({ inReplyTo: (await ours(null)).whole })).toMatchObject({ matched: null })
})

test('a token in the recipient matches whoever sends, in any case of letters', async () => {
  const { id } = await orderOf()
  const mail = await ours(id)
  const token = 'abcdefghijklmnopqrstuvwxyz'
  await server.db.updateTable('mails').set({ replyToken: token }).where('id', '=', mail.id).execute()
  expect(await on.take({ to: `Desk <desk+${token.toUpperCase()}@quayside.example>` })).toMatchObject({
    matched: 'token',
    verified: true,
    orderId: id,
  })
  expect(await on.take({ headers: [`Delivered-To: desk+${token}@quayside.example`] })).toMatchObject({
    matched: 'token',
  })
})

test('a follow-up takes over the orders of a mail that was linked by hand, whichever came first', async () => {
  const { id } = await orderOf()
  const written = { from: 'Pia <pia@plant.example>', messageId: '<first@plant.example>' }
  const first = await on.take(written)
  const before = await on.take({ from: 'pia@plant.example', inReplyTo: '<first@plant.example>' })
  const stranger = await on.take({ from: 'mallory@evil.example', inReplyTo: '<first@plant.example>' })
  expect([first.matched, before.matched]).toEqual([null, null])
  expect((await on.verb(first.id, 'link', { orderIds: [id] })).body.data).toMatchObject({
    matched: 'hand',
    verified: true,
    orderId: id,
  })
  expect(await on.read(before.id)).toMatchObject({ matched: 'reference', verified: true, orderId: id })
  expect(await on.read(stranger.id)).toMatchObject({ matched: 'reference', verified: false, orderId: id })
  expect(await on.take({ from: 'pia@plant.example', inReplyTo: '<first@plant.example>' })).toMatchObject({
    matched: 'reference',
    orderId: id,
  })
})

test('a report turns the delivery of its recipient to bounced, which opens mail-failed; a delay is only noted', async () => {
  const { id } = await orderOf()
  const mail = await ours(id, ['anna@example.test', 'desk@quayside.example'])
  const delayed = await on.bring(
    bounceMail({
      original: mail.whole,
      address: 'ANNA@example.test',
      action: 'delayed',
      status: '4.4.7',
      diagnostic: 'smtp; 451 4.4.7 later',
    }),
  )
  expect(delayed.body.data).toMatchObject({ automatic: 'bounce', state: 'ignored', matched: 'reference', orderId: id })
  const state = async () => (await on.call('GET', `admin/mail/${mail.id}`)).body.data
  expect((await state()).deliveries[0]).toMatchObject({
    state: 'sent',
    bounce: { code: '4.4.7', soft: true, mailInId: delayed.body.data.id },
  })
  const bounced = (await on.bring(bounceMail({ original: mail.whole, address: 'Anna@Example.test' }))).body.data
  const read = await state()
  expect(read.messageId).toMatch(/^<[0-9a-f]{32}@/)
  expect(read.deliveries).toMatchObject([
    {
      address: 'anna@example.test',
      state: 'bounced',
      reason: '550 5.1.1 User unknown',
      bounce: { code: '5.1.1', text: '550 5.1.1 User unknown', mailInId: bounced.id, soft: false },
    },
    { address: 'desk@quayside.example', state: 'sent', bounce: null },
  ])
  const items = (await on.call('GET', `request/booking/${id}/attention`)).body.data
  expect(items.filter(({ rule }: { rule: string }) => rule === 'mail-failed')).toHaveLength(1)
  expect(items.filter(({ rule }: { rule: string }) => rule === 'client-mail')).toEqual([])
  expect((await on.verb(bounced.id, 'reopen')).status).toBe(409)
  const retried = await on.call('POST', `admin/mail/${mail.id}/retry`)
  expect(retried.body.data.deliveries[0]).toMatchObject({ state: 'queued', bounce: null })
})

test('our own mail is known by its Message-ID alone, and parked; so are automatic replies and lists, which a person may open', async () => {
  const { id } = await orderOf()
  const mail = await ours(id)
  expect(await on.take({ from: 'other@who.example', messageId: mail.whole })).toMatchObject({
    automatic: 'own',
    state: 'ignored',
  })
  expect(await on.take({ from: 'Quayside <no-reply@quayside.example>' })).toMatchObject({
    automatic: null,
    state: 'new',
  })
  const auto = await on.take({ inReplyTo: mail.whole, headers: ['Auto-Submitted: auto-replied'] })
  expect(auto).toMatchObject({ automatic: 'auto-reply', state: 'ignored', orderId: id })
  const listed = await on.take({ inReplyTo: mail.whole, headers: ['List-Id: <freight.example>'] })
  expect(listed).toMatchObject({ automatic: 'list', state: 'ignored' })
  expect((await on.verb(listed.id, 'reopen')).body.data.state).toBe('open')
})

test('mail for an order of a deleted client stays unmatched, opens nothing and is not linked later', async () => {
  const { id, trackingCode, client: owner } = await orderOf()
  const before = await on.take({ from: owner.email, subject: trackingCode ?? '' })
  expect((await on.call('DELETE', `admin/user/${owner.id}`, undefined, on.token)).status).toBe(200)
  expect((await on.call('GET', `mail-in/${before.id}`)).status).toBe(404)
  const meanwhile = await on.take({ from: owner.email, subject: trackingCode ?? '' })
  expect(meanwhile).toMatchObject({ matched: null, clientId: null, suggestions: [] })
  expect((await on.call('GET', `mail-in?orderId=${id}`)).body).toMatchObject({ data: { items: [] } })
  expect((await on.call('POST', `admin/user/${owner.id}/restore`, undefined, on.token)).status).toBe(200)
  expect(await on.read(before.id)).toMatchObject({ id: before.id, orderId: id })
  expect(await on.read(meanwhile.id)).toMatchObject({ matched: null })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { offersOn } from '#server/offers/offers.fixture.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({ TIME_ZONE: 'America/Vancouver', SMTP_URL: 'smtp://127.0.0.1:1' })
let on: Awaited<ReturnType<typeof offersOn>>
let offer: Awaited<ReturnType<(typeof on)['sent']>>
let token: string
beforeAll(async () => {
  on = await offersOn(server)
})
beforeEach(async () => {
  offer = await on.sent({
    clientId: on.client.id,
    name: 'Anna Berg',
    email: '',
    note: 'With clearance\n<b>in Canada</b>',
  })
  token = await on.tokenOf(offer.mail?.id ?? 0)
})

async function page(init: RequestInit = {}, of = token) {
  const reply = await fetch(`${server.url}/site/offer/${of}`, init)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
const press = (values: Record<string, string>, of = token) =>
  page({ method: 'POST', body: new URLSearchParams(values) }, of)
const stored = () => server.db.selectFrom('offers').selectAll().where('id', '=', offer.id).executeTakeFirstOrThrow()
const first = () => String(offer.options[0]?.id)

test('the page shows each option with its cargo, its charges in words, its total, and until when it is valid', async () => {
  const { status, text, headers } = await page()
  expect(status).toBe(200)
  expect(text).toContain(`Offer ${offer.reference}`)
  expect(text).toContain('Ocean freight')
  expect(text).toContain('For 2 CBM, 300 KG')
  expect(text).toContain('40 ft to Chicago')
  expect(text).toContain('4\u00a0200.00')
  expect(text).toMatch(/Valid until <strong>\w{3} \w{3} \d+ \d{4} 17:00 \(America\/Vancouver\)/)
  expect(text).toContain('&lt;b&gt;in Canada&lt;/b&gt;')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('it shows no formulas, no ids of inputs, no addresses and no other offers', async () => {
  const { text } = await page()
  for (const secret of ['max(', 'depotId', on.client.email, 'cartageId', server.staff.email])
    expect(text).not.toContain(secret)
})

test('reading it changes nothing, whatever opens it and how often', async () => {
  const before = await stored()
  for (let at = 0; at < 130; at++) expect((await page({ method: at % 2 ? 'HEAD' : 'GET' })).status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('accepting makes the order, keeps what was shown with its hash, and says so to the addressee', async () => {
  const reply = await press({ action: 'accept', optionId: first(), name: 'Anna from accounts' })
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('Anna from accounts accepted')])
  const now = await stored()
  expect(now).toMatchObject({ state: 'accepted', answeredName: 'Anna from accounts', orderId: expect.any(Number) })
  expect(now.answeredFrom).toMatch(/127\.0\.0\.1|::1/)
  expect(now.seenAt).not.toBeNull()
  const bytes = await fetch(`${server.url}/api/offer/${offer.id}/snapshot`, { headers: { 'user-token': server.token } })
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()))
  expect(Buffer.from(hash).equals(now.snapshotHash ?? Buffer.alloc(0))).toBe(true)
  const mails = await server.db
    .selectFrom('mails')
    .innerJoin('mailDeliveries as d', 'd.mailId', 'mails.id')
    .select(['mails.text', 'd.address'])
    .where('kind', '=', 'offer-accepted')
    .where('mails.subject', 'like', `%${offer.reference}%`)
    .where('d.role', '=', 'to')
    .execute()
  expect(mails).toMatchObject([{ address: on.client.email, text: expect.stringContaining('Anna from accounts') }])
  // Somebody else, or the same person again, reads the first answer.
  const again = await press({ action: 'accept', optionId: String(offer.options[1]?.id), name: 'Ben' })
  expect([again.status, again.text]).toEqual([200, expect.stringContaining('Anna from accounts accepted')])
  // A press that comes too late says what became of the offer, and leads on from there.
  const late = await press({ action: 'decline', reason: 'price', note: '' })
  expect(late.status).toBe(409)
  for (const said of ['Nothing was changed', 'Anna from accounts accepted', 'Ask a question'])
    expect(late.text).toContain(said)
})

test('a missing name is said at its field, with the form as it was typed; nothing is accepted', async () => {
  const { status, text } = await press({ action: 'accept', optionId: first(), name: ' ' })
  expect([status, text]).toEqual([400, expect.stringContaining('This field cannot be empty')])
  const long = await press({ action: 'question', name: 'x'.repeat(51), message: 'When does it sail?' })
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('When does it sail?')])
  expect((await stored()).state).toBe('sent')
  expect((await press({ action: 'accept', optionId: '999999', name: 'Anna' })).status).toBe(400)
  expect((await press({ action: 'haggle' })).status).toBe(400)
})

test('declining keeps the reason, and leaves the question open to be asked', async () => {
  const { status, text } = await press({ action: 'decline', reason: 'timing', note: 'Too late' })
  expect([status, text]).toEqual([200, expect.stringContaining('You declined this offer')])
  expect(await stored()).toMatchObject({ state: 'declined', declineReason: 'timing', declineNote: 'Too late' })
  expect((await press({ action: 'accept', optionId: first(), name: 'Anna' })).status).toBe(409)
  expect(text).toContain('Ask a question')
})

test('an expired offer cannot be accepted, and offers a new price instead', async () => {
  await server.db
    .updateTable('offers')
    .set({ validUntil: new Date(Date.now() - 1000) })
    .where('id', '=', offer.id)
    .execute()
  const { text } = await page()
  expect(text).toContain('This offer has expired')
  expect(text).not.toContain('Accept this')
  const late = await press({ action: 'accept', optionId: first(), name: 'Anna' })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Ask for a new price')])
  expect((await press({ action: 'new-price' })).text).toContain('We will send you a new price')
  const asked = await server.db.selectFrom('offerQuestions').select('kind').where('offerId', '=', offer.id).execute()
  expect(asked).toEqual([{ kind: 'new-price' }])
})

test('a link of an offer that was withdrawn or replaced, or that is revoked or too old, shows no prices', async () => {
  const { id } = offer
  await on.call('POST', `offer/${id}/withdraw`, {})
  const gone = await page()
  expect([gone.status, gone.text.includes('4\u00a0200.00')]).toEqual([410, false])
  expect((await press({ action: 'accept', optionId: first(), name: 'Anna' })).status).toBe(410)
  const other = await on.sent()
  const old = await on.tokenOf(other.mail?.id ?? 0)
  expect((await page({}, old)).status).toBe(200)
  await server.db.updateTable('offerLinks').set({ expiresAt: new Date() }).where('offerId', '=', other.id).execute()
  expect((await page({}, old)).status).toBe(410)
  expect((await page({}, 'x'.repeat(43))).status).toBe(404)
})

describe('questions', () => {
  test('are kept for staff, at most 20 an hour', async () => {
    for (let at = 0; at < 20; at++)
      expect((await press({ action: 'question', name: 'Anna', message: `No. ${at}` })).status).toBe(200)
    expect((await press({ action: 'question', name: 'Anna', message: 'One more' })).status).toBe(429)
    // Nobody's acceptance is refused for haste.
    expect((await press({ action: 'accept', optionId: first(), name: 'Anna' })).status).toBe(200)
  })
})

test('seen is noted by a press only, the first time', async () => {
  expect((await stored()).seenAt).toBeNull()
  await press({ action: 'seen' })
  const { seenAt } = await stored()
  await press({ action: 'seen' })
  expect((await stored()).seenAt).toEqual(seenAt)
})

describe('the queue', () => {
  const items = async (rule: string) =>
    (await on.call('GET', `attention?rule=${rule}&per_page=200`)).body.data.items.filter(
      (item: { detail: { offerId: number } }) => item.detail.offerId === offer.id,
    )

  test('has what was asked, without its words, until staff close it', async () => {
    await press({ action: 'question', name: 'Anna', message: 'When does it sail?' })
    expect(await items('offer-question')).toMatchObject([
      { orderId: null, detail: { offerId: offer.id, reference: offer.reference, kind: 'question' } },
    ])
    const questions = (await on.call('GET', `offer/${offer.id}/questions`)).body.data
    expect(questions).toMatchObject([{ name: 'Anna', message: 'When does it sail?', closedAt: null }])
    await on.call('POST', `offer/${offer.id}/questions/close`)
    expect(await items('offer-question')).toEqual([])
  })

  test('has an accepted offer of nobody’s client until it is booked, and none of a client', async () => {
    await press({ action: 'accept', optionId: first(), name: 'Anna' })
    expect(await items('offer-accepted')).toEqual([])
    offer = await on.sent()
    const own = await on.tokenOf(offer.mail?.id ?? 0)
    await press({ action: 'accept', optionId: first(), name: 'Nina' }, own)
    expect(await items('offer-accepted')).toMatchObject([{ severity: 3, detail: { reference: offer.reference } }])
  })

  test('has an offer without an answer from its day to ask again, until somebody asks', async () => {
    expect(await items('offer-follow-up')).toEqual([])
    await on.call('PUT', `offer/${offer.id}`, { followUpAt: new Date(Date.now() - 1000) })
    expect(await items('offer-follow-up')).toHaveLength(1)
    await on.call('POST', `offer/${offer.id}/follow-up`, {})
    expect(await items('offer-follow-up')).toEqual([])
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { isoDay } from '#contract/lib/format.ts'
import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import { OVER_16_CBM } from '#contract/quotes/quotes.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { offersOn } from './offers.fixture.ts'

const server = testServer({ TIME_ZONE: 'America/Vancouver', SMTP_URL: 'smtp://127.0.0.1:1' })
let on: Awaited<ReturnType<typeof offersOn>>
beforeAll(async () => {
  on = await offersOn(server)
})

const read = async (id: number) => (await on.call('GET', `offer/${id}`)).body.data

test('an offer is priced by the server when it is saved, and numbered by the year', async () => {
  const offer = await on.draft()
  expect(offer).toMatchObject({
    reference: expect.stringMatching(/^Q-\d{4}-\d{4}$/),
    state: 'draft',
    clientId: null,
    owner: { id: server.staff.id },
    options: [
      { position: 1, mode: 0, manual: false, missing: null, label: `${on.lane.depot.name} → ${on.lane.cartage.name}` },
      { position: 2, mode: 1, manual: true, price: 4200, lines: [] },
    ],
  })
  const path = 'calculator/drop-off_by_supplier'
  const { shipmentTradeTerms: _, ...asked } = on.inputs
  const quote = (await on.call('POST', path, asked)).body.data
  expect(offer.options[0]).toMatchObject({ price: quote.amzlclCost, lines: quote.lines })
})

test('the newest offers come first, unless they are sorted', async () => {
  const made = [await on.draft(), await on.draft()].map(({ id }) => id)
  const listed = async (query: string): Promise<number[]> =>
    (await on.call('GET', `offer?per_page=1000${query}`)).body.data.items.map(({ id }: { id: number }) => id)
  expect((await listed('')).slice(0, 2)).toEqual(made.toReversed())
  expect((await listed('&order[id]=asc')).slice(-2)).toEqual(made)
})

test.each(['', '&order[followUpAt]=asc', '&order[reference]=desc'])(
  'pages past the middle follow those before them, sorted by "%s"',
  async (order) => {
    for (let n = 0; n < 5; n++) await on.draft()
    const page = async (query: string) => (await on.call('GET', `offer?${query}${order}`)).body.data
    const { items: all } = await page('per_page=1000')
    const pages = []
    for (let n = 1; n <= Math.ceil(all.length / 2); n++) pages.push(...(await page(`per_page=2&page=${n}`)).items)
    expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }: { id: number }) => id))
  },
)

test('a client fills in what is not typed; an unknown one is refused at its field', async () => {
  const { id, username, companyName, email } = on.client
  const offer = await on.draft({ clientId: id, name: '', email: '' })
  expect(offer).toMatchObject({ clientId: id, name: username, company: companyName, email })
  expect((await on.make({ clientId: 999_999 })).body.data).toHaveProperty('clientId')
  expect((await on.make({ name: '' })).body.data).toHaveProperty('name')
})

test.each<[string, () => object, string]>([
  [
    '16 CBM and a bit',
    () => ({ options: [{ mode: 0, inputs: { ...on.inputs, cbm: 16.001 } }] }),
    'options.0.inputs.cbm',
  ],
  ['no options', () => ({ options: [] }), 'options'],
  ['four options', () => ({ options: [on.lcl, on.lcl, on.lcl, on.lcl] }), 'options'],
  ['a container without a label', () => ({ options: [on.lcl, { mode: 1, price: 1 }] }), 'options.1.label'],
  ['a price of 0', () => ({ options: [{ ...on.fcl, price: 0 }] }), 'options.0.price'],
  ['a kept quote that does not exist', () => ({ options: [{ mode: 0, quoteId: 999_999 }] }), 'options.0.quoteId'],
  ['a time that has passed', () => ({ validUntil: '2026-01-01T00:00:00Z' }), 'validUntil'],
  ['a time in over a year', () => ({ validUntil: new Date(Date.now() + 365.1 * 86_400_000) }), 'validUntil'],
  ['an order that is no request', () => ({ orderId: 999_999 }), 'orderId'],
])('%s is refused at its field', async (_, values, field) => {
  const { status, body } = await on.make(values())
  expect([status, Object.keys(body.data)]).toEqual([400, [field]])
})

test('an option without a rate has no price, says why, and keeps the offer from being sent', async () => {
  const nowhere = (await on.call('POST', 'value/cartage', { categoryId: 5, name: 'Nowhere', dest: 'NOWHERE' })).body
    .data
  const offer = await on.draft({ options: [on.fcl, { mode: 0, inputs: { ...on.inputs, cartageId: nowhere.id } }] })
  expect(offer.options[1]).toMatchObject({ price: null, missing: expect.stringContaining('No freight rate') })
  const { status, body } = await on.call('POST', `offer/${offer.id}/send`, {})
  expect([status, Object.keys(body.data)]).toEqual([400, ['options.1.price']])
})

test('a draft can be changed, a sent offer only its owner and follow-up, and only drafts are deleted', async () => {
  const offer = await on.draft()
  const changed = await on.call('PUT', `offer/${offer.id}`, {
    note: 'With clearance',
    options: [{ ...on.fcl, price: 4300 }],
  })
  expect(changed.body.data).toMatchObject({ note: 'With clearance', options: [{ price: 4300 }] })
  await on.call('POST', `offer/${offer.id}/send`, {})
  expect((await on.call('PUT', `offer/${offer.id}`, { note: 'X' })).status).toBe(409)
  const later = await on.call('PUT', `offer/${offer.id}`, { followUpAt: '2027-01-04T17:00:00Z' })
  expect(later.body.data.followUpAt).toBe('2027-01-04T17:00:00.000Z')
  expect((await on.call('DELETE', `offer/${offer.id}`)).status).toBe(409)
  expect((await on.call('DELETE', `offer/${(await on.draft()).id}`)).status).toBe(200)
})

test('sending fixes the time, attaches the PDF, and is undone while the mail is held', async () => {
  const { id } = await on.draft()
  const offer = (await on.call('POST', `offer/${id}/send`, {})).body.data
  expect(offer).toMatchObject({
    state: 'sent',
    sentAt: null,
    mail: { id: expect.any(Number) },
    documentId: expect.any(Number),
  })
  const { html } = await server.db
    .selectFrom('mails')
    .select('html')
    .where('id', '=', offer.mail.id)
    .executeTakeFirstOrThrow()
  expect(html).toMatch(/\/site\/offer\/[A-Za-z0-9_-]{43}/)
  expect((await on.call('GET', `admin/mail/${offer.mail.id}`)).body.data.html).toContain('/site/offer/…')
  expect((await on.call('POST', `offer/${id}/send`, {})).status).toBe(409)
  await on.call('POST', `admin/mail/${offer.mail.id}/cancel`)
  expect(await read(id)).toMatchObject({ state: 'draft', mail: null, followUpAt: null })
  const links = await server.db.selectFrom('offerLinks').select('revokedAt').where('offerId', '=', id).execute()
  expect(links.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
})

/** A scheduled set: drafts are then valid until it takes effect, if it concerns them. */
const scheduled = async () => {
  const lane = server.db.selectFrom('freight').select('id').where('tier', '=', on.lane.depot.tier)
  const { id: recordId } = await lane.executeTakeFirstOrThrow()
  const { id } = (await on.call('POST', 'rate-set', { name: 'Soon' })).body.data
  const changes = [{ entity: 'freight', recordId, field: 'cbm', new: 75 }]
  await on.call('PUT', `rate-set/${id}/changes`, { changes })
  const validFrom = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await on.call('POST', `rate-set/${id}/schedule`, { validFrom })
  return { id, validFrom }
}

test('the usual time ends with the next scheduled set that changes one of its rates', async () => {
  const usual = (await on.draft()).validUntil
  const set = await scheduled()
  expect((await on.draft()).validUntil).toBe(set.validFrom)
  expect((await on.draft({ options: [on.fcl] })).validUntil).toBe(usual)
  await on.call('POST', `rate-set/${set.id}/cancel`)
})

describe('an option whose volume the calculator takes no more', () => {
  /** Makes an offer whose first option is of 17.04 CBM, as one could be before a rule changed. */
  const tooBig = async (made: Promise<{ id: number }>) => {
    const { id } = await made
    await sql`update offer_options set inputs = inputs || '{"cbm": 17.04}' where offer_id = ${id} and position = 1`.execute(
      server.db,
    )
    return read(id)
  }
  test('is listed, found, exported, printed and simulated as it was priced', async () => {
    const set = await scheduled()
    const draft = await tooBig(on.draft())
    expect(draft).toMatchObject({ validUntil: set.validFrom, options: [{ inputs: { cbm: 17.04 } }, {}] })
    await tooBig(on.sent())
    for (const path of [
      'offer?per_page=100',
      `offer/${draft.id}`,
      `offer/${draft.id}/pdf`,
      'offer/export?format=csv',
      `search?q=${draft.reference}`,
    ])
      expect([path, (await on.call('GET', path)).status]).toEqual([path, 200])
    expect((await on.call('POST', `rate-set/${set.id}/simulate`, {})).status).toBe(200)
    await on.call('POST', `rate-set/${set.id}/cancel`)
  })

  test('is shown and accepted on its page at the offered price', async () => {
    const offer = await tooBig(on.sent({ clientId: on.client.id }))
    const page = `${server.url}/site/offer/${await on.tokenOf(offer.mail.id)}`
    expect(await (await fetch(page)).text()).toContain('17.04 CBM')
    const [{ id: optionId, price }] = offer.options
    const body = new URLSearchParams({ action: 'accept', optionId, name: 'Anna' })
    expect((await fetch(page, { method: 'POST', body })).status).toBe(200)
    const { orderId } = await read(offer.id)
    const order = (await on.call('GET', `request/booking/get/${orderId}`)).body.data
    expect(order).toMatchObject({ shipmentVolume: 17.04, estimatedTransportation: price })
  })

  test('has no price in a replacement, which says why', async () => {
    const { id } = await tooBig(on.sent())
    const draft = (await on.call('POST', `offer/${id}/replace`, {})).body.data
    const unfit = { price: null, lines: [], missing: OVER_16_CBM, inputs: { cbm: 17.04 } }
    expect(draft.options).toMatchObject([unfit, { price: 4200, manual: true }])
  })
})

describe('accepting for a client', () => {
  const accept = (id: number, optionId: number) =>
    on.call('POST', `offer/${id}/accept-for-client`, { optionId, note: 'By telephone' })

  test('makes the order at exactly the offered price, whatever the rates are by then', async () => {
    const offer = await on.sent({ clientId: on.client.id })
    const [option] = offer.options
    await server.db.updateTable('freight').set({ cbm: 99 }).where('tier', '=', on.lane.depot.tier).execute()
    const accepted = (await accept(offer.id, option?.id ?? 0)).body.data
    await server.db.updateTable('freight').set({ cbm: 68 }).where('tier', '=', on.lane.depot.tier).execute()
    expect(accepted).toMatchObject({ state: 'accepted', answeredFrom: null, orderId: expect.any(Number) })
    const order = (await on.call('GET', `request/booking/get/${accepted.orderId}`)).body.data
    expect(order).toMatchObject({
      estimatedTransportation: option?.price,
      shipmentOriginPort: on.lane.depot.id,
      shipmentVolume: 2,
      price: { booked: option?.price, manual: false },
      offer: { id: offer.id, reference: offer.reference, answeredName: accepted.answeredName },
    })
    const snapshot = await on.call('GET', `offer/${offer.id}/snapshot`)
    expect(JSON.stringify(snapshot.body)).toContain(offer.reference)
    // A second acceptance, even of another option, reads the first.
    const again = (await accept(offer.id, offer.options[1]?.id ?? 0)).body.data
    expect(again).toMatchObject({ orderId: accepted.orderId, answeredAt: accepted.answeredAt })
  })

  test('prices the quote request that it was made for, and makes no second order', async () => {
    const request = await createOrder(server.db, {
      userId: on.client.id,
      transportationMode: 1,
      shipmentTradeTerms: 0,
      estimatedTransportation: null,
    })
    const offer = await on.sent({ orderId: request.id, options: [on.fcl] })
    expect((await on.make({ orderId: request.id, options: [on.fcl] })).status).toBe(409)
    const accepted = (await accept(offer.id, offer.options[0]?.id ?? 0)).body.data
    expect(accepted.orderId).toBe(request.id)
    const order = (await on.call('GET', `request/booking/get/${request.id}`)).body.data
    expect(order).toMatchObject({ estimatedTransportation: 4200, price: { booked: 4200, manual: true } })
  })

  test('nobody’s client becomes one, with the order, in one step', async () => {
    const offer = await on.sent()
    expect((await on.call('GET', `offer/${offer.id}/book`)).status).toBe(409)
    await accept(offer.id, offer.options[0]?.id ?? 0)
    const { client, order } = (await on.call('GET', `offer/${offer.id}/book`)).body.data
    expect(client).toMatchObject({ username: 'Nina New', email: 'nina@example.test' })
    const password = 'f6b0d9840602b5392907ca0b73545e4c'
    const missing = await on.call('POST', `offer/${offer.id}/book`, { client: { ...client, password }, order })
    expect(Object.keys(missing.body.data)).toContain('client.phone')
    const whole = {
      client: { ...client, password, phone: '16045550111', companyName: 'New Ltd.', companyAddress: '1 Road' },
      order: { ...order, phone: '16045550111', companyName: 'New Ltd.' },
    }
    const booked = await on.call('POST', `offer/${offer.id}/book`, whole)
    expect(booked.body.data).toEqual({ clientId: expect.any(Number), orderId: expect.any(Number) })
    expect(await read(offer.id)).toMatchObject(booked.body.data)
    expect((await on.call('POST', `offer/${offer.id}/book`, whole)).status).toBe(409)
  })
})

test('an offer whose client was deleted meanwhile is accepted, waits in the queue, and makes a client anew', async () => {
  const gone = await createUser(server.db, { email: 'gone@example.test' })
  const offer = await on.sent({ clientId: gone.id, email: '' })
  expect((await on.call('DELETE', `admin/user/${gone.id}`)).status).toBe(200)
  const optionId = offer.options[0]?.id
  await on.call('POST', `offer/${offer.id}/accept-for-client`, { optionId, note: 'By telephone' })
  const waiting = { state: 'accepted', clientId: gone.id, orderId: null, answeredNote: 'By telephone' }
  expect(await read(offer.id)).toMatchObject(waiting)
  const { items } = (await on.call('GET', 'attention?rule=offer-accepted&per_page=200')).body.data
  expect(items.map(({ detail }: { detail: { offerId: number } }) => detail.offerId)).toContain(offer.id)
  const { client, order } = (await on.call('GET', `offer/${offer.id}/book`)).body.data
  expect(client).toMatchObject({ email: 'gone@example.test' })
  const known = { phone: '16045550111', companyName: 'Back Ltd.' }
  const booked = await on.call('POST', `offer/${offer.id}/book`, {
    client: { ...client, ...known, companyAddress: '1 Road', password: 'f6b0d9840602b5392907ca0b73545e4c' },
    order: { ...order, ...known },
  })
  expect(booked.body.data).toEqual({ clientId: expect.any(Number), orderId: expect.any(Number) })
  expect(booked.body.data.clientId).not.toBe(gone.id)
  // What staff noted when the client accepted goes to the order.
  const notes = (await on.call('GET', `request/booking/${booked.body.data.orderId}/notes`)).body.data.items
  expect(notes).toMatchObject([{ body: 'By telephone' }])
})

test('a name, a company, a label and a line of an address cannot begin another line', async () => {
  const lines = 'Nina\r\nBcc: all@example.test'
  for (const [values, field] of [
    [{ name: lines }, 'name'],
    [{ company: lines }, 'company'],
    [{ email: 'nina@example.test\r\nBcc: all@example.test' }, 'email'],
    [{ options: [{ ...on.fcl, label: lines }] }, 'options.0.label'],
  ] as const) {
    const { status, body } = await on.make(values)
    const kept = status === 200 && JSON.stringify(body.data).includes('Nina\\r')
    expect([field, status === 400 ? Object.keys(body.data) : [field], kept]).toEqual([field, [field], false])
  }
})

test('a replacement has today’s prices, and takes the place of the offer once it is sent', async () => {
  const offer = await on.sent()
  const draft = (await on.call('POST', `offer/${offer.id}/replace`, {})).body.data
  expect(draft).toMatchObject({ state: 'draft', replacesId: offer.id, options: [{ manual: false }, { price: 4200 }] })
  expect(await read(offer.id)).toMatchObject({ state: 'sent', replacedById: draft.id })
  const second = (await on.call('POST', `offer/${draft.id}/send`, {})).body.data
  expect(await read(offer.id)).toMatchObject({ state: 'replaced' })
  await on.call('POST', `admin/mail/${second.mail.id}/cancel`)
  expect(await read(offer.id)).toMatchObject({ state: 'sent' })
})

test('an expired offer says so, cannot be asked again about, and can be withdrawn', async () => {
  const offer = await on.sent()
  await server.db
    .updateTable('offers')
    .set({ validUntil: new Date(Date.now() - 1000) })
    .where('id', '=', offer.id)
    .execute()
  expect(await read(offer.id)).toMatchObject({ state: 'expired' })
  const expired = (await on.call('GET', 'offer?f.state=is:expired')).body.data.items
  expect(expired.map(({ id }: { id: number }) => id)).toEqual([offer.id])
  expect((await on.call('POST', `offer/${offer.id}/follow-up`, {})).status).toBe(409)
  expect((await on.call('POST', `offer/${offer.id}/withdraw`, {})).body.data.state).toBe('withdrawn')
  expect((await on.call('POST', `offer/${offer.id}/withdraw`, {})).status).toBe(409)
})

test('a follow-up is a mail with a link of its own, counts, and plans the next one', async () => {
  const offer = await on.sent()
  const { body } = await on.call('POST', `offer/${offer.id}/follow-up`, {})
  expect(body.data).toMatchObject({ followUps: 1, state: 'sent' })
  const links = await server.db.selectFrom('offerLinks').selectAll().where('offerId', '=', offer.id).execute()
  expect(links).toHaveLength(2)
})

test('a search finds an offer by each of its texts, however it is spelled, and by the digits of its number', async () => {
  const { id, reference } = await on.draft({
    name: 'Zoë Ødegård',
    company: 'Café-Québec 77',
    email: 'zoe@oedegard.example',
  })
  const found = async (typed: string) => {
    const { items } = (await on.call('GET', `offer?search=${encodeURIComponent(typed)}`)).body.data
    return items.map((offer: { id: number }) => offer.id)
  }
  const number = reference.replaceAll('-', ' ').toLowerCase()
  for (const typed of [
    'zoe ode',
    'ØDEGÅRD',
    'cafe quebec'.replace(' ', '-'),
    'QUEBEC77',
    'oedegard.ex',
    reference,
    number,
    number.replaceAll(' ', ''),
  ])
    expect([typed, await found(typed)]).toEqual([typed, [id]])
  for (const typed of ['zoe cafe', '%', '_', 'ødegård\\', 'zoexode'])
    expect([typed, await found(typed)]).toEqual([typed, []])
})

test('kept quotes are listed, of a client and by their lane', async () => {
  const { shipmentTradeTerms: _, ...asked } = on.inputs
  const quote = (await on.call('POST', 'calculator/drop-off_by_supplier', { ...asked, userId: on.client.id, cbm: 3 }))
    .body.data
  const { items } = (await on.call('GET', `quote?clientId=${on.client.id}`)).body.data
  expect(items[0]).toMatchObject({ id: quote.quoteId, price: quote.amzlclCost, client: { id: on.client.id } })
  const found = (await on.call('GET', `quote?search=${on.lane.cartage.dest}`)).body.data.items
  expect(found.map(({ id }: { id: number }) => id)).toContain(quote.quoteId)
  const offer = await on.draft({ options: [{ mode: 0, quoteId: quote.quoteId }] })
  expect(offer.options[0]).toMatchObject({ quoteId: quote.quoteId, price: quote.amzlclCost })
})

test('the report counts what was sent in the period, and what became of it', async () => {
  await server.db.deleteFrom('offers').execute()
  const [won, lost, late, waiting] = [
    await on.sent({ clientId: on.client.id }),
    await on.sent(),
    await on.sent(),
    await on.sent(),
  ]
  await on.draft()
  await on.call('POST', `offer/${won.id}/accept-for-client`, { optionId: won.options[0]?.id, note: 'By telephone' })
  const set = (id: number, values: object) => server.db.updateTable('offers').set(values).where('id', '=', id).execute()
  await set(lost.id, { state: 'declined', declineReason: 'price', answeredAt: new Date() })
  await set(late.id, { validUntil: new Date() })
  const day = isoDay(new Date().toISOString(), 'America/Vancouver')
  const { data } = (await on.call('GET', `report/offers?from=${day}&to=${day}`)).body
  expect(data.totals).toMatchObject({ sent: 4, accepted: 1, declined: 1, expired: 1, winRate: 33.3 })
  expect(data.reasons).toEqual([{ reason: 'price', count: 1 }])
  expect(data.lanes).toMatchObject([{ origin: on.lane.depot.code, destination: on.lane.cartage.dest, sent: 4 }])
  expect(data.clients).toMatchObject([
    { id: null, name: 'Not a client yet', sent: 3 },
    { id: on.client.id, sent: 1, winRate: 100 },
  ])
  expect(data.people).toMatchObject([{ id: server.staff.id, sent: 4 }])
  expect(waiting.id).toBeGreaterThan(0)
  const bad = await on.call('GET', 'report/offers?from=2026-02-02&to=2026-02-01')
  expect(bad.status).toBe(400)
})

test.each<[string, () => Promise<{ id: number }> | { id: number }]>([
  ['nobody', () => ({ id: 999_999 })],
  ['a client', () => on.client],
  ['a CSR', () => createUser(server.db, { role: [Role.CSR] })],
  ['a disabled account', () => createUser(server.db, { role: [Role.MANAGER], disabledAt: new Date().toISOString() })],
  ['a deleted account', () => createUser(server.db, { role: [Role.MANAGER], deletedAt: new Date().toISOString() })],
])('%s cannot be put in charge of an offer', async (_, who) => {
  const { id: ownerId } = await who()
  const draft = await on.draft()
  for (const reply of [await on.make({ ownerId }), await on.call('PUT', `offer/${draft.id}`, { ownerId })])
    expect([reply.status, reply.body.data]).toEqual([400, { ownerId: NOT_STAFF }])
  expect(await read(draft.id)).toMatchObject({ ownerId: server.staff.id })
})

test('a colleague can be put in charge of an offer, whatever its state', async () => {
  const { id: ownerId, username: name } = await createUser(server.db, { role: [Role.MANAGER] })
  expect(await on.draft({ ownerId })).toMatchObject({ ownerId, owner: { id: ownerId, name } })
  const { id } = await on.sent()
  expect((await on.call('PUT', `offer/${id}`, { ownerId })).body.data).toMatchObject({ state: 'sent', ownerId })
})

test('an offer of somebody who can no longer be put in charge can still be followed up', async () => {
  const offer = await on.sent()
  const { id: ownerId } = await createUser(server.db, { role: ['ROLE_CSR'] })
  await server.db.updateTable('offers').set({ ownerId }).where('id', '=', offer.id).execute()
  const { updatedAt } = await read(offer.id)
  const plan = { ownerId, followUpAt: '2030-01-07T17:00:00.000Z', updatedAt }
  expect((await on.call('PUT', `offer/edit/${offer.id}`, plan)).status).toBe(200)
  const other = await createUser(server.db, { role: ['ROLE_CSR'] })
  const moved = await on.call('PUT', `offer/edit/${offer.id}`, { ownerId: other.id })
  expect([moved.status, Object.keys(moved.body.data)]).toEqual([400, ['ownerId']])
})

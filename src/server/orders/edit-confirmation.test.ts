import { beforeAll, expect, test } from 'vitest'
import { DAY, INSTANT } from '#contract/lib/messages.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_PLACES, CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let clientId: number
let vesselId: number

beforeAll(async () => {
  clientId = (await createUser(server.db)).id
  await server.db.insertInto('ports').values({ code: 'CNSHA', name: 'Shanghai' }).execute()
  await server.db.insertInto('cities').values({ code: 'CNYIU', name: 'Yiwu' }).execute()
  vesselId = (
    await server.db
      .insertInto('vessels')
      .values({ imoNumber: '9785744', name: 'COSCO SHIPPING PEONY' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})

const newOrder = () => createOrder(server.db, { userId: clientId })
const edit = (id: number, body: object, method = 'PUT') =>
  server.call(method, `request/booking/${id}/confirmation/edit`, { body })

test('the first PUT or POST creates the confirmation, and the order shows it', async () => {
  for (const method of ['PUT', 'POST']) {
    const order = await newOrder()
    const reply = await edit(
      order.id,
      {
        portOfLoading: 'CNSHA',
        placeOfReceipt: 'CNYIU',
        vessel: { id: vesselId, name: 'ignored' },
        vesselVoyage: '045E',
      },
      method,
    )
    expect(reply.body.data.bookingConfirmation).toMatchObject({
      portOfLoading: 'CNSHA',
      placeOfReceipt: 'CNYIU',
      placeNames: { portOfLoading: 'Shanghai', placeOfReceipt: 'Yiwu', portOfDischarge: '', placeOfDelivery: '' },
      vessel: { id: vesselId, name: 'COSCO SHIPPING PEONY' },
      vesselVoyage: '045E',
      cargoReadyAt: null,
    })
    const read = await server.call('GET', `request/booking/get/${order.id}`)
    expect(read.body.data.bookingConfirmation).toEqual(reply.body.data.bookingConfirmation)
  }
})

test.each([
  ...CONFIRMATION_TIMES.map((field) => [field, 'the exact time', '2026-03-04T21:30:00.000Z', INSTANT] as const),
  ...CONFIRMATION_DAYS.map((field) => [field, 'the day that was written', '2026-03-04T00:00:00.000Z', DAY] as const),
])('%s stores %s and says how to write a date', async (field, _, stored, words) => {
  const order = await newOrder()
  const good = await edit(order.id, { [field]: '2026-03-04T23:30:00+02:00' })
  expect(good.body.data.bookingConfirmation[field]).toBe(stored)
  for (const bad of ['2026-02-30T00:00:00Z', '03/04/2026', 'soon', 5]) {
    const reply = await edit(order.id, { [field]: bad, vesselVoyage: 'X' })
    expect(reply.body).toMatchObject({ code: 400, data: { [field]: words } })
  }
  if (words === DAY) {
    const plain = await edit(order.id, { [field]: '2026-03-05' })
    expect(plain.body.data.bookingConfirmation[field]).toBe('2026-03-05T00:00:00.000Z')
  }
  expect((await edit(order.id, { [field]: '' })).body.data.bookingConfirmation).toMatchObject({
    [field]: null,
    vesselVoyage: '',
  })
})

test.each(CONFIRMATION_PLACES)('%s accepts only codes of ports and cities', async (field) => {
  const order = await newOrder()
  expect((await edit(order.id, { [field]: 'CNSHA' })).status).toBe(200)
  for (const written of ['cn sha', 'CN-SHA', 'Ｃｎ／ｓｈａ', 'CN\u2011SHA', ' cnsha ']) {
    const { body } = await edit(order.id, { [field]: written })
    expect(body.data.bookingConfirmation?.[field], written).toBe('CNSHA')
  }
  expect((await edit(order.id, { [field]: 'XXXXX' })).body.data).toEqual({ [field]: 'No port or city has this code' })
  expect((await edit(order.id, { [field]: '' })).body.data.bookingConfirmation[field]).toBe('')
})

test('an omitted vessel stays, null removes it, an unknown one is refused', async () => {
  const order = await newOrder()
  await edit(order.id, { vessel: { id: vesselId } })
  expect((await edit(order.id, { vesselVoyage: '1' })).body.data.bookingConfirmation.vessel.id).toBe(vesselId)
  expect((await edit(order.id, { vessel: { id: 999_999 } })).body.data).toEqual({ vessel: 'Choose one from the list' })
  expect((await edit(order.id, { vessel: null })).body.data.bookingConfirmation.vessel).toBeNull()
})

test('a voyage is stored in its plain form', async () => {
  const order = await newOrder()
  const { body } = await edit(order.id, { vesselVoyage: '\u200b０１８Ｅ' })
  expect(body.data.bookingConfirmation.vesselVoyage).toBe('018E')
})

test('a voyage may have 100 characters, clauses 65 000', async () => {
  const order = await newOrder()
  expect((await edit(order.id, { vesselVoyage: 'x'.repeat(100) })).status).toBe(200)
  expect((await edit(order.id, { vesselVoyage: 'x'.repeat(101) })).body.message).toBe(
    'Vessel voyage must be no more than 100 characters',
  )
  expect((await edit(order.id, { bookingClauses: 'x'.repeat(65_000) })).status).toBe(200)
  expect((await edit(order.id, { bookingClauses: 'x'.repeat(65_001) })).body.message).toBe(
    'Booking clauses must be no more than 65000 characters',
  )
})

test('the length limit applies to clauses after cleaning, which may lengthen them', async () => {
  const order = await newOrder()
  const grown = await edit(order.id, { bookingClauses: '& '.repeat(11_000) })
  expect(grown.body.message).toBe('Booking clauses must be no more than 65000 characters')
  expect(Object.keys(grown.body.data)).toEqual(['bookingClauses'])
  expect((await edit(order.id, { bookingClauses: '& '.repeat(10_000) })).status).toBe(200)
})

test('clauses are sanitised on save', async () => {
  const order = await newOrder()
  const reply = await edit(order.id, {
    bookingClauses: '<p onclick="x()">Terms <b>apply</b></p><script>alert(1)</script>',
  })
  expect(reply.body.data.bookingConfirmation.bookingClauses).toBe('<p>Terms <b>apply</b></p>')
})

test('if two people confirm an order at once, the second is refused and sees who was first', async () => {
  const order = await newOrder()
  expect((await edit(order.id, { updatedAt: null, vesselVoyage: 'first' })).status).toBe(200)
  const second = await edit(order.id, { updatedAt: null, vesselVoyage: 'second' })
  expect(second.body).toMatchObject({ code: 409, data: { vesselVoyage: 'first' } })
  expect((await edit(order.id, { vesselVoyage: 'third' })).status).toBe(200)
})

test('an edit from a stale version is refused with who changed the confirmation and its current state', async () => {
  const order = await newOrder()
  const { updatedAt } = (await edit(order.id, { vesselVoyage: '1' })).body.data.bookingConfirmation
  const mine = await edit(order.id, { updatedAt, vesselVoyage: '2' })
  const theirs = await edit(order.id, { updatedAt, vesselVoyage: '3' })
  expect(theirs.status).toBe(409)
  expect(theirs.body.message).toContain('Mara Staff')
  expect(theirs.body.data).toEqual(mine.body.data.bookingConfirmation)
})

test('saving a confirmation does not change the version of the order', async () => {
  const order = await newOrder()
  const before = (await server.call('GET', `request/booking/get/${order.id}`)).body.data
  expect((await edit(order.id, { vesselVoyage: '1' })).body.data.updatedAt).toBe(before.updatedAt)
})

test('an unknown order is 404', async () => {
  expect((await edit(999_999, { vesselVoyage: '1' })).status).toBe(404)
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'
import { offersOn } from './offers.fixture.ts'

const CALLERS = 500
/** How often two acts meet. */
const MEETINGS = 12

const server = testServer({ TIME_ZONE: 'America/Vancouver', SMTP_URL: 'smtp://127.0.0.1:1' })
let on: Awaited<ReturnType<typeof offersOn>>
let offer: Awaited<ReturnType<(typeof on)['sent']>>
beforeAll(async () => {
  on = await offersOn(server)
})
beforeEach(async () => {
  offer = await on.sent({ clientId: on.client.id })
})

const state = async (id = offer.id) => (await on.call('GET', `offer/${id}`)).body.data.state
const ordersOf = () => server.db.selectFrom('orderPrices').select('orderId').where('offerId', '=', offer.id).execute()
const acceptForClient = (at = 0) =>
  on.call('POST', `offer/${offer.id}/accept-for-client`, { optionId: offer.options[at]?.id, note: 'By telephone' })

/** Presses a button of the page behind the newest link. */
async function presser() {
  const token = await on.tokenOf(offer.mail?.id ?? 0)
  return async (values: Record<string, string>) => {
    const reply = await fetch(`${server.url}/site/offer/${token}`, {
      method: 'POST',
      body: new URLSearchParams(values),
    })
    return { status: reply.status, text: await reply.text() }
  }
}
const accepted = (name: string, at = 0) => ({ action: 'accept', optionId: String(offer.options[at]?.id), name })

test('500 acceptances at once, of both options, on the page and by staff, make one order, one answer and one note', async () => {
  const press = await presser()
  const replies = await Promise.all(
    Array.from({ length: CALLERS }, async (_, n) =>
      n % 10 === 0 ? (await acceptForClient(n % 2)).status : (await press(accepted(`Person ${n}`, n % 2))).status,
    ),
  )
  expect(new Set(replies)).toEqual(new Set([200]))
  expect(await ordersOf()).toHaveLength(1)
  const { options, answeredName, orderId } = (await on.call('GET', `offer/${offer.id}`)).body.data
  expect(options.filter(({ chosen }: { chosen: boolean }) => chosen)).toHaveLength(1)
  const mails = await server.db
    .selectFrom('mails')
    .select('text')
    .where('kind', '=', 'offer-accepted')
    .where('subject', 'like', `%${offer.reference}%`)
    .execute()
  expect(mails).toEqual([{ text: expect.stringContaining(answeredName) }])
  // The note of whoever accepted for the client, if that was first; nobody else's.
  const notes = await server.db.selectFrom('notes').select('id').where('orderId', '=', orderId).execute()
  expect(notes).toHaveLength(answeredName === 'Mara Staff' ? 1 : 0)
})

test('an acceptance meets a withdrawal: either there is an order, or the page shows nothing', async () => {
  for (let n = 0; n < MEETINGS; n++) {
    offer = await on.sent({ clientId: on.client.id })
    const press = await presser()
    const [answer, withdrawal] = await Promise.all([
      press(accepted('Anna')),
      on.call('POST', `offer/${offer.id}/withdraw`, {}),
    ])
    const isAccepted = answer.status === 200
    expect([answer.status, withdrawal.status]).toEqual(isAccepted ? [200, 409] : [410, 200])
    expect(await state()).toBe(isAccepted ? 'accepted' : 'withdrawn')
    expect(await ordersOf()).toHaveLength(isAccepted ? 1 : 0)
  }
})

test('an acceptance meets the sending of the replacement: one of the two holds', async () => {
  for (let n = 0; n < MEETINGS; n++) {
    offer = await on.sent({ clientId: on.client.id })
    const press = await presser()
    const draft = (await on.call('POST', `offer/${offer.id}/replace`, {})).body.data
    const [answer, sending] = await Promise.all([
      // Sending makes a PDF first, so that the acceptance would always be the first.
      n % 2 === 0 ? press(accepted('Anna')) : pressWhileSending(press),
      on.call('POST', `offer/${draft.id}/send`, {}),
    ])
    const isAccepted = answer.status === 200
    expect([answer.status, sending.status]).toEqual(isAccepted ? [200, 409] : [410, 200])
    expect([await state(), await state(draft.id)]).toEqual(isAccepted ? ['accepted', 'draft'] : ['replaced', 'sent'])
    expect(await ordersOf()).toHaveLength(isAccepted ? 1 : 0)
  }
})

/** Accepts at the moment in which the mail of the replacement is queued. */
async function pressWhileSending(press: Awaited<ReturnType<typeof presser>>) {
  const newest = async () =>
    (await server.db.selectFrom('documents').select('id').orderBy('id', 'desc').executeTakeFirst())?.id
  const before = await newest()
  await expect.poll(newest, { interval: 1 }).not.toBe(before)
  return press(accepted('Anna'))
}

test('accepting meets declining: the first answer stays', async () => {
  for (let n = 0; n < MEETINGS; n++) {
    offer = await on.sent({ clientId: on.client.id })
    const press = await presser()
    const both = [press(accepted('Anna')), press({ action: 'decline', reason: 'price', note: '' })]
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await state()).toBe(statuses[0] === 200 ? 'accepted' : 'declined')
    expect(await ordersOf()).toHaveLength(statuses[0] === 200 ? 1 : 0)
  }
})

test('an offer that is booked twenty times at once makes one client and one order', async () => {
  const email = 'nina-at-once@example.test'
  offer = await on.sent({ email })
  await acceptForClient()
  const { client, order } = (await on.call('GET', `offer/${offer.id}/book`)).body.data
  const password = 'f6b0d9840602b5392907ca0b73545e4c'
  const phone = '16045550111'
  const whole = {
    client: { ...client, password, phone, companyName: 'New Ltd.', companyAddress: '1 Road' },
    order: { ...order, phone, companyName: 'New Ltd.' },
  }
  const replies = await Promise.all(Array.from({ length: 20 }, () => on.call('POST', `offer/${offer.id}/book`, whole)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await ordersOf()).toHaveLength(1)
  expect(await server.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
})

test('an offer that is sent twenty times at once is one mail with one link', async () => {
  const { id } = await on.draft()
  const replies = await Promise.all(Array.from({ length: 20 }, () => on.call('POST', `offer/${id}/send`, {})))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const links = await server.db.selectFrom('offerLinks').select('mailId').where('offerId', '=', id).execute()
  expect(links).toHaveLength(1)
})

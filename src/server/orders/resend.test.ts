import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { mailsOf } from '#server/test/mails.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let clientId: number

beforeAll(async () => {
  clientId = (await createUser(server.db)).id
})

const newOrder = () => createOrder(server.db, { userId: clientId })

test('twenty simultaneous resends send one mail, and all answer its time', async () => {
  const order = await newOrder()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => server.call(n % 2 ? 'POST' : 'GET', `request/booking/resend/${order.id}`)),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
  expect(new Set(replies.map((reply) => reply.body.data.sentAt)).size).toBe(1)
  expect((await mailsOf(server.db, order.id)).filter(({ role }) => role === 'to')).toHaveLength(1)
  expect((await server.call('HEAD', `request/booking/resend/${order.id}`)).status).toBe(405)
})

test.each([
  ['sec-purpose', 'prefetch;prerender'],
  ['Sec-Purpose', 'prefetch;anonymous-client-ip'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
])('a resend that a browser fetches in advance (%s: %s) is refused and sends nothing', async (name, value) => {
  const order = await newOrder()
  for (const method of ['GET', 'POST'])
    expect(
      (await server.call(method, `request/booking/resend/${order.id}`, { headers: { [name]: value } })).status,
    ).toBe(403)
  expect(await mailsOf(server.db, order.id)).toEqual([])
  expect((await server.call('GET', 'port', { headers: { [name]: value } })).status).toBe(200)
})

test.each([
  { when: '59 seconds ago', resentAt: "now() - interval '59 seconds'", mails: 0 },
  { when: 'a minute ago', resentAt: "now() - interval '60 seconds'", mails: 1 },
  { when: 'in an hour (the clock was set back since)', resentAt: "now() + interval '1 hour'", mails: 1 },
])('the next resend after one $when sends $mails mails', async ({ resentAt, mails }) => {
  const order = await newOrder()
  await server.db
    .updateTable('orders')
    .set({ resentAt: sql.raw<string>(resentAt) })
    .where('id', '=', order.id)
    .execute()
  expect((await server.call('POST', `request/booking/resend/${order.id}`)).status).toBe(200)
  expect((await mailsOf(server.db, order.id)).filter(({ role }) => role === 'to')).toHaveLength(mails)
})

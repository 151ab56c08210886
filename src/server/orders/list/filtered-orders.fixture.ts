import { expect } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { OrderStatus, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

/** A zone whose midnight is 07:00 or 08:00 UTC, and whose clock changes twice a year. */
export const ZONE = 'America/Vancouver'
export let server: TestServer
/** The caller, a colleague and a client. */
export let me: number
export let colleague: number
export let client: number
/** Ids of the orders, by their purpose. */
export const orders: Record<'first' | 'second' | 'third' | 'bare', number> = { first: 0, second: 0, third: 0, bare: 0 }

/** A server with four orders that differ in everything that filters ask for. */
export async function startFilteredOrders(): Promise<void> {
  server = await startTestServer({ TIME_ZONE: ZONE })
  const { db } = server
  me = (await createUser(db, { role: [Role.ADMIN], username: 'Me' })).id
  colleague = (await createUser(db, { role: [Role.MANAGER], username: 'Marta' })).id
  const gone = (await createUser(db, { role: [Role.MANAGER], username: 'Gone', disabledAt: new Date() })).id
  client = (await createUser(db, { username: 'Zoé Ümit', companyName: 'Harbour 100% Ltd' })).id
  const other = (await createUser(db, { username: 'Plain', companyName: 'Plain Goods' })).id
  const event = await db.insertInto('events').values({ name: 'Test event' }).returning('id').executeTakeFirstOrThrow()
  const make = async (key: keyof typeof orders, values: object, userId = client) => {
    orders[key] = (await createOrder(db, { userId, ...values })).id
  }
  await make('first', {
    companyName: 'ÉLAN, Trading',
    cityName: 'Ningbo CFS',
    status: OrderStatus.IN_PROGRESS,
    shipmentVolume: 1.0,
    inChargeId: me,
    lastEventId: event.id,
    lastMilestone: 'departed',
    lastEventTime: new Date('2026-03-08T07:59:59.999Z'),
    createdAt: new Date('2026-03-08T08:00:00Z'),
  })
  await make('second', {
    companyName: 'élan_group',
    cityName: 'Shanghai',
    status: OrderStatus.CANCELLED,
    shipmentVolume: 2.5,
    inChargeId: colleague,
    transportationMode: TransportationMode.FCL,
    shipmentTradeTerms: TradeTerms.OTHER,
    createdAt: new Date('2026-03-09T06:59:59.999Z'),
  })
  await make(
    'third',
    {
      companyName: "O'Brien; drop table orders --",
      cityName: 'Ningbo port',
      status: OrderStatus.COMPLETED,
      shipmentVolume: 10.0,
      inChargeId: gone,
      createdAt: new Date('2026-03-09T07:00:00Z'),
    },
    other,
  )
  await make(
    'bare',
    { companyName: '', cityName: '', shipmentVolume: null, createdAt: new Date('2020-01-01T00:00:00Z') },
    other,
  )
  await db
    .insertInto('confirmations')
    .values([
      {
        orderId: orders.first,
        portEstimatedTimeOfArrivalAt: new Date('2026-03-12T00:00:00Z'),
        cargoCutOffAt: new Date('2026-03-12T06:30:00Z'),
      },
      { orderId: orders.second, portEstimatedTimeOfArrivalAt: new Date('2026-03-13T00:00:00Z') },
      { orderId: orders.third },
    ])
    .execute()
}

export const list = async (query: string) =>
  server.call('GET', `request/booking/get_all?${query}`, { token: await server.tokenFor(me) })
export const nameOf = (id: number) => Object.entries(orders).find(([, each]) => each === id)?.[0]
/** The query encoded for an address: 'f.company=has:é'. */
export const encoded = (query: string) => new URLSearchParams([query.split('=') as [string, string]]).toString()
/** Orders that a filter matches, oldest id first. */
export async function found(query: string): Promise<string> {
  const reply = await list(`per_page=100&order[id]=asc&${query}`)
  expect(reply.body.message).toBe('OK')
  return reply.body.data.items.map(({ id }: { id: number }) => nameOf(id)).join(' ')
}

import { TransportationMode } from '#contract/codes/order-codes.ts'
import { plusDays } from '#contract/free-time/days.ts'
import type { FreeTime } from '#contract/free-time/free-times.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { createEvent } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

let serial = 0

/** Today by UTC, 'yyyy-MM-dd', and a day so many days from it. */
export const today = () => new Date().toISOString().slice(0, 10)
export const inDays = (days: number) => plusDays(today(), days)
/** Noon UTC of a day. */
export const noon = (day: string) => `${day}T12:00:00.000Z`

/** Places in UTC, rules, containers and orders for the tests of free time. */
export async function freeTimeRecords(server: TestServer) {
  const records = await sailingRecords(server)
  const { call } = server
  const data = async (method: string, path: string, body: object) => {
    const reply = await call(method, path, { body })
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }
  const addPlace = (kind: 'cfs' | 'terminal' | 'rail', rest: object = {}) =>
    data('POST', 'place', { name: `Place ${++serial} of free time`, kind, timeZone: 'UTC', ...rest })
  const addRule = (rest: object = {}) =>
    data('POST', 'free-time-rule', {
      name: `Rule ${++serial}`,
      clock: 'demurrage',
      days: 4,
      unit: 'calendar',
      firstDay: 'next',
      startBasis: 'discharged',
      validFrom: '2020-01-01',
      ...rest,
    })
  const put = (path: string, body: object) => call('PUT', path, { body })
  const addFcl = async (container: object = {}) => {
    const order = await records.addOrder({ transportationMode: TransportationMode.FCL, originDepotId: null })
    const box = await data('POST', 'container', { orderId: order.id, sizeType: '42G1', ...container })
    return { order, box }
  }
  const clocks = async (path: string): Promise<FreeTime[]> => (await call('GET', `${path}/free-times`)).body.data.items
  const ofOrder = (id: number) => clocks(`request/booking/${id}`)
  const ofSailing = (id: number) => clocks(`sailing/${id}`)
  const events = new Map<Milestone, number>()
  /** Sets an event of a milestone, by default now. Returns its entry. */
  const reach = async (orderId: number, milestone: Milestone, rest: object = {}) => {
    if (!events.has(milestone)) {
      const { id } = await createEvent(server.db, `Free ${milestone}`, milestone)
      await server.db.updateTable('events').set({ milestone }).where('id', '=', id).execute()
      events.set(milestone, id)
    }
    const body = {
      bookingRequestId: orderId,
      eventId: events.get(milestone),
      date: new Date().toISOString(),
      comment: '',
    }
    return data('POST', 'request/event/data/add', { ...body, ...rest })
  }
  return { ...records, data, put, addPlace, addRule, addFcl, ofOrder, ofSailing, reach }
}

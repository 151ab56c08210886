import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cutOffFilters, type FigureCode, type FigureRow, type Figures } from '#contract/attention/figures.ts'
import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import { filterParameter } from '#contract/lib/filters.ts'
import { INTERRUPTIONS, MILESTONES } from '#contract/reference/milestones.ts'
import {
  createVessel,
  daysFromNow,
  hoursFromNow,
  settleDelivery,
  startQueue,
  waitingMail,
} from './attention.fixture.ts'
import { readCharts } from './charts.ts'

const { server, calm, priya, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from documents`.execute(server.db)
  await noOrders()
})

const figures = async (): Promise<Figures> => (await server.call('GET', 'attention/figures')).body.data
const list = async (figure: FigureCode, query = '') =>
  (await server.call('GET', `attention/figures/${figure}${query}`)).body.data
const ordersIn = async (figure: FigureCode) => (await list(figure)).items.map(({ orderId }: FigureRow) => orderId)
/** 00:00 UTC of a day of this week, 0 for its Monday. */
const dayOfWeek = (day: number) => {
  const now = new Date()
  const monday = now.getUTCDate() - ((now.getUTCDay() + 6) % 7)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), monday + day)).toISOString()
}
const RATHER_OLD = { createdAt: hoursFromNow(-25), lastEventTime: hoursFromNow(0) }
const WITHOUT_VESSEL = { vesselId: null }

test('arrivals are those from Monday to Sunday, estimated or actual, of orders that are not cancelled', async () => {
  const eta = (portEstimatedTimeOfArrivalAt: string, more = {}, values = {}) =>
    calm(values, { portEstimatedTimeOfArrivalAt, ...more })
  const sunday = await eta(dayOfWeek(6), { vesselVoyage: '018E' }, { inChargeId: priya.id })
  const monday = await eta(dayOfWeek(0))
  const arrived = await eta(
    dayOfWeek(-3),
    { portActualTimeOfArrivalAt: dayOfWeek(1) },
    { status: OrderStatus.COMPLETED },
  )
  await eta(dayOfWeek(2), { portActualTimeOfArrivalAt: dayOfWeek(-1) })
  await eta(dayOfWeek(2), {}, { status: OrderStatus.CANCELLED })
  await eta(dayOfWeek(-1))
  await eta(dayOfWeek(7))
  expect((await figures()).arrivals).toBe(3)
  const { items, totalCount } = await list('arrivals')
  expect([items.map(({ id }: FigureRow) => id), totalCount]).toEqual([[monday.id, arrived.id, sunday.id], 3])
  expect(items[2]).toMatchObject({
    orderId: sunday.id,
    trackingCode: sunday.trackingCode,
    companyName: 'Anna Trading',
    inCharge: { id: priya.id, name: 'Priya Nair' },
    at: dayOfWeek(6),
    what: 'EVER CALM 018E',
  })
  expect((await list('arrivals', '?per_page=2&page=2')).items).toHaveLength(1)
})

test('a booking without a vessel counts as not confirmed from a day after it was made, until an event confirms it', async () => {
  await calm(RATHER_OLD)
  await calm({ createdAt: hoursFromNow(-23) }, WITHOUT_VESSEL)
  await calm({ ...RATHER_OLD, lastMilestone: 'confirmed' }, WITHOUT_VESSEL)
  await calm({ ...RATHER_OLD, status: OrderStatus.COMPLETED }, WITHOUT_VESSEL)
  await calm(
    { ...RATHER_OLD, transportationMode: TransportationMode.FCL, estimatedTransportation: null },
    WITHOUT_VESSEL,
  )
  const booked = await calm({ ...RATHER_OLD, lastMilestone: 'booked' }, WITHOUT_VESSEL)
  const older = await calm({ ...RATHER_OLD, createdAt: daysFromNow(-3) }, WITHOUT_VESSEL)
  await sql`delete from confirmations where order_id = ${older.id}`.execute(server.db)
  expect(await ordersIn('unconfirmed')).toEqual([older.id, booked.id])
  expect((await figures()).unconfirmed).toBe(2)
})

test('quote requests count while they are in progress and have no price', async () => {
  const request = { transportationMode: TransportationMode.FCL, estimatedTransportation: null }
  const open = await calm(request)
  await calm({ ...request, estimatedTransportation: 900 })
  await calm({ ...request, status: OrderStatus.CANCELLED })
  expect(await ordersIn('quotes')).toEqual([open.id])
  expect((await figures()).quotes).toBe(1)
})

test('documents of clients count one by one until staff open them', async () => {
  const order = await calm()
  const add = (name: string, openedAt: string | null) =>
    server.db
      .insertInto('documents')
      .values({
        name,
        contentType: 'application/pdf',
        size: 4,
        sha256: Buffer.alloc(32),
        storageKey: `documents/f/${name}`,
        categoryId: 1,
        uploadedBy: server.staff.id,
        orderId: order.id,
        openedAt,
      })
      .execute()
  await add('invoice.pdf', null)
  await add('list.pdf', null)
  await add('seen.pdf', hoursFromNow(0))
  expect((await list('documents')).items.map(({ what, orderId }: FigureRow) => [what, orderId])).toEqual([
    ['invoice.pdf', order.id],
    ['list.pdf', order.id],
  ])
  expect((await figures()).documents).toBe(2)
})

test('a mail counts once, however many of its recipients did not get it, as in the mail log', async () => {
  const order = await calm()
  for (const delivery of await waitingMail(server.db, order.id)) await settleDelivery(server.db, delivery)
  const log = await server.call('GET', 'admin/mail?state=failed')
  expect([(await figures()).failedMails, log.body.data.totalCount]).toEqual([1, 1])
})

/** Sailings in the list that the figure of cut-offs opens. */
const sailingsBehind = async (hours: number) => {
  const query = new URLSearchParams({ 'order[nextCutOffAt]': 'asc' })
  for (const [field, text] of Object.entries(cutOffFilters(hours))) query.set(filterParameter(field), text)
  return (await server.call('GET', `sailing/get_all?${query}`)).body.data
}

test('sailings with a cut-off in the coming 48 hours are named, the next one first, with what is aboard', async () => {
  const sail = async (voyage: string, dates: Record<string, string>, status: 'planned' | 'departed' = 'planned') =>
    (
      await server.db
        .insertInto('sailings')
        .values({
          reference: `S-${voyage}`,
          vesselId: await createVessel(server.db, `EVER ${voyage}`),
          voyage,
          status,
          portOfLoading: 'CNNGB',
          portOfDischarge: 'CAVAN',
          ...dates,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const second = await sail('2E', { cargoCutOffAt: hoursFromNow(-1), vgmCutOffAt: hoursFromNow(47) })
  const first = await sail('1E', { cargoCutOffAt: hoursFromNow(3), documentationCutOffAt: hoursFromNow(30) })
  await sail('3E', { cargoCutOffAt: hoursFromNow(49) })
  await sail('4E', { cargoCutOffAt: hoursFromNow(-1) })
  await sail('5E', { cargoCutOffAt: hoursFromNow(2) }, 'departed')
  for (const [position, values] of [{}, {}, { status: OrderStatus.CANCELLED }].entries()) {
    const { id: orderId } = await calm(values)
    await server.db
      .insertInto('loadings')
      .values({
        orderId,
        sailingId: first,
        position: position + 1,
        receivedAt: position === 0 ? hoursFromNow(-1) : null,
      })
      .execute()
  }
  const { cutOffHours, cutOffCount, cutOffs } = await figures()
  expect([cutOffHours, cutOffCount, cutOffs.map(({ sailingId }) => sailingId)]).toEqual([48, 2, [first, second]])
  // The figure's link lists the same sailings in the same order.
  expect((await sailingsBehind(48)).items.map(({ id }: { id: number }) => id)).toEqual([first, second])
  expect(cutOffs[0]).toMatchObject({
    reference: 'S-1E',
    vessel: 'EVER 1E',
    voyage: '1E',
    orderCount: 2,
    receivedCount: 1,
  })
})

test('when nothing waits, the list says which cut-off comes next, of whose orders', async () => {
  const next = async (query = '') => (await server.call('GET', `attention${query}`)).body.data.nextCutOff
  expect(await next()).toBeNull()
  const [sooner, later] = [hoursFromNow(60), hoursFromNow(70)]
  await calm({ inChargeId: server.staff.id }, { cargoCutOffAt: later })
  await calm({}, { cargoCutOffAt: sooner })
  await calm({ lastMilestone: 'received' }, { cargoCutOffAt: hoursFromNow(50) })
  await calm({ inChargeId: priya.id }, { cargoCutOffAt: sooner })
  expect(await next()).toEqual({ at: sooner, orders: 2 })
  expect(await next('?owner=me')).toEqual({ at: later, orders: 1 })
  expect(await next('?owner=none')).toEqual({ at: sooner, orders: 1 })
  expect(await next('?claimed=me')).toBeNull()
  await server.db
    .insertInto('loadings')
    .columns(['orderId', 'sailingId', 'position'])
    .expression((eb) =>
      eb
        .selectFrom('confirmations')
        .innerJoin('sailings', (join) => join.on('sailings.status', '=', 'departed'))
        .select(['orderId', 'sailings.id', sql<number>`1000 + order_id`.as('position')])
        .where('confirmations.cargoCutOffAt', '=', sooner)
        .limit(2),
    )
    .execute()
  expect(await next()).toEqual({ at: later, orders: 1 })
  await calm({}, { cargoCutOffAt: hoursFromNow(1) })
  expect(await next()).toBeNull()
})

test('charts show the bookings of thirteen weeks with those of a year before, and open orders by milestone', async () => {
  const midweek = (weeks: number) => new Date(Date.parse(dayOfWeek(2)) - weeks * 7 * 86_400_000).toISOString()
  const booked = (createdAt: string, values = {}) => calm({ createdAt, lastEventTime: hoursFromNow(0), ...values })
  await booked(midweek(1), { shipmentVolume: 2.5, lastMilestone: 'received' })
  await booked(midweek(1), { shipmentVolume: 1.25, lastMilestone: 'departed' })
  await booked(midweek(1), { shipmentVolume: 9, status: OrderStatus.CANCELLED })
  await booked(midweek(1), {
    shipmentVolume: 9,
    estimatedTransportation: null,
    transportationMode: TransportationMode.FCL,
  })
  await booked(midweek(53), { shipmentVolume: 4, status: OrderStatus.COMPLETED })
  await booked(midweek(13), { shipmentVolume: 7, lastMilestone: 'received' })
  const { weeks, milestones } = (await server.call('GET', 'attention/charts')).body.data
  expect(weeks).toHaveLength(13)
  expect(weeks[11]).toMatchObject({ volume: 3.75, yearBefore: 4 })
  expect(weeks.map(({ monday }: { monday: string }) => monday)).toEqual(
    Array.from({ length: 13 }, (_, index) => dayOfWeek((index - 12) * 7).slice(0, 10)),
  )
  expect(weeks.reduce((sum: number, { volume }: { volume: number }) => sum + volume, 0)).toBe(3.75)
  expect(milestones).toEqual([
    { milestone: null, orders: 1 },
    { milestone: 'received', orders: 2 },
    { milestone: 'departed', orders: 1 },
  ])
})

test('each bar of open orders by milestone is the total of the list that it opens', async () => {
  for (const lastMilestone of [null, ...MILESTONES.filter((each) => !INTERRUPTIONS.some((code) => code === each))]) {
    const n = 1 + ((lastMilestone?.length ?? 0) % 3)
    for (let at = 0; at < n; at++) await calm({ lastMilestone })
    await calm({ lastMilestone, status: OrderStatus.COMPLETED })
    await calm({ lastMilestone, status: OrderStatus.CANCELLED })
    await calm({ lastMilestone, deletedAt: hoursFromNow(-1) })
  }
  // The call repeats its answer of some seconds ago.
  const { milestones } = await readCharts(server.db)
  expect(milestones).toHaveLength(MILESTONES.length - INTERRUPTIONS.length + 1)
  for (const { milestone, orders } of milestones) {
    const query = new URLSearchParams({
      [filterParameter('status')]: `is:${OrderStatus.IN_PROGRESS}`,
      [filterParameter('milestone')]: milestone ? `is:${milestone}` : 'empty',
    })
    const { totalCount } = (await server.call('GET', `request/booking/get_all?${query}`)).body.data
    expect([milestone, orders]).toEqual([milestone, totalCount])
  }
})

test('an unknown figure is 404, an unknown parameter is refused', async () => {
  expect((await server.call('GET', 'attention/figures/profits')).status).toBe(404)
  expect((await server.call('GET', 'attention/figures/quotes?rule=quiet')).status).toBe(400)
  expect((await server.call('GET', 'attention/figures/quotes?page=0')).body.data).toHaveProperty('page')
})

/** Adds more than a page of everything that figures count. */
async function fill(n: number) {
  const vesselId = await createVessel(server.db, 'EVER FULL')
  for (let at = 0; at < n; at++) {
    await calm({}, { portEstimatedTimeOfArrivalAt: dayOfWeek(3) })
    await calm(RATHER_OLD, WITHOUT_VESSEL)
    const order = await calm({ transportationMode: TransportationMode.FCL, estimatedTransportation: null })
    for (const delivery of await waitingMail(server.db, order.id)) await settleDelivery(server.db, delivery)
    const file = { contentType: 'application/pdf', size: 4, sha256: Buffer.alloc(32), categoryId: 1, openedAt: null }
    const document = { ...file, name: `${at}.pdf`, storageKey: `documents/g/${at}`, uploadedBy: server.staff.id }
    await server.db
      .insertInto('documents')
      .values({ ...document, orderId: order.id })
      .execute()
    const ports = { portOfLoading: 'CNNGB', portOfDischarge: 'CAVAN' }
    const sailing = { ...ports, reference: `S-F${at}`, vesselId, voyage: `F${at}`, cargoCutOffAt: hoursFromNow(at) }
    await server.db.insertInto('sailings').values(sailing).execute()
  }
}

test('every figure is the total of the list that it opens', async () => {
  await fill(60)
  const shown = await figures()
  // More sailings than the figure names.
  expect([shown.cutOffCount > 45, shown.cutOffs.length <= 50]).toEqual([true, true])
  const totals = {
    arrivals: (await list('arrivals')).totalCount,
    unconfirmed: (await list('unconfirmed')).totalCount,
    quotes: (await list('quotes')).totalCount,
    documents: (await list('documents')).totalCount,
    failedMails: (await server.call('GET', 'admin/mail?state=failed')).body.data.totalCount,
    cutOffCount: (await sailingsBehind(shown.cutOffHours)).totalCount,
  }
  expect(shown).toMatchObject(totals)
  for (const [name, total] of Object.entries(totals)) expect([name, total > 10]).toEqual([name, true])
  // The figure follows the setting, and so does its link.
  await sql`insert into settings (key, value) values ('cutOffHours', '12')`.execute(server.db)
  const sooner = await figures()
  expect([sooner.cutOffHours, sooner.cutOffCount]).toEqual([12, (await sailingsBehind(12)).totalCount])
  expect(sooner.cutOffCount).toBeLessThan(shown.cutOffCount)
  await sql`delete from settings where key = 'cutOffHours'`.execute(server.db)
})

test('figures and their lists are of the orders of an owner, if one is asked for', async () => {
  for (const inChargeId of [server.staff.id, priya.id, priya.id, null])
    await calm({ ...RATHER_OLD, inChargeId }, WITHOUT_VESSEL)
  const of = async (owner: string) => {
    const { body } = await server.call('GET', `attention/figures${owner}`)
    return [body.data.unconfirmed, (await list('unconfirmed', owner)).totalCount]
  }
  expect(await of('')).toEqual([4, 4])
  expect(await of('?owner=me')).toEqual([1, 1])
  expect(await of(`?owner=${priya.id}`)).toEqual([2, 2])
  expect(await of('?owner=none')).toEqual([1, 1])
  expect((await server.call('GET', 'attention/figures?owner=Priya')).status).toBe(400)
})

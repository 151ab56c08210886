import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '#contract/integrations/api-keys.ts'
import type { FittingSailing } from '#contract/sailings/loadings.ts'
import { bearer, createConfirmation, createKey } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { day, sailingRecords } from './sailing-records.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
let canada: number
let states: number
let nowhere: number
let elsewhere: number
beforeAll(async () => {
  records = await sailingRecords(server)
  const { db } = server
  await db.insertInto('ports').values({ code: 'CAVAN', name: 'Vancouver' }).execute()
  const cartage = async (dest: string) =>
    (
      await db
        .insertInto('cartages')
        .values({ name: `To ${dest}`, categoryId: 5, dest })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  canada = await cartage('CA-YVR')
  states = await cartage('us-chi')
  nowhere = await cartage('ZQ-1')
  const depot = { name: 'Dalian CFS', code: 'CNDLC', tier: 3, depotFixed: 1, depotVar: 1, depotVarMin: 1 }
  elsewhere = (await db.insertInto('depots').values(depot).returning('id').executeTakeFirstOrThrow()).id
})

const fitting = async (query: string) => (await server.call('GET', `sailing/fitting?${query}`)).body.data
const one = async (orderId: number, sailingId: number, more = ''): Promise<FittingSailing> =>
  (await fitting(`orderIds=${orderId}&per_page=200${more}`)).items.find(({ id }: { id: number }) => id === sailingId)
const codes = ({ misfits }: Pick<FittingSailing, 'misfits'>) => misfits.map(({ code }) => code)

describe('fit', () => {
  test('an order for another country says so in the picker, among the candidates and when it is loaded', async () => {
    const sailing = await records.addSailing()
    const far = await records.addOrder({ shipmentDestination: canada })
    const near = await records.addOrder({ shipmentDestination: states })
    const goesToCanada = { fits: false, misfits: [{ code: 'country', message: 'goes to Canada' }] }
    expect(await one(far.id, sailing.id)).toMatchObject(goesToCanada)
    expect(await one(near.id, sailing.id)).toMatchObject({ fits: true, misfits: [] })
    const listed = async (query = '') =>
      (await server.call('GET', `sailing/candidates?sailingId=${sailing.id}&per_page=200${query}`)).body.data.items
    const all: { orderId: number; fits: boolean }[] = await listed()
    expect(all.find(({ orderId }) => orderId === far.id)).toMatchObject(goesToCanada)
    // The last: it is newer than the others from here, but for another country.
    const fits = all.map((each) => each.fits)
    expect(fits).toEqual([...fits].sort().reverse())
    expect((await listed('&fits=0')).map(({ orderId }: { orderId: number }) => orderId)).toEqual([far.id])
    expect((await listed('&fits=1')).map(({ orderId }: { orderId: number }) => orderId)).not.toContain(far.id)
    expect((await server.call('GET', `sailing/candidates?sailingId=${sailing.id}&fits=2`)).body.data).toEqual({
      fits: 'fits is 0 or 1',
    })
    const { body } = await records.load(sailing.id, [far.id, near.id])
    const code = far.trackingCode.replace(/(.{4})(.{4})/, '$1 - $2 - ')
    expect(body.data.warnings).toEqual([
      {
        field: 'portOfDischarge',
        orderId: far.id,
        message: `${code} goes to Canada, this sailing to the United States`,
      },
    ])
  })

  test('a destination whose country no port has is unknown, and fits', async () => {
    const sailing = await records.addSailing()
    const order = await records.addOrder({ shipmentDestination: nowhere })
    expect(await one(order.id, sailing.id)).toMatchObject({ fits: true, misfits: [] })
    expect((await records.load(sailing.id, [order.id])).body.data.warnings).toEqual([])
  })

  test('the origin fits by depot, by its port, or by the confirmed port of loading', async () => {
    const byPort = await records.addSailing()
    const order = await records.addOrder({ originDepotId: elsewhere, cityName: 'Dalian CFS' })
    expect((await one(order.id, byPort.id)).misfits).toEqual([{ code: 'origin', message: 'comes from Dalian CFS' }])
    const byDepot = await records.addSailing({ depotId: elsewhere })
    expect(codes(await one(order.id, byDepot.id))).toEqual([])
    await createConfirmation(server.db, { orderId: order.id, portOfLoading: byPort.portOfLoading })
    expect(codes(await one(order.id, byPort.id))).toEqual([])
  })

  test('cargo that is ready after the cut-off does not fit, and is warned of at the cut-off', async () => {
    const sailing = await records.addSailing({ cargoCutOffAt: day(5) })
    const order = await records.addOrder()
    await createConfirmation(server.db, { orderId: order.id, cargoReadyAt: day(6) })
    const message = expect.stringMatching(/^is ready on \w+ \d+ \d{4} 0:00, after the cut-off$/)
    expect((await one(order.id, sailing.id)).misfits).toEqual([{ code: 'cut-off', message }])
    const { warnings } = (await records.load(sailing.id, [order.id])).body.data
    expect(warnings).toMatchObject([{ field: 'cargoCutOffAt', orderId: order.id }])
  })

  test('rolling to a sailing for another country warns too', async () => {
    const [from, to] = [await records.addSailing(), await records.addSailing({ portOfDischarge: 'CAVAN' })]
    const order = await records.addOrder({ shipmentDestination: states })
    await records.load(from.id, [order.id])
    const body = { orderIds: [order.id], toSailingId: to.id, reason: 'Late' }
    const { warnings } = (await server.call('POST', `sailing/${from.id}/roll`, { body })).body.data
    expect(warnings).toEqual([
      {
        field: 'portOfDischarge',
        orderId: order.id,
        message: expect.stringContaining('goes to the United States, this sailing to Canada'),
      },
    ])
  })
})

describe('fitting sailings', () => {
  test('are planned and not past their cut-off, those that fit all orders first, then by the cut-off', async () => {
    const order = await records.addOrder({ shipmentDestination: canada })
    const other = await records.addOrder({ shipmentDestination: canada })
    const later = await records.addSailing({ portOfDischarge: 'CAVAN', cargoCutOffAt: day(4) })
    const sooner = await records.addSailing({ portOfDischarge: 'CAVAN', cargoCutOffAt: day(3) })
    const abroad = await records.addSailing({ cargoCutOffAt: day(2) })
    const past = await records.addSailing({ portOfDischarge: 'CAVAN', cargoCutOffAt: day(-1) })
    const closed = await records.addSailing({ portOfDischarge: 'CAVAN' })
    await server.call('PUT', `sailing/${closed.id}`, { body: { status: 'closed' } })
    const { items, totalCount } = await fitting(`orderIds=${order.id},${other.id}&per_page=200`)
    const ids = items.map(({ id }: FittingSailing) => id)
    const at = ({ id }: { id: number }) => ids.indexOf(id)
    expect(totalCount).toBe(items.length)
    expect(at(past)).toBe(-1)
    expect(at(closed)).toBe(-1)
    expect(at(sooner)).toBeLessThan(at(later))
    expect(at(later)).toBeLessThan(at(abroad))
    expect(items[at(abroad)].misfits).toEqual([{ code: 'country', message: 'goes to Canada' }])
    expect(items[at(sooner)].writes).toEqual([])
    const second = await fitting(`orderIds=${order.id}&per_page=1&page=2`)
    expect(second).toMatchObject({ currentPageNumber: 2, numItemsPerPage: 1, items: [{ id: ids[1] }] })
  })

  test('to the country of the orders come before those to another, whose cut-off may be sooner', async () => {
    const order = await records.addOrder({ shipmentDestination: canada, originDepotId: elsewhere })
    const abroad = await records.addSailing({ cargoCutOffAt: day(2) })
    const home = await records.addSailing({ portOfDischarge: 'CAVAN', cargoCutOffAt: day(3) })
    const { items } = await fitting(`orderIds=${order.id}&per_page=200`)
    const listed = items.filter(({ id }: FittingSailing) => id === abroad.id || id === home.id)
    expect(listed.map(codes)).toEqual([['origin'], ['origin', 'country']])
  })

  test('name what the confirmation of the order would take: empty fields, with the vessel by its name', async () => {
    const sailing = await records.addSailing()
    const order = await records.addOrder()
    // Another spelling of its voyage.
    const vesselVoyage = `${sailing.voyage.slice(0, -1)} ${sailing.voyage.slice(-1)}`
    await createConfirmation(server.db, { orderId: order.id, vesselVoyage, portOfLoading: 'CNNGB' })
    const { writes, ...row } = await one(order.id, sailing.id)
    expect(row).toMatchObject({
      reference: sailing.reference,
      vessel: { name: 'EVER GIVEN' },
      portNames: { portOfDischarge: 'Los Angeles' },
      freeCbm: 0,
    })
    expect(writes).toContainEqual({ field: 'vessel', from: null, to: 'EVER GIVEN' })
    expect(writes).toContainEqual({ field: 'portOfDischarge', from: null, to: 'USLAX' })
    const fields = writes.map(({ field }) => field)
    expect(fields).not.toContain('vesselVoyage')
    expect(fields).not.toContain('portOfLoading')
    await records.load(sailing.id, [order.id])
    const stored = await records.confirmation(order.id)
    for (const { field, to } of writes)
      if (field !== 'vessel') expect(stored?.[field as 'portOfDischarge'], field).toBe(to)
  })

  test('refuses unknown orders and those loaded elsewhere by name; a sailing that they are rolled from is left out', async () => {
    const [sailing, next] = [await records.addSailing(), await records.addSailing()]
    const order = await records.addOrder()
    await records.load(sailing.id, [order.id])
    const code = order.trackingCode.replace(/(.{4})(.{4})/, '$1 - $2 - ')
    const refused = await server.call('GET', `sailing/fitting?orderIds=${order.id},999999`)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        data: { orderIds: `${code} is on ${sailing.reference} already; There is no order with the id 999999` },
      },
    })
    expect(await one(order.id, sailing.id, `&from=${sailing.id}`)).toBeUndefined()
    const rolled = await one(order.id, next.id, `&from=${sailing.id}`)
    expect(rolled.writes).toEqual([{ field: 'vesselVoyage', from: sailing.voyage, to: next.voyage }])
    for (const bad of ['', 'x', '1,,2', Array.from({ length: 201 }, (_, at) => at + 1).join(',')]) {
      const { status, body } = await server.call('GET', `sailing/fitting?orderIds=${bad}`)
      expect([status, Object.keys(body.data)[0]?.split('.')[0]], bad).toEqual([400, 'orderIds'])
    }
    expect((await server.call('GET', 'sailing/fitting')).body.data).toEqual({ orderIds: 'Send ids as 1,2,3' })
  })

  test('need a key that reads both sailings and orders', async () => {
    const order = await records.addOrder()
    const status = async (...scopes: Scope[]) => {
      const { key } = await createKey(server.db, scopes)
      const call = { token: null, headers: bearer(key) }
      return (await server.call('GET', `sailing/fitting?orderIds=${order.id}`, call)).status
    }
    expect(await status('reference:read', 'orders:read')).toBe(200)
    expect(await status('reference:read')).toBe(403)
    expect(await status('orders:read')).toBe(403)
  })
})

test('several orders are judged by count: those that fit, and those of each reason; with the room that they need', async () => {
  const sailing = await records.addSailing()
  const [far, near] = [
    await records.addOrder({ shipmentDestination: canada, shipmentVolume: 1.5 }),
    await records.addOrder({ shipmentDestination: states, shipmentVolume: 2 }),
  ]
  const { items } = await fitting(`orderIds=${far.id},${near.id}&per_page=200`)
  const row = items.find(({ id }: FittingSailing) => id === sailing.id)
  expect(row.judged).toEqual([
    { code: 'fits', message: '', orderIds: [near.id] },
    { code: 'country', message: 'goes to Canada', orderIds: [far.id] },
  ])
  expect(row.neededCbm).toBe(3.5)
})

test('sailings have the room that is left: never below 0', async () => {
  const sailing = await records.addSailing()
  await records.addContainer(sailing.id, { maxCbm: 3, maxKg: 600 })
  const order = await records.addOrder({ shipmentVolume: 2.9, shipmentWeight: 620 })
  expect((await records.load(sailing.id, [order.id])).body.data.sailing).toMatchObject({ freeCbm: 0.1, freeKg: 0 })
  const { items } = (await server.call('GET', `sailing?search=${sailing.reference}`)).body.data
  expect(items).toMatchObject([{ freeCbm: 0.1, freeKg: 0 }])
})

describe('a copy', () => {
  const copy = (id: number, body: object) => server.call('POST', `sailing/${id}/copy`, { body })

  test('has lane, depot, destination CFS, carrier and planned dates, a week later; nothing else', async () => {
    const { id: carrierId } = (
      await server.call('POST', 'carrier', { body: { name: 'Blue Line', scac: 'BLUE', smdg: 'BLU' } })
    ).body.data
    const cfs = { name: 'CFS of a copy', kind: 'cfs', timeZone: 'UTC' }
    const { id: destinationPlaceId } = (await server.call('POST', 'place', { body: cfs })).body.data
    const own = { masterBill: 'BLUE123', carrierBooking: 'BLUE7', notes: 'Hot' }
    const sailing = await records.addSailing({ carrierId, depotId: elsewhere, destinationPlaceId, ...own })
    await records.addContainer(sailing.id)
    const order = await records.addOrder()
    await records.load(sailing.id, [order.id])
    const { status, body } = await copy(sailing.id, { voyage: 'NEXT1' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      vesselId: sailing.vesselId,
      voyage: 'NEXT1',
      carrierId,
      depotId: elsewhere,
      destinationPlaceId,
      status: 'planned',
      portOfLoading: sailing.portOfLoading,
      portOfDischarge: sailing.portOfDischarge,
      cargoCutOffAt: day(12),
      documentationCutOffAt: day(13),
      vgmCutOffAt: null,
      etd: day(17),
      portEta: day(37),
      atd: null,
      portAta: null,
      masterBill: '',
      carrierBooking: '',
      notes: '',
      containers: [],
      orderCount: 0,
    })
    expect(body.data.reference).not.toBe(sailing.reference)
  })

  test('takes other days and another vessel, needs a voyage, and refuses one that there is', async () => {
    const sailing = await records.addSailing()
    const { id: vesselId } = (
      await server.call('POST', 'vessel', { body: { name: 'EVER LUCID', imoNumber: '9604081' } })
    ).body.data
    const { body } = await copy(sailing.id, { days: 14, vesselId, voyage: sailing.voyage })
    expect(body.data).toMatchObject({ vesselId, etd: day(24) })
    expect((await copy(sailing.id, {})).body.data).toHaveProperty('voyage')
    expect((await copy(sailing.id, { voyage: 'N2', days: 0 })).body.data).toHaveProperty('days')
    expect(await copy(sailing.id, { voyage: sailing.voyage })).toMatchObject({
      status: 409,
      body: { data: { voyage: 'There is an open sailing of this vessel, voyage and ports' } },
    })
    expect((await copy(999_999, { voyage: 'N3' })).status).toBe(404)
  })
})

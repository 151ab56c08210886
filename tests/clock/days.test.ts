import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONFIRMATION_DAYS, type CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import { csvOf, startImports } from '#server/imports/imports.fixture.ts'
import { createVessel } from '#server/sailings/date-change/date-change.fixture.ts'
import { createConfirmation, createOrder } from '#server/test/records.ts'

type Day = (typeof CONFIRMATION_DAYS)[number]
interface Case {
  import: { TIME_ZONE: string; cell: string; right: string }[]
  call: (Record<'PUT' | 'right', string> & Record<string, string>)[]
  fields: Day[]
}
const CASE: Case = JSON.parse(readFileSync('tests/cases/texts/days-with-time.json', 'utf8'))
const FILE = readFileSync('tests/cases/csv/day-with-time.csv', 'utf8')
const DEC_1 = '2026-12-01T00:00:00.000Z'

/** Ways to write Dec 1 2026 with a time: those of the case, and others. */
const WRITTEN = [
  ...CASE.import.map(({ cell }) => cell),
  ...['2026-12-01T00:00:00+14:00', '2026-12-01T23:59:59.999-12:00', '2026-12-01 02:30', '12/01/2026 23:45'],
  ...['Dec 1 2026 0:15', '2026-12-01T00:00:00Z', '2026-12-01'],
]
/** Instants of a call whose text names Dec 1 2026. */
const SENT = [
  ...CASE.call.map(({ estimatedTimeOfDepartureAt = '' }) => estimatedTimeOfDepartureAt),
  ...['2026-12-01T23:30:00Z', '2026-12-01T00:00:00+14:00', '2026-12-01T12:00:00-12:00', DEC_1],
]

test('the days are the fields of the case', () => {
  expect(CASE.fields.toSorted()).toEqual(CONFIRMATION_DAYS.toSorted())
})

describe.each(['UTC', 'America/Vancouver', 'Asia/Shanghai'])('a day written with a time, in %s,', (zone) => {
  let imports: Awaited<ReturnType<typeof startImports>>
  beforeAll(async () => {
    imports = await startImports({ TIME_ZONE: zone })
  })
  afterAll(() => imports.close())

  /** The booking confirmations of the orders that a file makes, in the order of its rows. */
  async function confirmations(content: string): Promise<Record<string, unknown>[]> {
    const report = await imports.checked('orders', content)
    expect(report.problems).toEqual([])
    const items = await imports.apply(report.id).then(({ id }) => imports.itemsOf(id))
    const ids = items.map(({ orderId }) => Number(orderId)).toSorted((one, other) => one - other)
    const rows = await imports.db
      .selectFrom('confirmations')
      .selectAll()
      .where('orderId', 'in', ids)
      .orderBy('orderId')
      .execute()
    return rows.map((row) => ({ ...row }))
  }

  test('is that day in a file, in each of the six fields', async () => {
    const headings: Record<Day, string> = {
      estimatedTimeOfDepartureAt: 'Estimated time of departure',
      actualTimeOfDepartureAt: 'Actual time of departure',
      portEstimatedTimeOfArrivalAt: 'Estimated time of arrival at port',
      portActualTimeOfArrivalAt: 'Actual time of arrival at port',
      placeEstimatedTimeOfArrivalAt: 'Estimated time of arrival at place',
      placeActualTimeOfArrivalAt: 'Actual time of arrival at place',
    }
    const rows = WRITTEN.map((text) =>
      imports.orderCells(Object.fromEntries(Object.values(headings).map((heading) => [heading, text]))),
    )
    const found = await confirmations(csvOf(rows))
    expect(found).toHaveLength(WRITTEN.length)
    for (const [at, row] of found.entries())
      for (const day of CONFIRMATION_DAYS) expect(row[day], `${day}: ${WRITTEN[at]}`).toBe(DEC_1)
  })

  test('is that day in the file of the case, while a cut-off beside it keeps its time', async () => {
    const own = FILE.replaceAll('client@quayside.example', imports.client.email)
      .replaceAll('Ningbo Beilun CFS', imports.lane.depot.name)
      .replaceAll('Los Angeles area, CA', imports.lane.cartage.name)
      .replaceAll('"FOB"', '"Drop-Off by Supplier"')
    const found = await confirmations(own)
    expect(found.map((row) => row.estimatedTimeOfDepartureAt)).toEqual([DEC_1, DEC_1, DEC_1, DEC_1])
    const [cutOff] = await confirmations(csvOf([imports.orderCells({ 'Cargo cut-off': '2026-12-01T23:30:00-08:00' })]))
    expect(cutOff?.cargoCutOffAt).toBe('2026-12-02T07:30:00.000Z')
  })

  test('is that day in every call that sets one', async () => {
    const { db, call, client } = imports
    const order = await createOrder(db, { userId: client.id })
    const { id: vesselId } = await createVessel(db)
    const ports = ['CNNGB', 'USLAX'].map((code) => ({ code, name: code }))
    await db.insertInto('ports').values(ports).execute()
    const cutOff: Partial<Record<(typeof CONFIRMATION_TIMES)[number], string>> = {
      cargoCutOffAt: '2026-11-30T23:30:00-08:00',
    }
    for (const [at, sent] of SENT.entries()) {
      const days = Object.fromEntries(CONFIRMATION_DAYS.map((day) => [day, sent]))
      const wanted = Object.fromEntries(CONFIRMATION_DAYS.map((day) => [day, DEC_1]))
      const edited = await call('PUT', `request/booking/${order.id}/confirmation/edit`, {
        body: { ...days, ...cutOff },
      })
      expect(edited.status, JSON.stringify(edited.body)).toBe(200)
      const read = (await call('GET', `request/booking/get/${order.id}`)).body.data.bookingConfirmation
      expect(read, sent).toMatchObject({ ...wanted, cargoCutOffAt: '2026-12-01T07:30:00.000Z' })

      const body = { vesselId, voyage: `V${zone}${at}`, portOfLoading: 'CNNGB', portOfDischarge: 'USLAX' }
      const sailing = await call('POST', 'sailing', { body: { ...body, etd: sent, portEta: sent } })
      expect(sailing.body.data, JSON.stringify(sailing.body)).toMatchObject({ etd: DEC_1, portEta: DEC_1 })
      const { updatedAt, id } = sailing.body.data
      const change = { dates: { portEta: sent.replace('-01T', '-02T') }, mode: 'set' }
      const preview = await call('POST', `sailing/${id}/date-change/preview`, { body: change })
      expect(preview.body.data.dates, JSON.stringify(preview.body)).toEqual([
        { field: 'portEta', from: DEC_1, to: '2026-12-02T00:00:00.000Z' },
      ])
      // Actual dates may not lie ahead: the same texts a year before.
      const past = sent.replace('2026-', '2025-')
      const saved = await call('PUT', `sailing/${id}`, {
        body: { ...sailing.body.data, updatedAt, etd: sent, atd: past, portAta: past, status: 'arrived' },
      })
      expect(saved.body.data, JSON.stringify(saved.body)).toMatchObject({
        atd: '2025-12-01T00:00:00.000Z',
        portAta: '2025-12-01T00:00:00.000Z',
      })
    }
  })

  test('is that day in a run over many orders', async () => {
    const { db, call, client } = imports
    const order = await createOrder(db, { userId: client.id })
    await createConfirmation(db, { orderId: order.id })
    const sent = '2026-12-01T23:30:00-08:00'
    const run = await call('POST', 'runs', {
      body: {
        kind: 'dates',
        input: { estimatedTimeOfDepartureAt: sent, placeActualTimeOfArrivalAt: sent },
        selection: { ids: [order.id] },
      },
    })
    expect(run.status, JSON.stringify(run.body)).toBe(200)
    await imports.finished(run.body.data.id)
    const read = (await call('GET', `request/booking/get/${order.id}`)).body.data.bookingConfirmation
    expect(read).toMatchObject({ estimatedTimeOfDepartureAt: DEC_1, placeActualTimeOfArrivalAt: DEC_1 })
  })
})

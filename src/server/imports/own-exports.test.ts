import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { createOrder } from '#server/test/records.ts'
import { csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports({ TIME_ZONE: 'America/Vancouver' })
afterAll(() => imports.close())
const { server, db, orderCells, checked, apply } = imports

const exported = async (format: 'csv' | 'xlsx') =>
  new Uint8Array(
    await (
      await fetch(`${server.url}/api/request/booking/export?format=${format}&fields=all`, {
        headers: { 'user-token': server.token },
      })
    ).arrayBuffer(),
  )
const rule: { do: string } = JSON.parse(await readFile('tests/cases/texts/round-trip.json', 'utf8'))
const NAMED = /'([^']+)'/.exec(rule.do)?.[1] ?? ''
const NAMES = [NAMED, 'In "A", out | back', '-hold', '=now', 'a; b @ c @ 2026-01-01; d', 'Gate @ pier', '"quoted"']

test('places and vessels that share a name are the same ones in a file that is imported again', async () => {
  const yard = { name: 'Twin Yard', categoryId: 5, dest: 'US-CHI' }
  const cartages = await db.insertInto('cartages').values([yard, yard]).returning('id').execute()
  const ports = await db
    .insertInto('ports')
    .values(['USPDX', 'USPWM'].map((code) => ({ name: 'Portland', code })))
    .returning('id')
    .execute()
  const vessels = await db
    .insertInto('vessels')
    .values(['9074729', '9811000'].map((imoNumber) => ({ name: 'Twin Star', imoNumber })))
    .returning('id')
    .execute()
  const codes = ['TWIN00010001', 'TWIN00020002']
  const rows = codes.map((code, at) =>
    orderCells({
      'Tracking Code': code,
      Date: '2024-03-01',
      Destination: `twin yard (id ${cartages[at]?.id})`,
      Vessel: `Twin Star (ID ${vessels[at]?.id})`,
      'Port of loading': 'USPDX',
    }),
  )
  const first = await checked('orders', csvOf(rows))
  expect(first).toMatchObject({ valid: 2, problems: [] })
  await apply(first.id)
  for (const [at, code] of codes.entries()) {
    const origin = {
      transportationMode: TransportationMode.FCL,
      cityName: 'Portland',
      originPortId: ports[at]?.id ?? 0,
    }
    await createOrder(db, { userId: imports.client.id, ...origin, hashSum: `PORT000${at}`, customCode: code.slice(8) })
  }
  const places = async () =>
    (
      await sql`select tracking_code, shipment_destination, origin_port_id, c.vessel_id from orders o
        left join confirmations c on c.order_id = o.id order by tracking_code`.execute(db)
    ).rows
  const before = await places()
  const file = await exported('csv')
  expect(Buffer.from(file).toString()).toContain(`"Twin Yard (ID ${cartages[1]?.id})"`)
  await sql`truncate orders, runs, imports cascade`.execute(db)
  const again = await checked('orders', file)
  expect(again).toMatchObject({ valid: 4, problems: [] })
  await apply(again.id)
  expect(await places()).toEqual(before)
  const several = await checked('orders', csvOf([orderCells({ Vessel: 'Twin Star', Destination: 'Twin Yard' })]))
  expect(several.problems.map(({ message }) => message)).toEqual([
    'Several destinations have this name: write the number of one',
    'Several vessels have this name: write the IMO number of one',
  ])
  await sql`truncate orders, runs, imports cascade`.execute(db)
})

test('events of any name, and dates, are the same in a file of all fields that is imported again', async () => {
  expect(NAMED).toBe('Held; waiting @ gate')
  await db
    .insertInto('events')
    .values(NAMES.map((name) => ({ name })))
    .execute()
  await db.insertInto('ports').values({ code: 'CNNGB', name: 'Ningbo' }).execute()
  const quoted = NAMES.map((name, day) => `"${name.replaceAll('"', '""')}" @ 2024-03-0${day + 1} 10:00`)
  const rows = [
    orderCells({
      'Tracking Code': 'WXYZ12345678',
      Date: '2024-03-01 09:05:30',
      Events: quoted.join('; '),
      'Description of goods': 'lamps\n=1+1; @x\n"+2"',
      'Port of loading': 'CNNGB',
      'Estimated time of departure': '2024-03-19',
      'Cargo cut-off': '2024-03-15 17:00',
    }),
    // The clock shows this time twice.
    orderCells({ 'Tracking Code': 'WXYZ87654321', Date: '2025-11-02T09:30:00Z' }),
  ]
  const first = await checked('orders', csvOf(rows.map((row) => ({ ...rows[0], ...empty(rows[0]), ...row }))))
  expect(first.problems).toEqual([])
  await apply(first.id)
  const before = Buffer.from(await exported('csv')).toString()
  expect(before).toContain('""Held; waiting @ gate"" @ 2024-03-01T18:00:00.000Z;')
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await exported(format)
    await sql`truncate orders, runs, imports cascade`.execute(db)
    const again = await checked('orders', file, undefined, `orders.${format}`)
    expect(again).toMatchObject({ rows: 2, valid: 2, problems: [] })
    await apply(again.id)
    const lines = (text: string) => text.trimEnd().split('\r\n').toSorted()
    expect(lines(Buffer.from(await exported('csv')).toString())).toEqual(lines(before))
  }
}, 180_000)

test('an event is also found by its name where no quotes stand around it', async () => {
  const held = await checked(
    'orders',
    csvOf([
      orderCells({
        Date: '2024-03-01',
        Events: `Booking received @ 2024-03-01; ${NAMED} @ 2024-03-02; Departed @ 2024-03-03`,
      }),
    ]),
  )
  expect(held).toMatchObject({ valid: 1, problems: [] })
})

function empty(row: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.keys(row).map((heading) => [heading, '']))
}

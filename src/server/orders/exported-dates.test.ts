import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({ TIME_ZONE: 'America/Vancouver' })
const rule: { call: string } = JSON.parse(await readFile('tests/cases/texts/exported-dates.json', 'utf8'))

async function fileOf(path: string): Promise<Uint8Array> {
  const me = await createUser(server.db, { role: [Role.ADMIN] })
  const reply = await fetch(`${server.url}/api/${path}`, { headers: { 'user-token': await server.tokenFor(me.id) } })
  expect(reply.status).toBe(200)
  return new Uint8Array(await reply.arrayBuffer())
}

/** The cells of a column as the workbook stores them: the raw value and the code of its format; null for a text. */
function storedIn(file: Uint8Array, heading: string) {
  const parts = unzipSync(file)
  const xml = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
  const [head = '', ...rows] = xml('xl/worksheets/sheet1.xml').match(/<row .*?<\/row>/gs) ?? []
  const cells = (row: string) => row.match(/<c .*?(?:<\/c>|\/>)/gs) ?? []
  const column = /r="([A-Z]+)/.exec(cells(head).find((cell) => cell.includes(`>${heading}<`)) ?? '')?.[1]
  const styles = xml('xl/styles.xml')
  const ids = [...(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id]) => id,
  )
  return rows.map((row) => {
    const cell = cells(row).find((each) => each.includes(`r="${column}`)) ?? ''
    const [, style = '', value = ''] = /s="(\d+)"><v>([^<]*)</.exec(cell) ?? []
    const format = new RegExp(`numFmtId="${ids[Number(style)]}" formatCode="([^"]*)"`).exec(styles)?.[1]
    return style === '' ? null : { value: Number(value), format }
  })
}

test('dates of the orders list are numbers with a date format, on the clock of the time zone', async () => {
  const { id: userId } = await createUser(server.db, {})
  await createOrder(server.db, { userId, createdAt: new Date('2026-10-01T12:00:00Z'), lastEventTime: null })
  await createOrder(server.db, {
    userId,
    createdAt: new Date('2026-11-27T06:59:59Z'),
    lastEventTime: new Date('2026-10-01T20:05:00Z'),
  })
  const file = await fileOf(rule.call)
  expect(storedIn(file, 'Date')).toEqual([
    { value: 46_352, format: 'mmm d yyyy' },
    { value: 46_296, format: 'mmm d yyyy' },
  ])
  const [last, none] = storedIn(file, 'Last update')
  expect(last?.format).toBe('mmm d yyyy h:mm')
  expect(last?.value).toBeCloseTo(46_296 + (13 * 60 + 5) / 1440, 9)
  expect(none).toBeNull()
  const columns = async (path: string, ...names: string[]) => {
    const { headings, rows } = tableOf(await readSheet(await fileOf(path)))
    return rows.map(({ cells }) => names.map((name) => cells[headings.indexOf(name)] ?? ''))
  }
  expect(await columns(rule.call, 'Date', 'Last update')).toEqual([
    ['2026-11-26', '2026-10-01 13:05'],
    ['2026-10-01', ''],
  ])
  // A CSV file has them as the list shows them.
  expect(await columns('request/booking/export?format=csv', 'Date', 'Last update')).toEqual([
    ['Nov 26 2026', 'Oct 1 2026 13:05'],
    ['Oct 1 2026', ''],
  ])
  const [made] = storedIn(await fileOf(`${rule.call}&fields=all`), 'Date')
  expect(made?.format).toBe('mmm d yyyy h:mm')
})

test('dates of other lists are dates too: sailings and the audit trail', async () => {
  const vessel = await server.db
    .insertInto('vessels')
    .values({ name: 'EVER GIVEN', imoNumber: '9811000' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('ports')
    .values([
      { code: 'CNNGB', name: 'Ningbo' },
      { code: 'USLAX', name: 'LA' },
    ])
    .execute()
  const body = {
    vesselId: vessel.id,
    voyage: '018E',
    carrierId: null,
    depotId: null,
    portOfLoading: 'CNNGB',
    portOfDischarge: 'USLAX',
    cargoCutOffAt: '2026-11-20T17:00:00.000Z',
    documentationCutOffAt: null,
    vgmCutOffAt: null,
    etd: '2026-11-22T00:00:00.000Z',
    atd: null,
    portEta: null,
    portAta: null,
    masterBill: '',
    status: 'planned',
    notes: '',
  }
  const sailing = await server.call('POST', 'sailing', { body })
  expect(sailing.status, JSON.stringify(sailing.body)).toBe(200)
  const sailings = await fileOf('sailing/export?format=xlsx')
  expect(storedIn(sailings, 'ETD')).toEqual([{ value: 46_348, format: 'mmm d yyyy' }])
  expect(storedIn(sailings, 'Cargo cut-off')).toEqual([
    { value: expect.closeTo(46_346 + 10 / 24, 9), format: 'mmm d yyyy h:mm' },
  ])
  expect(storedIn(sailings, 'ATD')).toEqual([null])
  const trail = storedIn(await fileOf('admin/audit/export?format=xlsx'), 'Time (UTC)')
  expect(trail[0]).toMatchObject({ format: 'mmm d yyyy h:mm' })
})

test('days without a time, of free time rules and holidays, are dates of a workbook too', async () => {
  await server.db
    .insertInto('holidays')
    .values({ country: 'XX', region: '', day: '2026-12-25', name: '2026-12-24' })
    .execute()
  const file = await fileOf('holiday/export?format=xlsx&search=2026-12-24')
  expect(storedIn(file, 'Day')).toEqual([{ value: 46_381, format: 'mmm d yyyy' }])
  expect(storedIn(file, 'Name')).toEqual([null])
  const rule = {
    ...{ name: 'Dated', clock: 'demurrage', days: 5, unit: 'calendar', firstDay: 'next', startBasis: 'discharged' },
    ...{ validFrom: '2026-01-01', validTo: '2026-12-31' },
  }
  expect((await server.call('POST', 'free-time-rule', { body: rule })).status).toBe(200)
  const rules = await fileOf('free-time-rule/export?format=xlsx&search=Dated')
  expect(storedIn(rules, 'Valid from')).toEqual([{ value: 46_023, format: 'mmm d yyyy' }])
  expect(storedIn(rules, 'Valid to')).toEqual([{ value: 46_387, format: 'mmm d yyyy' }])
})

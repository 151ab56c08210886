import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf, startImports } from './imports.fixture.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())

const file = () => csvOf([imports.orderCells()])

test('the options of a check come back with it, and a later check changes only what it names', async () => {
  const found = await imports.checked('orders', file(), undefined, 'old.csv', { dateForm: 'dmy', decimalSign: ',' })
  expect(found.options).toMatchObject({ dateForm: 'dmy', decimalSign: ',', fixed: {}, values: {}, historic: false })
  const { status, body } = await imports.call('POST', `import/${found.id}/check`, {
    body: { options: { decimalSign: null } },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.options).toMatchObject({ dateForm: 'dmy' })
})

test('null takes each option back, also by itself, and null options or mappings are none', async () => {
  const names = [
    'sheet',
    'encoding',
    'separator',
    'headingRow',
    'dateForm',
    'decimalSign',
    'fixed',
    'values',
    'historic',
    'update',
  ]
  const none = { fixed: {}, values: {}, historic: false, update: false, headingRow: 1 }
  for (const options of [
    ...names.map((name) => ({ [name]: null })),
    Object.fromEntries(names.map((name) => [name, null])),
    { fixed: { status: null }, values: { status: null, shipmentVolume: { x: null } } },
  ]) {
    const found = await imports.checked('orders', file(), undefined, 'old.csv', options)
    expect(found.options, JSON.stringify(options)).toMatchObject(none)
  }
  const values = { status: { offen: 'In progress' } }
  const chosen = await imports.checked('orders', file(), undefined, 'old.csv', {
    update: true,
    fixed: { status: 'Completed' },
    values,
  })
  const again = await imports.call('POST', `import/${chosen.id}/check`, {
    body: { mapping: null, options: { update: null, fixed: null, values: { status: null } } },
  })
  expect([again.status, again.body.data.options]).toEqual([200, expect.objectContaining(none)])
  const same = await imports.call('POST', `import/${chosen.id}/check`, { body: { mapping: null, options: null } })
  expect([same.status, same.body.data.options]).toEqual([200, expect.objectContaining(none)])
  const form = new FormData()
  for (const part of ['mapping', 'options']) form.append(part, 'null')
  form.append('file', new Blob([file()]), 'old.csv')
  expect((await imports.call('POST', 'import/orders/check', { body: form })).status).toBe(200)
  for (const [path, table] of [
    ['value/freight/import/check', 'Tier,Dest,CBM,MT\n1,YVR,1,1'],
    ['delivery/import/check', 'Depot,Cartage,Days\nA,B,1'],
  ] as const) {
    const rates = new FormData()
    rates.append('options', JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
    rates.append('file', new Blob([table]), 'old.csv')
    expect((await imports.call('POST', path, { body: rates })).status, path).toBe(200)
  }
})

test.each([
  [{ sheet: 1 }, 'options.sheet', 'This must be text'],
  [{ sheet: 'x'.repeat(256) }, 'options.sheet', 'The name of a sheet must be no more than 255 characters'],
  [{ encoding: 'latin' }, 'options.encoding', /^Choose one of: utf-8, /],
  [{ separator: '|' }, 'options.separator', 'Choose a comma, a semicolon or a tab'],
  [{ headingRow: 0 }, 'options.headingRow', /^Write the number of a row/],
  [{ headingRow: 100_002 }, 'options.headingRow', /^Write the number of a row/],
  [{ dateForm: 'ydm' }, 'options.dateForm', /^Choose one of: dmy, mdy, ymd/],
  [{ decimalSign: ';' }, 'options.decimalSign', 'Choose a dot or a comma'],
  [{ fixed: { phone: 1 } }, 'options.fixed.phone', 'This must be text'],
  [{ values: { status: { open: 1 } } }, 'options.values.status.open', 'This must be text'],
  [{ historic: 'yes' }, 'options.historic', 'This must be true or false'],
  [{ dateform: 'dmy' }, 'options.dateform', 'This field does not exist'],
  ['{', 'options', /^Send the options as JSON/],
] as const)('%j is refused at %s', async (options, field, message) => {
  const { status, body } = await imports.check('orders', file(), undefined, 'old.csv', options)
  expect(status, JSON.stringify(body)).toBe(400)
  expect(body.data).toEqual({ [field]: expect.stringMatching(message) })
})

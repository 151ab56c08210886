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

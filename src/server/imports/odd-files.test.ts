import { afterAll, beforeAll, expect, test } from 'vitest'
import { stylesXml, text, workbookOf } from '#server/sheets/workbook.fixture.ts'
import { clientCells, csvOf, startImports } from './imports.fixture.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())

/** A workbook of orders that differ in columns whose cells are written as XML. */
function ordersAs(headings: readonly string[], rows: readonly (readonly string[])[], ...formats: string[]) {
  const plain = Object.entries(imports.orderCells()).filter(([heading]) => !headings.includes(heading))
  const head = [...plain.map(([heading]) => heading), ...headings].map(text).join('')
  const lines = rows.map((cells) => `<row>${plain.map(([, cell]) => text(cell)).join('')}${cells.join('')}</row>`)
  const styles = { 'xl/styles.xml': stylesXml(...formats) }
  return new Uint8Array(workbookOf(`<row>${head}</row>${lines.join('')}`, styles))
}
const number = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`

const recordsOf = async (id: number) =>
  (
    await imports.db.selectFrom('importRows').select('record').where('importId', '=', id).orderBy('position').execute()
  ).map(({ record }) => (record as { order: Record<string, unknown> } | null)?.order ?? null) // as judgeRows stores it

const samplesOf = ({ columns }: { columns: { heading: string; samples: string[] }[] }, name: string) =>
  columns.find(({ heading }) => heading === name)?.samples

const REFERENCE = 'Shipment purchase reference'
const WEIGHT = 'Weight, KG'

test('a number shown as a code is that code in a column of texts, and the number in a column of numbers', async () => {
  const rows = [
    [number(77, 1), number(620, 4)],
    [number(123456, 2), number(12.345, 5)],
    [number(9, 3), number(1250.5, 6)],
  ]
  const formats = ['"PO"0', '0000"-"00', '"CN-"0', '0" kg"', 'General" kg"', '#,##0.0" kg"']
  const found = await imports.checked('orders', ordersAs([REFERENCE, WEIGHT], rows, ...formats), undefined, 'a.xlsx')
  expect(found.problems).toEqual([])
  expect(samplesOf(found, REFERENCE)).toEqual(['PO77', '1234-56', 'CN-9'])
  expect(samplesOf(found, WEIGHT)).toEqual(['620', '12.345', '1250.5'])
  const records = await recordsOf(found.id)
  expect(records.map((order) => order?.shipment_weight)).toEqual([620, 12.345, 1250.5])
  expect(records.map((order) => order?.shipment_purchase)).toEqual(['PO77', '1234-56', 'CN-9'])
  const values = { shipmentWeight: { '620 kg': '700' } }
  const { body } = await imports.call('POST', `import/${found.id}/check`, { body: { options: { values } } })
  expect(body.data.problems).toEqual([])
  expect((await recordsOf(found.id)).map((order) => order?.shipment_weight)).toEqual([700, 12.345, 1250.5])
  await imports.call('POST', `import/${found.id}/check`, { body: { options: { values: {} } } })
})

test('the mark of a cell that cannot be read is seen nowhere', async () => {
  const error = '<c t="e"><v>#REF!</v></c>'
  const file = ordersAs(
    [REFERENCE, WEIGHT],
    [
      [error, '<c><v>12x</v></c>'],
      [error, '<c><f>A1</f></c>'],
    ],
  )
  const found = await imports.checked('orders', file, undefined, 'a.xlsx')
  expect(found.problems).toHaveLength(4)
  const { headers, body: list } = await imports.call('GET', `import/${found.id}/problems/export?format=csv`)
  expect(headers.get('content-type')).toContain('csv')
  expect(list).toContain('#REF!')
  for (const answer of [JSON.stringify(found), list]) expect(answer).not.toContain('\ufffd')
  const headed = await imports.checked('orders', ordersAs(['#REF!'], [[text('1')]]), undefined, 'a.xlsx')
  expect(headed.columns.map(({ heading }) => heading)).toContain('#REF!')
})

const SECOND = () =>
  csvOf([clientCells('bea@example.test')])
    .replaceAll('","', ';')
    .replaceAll('"', '')

test('a separator, a row or a sheet with which no column is known is not kept for the next file', async () => {
  const file = SECOND()
  const wrong = await imports.checked('clients', file, undefined, 'a.csv', { separator: ',' })
  expect(wrong).toMatchObject({ valid: 0, options: { separator: ',' } })
  expect(await imports.checked('clients', file)).toMatchObject({
    valid: 1,
    asLastTime: [],
    options: { separator: ';' },
  })
  const again = await imports.checked('clients', file)
  for (const options of [{ separator: '\t' }, { headingRow: 2 }]) {
    const { status } = await imports.call('POST', `import/${again.id}/check`, { body: { options } })
    expect([200, 400]).toContain(status)
    expect(await imports.checked('clients', file)).toMatchObject({ valid: 1, asLastTime: [] })
  }
  await imports.checked('clients', file, undefined, 'a.csv', { update: true })
  expect(await imports.checked('clients', file)).toMatchObject({ asLastTime: ['update'] })
  await imports.checked('clients', file, undefined, 'a.csv', { update: false })
})

test('an unknown key of a body, and an unknown part of a form, is refused at its name', async () => {
  const { id } = await imports.checked('clients', SECOND())
  const again = await imports.call('POST', `import/${id}/check`, { body: { option: { separator: ';' } } })
  expect([again.status, again.body.data]).toEqual([400, { option: 'This field does not exist' }])
  for (const path of ['import/clients', 'import/orders', 'value/freight/import', 'delivery/import'])
    for (const call of path.startsWith('import') ? ['check'] : ['check', 'apply?plan=x', 'refused']) {
      const form = new FormData()
      form.append('colour', '{}')
      form.append('file', new Blob(['a,b\n1,2']), 'a.csv')
      const { status, body } = await imports.call('POST', `${path}/${call}`, { body: form })
      expect([path, call, status, body.data]).toEqual([path, call, 400, { colour: 'This field does not exist' }])
    }
})

const LOST = 'has more digits than a workbook keeps; format the column as text and write it again'

test('a number of more than 15 digits is no text: the workbook has lost some', async () => {
  const cell = (raw: string) => `<c><v>${raw}</v></c>`
  const long = ['1234567890123456', '1.2345678901234568E+18', '12345678901234567890', '1E15']
  const rows = [...long, '123456789012345'].map((raw) => [cell(raw), cell(raw), cell('620')])
  const columns = [REFERENCE, "Shipper's phone", WEIGHT]
  const found = await imports.checked('orders', ordersAs(columns, rows), undefined, 'a.xlsx')
  const shown = ['1234567890123460', '1234567890123460000', '12345678901234600000', '1000000000000000']
  expect(found.problems).toEqual(
    shown.flatMap((text, at) =>
      [REFERENCE, "Shipper's phone"].map((column) => ({ row: at + 2, column, message: `${text} ${LOST}` })),
    ),
  )
  expect((await recordsOf(found.id))[4]).toMatchObject({ shipment_purchase: '123456789012345' })
})

test('a long number that is shown as a code has lost digits too, until somebody says what it is', async () => {
  const file = ordersAs([REFERENCE], [[number(1.2345678901234568e18, 1)]], '"PO"0')
  const found = await imports.checked('orders', file, undefined, 'a.xlsx')
  const shown = 'PO1234567890123460000'
  expect(found.problems).toEqual([{ row: 2, column: REFERENCE, message: `${shown} ${LOST}` }])
  const values = { shipmentPurchase: { [shown]: 'PO1234567890123456789' } }
  const { body } = await imports.call('POST', `import/${found.id}/check`, { body: { options: { values } } })
  expect(body.data).toMatchObject({ valid: 1, problems: [] })
  await imports.call('POST', `import/${found.id}/check`, { body: { options: { values: {} } } })
})

test('a number that a spreadsheet shortened in a CSV file is no text', async () => {
  const cells = ['1.23457E+15', '1,23457E+15', '8E+12', '1E5', 'E12']
  const found = await imports.checked('orders', csvOf(cells.map((cell) => imports.orderCells({ [REFERENCE]: cell }))))
  expect(found.problems.map(({ row, message }) => [row, message])).toEqual(
    cells
      .slice(0, 3)
      .map((cell, at) => [
        at + 2,
        `A spreadsheet left out digits of this number, ${cell}; format the column as text and write it again`,
      ]),
  )
})

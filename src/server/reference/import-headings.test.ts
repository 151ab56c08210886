import { beforeEach, expect, test } from 'vitest'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
beforeEach(async () => {
  await server.db.deleteFrom('freight').execute()
  await server.db.deleteFrom('importChoices').execute()
})

const send = (path: string, call: string, file: string, mapping?: object) => {
  const form = new FormData()
  if (mapping) form.append('mapping', JSON.stringify(mapping))
  form.append('file', new Blob([file]), 'rates.csv')
  return server.call('POST', `${path}/import/${call}`, { body: form })
}
const check = async (path: string, file: string, mapping?: object) => {
  const { status, body } = await send(path, 'check', file, mapping)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const FREIGHT = 'value/freight'
const RATES = 'Zone,Ziel,Listenpreis CBM,per CBM,Tonne\n1,US-CHI,8,98,99.5'

test('rates are read by headings of the trade, and the report says which were guessed', async () => {
  const report = await check(FREIGHT, RATES)
  expect(report).toMatchObject({ counts: { added: 1, refused: 0 }, columns: ['Tier', 'Dest', 'CBM', 'MT'] })
  expect(report.rows[0].cells).toEqual(['1', 'US-CHI', '98', '99.5'])
  expect(report.headings).toEqual([
    { heading: 'Zone', field: 'tier', guessed: true },
    { heading: 'Ziel', field: 'dest', guessed: true },
    { heading: 'Listenpreis CBM', field: null, guessed: false },
    { heading: 'per CBM', field: 'cbm', guessed: true },
    { heading: 'Tonne', field: 'mt', guessed: true },
  ])
  expect(report.fields).toContainEqual({ field: 'cbm', label: 'CBM' })
})

test('a guessed column can be changed, which is applied and remembered for these headings', async () => {
  const mapping = { 'Listenpreis CBM': 'cbm', 'per CBM': null }
  const report = await check(FREIGHT, RATES, mapping)
  expect(report.rows[0].cells).toEqual(['1', 'US-CHI', '8', '99.5'])
  expect((await send(FREIGHT, `apply?plan=${report.plan}`, RATES, mapping)).status).toBe(200)
  const { body } = await server.call('GET', FREIGHT)
  expect(body.data.items[0]).toMatchObject({ tier: 1, dest: 'US-CHI', cbm: 8, mt: 99.5 })
  expect((await check(FREIGHT, RATES)).counts).toMatchObject({ unchanged: 1 })
})

test('a mapping names columns of the file and fields of the form, each field once', async () => {
  const refused = async (mapping: object) => (await send(FREIGHT, 'check', RATES, mapping)).body.data
  expect(await refused({ Nowhere: 'cbm' })).toEqual({ 'mapping.Nowhere': 'The file has no column Nowhere' })
  expect(await refused({ Zone: 'price' })).toEqual({ 'mapping.Zone': expect.stringMatching(/^Unknown field/) })
  expect(await refused({ Zone: 'cbm', Tonne: 'cbm' })).toEqual({
    'mapping.Tonne': 'Two columns are mapped to CBM: Zone and Tonne',
  })
  expect(await refused({ Tonne: null })).toEqual({ file: 'The file has no column MT' })
})

test('a heading that is the label wins over one that the trade calls so', async () => {
  const report = await check(FREIGHT, 'Tier,Dest,m3,CBM,MT\n1,US-CHI,1,98,99')
  expect(report.rows[0].cells).toEqual(['1', 'US-CHI', '98', '99'])
})

test('delivery times are read by headings of the trade, as a list and as a grid', async () => {
  const { depot, cartage } = await createLane(server.db)
  const list = await check('delivery', `Lager,Ziel,Laufzeit\n${depot.name},"${cartage.name}",31`)
  expect(list.headings.map(({ field }: { field: string }) => field)).toEqual(['depot', 'cartage', 'days'])
  expect(list.rows[0]).toMatchObject({ cells: [depot.name, cartage.name, '31'] })
  const grid = await check('delivery', `Origin,"${cartage.name}"\n${depot.name},31`)
  expect(grid.headings).toEqual([{ heading: 'Origin', field: 'depot', guessed: true }])
  expect(grid.rows[0].cells).toEqual([depot.name, cartage.name, '31'])
})

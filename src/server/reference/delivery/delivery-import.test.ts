import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchFile, sendFile } from '#server/test/files.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
const ids = { depots: [] as number[], cartages: [] as number[] }
beforeAll(async () => {
  const add = async (path: string, body: object) => (await server.call('POST', path, { body })).body.data.id as number
  const depot = { code: 'CNSHA', originIds: [2], tier: 1, depotFixed: 1, depotVar: 1, depotVarMin: 1 }
  for (const name of ['One', 'Two']) ids.depots.push(await add('value/depot', { ...depot, name }))
  await add('value/depot', { ...depot, name: 'Closed', status: false })
  for (const name of ['LGB8', 'Twice', 'Twice', '=1+1'])
    ids.cartages.push(await add('value/cartage', { categoryId: 5, name, dest: 'US-CHI' }))
})
beforeEach(async () => {
  const data = [{ depot: ids.depots[0], cartage: ids.cartages[0], delivery: 20 }]
  await server.call('PUT', 'delivery', { body: { data } })
})

const check = async (file: string | Buffer) => (await sendFile(server, 'delivery/import/check', file)).body.data
/** The reason at a name that two cartages have. */
const several = () =>
  `More than one cartage has this name: write Twice (ID ${ids.cartages[1]}) or Twice (ID ${ids.cartages[2]})`
const days = async () => (await server.call('GET', 'delivery')).body.data.delivery

test('in a file laid out like the grid, cells are added, changed, emptied, unchanged or refused with the reason', async () => {
  const file = 'Depot,LGB8,=1+1,Twice,Nowhere\none,25,0,7,8\nTWO,1000,1001,,\nClosed,1,2,3,4\n'
  const report = await check(file)
  expect(report.columns).toEqual(['Depot', 'Cartage', 'Days'])
  expect(report.counts).toEqual({ added: 1, changed: 1, unchanged: 1, refused: 9 })
  expect(report.rows.filter(({ state }: { state: string }) => state !== 'refused')).toEqual([
    { line: 2, state: 'changed', cells: ['one', 'LGB8', '25'], notes: ['Days: 20 → 25'] },
    { line: 3, state: 'added', cells: ['TWO', 'LGB8', '1000'], notes: [] },
  ])
  const refused = report.rows.filter(({ state }: { state: string }) => state === 'refused')
  expect(refused.map(({ cells, notes }: { cells: string[]; notes: string[] }) => [cells[1], ...notes])).toEqual([
    ['Twice', several()],
    ['Nowhere', 'This cartage does not exist'],
    ['=1+1', 'No more than 1000'],
    ['Twice', several()],
    ['Nowhere', 'This cartage does not exist'],
    ['LGB8', 'This depot does not exist'],
    ['=1+1', 'This depot does not exist'],
    ['Twice', 'This depot does not exist', several()],
    ['Nowhere', 'This depot does not exist', 'This cartage does not exist'],
  ])
  expect((await sendFile(server, `delivery/import/apply?plan=${report.plan}`, file)).status).toBe(200)
  expect(await days()).toEqual({
    [ids.depots[0] ?? 0]: { [ids.cartages[0] ?? 0]: 25 },
    [ids.depots[1] ?? 0]: { [ids.cartages[0] ?? 0]: 1000 },
  })
})

test('in a list of depot, cartage and days, an empty cell removes its entry and absent cells stay', async () => {
  await server.call('PATCH', 'delivery', {
    body: { data: [{ depot: ids.depots[1], cartage: ids.cartages[0], delivery: 30 }] },
  })
  const file = 'Days;Cartage;Depot\n;LGB8;One\n12,5;LGB8;Two\n5;LGB8;Two\n6;LGB8;Two\n'
  const report = await check(file)
  expect(report.rows.map(({ line, notes }: { line: number; notes: string[] }) => [line, ...notes])).toEqual([
    [2, 'Days: 20 → empty'],
    [3, 'Please enter a whole number'],
    [4, 'Days: 30 → 5'],
    [5, 'Duplicate of line 4'],
  ])
  await sendFile(server, `delivery/import/apply?plan=${report.plan}`, file)
  expect(await days()).toEqual({ [ids.depots[1] ?? 0]: { [ids.cartages[0] ?? 0]: 5 } })
})

test('refused cells come back as a list of depot, cartage and days', async () => {
  const { body } = await sendFile(server, 'delivery/import/refused', 'Depot,LGB8,=1+1\nOne,1.5,3 days\n')
  expect(body.replace('\ufeff', '').split('\r\n')).toEqual([
    '"Depot","Cartage","Days","Reason"',
    '"One","LGB8","1.5","Please enter a whole number"',
    `"One","'=1+1","3 days","Please enter a number"`,
    '',
  ])
})

test('a change since the check is not overwritten', async () => {
  const file = 'Depot,LGB8\nOne,25\n'
  const { plan } = await check(file)
  await server.call('PATCH', 'delivery', {
    body: { data: [{ depot: ids.depots[0], cartage: ids.cartages[0], delivery: 21 }] },
  })
  expect((await sendFile(server, `delivery/import/apply?plan=${plan}`, file)).status).toBe(409)
  expect(await days()).toEqual({ [ids.depots[0] ?? 0]: { [ids.cartages[0] ?? 0]: 21 } })
})

test.each(['csv', 'xlsx'])(
  'the grid is exported as %s with names that are found again, and is unchanged when it comes back',
  async (format) => {
    const [, first = 0, second = 0] = ids.cartages
    const [one = 0] = ids.depots
    const data = [first, second].map((cartage, index) => ({ depot: one, cartage, delivery: 30 + index }))
    await server.call('PATCH', 'delivery', { body: { data } })
    const response = await fetchFile(server, `delivery/export?format=${format}`)
    const file = Buffer.from(await response.arrayBuffer())
    if (format === 'csv')
      expect(file.toString().replace('\ufeff', '').split('\r\n')).toEqual([
        `"Depot","LGB8","Twice (ID ${first})","Twice (ID ${second})","'=1+1"`,
        '"One",20,30,31,""',
        '"Two","","","",""',
        '',
      ])
    expect((await check(file)).counts).toEqual({ added: 0, changed: 0, unchanged: 8, refused: 0 })
    const before = await days()
    await server.call('PUT', 'delivery', { body: { data: [] } })
    const { plan } = await check(file)
    expect((await sendFile(server, `delivery/import/apply?plan=${plan}`, file)).status).toBe(200)
    expect(await days()).toEqual(before)
  },
)

test('a file without a Depot column is refused', async () => {
  expect((await sendFile(server, 'delivery/import/check', 'Cartage,Days\nLGB8,1\n')).body.data).toEqual({
    file: 'The file has no column Depot',
  })
})

test('depots, cartages and headings are found without what nobody sees', async () => {
  const list = 'Depot\u200b,Ｃartage,Days\u00a0\nO\u200bne,ＬＧＢ８,25\u200e\n\u00a0Two\u3000,LGB8\u00ad,30\n'
  expect((await check(list)).counts).toEqual({ added: 1, changed: 1, unchanged: 0, refused: 0 })
  const grid = 'De\u200bpot,LGB\u200b8,\u200b\nＯｎｅ,25,\nTwo\u202c,30,\n'
  expect((await check(grid)).counts).toEqual({ added: 1, changed: 1, unchanged: 0, refused: 0 })
})

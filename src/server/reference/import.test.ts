import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchFile, sendFile } from '#server/test/files.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
beforeAll(async () => {
  for (const [code, name] of [
    ['CNDGG', 'Dongguan'],
    ['CNSZH', 'Suzhou'],
    ['CNSUZ', 'Suzhou'],
  ])
    await server.call('POST', 'city', { body: { code, name } })
  for (const [name, status] of [
    ['Yantian CFS', true],
    ['Closed CFS', false],
  ] as const) {
    const fees = { depotFixed: 1, depotVar: 1, depotVarMin: 1 }
    await server.call('POST', 'value/depot', {
      body: { code: 'CNYTN', name, status, originIds: [4], tier: 1, ...fees },
    })
  }
})
beforeEach(async () => {
  await server.db.deleteFrom('freight').execute()
  await server.db.deleteFrom('locations').execute()
  for (const [tier, dest, cbm] of [
    [1, 'US-CHI', 98],
    [2, 'US-CHI', 106.5],
  ])
    await server.call('POST', 'value/freight', { body: { tier, dest, cbm, mt: cbm } })
})

const FREIGHT = 'value/freight'
const LOCATIONS = 'admin/pick-up-location'
const check = async (path: string, file: string | Buffer) =>
  (await sendFile(server, `${path}/import/check`, file)).body.data
const apply = (path: string, file: string | Buffer, plan: string) =>
  sendFile(server, `${path}/import/apply?plan=${plan}`, file)
const items = async (path: string) => (await server.call('GET', `${path}?per_page=1000`)).body.data.items
const rates = async () =>
  (await items(FREIGHT)).map((row: Record<string, unknown>) => [row.tier, row.dest, row.cbm, row.mt])
const refusals = (report: { rows: { line: number; state: string; notes: string[] }[] }) =>
  report.rows.filter(({ state }) => state === 'refused').map(({ line, notes }) => [line, ...notes])

const FILE = `ID,Tier,Dest,CBM,MT
9,1,US-CHI,98,99.50
,2,us-chi,106.5,106.5
,3,US-DAL,120,120
,2,US-CHI,1,1
,x,,1.555,-1
`

test('a check reports what each row would do and changes nothing', async () => {
  const before = await rates()
  const report = await check(FREIGHT, FILE)
  expect(report.columns).toEqual(['Tier', 'Dest', 'CBM', 'MT'])
  expect(report.counts).toEqual({ added: 1, changed: 2, unchanged: 0, refused: 2 })
  expect(report.rows).toEqual([
    { line: 2, state: 'changed', cells: ['1', 'US-CHI', '98', '99.50'], notes: ['MT: 98 → 99.50'] },
    { line: 3, state: 'changed', cells: ['2', 'us-chi', '106.5', '106.5'], notes: ['Dest: US-CHI → us-chi'] },
    { line: 4, state: 'added', cells: ['3', 'US-DAL', '120', '120'], notes: [] },
    { line: 5, state: 'refused', cells: ['2', 'US-CHI', '1', '1'], notes: ['Duplicate of line 3'] },
    {
      line: 6,
      state: 'refused',
      cells: ['x', '', '1.555', '-1'],
      notes: [
        'Tier: Please enter a number',
        'Dest: This field cannot be empty',
        'CBM: No more than 2 decimals',
        'MT: Please enter a number',
      ],
    },
  ])
  expect(await rates()).toEqual(before)
})

test('an import applies what the check reported, without the refused rows, and records each change', async () => {
  const { plan } = await check(FREIGHT, FILE)
  const { status, body } = await apply(FREIGHT, FILE, plan)
  expect(status).toBe(200)
  expect(body.data.counts).toEqual({ added: 1, changed: 2, unchanged: 0, refused: 2 })
  expect(await rates()).toEqual([
    [1, 'US-CHI', 98, 99.5],
    [2, 'us-chi', 106.5, 106.5],
    [3, 'US-DAL', 120, 120],
  ])
  const trail = await server.db
    .selectFrom('auditEntries')
    .select(['action', 'userId'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  expect(trail.map(({ action }) => action)).toEqual(['freight.create', 'freight.update', 'freight.update'])
  expect(trail.every(({ userId }) => userId === server.staff.id)).toBe(true)
  expect((await check(FREIGHT, FILE)).counts).toEqual({ added: 0, changed: 0, unchanged: 3, refused: 2 })
})

test('an import into records that changed since the check is refused with the new plan, and nothing is applied', async () => {
  const { plan } = await check(FREIGHT, FILE)
  const [first] = await items(FREIGHT)
  await server.call('PUT', `${FREIGHT}/${first.id}`, { body: { mt: 97 } })
  const refused = await apply(FREIGHT, FILE, plan)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/^The records have changed since the file was checked/)
  expect(refused.body.data.rows[0].notes).toEqual(['MT: 97 → 99.50'])
  expect(await rates()).toHaveLength(2)
  expect((await apply(FREIGHT, FILE, refused.body.data.plan)).status).toBe(200)
})

test('an import is one transaction: if one row fails, nothing is stored', async () => {
  const file = 'Tier,Dest,CBM,MT\n3,US-DAL,1,1\n4,US-DAL,1,1\n'
  const { plan } = await check(FREIGHT, file)
  await server.pool.query(`create function refuse_tier() returns trigger language plpgsql as
    $$ begin if new.tier = 4 then raise 'no tier 4'; end if; return new; end $$`)
  await server.pool.query(
    'create trigger refuse_tier before insert on freight for each row execute function refuse_tier()',
  )
  expect((await apply(FREIGHT, file, plan)).status).toBe(500)
  await server.pool.query('drop function refuse_tier cascade')
  expect(await rates()).toHaveLength(2)
})

test('the refused rows come back as a file with their reasons, formulas neutralised, and can be imported once corrected', async () => {
  const file = 'Tier,Dest,CBM,MT\n5,=1+1;x,1,1\n6,=DEST-TOO-LONG,1,1\n'
  const { body } = await sendFile(server, `${FREIGHT}/import/refused`, file)
  expect(body.replace('\ufeff', '').split('\r\n')).toEqual([
    '"Tier","Dest","CBM","MT","Reason"',
    `"6","'=DEST-TOO-LONG","1","1","Dest: Dest must be no more than 10 characters"`,
    '',
  ])
  const mended = body.replace('-TOO-LONG', '')
  expect((await check(FREIGHT, mended)).rows).toMatchObject([{ state: 'added', cells: ['6', '=DEST', '1', '1'] }])
})

test.each(['csv', 'xlsx'])('an exported list imported as %s changes nothing', async (format) => {
  const city = (await items('city'))[0]
  const depot = (await items('value/depot'))[0]
  const fees = { precarFixed: 40, precarVar: 14, precarVarMin: 55 }
  await server.call('POST', LOCATIONS, { body: { cityId: city.id, depotId: depot.id, ...fees, visibility: false } })
  for (const [path, unchanged] of [
    [FREIGHT, 2],
    [LOCATIONS, 1],
  ] as const) {
    const file = Buffer.from(await (await fetchFile(server, `${path}/export?format=${format}`)).arrayBuffer())
    expect((await check(path, file)).counts).toEqual({ added: 0, changed: 0, unchanged, refused: 0 })
  }
})

test('locations are imported by the code or name of their city and the name of their depot; amounts are rounded, absent visibility stays', async () => {
  const head = 'Name,Code,Depot,PRECAR_FIXED,PRECAR_VAR,PRECAR_VAR_MIN,Visibility'
  const fees = '40.5,14,55'
  const file = [
    head,
    `dongguan,,yantian cfs,${fees},off`,
    `,cnszh,Yantian CFS,${fees},`,
    `Suzhou,,Yantian CFS,${fees},Yes`,
    `Dongguan,CNSUZ,Yantian CFS,${fees},Yes`,
    `Nowhere,,No depot,${fees},perhaps`,
    `Suzhou,CNSUZ,Closed CFS,40,,x,Yes`,
  ].join('\n')
  const report = await check(LOCATIONS, file)
  expect(report.counts).toEqual({ added: 2, changed: 0, unchanged: 0, refused: 4 })
  expect(refusals(report)).toEqual([
    [4, 'Name: More than one city has this name. Please add its code.'],
    [5, 'Name: CNSUZ is Suzhou'],
    [6, 'Name: This city does not exist', 'Depot: This depot does not exist', 'Visibility: Yes or No'],
    [
      7,
      'Depot: This depot is not in service',
      'PRECAR_VAR: This field cannot be empty',
      'PRECAR_VAR_MIN: Please enter a number',
    ],
  ])
  await apply(LOCATIONS, file, report.plan)
  expect(await items(LOCATIONS)).toMatchObject([
    { city: { code: 'CNDGG' }, depot: { name: 'Yantian CFS' }, precarFixed: 41, precarVar: 14, visibility: false },
    { city: { code: 'CNSZH' }, visibility: true },
  ])
  const again = `Name,Depot,PRECAR_FIXED,PRECAR_VAR,PRECAR_VAR_MIN\nDongguan,Yantian CFS,50,14,55\n`
  const { plan, rows } = await check(LOCATIONS, again)
  expect(rows).toMatchObject([{ state: 'changed', notes: ['PRECAR_FIXED: 41 → 50'] }])
  await apply(LOCATIONS, again, plan)
  expect((await items(LOCATIONS))[0]).toMatchObject({ precarFixed: 50, visibility: false })
  const emptied = `${head}\nDongguan,,Yantian CFS,51,14,55,\n`
  const kept = await check(LOCATIONS, emptied)
  expect(kept.rows).toMatchObject([{ state: 'changed', notes: ['PRECAR_FIXED: 50 → 51'] }])
  await apply(LOCATIONS, emptied, kept.plan)
  expect((await items(LOCATIONS))[0]).toMatchObject({ precarFixed: 51, visibility: false })
})

test('a file with missing columns, without rows, too long or too large is refused', async () => {
  const refused = async (file: string | Buffer, path = FREIGHT) => {
    const { status, body } = await sendFile(server, `${path}/import/check`, file)
    return [status, body.data.file]
  }
  expect(await refused('Tier,CBM\n1,2\n')).toEqual([400, 'The file has no column Dest, MT'])
  expect(await refused('')).toEqual([400, 'File cannot be empty'])
  const rows = (n: number) =>
    `Tier,Dest,CBM,MT\n${Array.from({ length: n }, (_, tier) => `${tier},US-DAL,1,1\n`).join('')}`
  expect((await check(FREIGHT, rows(5000))).counts.added).toBe(5000)
  expect(await refused(rows(5001))).toEqual([400, 'No more than 5000 rows'])
  expect(await refused(','.repeat(2_000_000))).toEqual([400, 'No more than 500000 empty cells'])
  expect(await refused(Buffer.alloc(2 * 1024 * 1024, 32))).toEqual([400, 'File cannot be empty'])
  expect(await refused(Buffer.alloc(2 * 1024 * 1024 + 1, 32))).toEqual([413, 'The file is larger than 2 MB'])
  expect((await server.call('POST', `${FREIGHT}/import/check`, { body: {} })).status).toBe(415)
})

test('only staff may import and export', async () => {
  for (const [method, path] of [
    ['POST', `${FREIGHT}/import/check`],
    ['POST', `${FREIGHT}/import/apply?plan=x`],
    ['POST', `${FREIGHT}/import/refused`],
    ['GET', `${FREIGHT}/export`],
  ] as const)
    expect((await server.call(method, path, { token: null })).status, path).toBe(401)
})

test('headings, places and flags are read without what nobody sees', async () => {
  const file = 'Ｔier,De\u200bst,CBM\u00a0,MT\u200b\n1,US\u200b-CHI,99,98\u200e\n'
  expect((await check(FREIGHT, file)).rows).toMatchObject([{ state: 'changed', notes: ['CBM: 98 → 99'] }])
  const head = 'Name,Code\u200b,Depot,PRECAR_FIXED\u200e,PRECAR_VAR,PRECAR_VAR_MIN,Visibility'
  const rows =
    'Dong\u200bguan,\u200b,Yantian\u00a0CFS,40,14,55,Yes\u200b\nSuzhou,ＣＮＳＺＨ,Ｙantian  CFS,40,14,55,\u200b'
  expect(refusals(await check(LOCATIONS, `${head}\n${rows}\n`))).toEqual([])
  expect((await check(LOCATIONS, `${head}\n${rows}\n`)).counts.added).toBe(2)
})

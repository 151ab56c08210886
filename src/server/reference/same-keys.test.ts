import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lookAlike } from '#contract/lib/look-alikes.ts'
import { codeKey, comparedForm } from '#contract/lib/text.ts'
import { destinationKey } from '#contract/reference/freight.ts'
import { findLane } from '#server/pricing/find-lane.ts'
import { fetchFile, sendFile } from '#server/test/files.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
const post = (path: string, body: object) => server.call('POST', path, { body })

describe('a destination of rates', () => {
  const rate = { tier: 7, cbm: 10, mt: 20 }
  beforeAll(async () => {
    expect((await post('value/freight', { ...rate, dest: 'USWC-LAX' })).status).toBe(200)
  })

  test.each([
    'US WC-LAX',
    'USWC -LAX',
    'uswc-lax',
    '\uff35\uff33WC-LAX',
    'US\u00a0WC-LAX',
    'USWC\u2013LAX',
    'USWC LAX',
    'USWC_LAX',
    'USWCLAX',
    'USWC/LAX',
    '(uswc)LAX',
  ])('%s exists', async (dest) => {
    const { status, body } = await post('value/freight', { ...rate, dest })
    expect([status, body.data]).toEqual([409, { dest: 'Freight already exists' }])
  })

  test('in another tier is another rate, and a rate may keep its own', async () => {
    const { body } = await post('value/freight', { ...rate, tier: 8, dest: 'US WC-LAX' })
    expect(body.data.dest).toBe('US WC-LAX')
    const call = (fields: object) => server.call('PUT', `value/freight/${body.data.id}`, { body: fields })
    expect((await call({ dest: 'us wc-lax' })).status).toBe(200)
    expect((await call({ tier: 7 })).status).toBe(409)
  })

  test('is found for a cartage with it in any spelling; of two from earlier, the one spelled like it', async () => {
    const { rows } = await sql<{
      id: number
    }>`insert into depots (name, code, tier, depot_fixed, depot_var, depot_var_min)
      values ('Lane', 'CNNGB', 7, 1, 1, 1) returning id`.execute(server.db)
    const cartage = await post('value/cartage', { categoryId: 5, name: 'Los Angeles', dest: 'us wc -lax' })
    const lane = { shipmentTradeTerms: 2, originId: rows[0]?.id ?? 0, cartageId: cartage.body.data.id } as const
    expect((await findLane(server.db, lane)).freight).toEqual({ cbm: 10, mt: 20 })
    await sql`alter table freight disable trigger freight_one_rate_new`.execute(server.db)
    await sql`insert into freight (tier, dest, cbm, mt) values (7, 'US WC -LAX', 30, 40)`.execute(server.db)
    await sql`alter table freight enable trigger freight_one_rate_new`.execute(server.db)
    expect((await findLane(server.db, lane)).freight).toEqual({ cbm: 30, mt: 40 })
  })
})

test('rates that were stored twice before are read back exactly from their export', async () => {
  await sql`alter table freight disable trigger freight_one_rate_new`.execute(server.db)
  await sql`insert into freight (tier, dest, cbm, mt) values (9, 'US-CHI', 1, 2), (9, 'US CHI', 3, 4)`.execute(
    server.db,
  )
  await sql`alter table freight enable trigger freight_one_rate_new`.execute(server.db)
  const path = 'value/freight'
  const file = Buffer.from(await (await fetchFile(server, `${path}/export?format=csv`)).arrayBuffer())
  const { counts } = (await sendFile(server, `${path}/import/check`, file)).body.data
  expect(counts).toMatchObject({ added: 0, changed: 0, refused: 0 })
  const changed = 'Tier,Dest,CBM,MT\n9,us chi,5,4\n9,US/CHI,6,2\n'
  const { rows } = (await sendFile(server, `${path}/import/check`, changed)).body.data
  expect(rows.map(({ notes }: { notes: string[] }) => notes)).toEqual([
    ['Dest: US CHI → us chi', 'CBM: 3 → 5'],
    ['Dest: US-CHI → US/CHI', 'CBM: 1 → 6'],
  ])
})

test.each([
  ['value/depot', { code: 'CNSHA', originIds: [2], tier: 1, depotFixed: 1, depotVar: 1, depotVarMin: 1 }, 'Depot'],
  ['carrier', {}, 'Carrier'],
  ['document-requirement', { categoryId: 1, supplier: 'client', basis: 'booking' }, 'Document requirement'],
])('%s: a name in another spelling exists', async (path, fields, noun) => {
  expect((await post(path, { ...fields, name: 'Shanghai Waigaoqiao CFS' })).status).toBe(200)
  for (const name of [
    'Shanghai\u00a0Waigaoqiao CFS',
    'Shanghai  Waigaoqiao CFS',
    'SHANGHAI WAIGAOQIAO cfs',
    'Shanghai Waigaoqiao\u200b CFS',
    'Shanghai Waigaoqiao \u0421FS',
    'Sh\u0430nghai Waigaoqiao CFS',
    'SHANGHAI WAIGA\u039fQIAO CFS',
    '\uff33hanghai Waigaoqiao CFS',
  ]) {
    const { status, body } = await post(path, { ...fields, name })
    expect([status, body.data]).toEqual([409, { name: `${noun} already exists` }])
  }
  expect((await post(path, { ...fields, name: 'Shanghai Waigaoqiao CFS 2' })).status).toBe(200)
})

test.each([
  [
    'port',
    'code',
    'Port with this code ID already exists',
    ['Terminal 4', 'TERMINAL-4', 'terminal  4', '(Terminal_4)'],
  ],
  [
    'city',
    'code',
    'City with this code ID already exists',
    ['CN:TAO', 'CN--TAO', '(CNTAO)', 'cn | tao', '\u201cCNTAO\u201d'],
  ],
  ['vessel', 'imoNumber', 'Vessel with this IMO Number already exists', ['Barge 7', 'BARGE-7', 'barge  7']],
  ['vessel', 'imoNumber', 'Vessel with this IMO Number already exists', ['OMI 9785744', '9,785,744', 'IMO: 978-5744.']],
])('%s: a code in another spelling exists', async (path, field, message, [first, ...others]) => {
  const { body } = await post(path, { name: 'A', [field]: first })
  for (const code of others) {
    const again = await post(path, { name: 'B', [field]: code })
    expect([again.status, again.body.data], code).toEqual([409, { [field]: message }])
  }
  // A record may keep its own code in another spelling.
  const own = { name: 'C', [field]: others[0] }
  expect((await server.call('PUT', `${path}/${body.data.id}`, { body: own })).status).toBe(200)
})

test('letters that look like Latin ones are compared as these in names, by the list of the contract', async () => {
  const letters = Array.from({ length: 0x52f - 0x370 }, (_, at) => String.fromCodePoint(0x370 + at))
  const known = letters.flatMap((letter) => {
    const latin = lookAlike(letter)?.at(-1)
    return latin ? [{ letter, latin }] : []
  })
  expect(known.length).toBeGreaterThan(60)
  const { rows } = await sql<{ key: string }>`
    select name_key(letter) as key from unnest(${known.map(({ letter }) => letter)}::text[]) letter`.execute(server.db)
  expect(rows.map(({ key }) => key)).toEqual(known.map(({ latin }) => comparedForm(latin)))
})

test('the database compares codes as the contract does, and finds rates by an index', async () => {
  const codes = ['US_WC-lax', 'a\u2013b c', '--', '\u6caa 1', '(CN) [SHA]', '\u0421N-1', '']
  const { rows } = await sql<{ key: string; dest: string }>`
    select code_key(code) as key, destination_key(code) as dest from unnest(${codes}::text[]) code`.execute(server.db)
  expect(rows).toEqual(codes.map((code) => ({ key: codeKey(code), dest: destinationKey(code) })))
  const plan = await server.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql`explain select 1 from freight where tier = 7 and destination_key(dest) = destination_key('US WC')`.execute(
      tx,
    )
  })
  expect(JSON.stringify(plan.rows)).toMatch(/freight_destination.*Index Cond.*coalesce/is)
})

test('the database compares names as the contract does', async () => {
  const names = [
    ' A\u00a0 b\u3000C ',
    'É\u0301X\u200b',
    '\uff21\u2013b',
    'D\u00adE\tf',
    'x\u2800\u3164\ufe0fy',
    'İI',
    'ﬁn',
  ]
  const { rows } = await sql<{
    form: string
  }>`select compared_form(name) as form from unnest(${names}::text[]) name`.execute(server.db)
  expect(rows.map(({ form }) => form)).toEqual(names.map(comparedForm))
})

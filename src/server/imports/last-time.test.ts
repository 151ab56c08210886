import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '#contract/integrations/api-keys.ts'
import { bearer, createKey } from '#server/test/records.ts'
import { startImports } from './imports.fixture.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())
beforeEach(() => imports.db.deleteFrom('importChoices').execute())

const HEADINGS = 'Username,Company name,Email,Phone,Company address'
const fileOf = (company: string) => `${HEADINGS}\nAna Lopez,${company},ana@lopez.example,16045550111,1 Dock Road`
const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))
const check = (content: string | Uint8Array<ArrayBuffer>, options?: object) =>
  imports.checked('clients', content, undefined, 'clients.csv', options)
const companyOf = async (id: number) => {
  const row = await imports.db
    .selectFrom('importRows')
    .select('cells')
    .where('importId', '=', id)
    .executeTakeFirstOrThrow()
  return (row.cells as string[])[1]
}
/** A client in GB18030: 上海. */
const CHINESE = Buffer.concat([
  Buffer.from(`${HEADINGS}\nAna Lopez,`),
  Buffer.from([0xc9, 0xcf, 0xba, 0xa3]),
  Buffer.from(',ana@lopez.example,16045550111,1 Dock Road'),
])

test.each([
  ['utf-8', 'Zoë & Søn', bytes(fileOf('Zoë & Søn'), 'utf8')],
  ['utf-8', 'Zoë', bytes(`\ufeff${fileOf('Zoë')}`, 'utf8')],
  ['utf-8', '上海', bytes(fileOf('上海'), 'utf8')],
  ['utf-16le', 'Zoë', bytes(`\ufeff${fileOf('Zoë')}`, 'utf16le')],
  ['utf-16le', 'Zoe', bytes(`\ufeff${fileOf('Zoe')}`, 'utf16le')],
  ['gb18030', '上海', new Uint8Array(Buffer.concat([Buffer.from([0x84, 0x31, 0x95, 0x33]), CHINESE]))],
] as const)(
  'a file that is surely in %s is read so, whatever the last one was in: %s',
  async (encoding, company, file) => {
    for (const last of ['windows-1252', 'gb18030', 'utf-8'] as const) {
      await imports.db.deleteFrom('importChoices').execute()
      const first =
        last === 'gb18030' ? new Uint8Array(CHINESE) : bytes(fileOf('Café'), last === 'utf-8' ? 'utf8' : 'latin1')
      await check(first, { encoding: last })
      const next = await check(file)
      expect(next).toMatchObject({ asLastTime: last === encoding ? ['encoding'] : [], options: { encoding }, valid: 1 })
      expect(await companyOf(next.id)).toBe(company)
    }
  },
)

test('an encoding that is a guess is as last time', async () => {
  await check(new Uint8Array(CHINESE), { encoding: 'windows-1252' })
  expect(await check(new Uint8Array(CHINESE))).toMatchObject({
    asLastTime: ['encoding'],
    options: { encoding: 'windows-1252' },
    // It seems to be in another one: a text shows whether that is right.
    encodingGuessed: true,
    encodingSample: expect.stringMatching(/[^\0-\x7f]/),
  })
})

test('a separator that the file proves is not that of last time', async () => {
  const title = 'Clients,all,of,them,and,more'
  const titled = (sign: string) => `${title}\n${fileOf('Lopez').replaceAll(',', sign)}`
  expect(await check(titled(';'), { separator: ';' })).toMatchObject({ rows: 1, valid: 1 })
  for (const text of [
    titled(','),
    `${title}\n\n${fileOf('Lopez')}`,
    fileOf('Lopez'),
    fileOf('Lopez').replaceAll(',', '\t'),
  ]) {
    const next = await check(text)
    expect(next, text).toMatchObject({ rows: 1, valid: 1 })
  }
})

test('a separator as last time does not win over the line that says it, nor where it does not occur', async () => {
  const file = fileOf('Lopez')
  await check(file, { separator: ';' })
  await check(file.replaceAll(',', ';'), { separator: ',' })
  for (const [text, separator] of [
    [`sep=,\n${file}`, ','],
    [`sep=;\n${file.replaceAll(',', ';')}`, ';'],
    [file, ','],
    [file.replaceAll(',', ';'), ';'],
  ] as const)
    expect(await check(text), text).toMatchObject({ rows: 1, valid: 1, asLastTime: [], options: { separator } })
})

test('a separator as last time leaves a file whole in which it does not occur', async () => {
  const mapping = { Wer: 'username', Laden: 'companyName', Post: 'email', Ruf: 'phone', Wo: 'companyAddress' }
  const table = 'Wer;Laden;Post;Ruf;Wo\nAna Lopez;Lopez;ana@lopez.example;16045550111;1 Dock Road'
  const title = 'Liste,aller,Kunden,von,2026'
  const body = `${title}\n${table}`
  const first = await imports.checked('clients', body, mapping, 'x.csv', { separator: ';', headingRow: 2 })
  expect(first).toMatchObject({ rows: 1, valid: 1 })
  expect(await check(body)).toMatchObject({ rows: 1, valid: 1, options: { separator: ';' } })
  const next = await check(`${title}\n${table.replaceAll(';', ',')}`)
  expect(next.options.separator).toBe(',')
  expect(next.columns).toHaveLength(5)
})

describe('a row of headings as last time', () => {
  const mapping = { Wer: 'username', Laden: 'companyName', Post: 'email', Ruf: 'phone', Wo: 'companyAddress' }
  const foreign = 'Wer,Laden,Post,Ruf,Wo'
  const row = 'Ana Lopez,Lopez,ana@lopez.example,16045550111,1 Dock Road'
  const title = 'Liste der Kunden,2026'
  const first = (headings: string, given = {}) =>
    imports.checked('clients', `${title}\n\n${headings}\n${row}`, given, 'x.csv', { headingRow: 3 })

  test('counts for a file with the same title', async () => {
    await first(foreign, mapping)
    expect(await check(`${title}\n\n${foreign}\n${row}`)).toMatchObject({
      rows: 1,
      valid: 1,
      options: { headingRow: 3 },
    })
    // Nothing in this file says where its headings are.
    const other = await check(`${title}\n\nA,B,C,D,E\n${row}`)
    expect(other).toMatchObject({ rows: 1, asLastTime: ['headingRow'], options: { headingRow: 3 } })
  })

  test.each([
    ['known ones are in another row', 'all', HEADINGS],
    ['known ones in another order are in another row', 'all', HEADINGS.split(',').toReversed().join(',')],
    ['fewer known ones are in another row', 'all', 'Username,Email'],
    ['those of last time, and one more, are in another row', mapping, `${foreign},Notiz`],
  ])('does not count where %s', async (_, given, headings) => {
    await first(given === 'all' ? HEADINGS : foreign, given === 'all' ? {} : mapping)
    for (const above of ['as of today\n\n', 'as of today\n\n\nNote\n', '']) {
      const next = await check(`${title}\n${above}${headings}\n${row}`)
      const line = 2 + above.split('\n').length - 1
      expect(next, above).toMatchObject({ rows: 1, asLastTime: expect.not.arrayContaining(['headingRow']) })
      expect(next.options.headingRow, above).toBe(line)
    }
  })

  test('does not count where nothing is below it', async () => {
    await first(HEADINGS)
    expect(await check(`${title}\n${HEADINGS}\n${row}`)).toMatchObject({
      rows: 1,
      valid: 1,
      options: { headingRow: 2 },
    })
    await first(foreign, mapping)
    expect((await check(`${title}\n\nA,B,C`)).options.headingRow).toBe(1)
  })
})

describe('a caller with an API key', () => {
  const options = { update: true, fixed: { canadianBusinessNumber: '1' } }
  const asKey = async (path: string, scope: Scope, content: string, given?: object) => {
    const { key } = await createKey(imports.db, [scope])
    const form = new FormData()
    if (given) form.append('options', JSON.stringify(given))
    form.append('file', new Blob([content]), 'x.csv')
    return imports.call('POST', path, { body: form, token: null, headers: bearer(key) })
  }

  test('starts without what people chose, and leaves nothing of what it chose', async () => {
    await check(fileOf('Lopez'), options)
    const kept = () => imports.db.selectFrom('importChoices').select(['options', 'usedAt']).execute()
    const before = await kept()
    const plain = await asKey('import/clients/check', 'clients:write', fileOf('Lopez'))
    expect(plain.body.data).toMatchObject({ asLastTime: [], options: { update: false, fixed: {} } })
    const own = await asKey('import/clients/check', 'clients:write', fileOf('Lopez'), {
      historic: false,
      update: false,
    })
    expect(own.body.data).toMatchObject({ asLastTime: [], options: { update: false } })
    expect(await kept()).toEqual(before)
    expect(await check(fileOf('Lopez'))).toMatchObject({ asLastTime: ['fixed', 'update'], options: { update: true } })
  })

  test('starts and leaves nothing in imports of tables, too', async () => {
    const file = 'Tier,Dest,CBM,MT\n1,A,"1.500",2'
    const own = await asKey('value/freight/import/check', 'reference:write', file, { decimalSign: ',' })
    expect(own.body.data).toMatchObject({ options: { decimalSign: ',' } })
    expect(await imports.db.selectFrom('importChoices').select('kind').execute()).toEqual([])
  })
})

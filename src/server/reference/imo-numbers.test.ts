import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

test('the migration leaves each ship its seven digits; a ship that was entered twice keeps its second spelling', async () => {
  const stored = [
    'IMO 9785744',
    '978 5744',
    'imo9074729',
    '9074729',
    '\uff29\uff2d\uff2f\uff19321483',
    'IMO No. 9321483 A',
    'BARGE 7',
  ]
  await server.db.deleteFrom('vessels').execute()
  await sql`alter table vessels disable trigger user`.execute(server.db)
  await server.db
    .insertInto('vessels')
    .values(stored.map((imoNumber, n) => ({ imoNumber, name: `Vessel ${n}` })))
    .execute()
  await sql.raw(await readFile('migrations/0103-imo-numbers.sql', 'utf8')).execute(server.db)
  await sql`alter table vessels enable trigger user`.execute(server.db)
  const rows = await server.db.selectFrom('vessels').select('imoNumber').orderBy('id').execute()
  expect(rows.map(({ imoNumber }) => imoNumber)).toEqual([
    '9785744',
    '978 5744',
    'imo9074729',
    '9074729',
    '9321483',
    'IMO No. 9321483 A',
    'BARGE 7',
  ])
})

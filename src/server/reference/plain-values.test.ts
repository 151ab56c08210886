import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { plainForm } from '#contract/lib/text.ts'
import { createConfirmation, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
const users: number[] = []
let orderId = 0
const ODD = '\uff23\uff2e\u200b\uff2e\uff27\uff22'

beforeAll(async () => {
  const { db } = server
  const stored = [
    ['a\u200bnna@lopez.example', '008613800138000', '123456789rt0001'],
    ['\uff42\uff45\uff52\uff54\uff41\uff20klein.example', '13800138000', '\uff11\uff12\uff13456789RT0001'],
    ['carl@twice.example', '0', 'none'],
    ['c\u00adarl@twice.example', '00', 'RT 0001'],
    [`\ufb01\ufdfa${'x'.repeat(82)}@lopez.example`, '1', ''],
    ['dora@lopez\u3002example', '0013800138000', ''],
    ['jos\u00e9@lopez.example', '1', ''],
  ] as const
  for (const [email, phone, canadianBusinessNumber] of stored)
    users.push((await createUser(db, { email, phone, canadianBusinessNumber })).id)
  await createUser(db, { email: 'g\u200bone@lopez.example', deletedAt: new Date() })
  const order = await createOrder(db, {
    userId: users[0] ?? 0,
    email: 'a\u200bnna@lopez.example',
    phone: '008613800138000',
  })
  orderId = order.id
  await sql`insert into ports (code, name) values (${ODD}, 'Ningbo'), ('CAVAN', 'Vancouver'), (${'CA\u200bVAN'}, 'Twice'),
    ('us lax', 'Los Angeles')`.execute(db)
  await sql`insert into vessels (imo_number, name) values ('9074729', 'Ship')`.execute(db)
  await sql`insert into sailings (reference, vessel_id, voyage, port_of_loading, port_of_discharge, master_bill)
    select 'S-2031-0001', id, '1E', ${ODD}, ${'CA\u200bVAN'}, ${'MAEU\u00a0\uff11'} from vessels`.execute(db)
  await createConfirmation(db, { orderId, portOfLoading: ODD, portOfDischarge: 'CAVAN' })
  await sql`insert into depots (name, code, tier, depot_fixed, depot_var, depot_var_min) values ('CFS', ${ODD}, 1, 1, 1, 1)`.execute(
    db,
  )
  await sql`insert into cartages (name, category_id, dest) values ('A', 5, ${'Y\u200bVR'})`.execute(db)
  await sql`insert into freight (dest, tier, cbm, mt) values (${'Y\u200bVR'}, 1, 1, 1), ('YYZ', 1, 1, 1), (${'YY\u200bZ'}, 1, 2, 2),
    (${'YY\u200bZ'}, 2, 2, 2)`.execute(db)
  await sql.raw(await readFile('migrations/0105-plain-values.sql', 'utf8')).execute(db)
})

const UNSEEN = /[\p{Cf}\p{Cc}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\uff01-\uff5e]/u

const read = async (statement: string) => (await sql.raw<Record<string, string>>(statement).execute(server.db)).rows
const values = async (statement: string) => (await read(statement)).map((row) => Object.values(row).join(' '))

test('addresses, phones and numbers of accounts become plain; one that exists already keeps its spelling', async () => {
  const found = await read(
    `select email, phone, canadian_business_number as bn from users where id in (${users}) order by id`,
  )
  expect(found.map(({ email = '', phone, bn }) => [email, phone, bn])).toEqual([
    ['anna@lopez.example', '8613800138000', '123456789RT0001'],
    ['berta@klein.example', '13800138000', '123456789RT0001'],
    ['carl@twice.example', '0', 'none'],
    ['c\u00adarl@twice.example', '00', 'RT 0001'],
    [`\ufb01\ufdfa${'x'.repeat(82)}@lopez.example`, '1', ''],
    ['dora@lopez.example', '13800138000', ''],
    ['jos\u00e9@lopez.example', '1', ''],
  ])
  expect(await values("select email from users where email like '%one@lopez.example'")).toEqual(['gone@lopez.example'])
  expect(await values(`select email, phone from orders where id = ${orderId}`)).toEqual([
    'anna@lopez.example 8613800138000',
  ])
})

test('an account is found by its address again: login, and what the list is searched for', async () => {
  const { body } = await server.call('GET', 'admin/user?search=anna@lopez.example')
  expect(body.data.items.map(({ id }: { id: number }) => id)).toEqual([users[0]])
})

test('codes of places become plain with what names them, unless the code exists', async () => {
  expect(await values('select code from ports order by id')).toEqual(['CNNGB', 'CAVAN', 'CA\u200bVAN', 'USLAX'])
  expect(await values('select port_of_loading, port_of_discharge, master_bill from sailings')).toEqual([
    'CNNGB CA\u200bVAN MAEU 1',
  ])
  expect(await values('select port_of_loading, port_of_discharge from confirmations')).toEqual(['CNNGB CAVAN'])
  expect(await values("select code from depots where name = 'CFS'")).toEqual(['CNNGB'])
})

test('a rate is found for its destination; a second one of a tier keeps its spelling', async () => {
  expect(await values("select dest from cartages where name = 'A'")).toEqual(['YVR'])
  expect(await values('select tier, dest from freight where tier < 10 order by id')).toEqual([
    '1 YVR',
    '1 YYZ',
    '1 YY\u200bZ',
    '2 YYZ',
  ])
})

test('what stays is what the handbook asks for', async () => {
  const handbook = await readFile('docs/operations.md', 'utf8')
  const query = /```sql\n(select 'account'[\s\S]*?)```/.exec(handbook)?.[1] ?? ''
  expect((await values(query)).toSorted()).toEqual(
    [`account ${users[3]} c\u00adarl@twice.example`, `port 3 CA\u200bVAN`, `rate 4 YY\u200bZ`].toSorted(),
  )
})

test('the migration knows every character that nobody sees', async () => {
  const migration = await readFile('migrations/0105-plain-values.sql', 'utf8')
  const plain = migration.slice(migration.indexOf('create function'), migration.indexOf('-- Whether'))
  await sql.raw(plain.replace('pg_temp.plain', 'plain_of_test')).execute(server.db)
  const texts = Array.from({ length: 0x11_0000 - 1 }, (_, n) => n + 1)
    .filter((point) => (point < 0xd800 || point > 0xdfff) && UNSEEN.test(String.fromCodePoint(point)))
    .map((point) => `a${String.fromCodePoint(point)}b`)
  const { rows } = await sql<{ text: string; plain: string }>`
    select text, plain_of_test(text) as plain from unnest(${texts}::text[]) text`.execute(server.db)
  const wrong = rows.filter(({ text, plain }) => plain !== plainForm(text))
  expect(wrong.map(({ text }) => text.codePointAt(1)?.toString(16))).toEqual([])
}, 60_000)

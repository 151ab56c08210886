import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RULE_LABELS, RULES_OF_NO_ORDER } from '#contract/attention/rules.ts'
import { readCatalog } from '#server/test/catalog.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { migrate } from './migrate.ts'
import { applyObjects, type DatabaseObject, readObjects } from './objects.ts'

let migrated: TestDatabase
let empty: TestDatabase
let client: pg.Client

beforeAll(async () => {
  migrated = await createTestDatabase()
  empty = await createEmptyDatabase()
  client = new pg.Client({ connectionString: empty.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await Promise.all([migrated.drop(), empty.drop()])
})

const keys = (objects: readonly DatabaseObject[]) =>
  objects.map(({ kind, name, table }) => [kind, name, table].filter(Boolean).join(' ')).sort()

test('every function, view and trigger of the database is in a file of its room, once', async () => {
  expect(keys(await readObjects())).toEqual(Object.keys(await readCatalog(migrated.url)).sort())
})

test('created again from their files, all are what they were, and a start that finds nothing new touches none', async () => {
  const before = await readCatalog(migrated.url)
  const again = new pg.Client({ connectionString: migrated.url })
  await again.connect()
  try {
    const objects = await readObjects()
    expect(await applyObjects(again, objects)).toBe(0)
    await again.query('truncate database_objects')
    expect(await applyObjects(again, objects)).toBe(objects.length)
  } finally {
    await again.end()
  }
  await migrate(migrated.url)
  expect(await readCatalog(migrated.url)).toEqual(before)
})

test('the queue reads the rule of every file, and every rule has one', async () => {
  const views = (await readObjects()).filter(({ kind }) => kind === 'view')
  const rules = Object.keys(RULE_LABELS)
  const viewOf = (rule: string) => `attention_${rule.replaceAll('-', '_')}`
  expect(views.map(({ name }) => name)).toEqual(expect.arrayContaining(rules.map(viewOf)))
  const union = views.find(({ name }) => name === 'attention_expected_items')?.text ?? ''
  const read = [...union.matchAll(/select '([\w-]+)' as rule/g)].map(([, rule]) => rule)
  // A statement of their own reads the rules about no order.
  // Mail has a view of its own, since its items outlive their orders' end.
  const elsewhere = [...RULES_OF_NO_ORDER, 'client-mail']
  expect(read).toEqual(rules.filter((rule) => !elsewhere.includes(rule)).sort())
})

const twice: DatabaseObject = {
  kind: 'function',
  name: 'twice',
  text: 'create function twice(n int) returns int language sql as $$ select n * 2 $$;',
}
const numbers: DatabaseObject = {
  kind: 'view',
  name: 'numbers',
  text: 'create view numbers as select twice(n) as n from given;',
}
const largest: DatabaseObject = {
  kind: 'view',
  name: 'largest',
  text: 'create view largest as select max(n) as n from numbers;',
}
const noted: DatabaseObject = {
  kind: 'function',
  name: 'noted',
  text: 'create function noted() returns trigger language plpgsql as $$ begin new.n := new.n + 1; return new; end $$;',
}
const note: DatabaseObject = {
  kind: 'trigger',
  name: 'note',
  table: 'given',
  text: 'create trigger note before insert on given for each row execute function noted();',
}
const all = [note, largest, numbers, twice, noted]
const oidsOf = async () => {
  const { rows } = await client.query(
    "select 'numbers'::regclass::oid as view, (select oid from pg_proc where proname = 'twice') as function",
  )
  return rows[0]
}

test('what changes is replaced, with the views that read it; the rest stays as it is', async () => {
  await client.query('create table given (n int)')
  expect(await applyObjects(client, all)).toBe(5)
  await client.query('insert into given values (1)')
  expect((await client.query('select n from largest')).rows).toEqual([{ n: 4 }])
  const before = await oidsOf()

  // A trigger and a function, each alone.
  const thrice = { ...twice, text: twice.text.replace('n * 2', 'n * 3') }
  const onUpdate = { ...note, text: note.text.replace('before insert', 'before insert or update') }
  expect(await applyObjects(client, [onUpdate, largest, numbers, thrice, noted])).toBe(2)
  await client.query('update given set n = n')
  expect((await client.query('select n from largest')).rows).toEqual([{ n: 9 }])
  expect(await oidsOf()).toEqual(before)

  // Columns of a view that another reads; PostgreSQL would not replace them in place.
  const words = {
    ...numbers,
    text: "create view numbers as select 'n'::text as word, twice(n)::text as n from given;",
  }
  expect(await applyObjects(client, [onUpdate, largest, words, thrice, noted])).toBe(1)
  expect((await client.query('select n from largest')).rows).toEqual([{ n: '9' }])
})

test('one that cannot be created is named, and nothing has changed', async () => {
  const before = await readCatalog(empty.url)
  const broken = { ...numbers, text: 'create view numbers as\n  select nonsense from given;' }
  const four = { ...twice, text: twice.text.replace('n * 2', 'n * 4') }
  await expect(applyObjects(client, [note, largest, broken, four, noted])).rejects.toThrow(
    'create view numbers as … failed: column "nonsense" does not exist',
  )
  expect(await readCatalog(empty.url)).toEqual(before)
})

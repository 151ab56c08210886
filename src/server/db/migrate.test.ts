import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase, withAdmin } from '#server/test/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-migrations-'))
  await mkdir(folder, { recursive: true })
  database = await createEmptyDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Our tables. */
async function tables() {
  const found: string[] = []
  await withAdmin(database.url, async (client) => {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public' order by 1")
    found.push(...rows.map(({ tablename }) => tablename))
  })
  return found
}

test('a killed migration leaves no trace, and the next start continues from there', async () => {
  await writeFile(join(folder, '0001-one.sql'), 'create table one (id int)')
  await writeFile(join(folder, '0002-two.sql'), 'create table two (id int); select pg_sleep(600)')
  await writeFile(join(folder, '0003-three.sql'), 'create table three (id int)')
  const killed = expect(migrate(database.url, { folder })).rejects.toThrow()
  await expect
    .poll(async () => {
      let ended = 0
      await withAdmin(inject('adminUrl'), async (client) => {
        const sleeping = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like '%pg_sleep(600)'`
        ended = (await client.query(sleeping, [database.name])).rowCount ?? 0
      })
      return ended
    })
    .toBe(1)
  await killed
  expect(await tables()).toEqual(['migrations', 'one'])

  await writeFile(join(folder, '0002-two.sql'), 'create table two (id int)')
  expect(await migrate(database.url, { folder })).toEqual(['0002-two.sql', '0003-three.sql'])
  expect(await tables()).toEqual(['migrations', 'one', 'three', 'two'])
})

test('instances that start together apply each migration once', async () => {
  await writeFile(join(folder, '0004-four.sql'), 'create table four (id int); select pg_sleep(0.2)')
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, { folder })))
  expect(applied.flat()).toEqual(['0004-four.sql'])
})

test('a failing migration is named, and the ones before it remain', async () => {
  await writeFile(join(folder, '0005-five.sql'), 'create table five (id int)')
  await writeFile(join(folder, '0006-six.sql'), 'create table six (id int); select nonsense')
  await expect(migrate(database.url, { folder })).rejects.toThrow(/^Migration 0006-six\.sql failed: /)
  expect(await tables()).toContain('five')
  expect(await tables()).not.toContain('six')
})

import { sql } from 'kysely'
import moment from 'moment-timezone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantAt, type ZoneRules, zoneOffset, zonesFrom } from '#contract/lib/zones.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { findZone, zoneOf } from './iana.ts'
import { keepClock } from './keep-clock.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 1))
})
afterAll(async () => {
  zonesFrom(findZone)
  await db.destroy()
  await database.drop()
})

/** Clocks that no database knows: they change by 45 minutes, at odd times. */
const INVENTED: ZoneRules = {
  name: 'Test/Invented',
  until: ['2026-02-03T11:20Z', '2026-06-01T00:00Z', '2026-12-10T09:00Z'].map((at) => Date.parse(at) / 1000),
  offsets: [-12_600, -9900, -12_600, 20_700],
}

test.each([
  ...['UTC', 'America/Vancouver', 'America/Havana', 'Africa/Casablanca', 'Australia/Lord_Howe'].map(zoneOf),
  INVENTED,
])('the database reads the clock of $name as the server does, whatever rules it has itself', async (rules) => {
  zonesFrom((name) => (name === rules.name ? rules : null))
  await keepClock(db, rules)
  const edges = rules.until.map((at) => at * 1000).filter((at) => at > Date.UTC(2020, 0) && at < Date.UTC(2030, 0))
  const all = [Date.UTC(2020, 0), Date.UTC(2026, 11, 10, 17), ...edges].flatMap((at) =>
    [-7_200_000, -3_600_000, -1800_000, -1000, 0, 1000, 1800_000, 3_600_000].map((more) => at + more),
  )
  const { rows } = await sql<{ at: number; shown: number; instant: number }>`
    select at, extract(epoch from shown_at(to_timestamp(at / 1000.0), until, offsets)) * 1000 as shown,
      extract(epoch from instant_of(to_timestamp(at / 1000.0) at time zone 'UTC', walls, offsets)) * 1000 as instant
    from unnest(${all}::bigint[]) at, clock`.execute(db)
  expect(rows).toEqual(
    all.map((at) => ({ at, shown: at + zoneOffset(at, rules.name), instant: instantAt(at, rules.name) })),
  )
})

test('the rules of every zone fit the row', async () => {
  zonesFrom(findZone)
  for (const name of moment.tz.names()) await keepClock(db, zoneOf(name))
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from clock`.execute(db)
  expect(rows[0]?.n).toBe(1)
})

test('other rules of the same zone are another edition, by which the days of reports are counted again', async () => {
  const edition = async () => (await sql<{ edition: string }>`select edition from clock`.execute(db)).rows[0]?.edition
  await keepClock(db, INVENTED)
  const first = await edition()
  await keepClock(db, { ...INVENTED, offsets: [-12_600, -9900, -12_600, -9900] })
  expect(await edition()).not.toBe(first)
  await keepClock(db, INVENTED)
  expect(await edition()).toBe(first)
})

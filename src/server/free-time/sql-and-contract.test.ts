import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { applyingRule, type RuleScope } from '#contract/free-time/applying-rule.ts'
import { plusDays } from '#contract/free-time/days.ts'
import { type FreeTime, lastFreeDay } from '#contract/free-time/last-free-day.ts'
import { LAST_FREE_DAYS } from '#contract/free-time/last-free-days.fixture.ts'
import type { Tier } from '#contract/free-time/tiers.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { accruedCharges } from './accrued-charges.ts'

const database = await createTestDatabase()
const pool = createPool(database.url, 1)
const db = createDb(pool)
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const setHolidays = async (days: Iterable<string>) => {
  await sql`delete from holidays`.execute(db)
  await sql`insert into holidays (country, region, day, name)
    select 'CA', case when extract(day from day)::int % 2 = 0 then 'BC' else '' end, day, 'Closed'
    from unnest(${[...new Set(days)]}::date[]) day`.execute(db)
}
const inSql = async ({ start, days, unit, firstDay }: FreeTime) => {
  const { rows } = await sql<{ day: string | null }>`
    select last_free_day(${start}::date, ${days}, ${unit}, ${firstDay}, 'CA', 'BC') as day`.execute(db)
  return rows[0]?.day
}

test('the database counts the days that were counted by hand', async () => {
  for (const [start, days, unit, firstDay, holidays, last, why] of LAST_FREE_DAYS) {
    await setHolidays(holidays)
    expect(await inSql({ start, days, unit, firstDay, holidays }), why).toBe(last)
  }
  expect(await inSql({ start: null, days: 3, unit: 'working', firstDay: 'same', holidays: [] })).toBeNull()
})

test('the database counts free days as the contract does', async () => {
  const dayIn = fc.integer({ min: 0, max: 500 }).map((days) => plusDays('2026-01-01', days))
  const freeTime = fc.record({
    start: dayIn,
    days: fc.integer({ min: 0, max: 60 }),
    unit: fc.constantFrom('calendar' as const, 'working' as const),
    firstDay: fc.constantFrom('same' as const, 'next' as const),
    holidays: fc.array(dayIn, { maxLength: 60 }),
  })
  await fc.assert(
    fc.asyncProperty(freeTime, async (given) => {
      await setHolidays(given.holidays)
      expect(await inSql(given)).toBe(lastFreeDay(given))
    }),
    { numRuns: 150 },
  )
})

const anyTiers = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 9 }),
      cents: fc.nat(50_000),
      least: fc.option(fc.nat(50_000)),
      per: fc.constantFrom('container-day' as const, 'cbm-day' as const, 'rt-day' as const, 'order-day' as const),
    }),
    { maxLength: 6 },
  )
  .map((drawn) => {
    let next = 1
    return drawn.map(({ length, cents, least, per }, at): Tier => {
      const fromDay = next
      next += length
      const toDay = at === drawn.length - 1 ? null : next - 1
      return { fromDay, toDay, amount: cents / 100, per, minimum: least === null ? null : least / 100 }
    })
  })
const thousandths = fc.option(fc.nat(20_000).map((n) => n / 1000))

test('the database charges days as the lines of charges do', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTiers,
      fc.integer({ min: 0, max: 80 }),
      thousandths,
      thousandths,
      async (tiers, days, cbm, revenueTons) => {
        const last = '2026-12-04'
        const found = accruedCharges({
          lastFreeDay: last,
          until: plusDays(last, days),
          tiers,
          units: { cbm, revenueTons },
        })
        const { rows } = await sql<{ amount: number | null; perDay: number | null }>`
        select * from charges_of_days(${JSON.stringify(tiers)}::jsonb, ${days}, ${cbm}::numeric, ${revenueTons}::numeric)`.execute(
          db,
        )
        expect(rows[0]).toEqual({ amount: found?.amount ?? null, perDay: found?.perDay ?? null })
      },
    ),
    { numRuns: 200 },
  )
})

test('the database chooses the rule that the contract does', async () => {
  const number = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id ?? 0
  const carriers = [
    await number(sql`insert into carriers (name) values ('One Line') returning id`),
    await number(sql`insert into carriers (name) values ('Two Line') returning id`),
  ]
  const places = [
    await number(sql`insert into places (name, kind, time_zone) values ('One', 'terminal', 'UTC') returning id`),
    await number(sql`insert into places (name, kind, time_zone) values ('Two', 'terminal', 'UTC') returning id`),
  ]
  const vessel = await number(sql`insert into vessels (name, imo_number) values ('EVER', '9074729') returning id`)
  const sailing = await number(sql`
    insert into sailings (reference, vessel_id, voyage, port_of_loading, port_of_discharge, carrier_id)
    values ('S-1', ${vessel}, '1', 'CNNGB', 'USLAX', ${carriers[0]}) returning id`)
  const box = await number(sql`
    insert into containers (sailing_id, size_type, max_kg, max_cbm, terminal_place_id)
    values (${sailing}, '42G1', 20000, 60, ${places[0]}) returning id`)
  const start = '2026-03-02'
  await sql`update containers set discharged_at = '2026-03-02T12:00:00Z' where id = ${box}`.execute(db)
  const days = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03')
  const rule = fc.record({
    placeId: fc.constantFrom(null, ...places),
    port: fc.constantFrom(null, 'USLAX', 'USLGB'),
    carrierId: fc.constantFrom(null, ...carriers),
    sizeType: fc.constantFrom(null, '42G1', '22G1'),
    clock: fc.constantFrom('demurrage' as const, 'detention' as const),
    validFrom: days,
    validTo: fc.constantFrom(null, '2026-03-03', '2026-03-04'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { maxLength: 12 }), async (drawn) => {
      await sql`delete from free_time_rules`.execute(db)
      const rules: RuleScope[] = []
      for (const each of drawn) {
        const values = {
          name: 'Rule',
          days: 3,
          unit: 'calendar',
          firstDay: 'next',
          startBasis: 'discharged',
          tiers: '[]',
        } as const
        const { id } = await db
          .insertInto('freeTimeRules')
          .values({ ...values, ...each })
          .returning('id')
          .executeTakeFirstOrThrow()
        rules.push({ ...each, id })
      }
      const clock = {
        clock: 'demurrage' as const,
        placeId: places[0] ?? 0,
        port: 'USLAX',
        carrierId: carriers[0] ?? 0,
        sizeType: '42G1',
        start,
      }
      const found = await db
        .selectFrom('freeTimes')
        .select('ruleId')
        .where('containerId', '=', box)
        .where('clock', '=', 'demurrage')
        .executeTakeFirst()
      expect(found?.ruleId ?? null).toBe(applyingRule(rules, clock)?.id ?? null)
    }),
    { numRuns: 60 },
  )
})

import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { RuleCode } from '#contract/attention/rules.ts'
import { changesOf, createVessel, hoursFromNow, startQueue } from '#server/attention/attention.fixture.ts'
import { keepItems } from '#server/attention/keep-items.ts'
import { zoneOf } from '#server/zones/iana.ts'
import { keepClock } from '#server/zones/keep-clock.ts'

const { server, queue, calm } = await startQueue()
const { confirm } = changesOf(server)
afterAll(() => server.close())

type Order = Awaited<ReturnType<typeof calm>>

const DAY = 24
const MINUTE = 1 / 60
/** Days that a lane takes, by the delivery grid. */
const GRID_DAYS = 20

async function onGrid(values: Parameters<typeof calm>[1]): Promise<Order> {
  const order = await calm()
  await server.db
    .insertInto('deliveryTimes')
    .values({ depotId: order.originDepotId ?? 0, cartageId: order.shipmentDestination ?? 0, days: GRID_DAYS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (values) await confirm(order.id, values)
  return order
}

async function withNote(dueAt: string): Promise<Order> {
  const order = await calm()
  await server.db.insertInto('notes').values({ orderId: order.id, body: 'Call the CFS', dueAt }).execute()
  return order
}

async function withPaper(dueAt: string): Promise<Order> {
  const order = await calm()
  await server.db
    .insertInto('orderRequirements')
    .values({ orderId: order.id, name: 'Packing list', categoryId: 1, supplier: 'client', dueAt, dueByHand: true })
    .execute()
  return order
}

/** Orders whose rule is this many hours past its bound; negative ones are before it. */
const BOUNDS: [RuleCode, string, (past: number) => Promise<Order>][] = [
  ['cargo-cut-off', '48 hours before it', (past) => calm({}, { cargoCutOffAt: hoursFromNow(48 - past) })],
  ['not-departed', 'the end of its day', (past) => calm({}, { estimatedTimeOfDepartureAt: hoursFromNow(-DAY - past) })],
  [
    'not-arrived',
    'the end of its day',
    (past) => calm({}, { portEstimatedTimeOfArrivalAt: hoursFromNow(-DAY - past) }),
  ],
  ['quiet', '7 days', (past) => calm({ lastEventTime: hoursFromNow(-7 * DAY - past) })],
  ['quiet', '7 days after the booking', (past) => calm({ createdAt: hoursFromNow(-7 * DAY - past) })],
  [
    'quiet',
    '12 days between departure and arrival',
    (past) => calm({ lastEventTime: hoursFromNow(-12 * DAY - past), lastMilestone: 'departed' }),
  ],
  [
    'quiet',
    '7 days once it arrived',
    (past) => calm({ lastEventTime: hoursFromNow(-7 * DAY - past), lastMilestone: 'arrived' }),
  ],
  [
    'unconfirmed',
    '3 days before the cargo is ready',
    (past) => calm({}, { vesselId: null, cargoReadyAt: hoursFromNow(3 * DAY - past) }),
  ],
  [
    'late-delivery',
    'the end of the day of delivery',
    (past) => onGrid({ actualTimeOfDepartureAt: hoursFromNow(-(GRID_DAYS + 1) * DAY - past) }),
  ],
  ['document', '48 hours before the paper is due', (past) => withPaper(hoursFromNow(48 - past))],
  ['note-due', 'its time', (past) => withNote(hoursFromNow(-past))],
]

describe('a rule opens at its bound, and not a minute before', () => {
  test.each(BOUNDS)('%s: %s', async (rule, _, make) => {
    expect(await queue.open((await make(-MINUTE)).id)).toEqual([])
    expect(await queue.open((await make(MINUTE)).id)).toEqual([rule])
  })

  test.each(BOUNDS)('%s: %s, by the job when only time passes', async (rule, _, make) => {
    const { id } = await make(MINUTE)
    await sql`delete from attention where order_id = ${id}`.execute(server.db)
    expect(await keepItems(server.db)).toBe(1)
    expect(await queue.open(id)).toEqual([rule])
  })
})

describe('working days and hours', () => {
  const inZone = async <Result>(zone: string, read: () => Promise<Result>): Promise<Result> => {
    await keepClock(server.db, zoneOf(zone))
    return read().finally(() => keepClock(server.db, zoneOf('UTC')))
  }
  const due = async (what: 'days' | 'hours', at: string, n: number) => {
    const after =
      what === 'hours'
        ? sql`after_working_hours(${at}::timestamptz, ${n})`
        : sql`instant_of(weekdays_later(shown_at(${at}::timestamptz, until, offsets), ${n}::int), walls, offsets)`
    return (await sql<{ due: string }>`select ${after} as due from clock`.execute(server.db)).rows[0]?.due
  }

  test.each([
    ['a Thursday', 'UTC', '2026-10-29T10:00:00Z', '2026-11-02T10:00:00.000Z'],
    ['a Saturday', 'UTC', '2026-10-31T10:00:00Z', '2026-11-03T10:00:00.000Z'],
    ['a Sunday', 'UTC', '2026-11-01T10:00:00Z', '2026-11-03T10:00:00.000Z'],
    // Times at 10:00 on a Friday there, and at 10:00 on the Tuesday after the clock went back, or forward.
    ['a Friday before the clock goes back', 'America/New_York', '2026-10-30T14:00:00Z', '2026-11-03T15:00:00.000Z'],
    ['a Friday before the clock goes forward', 'America/New_York', '2027-03-12T15:00:00Z', '2027-03-16T14:00:00.000Z'],
    // Friday evening in UTC is Saturday morning in Shanghai.
    ['a weekend by the forwarder’s clock', 'Asia/Shanghai', '2026-10-30T22:00:00Z', '2026-11-02T22:00:00.000Z'],
  ])('two working days after %s', async (_, zone, at, then) => {
    expect(await inZone(zone, () => due('days', at, 2))).toBe(then)
  })

  test('any number of working days from any day is what counting them one by one gives', async () => {
    const { rows } = await sql<{ wrong: string }>`
      select at || ' + ' || n as wrong from generate_series('2026-10-26T10:00:00'::timestamp, '2026-11-01T10:00:00', '1 day') at,
        generate_series(0, 30) n
      where weekdays_later(at, n) <> case n when 0 then at else (
        select day from generate_series(at + '1 day', at + '60 days', '1 day') day
        where extract(isodow from day) < 6 order by day limit 1 offset n - 1) end`.execute(server.db)
    expect(rows).toEqual([])
  })

  test.each([
    [
      'Friday 17:00 before the clock goes forward',
      'America/New_York',
      '2027-03-12T22:00:00Z',
      '2027-03-15T16:00:00.000Z',
    ],
    ['Friday 16:30 in Shanghai', 'Asia/Shanghai', '2026-10-30T08:30:00Z', '2026-11-02T03:30:00.000Z'],
    [
      'Sunday evening in UTC, Monday morning in Shanghai',
      'Asia/Shanghai',
      '2026-11-01T23:00:00Z',
      '2026-11-02T05:00:00.000Z',
    ],
  ])('four working hours after %s', async (_, zone, at, then) => {
    expect(await inZone(zone, () => due('hours', at, 4))).toBe(then)
  })

  test('a booking without a date is unconfirmed exactly when its two working days are over', async () => {
    for (let hours = 20; hours <= 116; hours += 8) {
      const createdAt = hoursFromNow(-hours)
      const { id } = await calm({ createdAt, lastEventTime: hoursFromNow(0) }, { vesselId: null })
      const dueAt = await due('days', createdAt, 2)
      const isDue = Date.parse(dueAt ?? '') <= Date.now()
      expect([hours, (await queue.item(id, 'unconfirmed'))?.dueAt]).toEqual([hours, isDue ? dueAt : undefined])
    }
  })

  test('a working day that is shorter, or longer, moves what is due', async () => {
    const hours = (value: string) =>
      sql`insert into settings values ('workingHours', to_jsonb(${value}::text)) on conflict (key) do update set value = excluded.value`.execute(
        server.db,
      )
    await hours('10:00-12:00')
    // The time is on a Friday: two hours remain today, two on Monday.
    expect(await due('hours', '2026-10-30T08:00:00Z', 4)).toBe('2026-11-02T12:00:00.000Z')
    await hours('06:00-22:00')
    expect(await due('hours', '2026-10-30T16:00:00Z', 4)).toBe('2026-10-30T20:00:00.000Z')
    await hours('09:00-18:00')
  })
})

test('a vessel that is named and taken away again follows at once', async () => {
  const order = await calm({}, { vesselId: null, cargoReadyAt: hoursFromNow(DAY) })
  await confirm(order.id, { vesselId: await createVessel(server.db, 'EVER NAMED') })
  expect(await queue.open(order.id)).toEqual([])
  await confirm(order.id, { vesselId: null })
  expect(await queue.open(order.id)).toEqual(['unconfirmed'])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_CODES, MOST_IDS } from '#contract/orders/list/order-filters.ts'
import {
  encoded,
  found,
  list,
  me,
  nameOf,
  orders,
  server,
  startFilteredOrders,
  ZONE,
} from './filtered-orders.fixture.ts'
import { countOrders, selectOrders } from './select-orders.ts'

beforeAll(startFilteredOrders)
afterAll(() => server.close())

describe('each operator of each kind', () => {
  test.each([
    ['f.status=is:0', 'first bare'],
    ['f.status=in:1,2', 'second third'],
    ['f.status=not:0', 'second third'],
    ['f.status=not:0,2', 'second'],
    ['f.status=empty', ''],
    ['f.status=filled', 'first second third bare'],
    ['f.mode=is:1', 'second'],
    ['f.tradeTerms=is:0', 'second'],
    ['f.milestone=is:departed', 'first'],
    ['f.milestone=not:departed', 'second third bare'],
    ['f.milestone=empty', 'second third bare'],
    ['f.event=filled', 'first'],
    ['f.event=empty', 'second third bare'],
    ['f.inCharge=is:me', 'first'],
    ['f.inCharge=not:me', 'second third bare'],
    ['f.company=has:élan', 'first second'],
    ['f.company=has:ÉLAN', 'first second'],
    ['f.company=has:elan', 'first second'],
    ['f.company=has:_', 'second'],
    ['f.company=has:%2C', 'first'],
    ['f.company=starts:éla', 'first second'],
    ['f.company=starts:lan', ''],
    ['f.company=is:élan_GROUP', 'second'],
    ['f.company=is:élan', ''],
    ['f.company=has:group,brien', 'second third'],
    ['f.company=empty', 'bare'],
    ['f.company=filled', 'first second third'],
    ['f.client=has:ümi', 'first second'],
    ['f.client=has:plain', 'third bare'],
    ['f.client=has:100%25', 'first second'],
    ['f.client=has:0%25 L', 'first second'],
    ['f.client=is:plain', 'third bare'],
    ['f.client=empty', ''],
    ['f.origin=has:ningbo', 'first third'],
    ['f.origin=starts:NINGBO c', 'first'],
    ['f.origin=is:shanghai', 'second'],
    ['f.origin=empty', 'bare'],
    ['f.origin=filled', 'first second third'],
    ['f.volume=is:2.5', 'second'],
    ['f.volume=between:1,2.5', 'first second'],
    ['f.volume=between:1.001,2.499', ''],
    ['f.volume=more:2.5', 'third'],
    ['f.volume=less:2.5', 'first'],
    ['f.volume=empty', 'bare'],
    ['f.eta=between:2026-03-12,2026-03-13', 'first second'],
    ['f.eta=between:2026-03-13,2026-03-13', 'second'],
    ['f.eta=before:2026-03-13', 'first'],
    ['f.eta=after:2026-03-12', 'second'],
    ['f.eta=after:2026-03-13', ''],
    ['f.eta=empty', 'third bare'],
    ['f.eta=filled', 'first second'],
    ['f.sailing=empty', 'first second third bare'],
    ['f.sailing=is:1', ''],
  ])('%s finds %j', async (query, names) => {
    expect(await found(encoded(query))).toBe(names)
  })

  test('several filters must all be met; search, codes and ids as well', async () => {
    expect(await found('f.company=has:%C3%A9lan&f.status=is:1')).toBe('second')
    expect(await found('f.company=has:%C3%A9lan&f.status=is:2')).toBe('')
    expect(await found(`f.status=is:0&search=${orders.first}`)).toBe('first')
    expect(await found(`f.status=is:1&search=${orders.first}`)).toBe('')
    expect(await found(`ids=${orders.first},${orders.third}`)).toBe('first third')
    expect(await found(`ids=${orders.first},${orders.third}&f.status=is:2`)).toBe('third')
  })

  test('orders are found by up to two hundred codes in any form, and by up to two hundred ids', async () => {
    const rows = await server.db.selectFrom('orders').select(['id', 'trackingCode']).orderBy('id').execute()
    const [one, two] = rows.map(({ trackingCode }) => String(trackingCode))
    const pasted = encodeURIComponent(`${one?.toLowerCase()}, ${two?.slice(0, 4)} - ${two?.slice(4)},none`)
    expect(await found(`codes=${pasted}`)).toBe('first second')
    expect(await found(`codes=${Array(MOST_CODES).fill(one)}`)).toBe('first')
    expect((await list(`codes=${Array(MOST_CODES + 1).fill(one)}`)).body.data).toHaveProperty('codes')
    expect(await found(`ids=${Array(MOST_IDS).fill(orders.bare)}`)).toBe('bare')
    expect((await list(`ids=${Array(MOST_IDS + 1).fill(orders.bare)}`)).body.data).toHaveProperty('ids')
    for (const ids of ['', 'x', '0', '1:2', '-1', '2147483648', '1e3'])
      expect((await list(`ids=${encodeURIComponent(ids)}`)).body.data).toHaveProperty('ids')
  })
})

describe('days are those of the time zone', () => {
  // On March 8 2026 clocks go forward at 2:00: the day has 23 hours, from 08:00 UTC to 07:00 UTC of the next.
  test.each([
    ['f.created=between:2026-03-08,2026-03-08', 'first second'],
    ['f.created=after:2026-03-08', 'third'],
    ['f.created=before:2026-03-08', 'bare'],
    ['f.created=before:2026-03-09', 'first second bare'],
    ['f.created=between:2026-03-07,2026-03-07', ''],
    ['f.lastUpdate=between:2026-03-07,2026-03-07', 'first'],
    ['f.lastUpdate=empty', 'second third bare'],
    // 06:30 UTC on the 12th is still the 11th, while the ETA is a day of the calendar and not moved.
    ['f.cutOff=between:2026-03-11,2026-03-11', 'first'],
    ['f.cutOff=between:2026-03-12,2026-03-12', ''],
  ])('%s finds %j', async (query, names) => {
    expect(await found(encoded(query))).toBe(names)
  })

  test.each([
    ['last:7d', '2026-03-10T06:59:59Z', 'first second third'],
    // Midnight has passed: today is the 16th, seven days ago the 9th.
    ['last:7d', '2026-03-16T07:00:00Z', 'third'],
    ['last:8d', '2026-03-16T07:00:00Z', 'first second third'],
    ['next:1d', '2026-03-08T07:59:59Z', 'first second'],
    ['next:2d', '2026-03-08T07:59:59Z', 'first second third'],
    ['next:1d', '2026-03-09T07:00:00Z', 'third'],
    ['last:1d', '2026-03-09T07:00:00Z', 'first second third'],
  ])('created %s, asked at %s, finds %j', async (text, now, names) => {
    const selection = { filters: { created: text }, search: '', asOfId: 2_147_483_647 }
    const rows = await selectOrders(server.db, selection, { userId: me, timeZone: ZONE, now: new Date(now) })
    expect(
      rows
        .map(({ id }) => nameOf(id))
        .toReversed()
        .join(' '),
    ).toBe(names)
  })

  test('the next days of an ETA begin today in the time zone', async () => {
    const on = (now: string) =>
      countOrders(
        server.db,
        { filters: { eta: 'next:1d' }, search: '' },
        { userId: me, timeZone: ZONE, now: new Date(now) },
      )
    // It is still the 10th in Vancouver: the ETA of the 12th is two days away.
    expect(await on('2026-03-11T06:59:59Z')).toBe(0)
    expect(await on('2026-03-11T07:00:00Z')).toBe(1)
  })
})

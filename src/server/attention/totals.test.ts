import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import { GROUPED_RULES } from '#contract/attention/rules.ts'
import { addSailing, hoursFromNow, loadOn, startQueue } from './attention.fixture.ts'
import { keepItems, rebuildItems, sweepItems } from './keep-items.ts'

const RUNS = process.env.LONG_TESTS === '1' ? 60 : 3
const SEED = Number(process.env.SEED ?? (process.env.LONG_TESTS === '1' ? Date.now() % 2 ** 31 : 20_261_123))

const queue = await startQueue()
const sailings = [await addSailing(queue.server.db, 'one'), await addSailing(queue.server.db, 'two')]
afterAll(() => queue.server.close())
beforeEach(async () => {
  await queue.noOrders()
  await sql`update attention_rules set active = true`.execute(queue.server.db)
})

const OPEN = sql`a.resolved_at is null and a.waived_reason is null`
const ASLEEP = sql`coalesce(a.snoozed_until > now() and (a.due_at is null or a.due_at <= a.snoozed_at or a.due_at > now()), false)`

/** A plain count of items, by rule. */
async function counted(where = sql`true`, asleep = false): Promise<Record<string, number>> {
  const { rows } = await sql<{ rule: string; n: number }>`
    select a.rule, count(*)::int as n from attention a
    where ${OPEN} and ${ASLEEP} = ${asleep} and ${where} group by a.rule`.execute(queue.server.db)
  return Object.fromEntries(rows.map(({ rule, n }) => [rule, n]))
}

/** The kept totals beside a plain count, without those that are zero. */
async function totals() {
  const { rows } = await sql<{ inChargeId: number; rule: string; kept: number; plain: number }>`
    select in_charge_id, rule, sum(kept)::int as kept, sum(plain)::int as plain from (
      select in_charge_id, rule, n as kept, 0 as plain from attention_totals
      union all
      select coalesce(a.in_charge_id, 0), a.rule, 0, 1 from attention a where ${OPEN}
    ) each group by 1, 2`.execute(queue.server.db)
  return rows
}

/** Expects every count that the calls answer to be the plain one. */
async function expectExact() {
  const { server, priya, list } = queue
  for (const { inChargeId, rule, kept, plain } of await totals())
    expect({ inChargeId, rule, n: kept }).toEqual({ inChargeId, rule, n: plain })
  const mine = sql`(a.in_charge_id = ${server.staff.id} or a.in_charge_id = ${priya.id} and exists (
    select from hand_overs where from_user_id = ${priya.id} and ended_at is null and until > now()))`
  const { body } = await server.call('GET', 'attention/counts')
  expect(body.data).toEqual({ mine: await counted(mine), all: await counted() })
  for (const [query, where] of [
    ['', sql`true`],
    ['?owner=me', mine],
    ['?owner=none', sql`a.in_charge_id is null`],
    ['?claimed=me', sql`a.claimed_by = ${server.staff.id} and a.claimed_at > now() - interval '4 hours'`],
  ] as const) {
    const { counts, totalCount } = await list(query)
    expect([query, counts]).toEqual([query, await counted(where)])
    expect(totalCount).toBe(Object.values<number>(counts).reduce((sum, n) => sum + n, 0))
  }
  expect((await list('?snoozed=1')).counts).toEqual(await counted(undefined, true))
  for (const query of ['?', '?owner=me', '?owner=none', '?claimed=me', '?snoozed=1', '?rule=quiet&owner=me']) {
    await expectRows(query)
    await expectGroups(query)
  }
  await expectGroups('?rule=cargo-cut-off')
}

/**
 * Expects the rows to be the items of the same list, with all items about an order in one queue at the place
 * of the first.
 */
async function expectRows(query: string) {
  const { items } = await queue.list(`${query}&per_page=100`)
  const expected = new Map<string, number[]>()
  for (const { id, orderId, inCharge } of items as AttentionItem[]) {
    const key = orderId === null ? `item ${id}` : `${orderId} ${inCharge?.id}`
    expected.set(key, [...(expected.get(key) ?? []), id])
  }
  const rows = await queue.list(`${query}&per_page=100&by=order`)
  const shown = rows.items.map(({ id, others }: AttentionRow) => [id, ...(others ?? []).map((other) => other.id)])
  expect([query, shown, rows.totalCount]).toEqual([query, [...expected.values()], expected.size])
}

/**
 * Expects the groups of a list to stand where the first of their rows would, with all their items of the same
 * part of the queue, and nothing else to be missing.
 */
async function expectGroups(query: string) {
  const rows = (await queue.list(`${query}&per_page=100&by=order`)).items as AttentionRow[]
  const all = (await queue.list(`${query}&per_page=100`)).items as AttentionItem[]
  const keyOf = ({ rule, detail }: AttentionItem) => {
    const key = GROUPED_RULES.includes(rule) ? (detail.sailingId ?? detail.clientId) : undefined
    return key === undefined ? null : `${rule} ${key}`
  }
  const seen = new Set<string>()
  const expected = rows.flatMap((row) => {
    const key = keyOf(row)
    if (key !== null && seen.has(key)) return []
    if (key !== null) seen.add(key)
    const items = all.filter((item) => key !== null && keyOf(item) === key)
    const several = new Set(items.map(({ orderId }) => orderId)).size > 1
    return [[row.id, several ? items.map(({ id }) => id) : null]]
  })
  const { items, totalCount } = await queue.list(`${query}&per_page=100&by=group`)
  const found = items.map(({ id, group }: AttentionRow) => [id, group ? group.items.map((item) => item.id) : null])
  expect([query, found, totalCount]).toEqual([query, expected, expected.length])
}

/** One of the rows, by a number that the walk chose. */
const pick = <Row>(rows: readonly Row[], n: number) => rows[n % rows.length]
const orders = async () =>
  (await sql<{ id: number }>`select id from orders order by id`.execute(queue.server.db)).rows.map(({ id }) => id)
const items = async () =>
  (await sql<{ id: number }>`select id from attention order by id`.execute(queue.server.db)).rows.map(({ id }) => id)
const several = async (n: number) => (await items()).filter((_, index) => (index + n) % 3 > 0)

/**
 * Steps that change a queue. Refused calls, as for an item that is done, change nothing: that is part of the
 * walk.
 */
const STEPS: Record<string, (n: number) => Promise<unknown>> = {
  book: (n) =>
    queue.dueIn((n % 60) - 10, {
      inChargeId: [null, queue.server.staff.id, queue.priya.id][n % 3] ?? null,
      ...(n % 2 ? { lastEventTime: hoursFromNow(-24 * 9) } : {}),
    }),
  load: async (n) => {
    const ids = (await orders()).filter((id) => (id + n) % 2 > 0)
    if (ids.length > 0) await loadOn(queue.server.db, sailings[n % sailings.length] ?? 0, ids)
  },
  claim: async (n) => queue.post('claim', { ids: await several(n) }),
  release: async (n) => queue.post('release', { ids: await several(n) }),
  snooze: async (n) => queue.post('snooze', { ids: await several(n), until: hoursFromNow(1 + n) }),
  'a snooze ends': (n) =>
    sql`update attention set snoozed_until = now() - interval '1 minute' where snoozed_until is not null and id % 2 = ${n % 2}`.execute(
      queue.server.db,
    ),
  waive: async (n) => queue.post('waive', { ids: await several(n), reason: 'Rolled' }),
  unwaive: async (n) => queue.post(`${pick(await items(), n) ?? 0}/unwaive`),
  'hand over': async (n) => {
    const until = hoursFromNow(5)
    const { token } = queue.priya
    const body = { toUserId: queue.server.staff.id, until, note: '' }
    return n % 2
      ? queue.post('hand-over', body, { token })
      : queue.server.call('DELETE', 'attention/hand-over', { token })
  },
  'put in charge': async (n) =>
    queue.server.call('PUT', `request/booking/${pick(await orders(), n) ?? 0}/in-charge`, {
      body: { userId: [null, queue.server.staff.id, queue.priya.id][n % 3] },
    }),
  'change a rule': (n) =>
    queue.server.call('PUT', `attention-rule/${n % 2 ? 'quiet' : 'cargo-cut-off'}`, {
      token: queue.admin,
      body: { active: n % 3 > 0, severity: 1 + (n % 3) },
    }),
  'complete, cancel or take up': async (n) =>
    sql`update orders set status = ${n % 3} where id = ${pick(await orders(), n) ?? 0}`.execute(queue.server.db),
  'delete or restore': async (n) =>
    sql`update orders set deleted_at = case when deleted_at is null then now() end where id = ${pick(await orders(), n) ?? 0}`.execute(
      queue.server.db,
    ),
  'delete for good': async (n) =>
    sql`delete from orders where id = ${pick(await orders(), n) ?? 0}`.execute(queue.server.db),
  'disable or enable Priya': (n) =>
    sql`update users set disabled_at = ${n % 2 ? hoursFromNow(0) : null} where id = ${queue.priya.id}`.execute(
      queue.server.db,
    ),
  'the job': () => keepItems(queue.server.db),
  sweep: async () => {
    await sql`update attention set resolved_at = now() - interval '500 days' where resolved_at is not null`.execute(
      queue.server.db,
    )
    await sweepItems(queue.server.db)
  },
  rebuild: () => rebuildItems(queue.server.db),
  'a change that is rolled back': (n) =>
    queue.server.db
      .transaction()
      .execute(async (tx) => {
        await sql`update orders set status = 1 where id % 2 = ${n % 2}`.execute(tx)
        throw new Error('no')
      })
      .catch(() => {}),
}

test('counts are those of a plain count, whatever happened', { timeout: 30_000 * RUNS }, async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat(50))
  const walk = fc.array(step, { minLength: 12, maxLength: 18, size: 'max' })
  await fc.assert(
    fc.asyncProperty(walk, async (steps) => {
      await queue.noOrders()
      for (const n of [1, 12, 23, 34]) await STEPS.book?.(n)
      for (const [name, n] of steps) {
        await STEPS[name]?.(n)
        await expectExact()
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
})

test('two changes at once are both counted', async () => {
  const { server, dueIn, list } = queue
  const [one, other] = [await dueIn(1), await dueIn(2)]
  const waive = (id: number) =>
    sql`update attention set waived_reason = 'Rolled', waived_by = ${server.staff.id}, waived_at = now() where id = ${id}`
  await server.db.transaction().execute(async (tx) => {
    await waive(one.id).execute(tx)
    // The row of the total is locked: the second change does not wait for it.
    await waive(other.id).execute(server.db)
    expect((await list()).counts).toEqual({ 'cargo-cut-off': 1 })
  })
  expect((await list()).counts).toEqual({})
  await expectExact()
})

test('a rebuild mends totals that are wrong', async () => {
  const { server, dueIn, list } = queue
  await dueIn(1)
  await sql`update attention_totals set n = n + 5, orders = orders - 3, rule_orders = 7`.execute(server.db)
  await rebuildItems(server.db)
  expect((await list()).counts).toEqual({ 'cargo-cut-off': 1 })
  await sql`truncate attention`.execute(server.db)
  await expectExact()
})

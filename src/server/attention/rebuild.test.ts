import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { RULE_CODES } from '#contract/attention/attention.ts'
import { createRecentDemo, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { keepItems, rebuildItems } from './keep-items.ts'

let demo: DemoDatabase
let server: TestServer
let admin: string
beforeAll(async () => {
  demo = await createRecentDemo()
  server = await startTestServer({}, demo.url)
  admin = await server.signIn({ role: [Role.ADMIN] })
  // The demo was loaded on another day.
  await keepItems(server.db)
})
afterAll(async () => {
  await server.close()
  await demo.drop()
})

const openItems = async () =>
  (
    await sql<Record<string, unknown>>`
      select id, order_id, rule, subject, severity, since, due_at, detail, in_charge_id, claimed_by, claimed_at, snoozed_by, snoozed_at,
        snoozed_until, waived_by, waived_at, waived_reason, updated_at
      from attention where resolved_at is null order by id`.execute(server.db)
  ).rows
const totals = async () =>
  (
    await sql`select in_charge_id, rule, sum(n)::int as n from attention_totals group by 1, 2 having sum(n) <> 0 order by 1, 2`.execute(
      server.db,
    )
  ).rows

/** Contents of items in any order, without the times of opening and without people's actions. */
const facts = (rows: Record<string, unknown>[]) =>
  rows
    .map(({ orderId, rule, subject, severity, dueAt, detail, inChargeId }) =>
      JSON.stringify([orderId, rule, subject, severity, dueAt, detail, inChargeId]),
    )
    .sort()

test('a rebuild of the demo gives exactly the items that were there, and gives them again when they are gone', async () => {
  // People's actions on items survive a rebuild.
  const some = (await openItems()).filter((_, at) => at % 7 === 0).map(({ id }) => id)
  await server.call('POST', 'attention/claim', { body: { ids: some.slice(0, 40) } })
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await server.call('POST', 'attention/snooze', { body: { ids: some.slice(20, 60), until } })
  await server.call('POST', 'attention/waive', { body: { ids: some.slice(60, 80), reason: 'Rolled' } })
  const before = await openItems()
  const counted = await totals()
  expect(before.length).toBeGreaterThan(300)
  expect(new Set(before.map(({ rule }) => rule)).size).toBe(RULE_CODES.length)

  expect(await rebuildItems(server.db)).toMatchObject({ opened: 0, closed: 0, open: before.length })
  expect(await openItems()).toEqual(before)
  expect(await totals()).toEqual(counted)

  await sql`delete from attention where resolved_at is null`.execute(server.db)
  expect(await rebuildItems(server.db)).toMatchObject({ opened: before.length, closed: 0, open: before.length })
  expect(facts(await openItems())).toEqual(facts(before))
  expect(await keepItems(server.db)).toBe(0)
})

test.each(RULE_CODES)('%s: switched off closes its items and no others, on again opens the very same', async (code) => {
  const rule = (active: boolean) => server.call('PUT', `attention-rule/${code}`, { token: admin, body: { active } })
  const before = await openItems()
  const others = before.filter(({ rule: of }) => of !== code)
  expect(others.length).toBeLessThan(before.length)
  await rule(false)
  expect(await openItems()).toEqual(others)
  await rule(true)
  const after = await openItems()
  expect(facts(after)).toEqual(facts(before))
  expect(after.filter(({ rule: of }) => of !== code)).toEqual(others)
})

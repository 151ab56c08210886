import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { analyze, medianOf, SAVES, startRunServer } from './run-server.ts'

/** Orders that one insert adds, and those of the first insert, which is counted before the others come. */
const BATCH = 500
const FIRST = 20
const CANCELLED = 1

/** Every 20th order changed after it was seen, every 25th has no address, every 50th is cancelled. */
const isStale = (index: number) => index % 20 === 3
const isSilent = (index: number) => index % 25 === 4
const isCancelled = (index: number) => index % 50 === 5

/** Adds `count` similar orders, each with an address of its own. */
async function createMany(db: Db, count: number) {
  const { id: userId } = await createUser(db)
  const { id: _, trackingCode: __, ...like } = await createOrder(db, { userId })
  const rows = Array.from({ length: count }, (_, index) => ({
    ...like,
    hashSum: `BULK${String(index).padStart(4, '0')}`,
    email: isSilent(index) ? '' : `client${index}@example.test`,
    status: isCancelled(index) ? CANCELLED : like.status,
  }))
  const orders: { id: number; updatedAt: string; email: string; trackingCode: string }[] = []
  while (orders.length < count) {
    const from = orders.length
    const added = await db
      .insertInto('orders')
      .values(rows.slice(from, from + (from === 0 ? FIRST : BATCH)))
      .returning(['id', 'updatedAt', 'email', 'trackingCode'])
      .execute()
    orders.push(...added)
    await analyze(db)
  }
  return orders
}

/** Counts that must agree once a run is over, however often its server was killed. */
async function checkOnce(db: Db, runId: number): Promise<{ done: number; failed: number; mailed: number }> {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where i.state = 'done')::int as done, count(*) filter (where i.state = 'failed')::int as failed,
      count(*) filter (where i.state = 'waiting')::int as waiting,
      count(*) filter (where i.state = 'failed' and coalesce(i.reason, '') = '')::int as without_reason,
      count(*) filter (where e.n is distinct from case when i.state = 'done' then 1 else 0 end)::int as wrong_entries,
      count(*) filter (where a.n is distinct from case when i.state = 'done' then 1 else 0 end)::int as wrong_trails,
      count(*) filter (where m.n is distinct from case when i.state = 'done' and o.email <> '' then 1 else 0 end)::int as wrong_mails,
      coalesce(sum(m.n), 0)::int as mailed
    from run_items i join orders o on o.id = i.order_id
      cross join lateral (select count(*)::int as n from order_events where order_id = o.id) e
      cross join lateral (select count(*)::int as n from audit_entries
        where entity = 'orders' and entity_id = o.id and action = 'order.set-event') a
      cross join lateral (select count(*)::int as n from mails where order_id = o.id) m
    where i.run_id = ${runId}`.execute(db)
  const counts = rows[0]
  expect(counts).toMatchObject({ waiting: 0, withoutReason: 0, wrongEntries: 0, wrongTrails: 0, wrongMails: 0 })
  return { done: counts?.done ?? 0, failed: counts?.failed ?? 0, mailed: counts?.mailed ?? 0 }
}

/**
 * Sets an event with a mail for `total` orders, some of which fail or are skipped; kills the server `kills`
 * times at random. Checks that every row was done once or failed with a reason, and that the mails are those
 * of the done rows. Returns the milliseconds of preview and run, and of saves of another order before and
 * meanwhile (without kills; their medians).
 */
export async function setEventsUnderKills({ orders: count, kills }: { orders: number; kills: number }) {
  const { db, smtp, call, save, killDuring, close } = await startRunServer()
  try {
    const orders = await createMany(db, count)
    const { id: eventId } = await createEvent(db, 'Departed')
    const { id: emailTemplateId } = await createTemplate(db, '<p>{{ order.event }}</p>', '{{ order.trackingCode }}')
    const input = { eventId, date: '2026-03-05T10:00:00Z', comment: 'Storm', emailTemplateId }
    const seen = orders.map(({ id, updatedAt }, index) => ({
      id,
      updatedAt: isStale(index) ? '2026-01-01T00:00:00.000Z' : updatedAt,
    }))
    const asked = { kind: 'event', input, selection: { orders: seen } }
    const started = performance.now()
    const preview: { applies: number; mails: { count: number } } = await call('runs/preview', asked)
    const previewMs = performance.now() - started
    const [before, during]: [number[], number[]] = [[], []]
    while (kills === 0 && before.length < SAVES) before.push(await save())
    const applied = performance.now()
    const { id, total }: { id: number; total: number } = await call('runs', asked)
    const startMs = performance.now() - applied
    // Rows that fail for a reason known before are part of the run, and not of what it will do.
    expect(total).toBeGreaterThanOrEqual(preview.applies)
    const runNow = () => db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const over = async () => {
      const { done, failed } = await runNow()
      return done + failed
    }
    // Kills happen at a random point in each of `kills` equal parts.
    const part = (total - 1) / Math.max(kills, 1)
    for (let kill = 0; kill < kills; kill++) {
      const at = Math.floor(part * (kill + Math.random()))
      while ((await over()) < at) await wait(10)
      await wait(Math.random() * 10)
      await killDuring(id)
    }
    let isOver = false
    const saving = (async () => {
      while (kills === 0 && !isOver) during.push(await save())
    })()
    await expect.poll(async () => (await runNow()).finishedAt, { timeout: 600_000, interval: 20 }).not.toBeNull()
    isOver = true
    await saving
    const runMs = performance.now() - applied
    const { done, failed, mailed } = await checkOnce(db, id)
    const isTaken = (index: number) => !isStale(index) && !isCancelled(index)
    expect(await runNow()).toMatchObject({ state: 'done', total, done, failed })
    expect(done).toBe(orders.filter((_, index) => isTaken(index)).length)
    expect(failed).toBe(orders.filter((_, index) => isStale(index) && !isCancelled(index)).length)
    await expect.poll(() => smtp.mails.length, { timeout: 600_000 }).toBe(mailed)
    const expected = orders.filter(({ email }, index) => isTaken(index) && email !== '')
    expect(smtp.mails.map(({ mail }) => mail.subject).sort()).toEqual(
      expected.map(({ trackingCode }) => trackingCode).sort(),
    )
    return { previewMs, startMs, runMs, saveMs: { before: medianOf(before), during: medianOf(during) } }
  } finally {
    await close()
  }
}

/**
 * Sets an event for as many orders that were all changed since they were seen, tries them again, kills the
 * server in the middle of that, and stops the run. Checks that what was not reached has failed with the
 * reason it had, and that another retry does it.
 */
export async function stopRetryUnderKill({ orders: count }: { orders: number }): Promise<void> {
  const { db, call, killDuring, close } = await startRunServer()
  try {
    const orders = await createMany(db, count)
    const { id: eventId } = await createEvent(db, 'Departed')
    const input = { eventId, date: '2026-03-05T10:00:00Z', comment: '', emailTemplateId: null }
    const seen = orders.map(({ id }) => ({ id, updatedAt: '2026-01-01T00:00:00.000Z' }))
    const { id, total }: { id: number; total: number } = await call('runs', {
      kind: 'event',
      input,
      selection: { orders: seen },
    })
    const runNow = () => db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const over = async () => {
      await expect.poll(async () => (await runNow()).finishedAt, { timeout: 60_000, interval: 20 }).not.toBeNull()
      return runNow()
    }
    const { skipped } = await over()
    await call(`runs/${id}/retry`, {})
    while ((await runNow()).done === 0) await wait(5)
    const stop = () => sql`update runs set stop_requested_at = now() where id = ${id}`.execute(db)
    await killDuring(id, async () => void (await stop()))
    const stopped = await over()
    expect(stopped).toMatchObject({ state: 'stopped', failed: total - stopped.done, skipped })
    const { rows } = await sql<{ state: string; reason: string }>`
      select distinct state, regexp_replace(reason, '^changed by .*', 'changed') as reason from run_items
      where run_id = ${id} and state in ('waiting', 'failed')`.execute(db)
    expect(rows).toEqual([{ state: 'failed', reason: 'changed' }])
    await call(`runs/${id}/retry`, {})
    expect(await over()).toMatchObject({ state: 'done', done: total, failed: 0, skipped })
  } finally {
    await close()
  }
}

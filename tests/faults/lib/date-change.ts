import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createAboard, createLoaded, march, TELLING } from '#server/sailings/date-change/date-change.fixture.ts'
import { createTemplate } from '#server/test/records.ts'
import { analyze, medianOf, SAVES, startRunServer } from './run-server.ts'

/** Orders that are counted before the others come. */
const FIRST = 20

/** A separate server with a sailing that has `orders` orders. */
async function startLoaded(orders: number) {
  const started = await startRunServer()
  const { db } = started
  const template = await createTemplate(db, TELLING, '{{ order.trackingCode }}')
  const { sailing, orders: loaded } = await createLoaded(db, Math.min(orders, FIRST))
  await analyze(db)
  while (loaded.length < orders) loaded.push(await createAboard(db, sailing))
  await analyze(db)
  return { ...started, sailing, loaded, template }
}

type Row = { id: number; updatedAt: string }

/**
 * Moves the arrival of as many orders, every tenth unticked, with mails; kills the server `kills` times in
 * the middle. Checks that exactly the ticked ones moved, and that each of their clients got one mail. Returns
 * the milliseconds of preview and run, and of saves of another order before and meanwhile (without kills;
 * their medians).
 */
export async function moveUnderKills({ orders, kills }: { orders: number; kills: number }) {
  const { db, smtp, killDuring, sailing, loaded, template, call, save, close } = await startLoaded(orders)
  try {
    const change = { dates: { portEta: march(17) }, mode: 'shift' }
    const started = performance.now()
    const preview: { updatedAt: string; orders: Row[] } = await call(
      `sailing/${sailing.id}/date-change/preview`,
      change,
    )
    const previewMs = performance.now() - started
    const [before, during]: [number[], number[]] = [[], []]
    while (kills === 0 && before.length < SAVES) before.push(await save())
    const isTicked = (id: number) => loaded.findIndex((order) => order.id === id) % 10 !== 9
    const wanted = preview.orders.map(({ id, updatedAt }) => ({ id, updatedAt, apply: isTicked(id), mail: true }))
    const applied = performance.now()
    const { id, total }: { id: number; total: number } = await call(`sailing/${sailing.id}/date-change`, {
      ...change,
      updatedAt: preview.updatedAt,
      orders: wanted,
      emailTemplateId: template.id,
    })
    const runNow = () => db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let kill = 1; kill <= kills; kill++) {
      while ((await runNow()).done < Math.floor((total * kill) / (kills + 1))) await wait(2)
      await killDuring(id)
    }
    let over = false
    const saving = (async () => {
      while (kills === 0 && !over) during.push(await save())
    })()
    await expect.poll(async () => (await runNow()).finishedAt, { timeout: 240_000, interval: 20 }).not.toBeNull()
    over = true
    await saving
    const runMs = performance.now() - applied
    expect(await runNow()).toMatchObject({ state: 'done', done: total, failed: 0 })
    const moved = await db
      .selectFrom('confirmations')
      .select(['orderId', 'portEstimatedTimeOfArrivalAt as eta'])
      .execute()
    for (const { orderId, eta } of moved) expect(eta, `order ${orderId}`).toBe(march(isTicked(orderId) ? 17 : 12))
    await expect.poll(() => smtp.mails.length, { timeout: 240_000 }).toBe(total)
    const expected = loaded.filter((order) => isTicked(order.id)).map(({ trackingCode }) => trackingCode)
    expect(smtp.mails.map(({ mail }) => mail.subject).sort()).toEqual(expected.sort())
    const once = await db
      .selectFrom('auditEntries')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('action', '=', 'confirmation.update')
      .executeTakeFirstOrThrow()
    expect(once.n).toBe(total)
    return { previewMs, runMs, saveMs: { before: medianOf(before), during: medianOf(during) } }
  } finally {
    await close()
  }
}

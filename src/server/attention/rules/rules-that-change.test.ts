import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { RuleCode } from '#contract/attention/rules.ts'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import {
  changesOf,
  daysFromNow,
  hoursFromNow,
  settleDelivery,
  startQueue,
  waitingMail,
} from '#server/attention/attention.fixture.ts'
import { keepItems } from '#server/attention/keep-items.ts'

const { server, queue, calm, admin, post } = await startQueue()
const { confirm, change, reach, board } = changesOf(server)
afterAll(() => server.close())

const ruleOf = (code: RuleCode, body: object) => server.call('PUT', `attention-rule/${code}`, { token: admin, body })

/**
 * Changes the facts of an open item: it stays the same item, so that its claim holds. Returns its facts then.
 */
async function changed(orderId: number, rule: RuleCode, how: () => Promise<unknown>) {
  const before = await queue.item(orderId, rule)
  expect(before, `${rule} is open`).toBeDefined()
  await post(`${before?.id}/claim`)
  await how()
  const after = await queue.item(orderId, rule)
  expect(after).toMatchObject({ id: before?.id, since: before?.since, claimedBy: server.staff.id })
  expect([after?.severity, after?.dueAt, after?.detail]).not.toEqual([before?.severity, before?.dueAt, before?.detail])
  return { dueAt: after?.dueAt, detail: after?.detail, severity: after?.severity }
}

test('mail-failed: another reason, and the severity of the rule but not of a copy', async () => {
  const order = await calm()
  const [to, copy] = await waitingMail(server.db, order.id)
  await settleDelivery(server.db, to)
  expect(await changed(order.id, 'mail-failed', () => ruleOf('mail-failed', { severity: 2 }))).toMatchObject({
    severity: 2,
  })
  const again = async () => {
    await server.db
      .updateTable('mailDeliveries')
      .set({ reason: 'Greylisted', updatedAt: hoursFromNow(-2) })
      .where('id', '=', to)
      .execute()
    await keepItems(server.db)
  }
  const { dueAt, detail } = await changed(order.id, 'mail-failed', again)
  expect(detail).toMatchObject({ reason: 'Greylisted' })
  expect(Date.parse(dueAt ?? '')).toBeLessThan(Date.now() - 7_000_000)
  await settleDelivery(server.db, to, 'sent')
  await settleDelivery(server.db, copy)
  expect(await queue.item(order.id, 'mail-failed')).toMatchObject({ severity: 1, subject: String(copy) })
  await ruleOf('mail-failed', { severity: 3 })
  expect(await queue.item(order.id, 'mail-failed')).toMatchObject({ severity: 1 })
})

test.each([
  ['cargo-cut-off', 'cargoCutOffAt', hoursFromNow(20), hoursFromNow(30)],
  ['not-departed', 'estimatedTimeOfDepartureAt', daysFromNow(-2), daysFromNow(-4)],
  ['not-arrived', 'portEstimatedTimeOfArrivalAt', daysFromNow(-3), daysFromNow(-2)],
] as const)('%s: another date', async (rule, field, first, then) => {
  const order = await calm({}, { [field]: first })
  expect(await queue.item(order.id, rule)).toMatchObject({ dueAt: first })
  expect(await changed(order.id, rule, () => confirm(order.id, { [field]: then }))).toMatchObject({ dueAt: then })
  await confirm(order.id, { [field]: daysFromNow(9) })
  expect(await queue.open(order.id)).toEqual([])
})

test('quiet: the last event is another, and its days depend on where the order is', async () => {
  const order = await calm({ lastEventTime: daysFromNow(-15), lastEventName: 'Confirmed' })
  const at = daysFromNow(-14)
  const other = await changed(order.id, 'quiet', () =>
    change(order.id, { lastEventTime: at, lastEventName: 'Picked up' }),
  )
  expect(other).toMatchObject({
    detail: { event: 'Picked up', at },
    dueAt: new Date(Date.parse(at) + 7 * 86_400_000).toISOString(),
  })
  const afloat = await changed(order.id, 'quiet', () => change(order.id, { lastMilestone: 'departed' }))
  expect(afloat.dueAt).toBe(new Date(Date.parse(at) + 12 * 86_400_000).toISOString())
  await change(order.id, { lastEventTime: daysFromNow(-11) })
  expect(await queue.open(order.id)).toEqual([])
})

test('quote-waiting: more hours to answer in', async () => {
  const order = await calm({
    transportationMode: TransportationMode.FCL,
    estimatedTransportation: null,
    // The time is on a Friday, two hours before the end of the working day.
    createdAt: '2026-10-30T16:00:00.000Z',
    lastEventTime: hoursFromNow(0),
  })
  expect(await queue.item(order.id, 'quote-waiting')).toMatchObject({ dueAt: '2026-11-02T11:00:00.000Z' })
  const longer = await changed(order.id, 'quote-waiting', () => ruleOf('quote-waiting', { parameters: { hours: 8 } }))
  expect(longer.dueAt).toBe('2026-11-02T15:00:00.000Z')
  await ruleOf('quote-waiting', { parameters: { hours: 4 } })
  // A request without a container is none any more.
  await change(order.id, { transportationMode: TransportationMode.LCL, estimatedTransportation: 900 })
  expect(await queue.open(order.id)).not.toContain('quote-waiting')
})

test('client-document: one more', async () => {
  const order = await calm()
  const upload = (name: string, hours: number) =>
    server.db
      .insertInto('documents')
      .values({
        name,
        contentType: 'application/pdf',
        size: 4,
        sha256: Buffer.alloc(32),
        storageKey: `documents/c/${name}`,
        categoryId: 1,
        uploadedBy: order.userId,
        orderId: order.id,
        openedAt: null,
        createdAt: hoursFromNow(hours),
      })
      .execute()
  await upload('invoice.pdf', -2)
  const { dueAt } = (await queue.item(order.id, 'client-document')) ?? {}
  const more = await changed(order.id, 'client-document', () => upload('list.pdf', -1))
  expect(more).toMatchObject({ dueAt, detail: { count: 2, name: 'invoice.pdf' } })
})

test('unconfirmed: another day on which the cargo is ready, other days of the rule, and none at all', async () => {
  const order = await calm({}, { vesselId: null, cargoReadyAt: daysFromNow(2) })
  const readyAt = daysFromNow(1)
  expect(await changed(order.id, 'unconfirmed', () => confirm(order.id, { cargoReadyAt: readyAt }))).toMatchObject({
    detail: { readyAt },
    dueAt: new Date(Date.parse(readyAt) - 3 * 86_400_000).toISOString(),
  })
  const days = (readyDays: number) => ruleOf('unconfirmed', { parameters: { readyDays } })
  expect((await changed(order.id, 'unconfirmed', () => days(2))).dueAt).toBe(
    new Date(Date.parse(readyAt) - 2 * 86_400_000).toISOString(),
  )
  await days(0)
  expect(await queue.open(order.id)).toEqual([])
  await days(3)
  expect(await queue.open(order.id)).toEqual(['unconfirmed'])
  // A booking of today without a ready day has two working days to get one.
  await confirm(order.id, { cargoReadyAt: null })
  expect(await queue.open(order.id)).toEqual([])
})

test('late-delivery: other days of the delivery grid, with the job', async () => {
  const order = await calm()
  const where = { depotId: order.originDepotId ?? 0, cartageId: order.shipmentDestination ?? 0 }
  await server.db
    .insertInto('deliveryTimes')
    .values({ ...where, days: 20 })
    .execute()
  const left = daysFromNow(-30)
  await confirm(order.id, { actualTimeOfDepartureAt: left })
  const grid = async (days: number) => {
    await server.db
      .updateTable('deliveryTimes')
      .set({ days })
      .where('depotId', '=', where.depotId)
      .where('cartageId', '=', where.cartageId)
      .execute()
    await keepItems(server.db)
  }
  expect(await changed(order.id, 'late-delivery', () => grid(25))).toMatchObject({
    detail: { days: 25 },
    dueAt: new Date(Date.parse(left) + 25 * 86_400_000).toISOString(),
  })
  await grid(40)
  expect(await queue.open(order.id)).toEqual([])
})

test('measured-differs: measured again', async () => {
  const order = await calm()
  await board(order.id)
  const measure = (volumeCbm: number, receivedAt: string) =>
    server.db
      .updateTable('loadings')
      .set({ receivedAt, volumeCbm, weightKg: 620 })
      .where('orderId', '=', order.id)
      .execute()
  await measure(4, hoursFromNow(-9))
  const receivedAt = hoursFromNow(-2)
  expect(await changed(order.id, 'measured-differs', () => measure(3.5, receivedAt))).toMatchObject({
    dueAt: receivedAt,
    detail: { bookedCbm: 2.5, measuredCbm: 3.5, bookedKg: 620, measuredKg: 620 },
  })
  await measure(2.5, receivedAt)
  expect(await queue.open(order.id)).toEqual([])
})

test('customs-exam: a second exam, and what comes after it', async () => {
  const order = await calm()
  await reach(order.id, 'customs-exam', hoursFromNow(-30))
  const again = hoursFromNow(-4)
  expect(await changed(order.id, 'customs-exam', () => reach(order.id, 'customs-exam', again))).toMatchObject({
    dueAt: again,
  })
  await reach(order.id, 'available')
  expect(await queue.open(order.id)).toEqual([])
})

test('customs-exam: an exam that is undone after another event closes it at once', async () => {
  const order = await calm()
  const exam = await reach(order.id, 'customs-exam')
  await reach(order.id, 'arrived')
  expect(await queue.open(order.id)).toEqual(['customs-exam'])
  await server.db.deleteFrom('orderEvents').where('id', '=', exam).execute()
  expect(await queue.open(order.id)).toEqual([])
})

test('note-due: another time, another text and another assignee', async () => {
  const order = await calm()
  const { body } = await server.call('POST', `request/booking/${order.id}/notes`, {
    body: { body: 'Call the CFS', dueAt: hoursFromNow(-5) },
  })
  const edit = (values: object) =>
    server.call('PUT', `request/booking/${order.id}/notes/${body.data.id}`, { body: values })
  const dueAt = hoursFromNow(-1)
  const sent = { dueAt, body: 'Call the CFS again', assigneeId: server.staff.id }
  expect(await changed(order.id, 'note-due', () => edit(sent))).toMatchObject({
    dueAt,
    detail: { body: 'Call the CFS again', assigneeId: server.staff.id },
  })
  await edit({ dueAt: hoursFromNow(5) })
  expect(await queue.open(order.id)).toEqual([])
})

test('every rule: another severity, at once', async () => {
  const order = await calm({ lastEventTime: daysFromNow(-9) }, { estimatedTimeOfDepartureAt: daysFromNow(-3) })
  for (const rule of ['quiet', 'not-departed'] as const) {
    const usual = (await queue.item(order.id, rule))?.severity
    expect((await changed(order.id, rule, () => ruleOf(rule, { severity: 3 }))).severity).toBe(3)
    await ruleOf(rule, { severity: usual })
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from attention a join attention_rules r on r.code = a.rule
    where a.resolved_at is null and a.severity <> r.severity and not (a.rule = 'mail-failed' and a.severity = 1)`.execute(
    server.db,
  )
  expect(rows).toEqual([{ n: 0 }])
})

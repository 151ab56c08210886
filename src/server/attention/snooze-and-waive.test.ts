import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { daysFromNow, hoursFromNow, settleDelivery, startQueue, waitingMail } from './attention.fixture.ts'

const { server, queue, admin, dueIn, post, list, idsOf, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(() => noOrders())

describe('snoozing', () => {
  test('takes an item out of the list until its time, and null brings it back', async () => {
    const { id } = await dueIn(30)
    const until = hoursFromNow(20)
    const { body } = await post(`${id}/snooze`, { until })
    expect(body.data).toMatchObject({ snoozedUntil: until, snoozedBy: { name: 'Mara Staff' } })
    expect([await idsOf(), await idsOf('?snoozed=1')]).toEqual([[], [id]])
    expect((await list('?snoozed=1')).counts).toEqual({ 'cargo-cut-off': 1 })
    await post(`${id}/snooze`, { until: null })
    expect([await idsOf(), await idsOf('?snoozed=1')]).toEqual([[id], []])
  })

  test('holds while facts of the item change', async () => {
    const { id, orderId } = await dueIn(30)
    await post(`${id}/snooze`, { until: hoursFromNow(20) })
    await server.db
      .updateTable('confirmations')
      .set({ cargoCutOffAt: hoursFromNow(25) })
      .where('orderId', '=', orderId)
      .execute()
    expect(await idsOf('?snoozed=1')).toEqual([id])
  })

  test('ends early when a due time passes that lay ahead', async () => {
    const { id } = await dueIn(30)
    await post(`${id}/snooze`, { until: hoursFromNow(40) })
    await sql`update attention set due_at = now() - interval '1 minute', snoozed_at = now() - interval '2 minutes'
      where id = ${id}`.execute(server.db)
    expect(await idsOf()).toEqual([id])
  })

  test('ends early when what lay ahead is moved to a time that has passed, not when it is moved to another ahead', async () => {
    const { id, orderId } = await dueIn(30)
    await post(`${id}/snooze`, { until: hoursFromNow(20) })
    const cutOff = (cargoCutOffAt: string) =>
      server.db.updateTable('confirmations').set({ cargoCutOffAt }).where('orderId', '=', orderId).execute()
    await cutOff(hoursFromNow(40))
    expect(await idsOf('?snoozed=1')).toEqual([id])
    await cutOff(hoursFromNow(-3))
    expect([await idsOf(), await idsOf('?snoozed=1')]).toEqual([[id], []])
    // Another snooze finds the item overdue already: another time that has passed is only another fact.
    await post(`${id}/snooze`, { until: hoursFromNow(20) })
    await cutOff(hoursFromNow(-5))
    expect(await idsOf('?snoozed=1')).toEqual([id])
  })

  test('that ended early stays ended when the due time is put off', async () => {
    const { id, orderId } = await dueIn(30)
    await post(`${id}/snooze`, { until: hoursFromNow(20) })
    await sql`update attention set snoozed_at = now() - interval '3 hours' where id = ${id}`.execute(server.db)
    const cutOff = (cargoCutOffAt: string) =>
      server.db.updateTable('confirmations').set({ cargoCutOffAt }).where('orderId', '=', orderId).execute()
    await cutOff(hoursFromNow(-1))
    expect(await idsOf()).toEqual([id])
    await cutOff(hoursFromNow(10))
    expect([await idsOf(), await idsOf('?snoozed=1')]).toEqual([[id], []])
  })

  test('is of one item: another of the same rule and order stays, and so does one that comes later', async () => {
    const { id, orderId } = await dueIn(-5)
    const [to, copy] = await waitingMail(server.db, orderId)
    await settleDelivery(server.db, to)
    const first = await queue.item(orderId, 'mail-failed')
    await post(`${first?.id}/snooze`, { until: hoursFromNow(20) })
    await settleDelivery(server.db, copy)
    expect(await idsOf('?snoozed=1')).toEqual([first?.id])
    expect((await idsOf()).filter((each) => each !== id)).toHaveLength(1)
    expect((await list('?rule=mail-failed')).items).toMatchObject([{ subject: String(copy), things: 2 }])
    await settleDelivery(server.db, to, 'queued')
    await settleDelivery(server.db, to)
    expect((await list('?rule=mail-failed')).counts['mail-failed']).toBe(2)
  })

  test('of what is overdue already lasts as long as was asked', async () => {
    const { id } = await dueIn(-5)
    await post(`${id}/snooze`, { until: hoursFromNow(40) })
    expect(await idsOf('?snoozed=1')).toEqual([id])
  })

  test('ends early when the item becomes more urgent, not when it becomes less so', async () => {
    const { id, orderId } = await dueIn(30)
    const quiet = (await dueIn(60, { lastEventTime: daysFromNow(-9) })).orderId
    const quietId = (await queue.item(quiet, 'quiet'))?.id
    for (const each of [id, quietId]) await post(`${each}/snooze`, { until: hoursFromNow(20) })
    await server.call('PUT', 'attention-rule/cargo-cut-off', { token: admin, body: { severity: 2 } })
    await server.call('PUT', 'attention-rule/quiet', { token: admin, body: { severity: 2 } })
    expect(await idsOf()).toEqual([quietId])
    expect(await queue.item(orderId, 'cargo-cut-off')).toMatchObject({ severity: 2 })
    await server.call('PUT', 'attention-rule/cargo-cut-off', { token: admin, body: { severity: 3 } })
    await server.call('PUT', 'attention-rule/quiet', { token: admin, body: { severity: 1 } })
  })

  test.each([
    ['the past', () => hoursFromNow(-1), 'Choose a time in the future'],
    ['more than a year', () => daysFromNow(367), 'A snooze lasts a year at most'],
    ['no time', () => 'tomorrow', expect.any(String)],
    ['nothing at all', () => undefined, 'This field cannot be empty'],
  ])('refuses %s at the field', async (_, until, message) => {
    const { id } = await dueIn(30)
    const { status, body } = await post(`${id}/snooze`, { until: until() })
    expect([status, body.data]).toEqual([400, { until: message }])
    expect((await post(`${id}/snooze`, { until: daysFromNow(365) })).status).toBe(200)
  })
})

describe('waiving', () => {
  test('needs a reason, closes the item for everybody and is audited', async () => {
    const { id, orderId } = await dueIn(-5)
    expect((await post(`${id}/waive`, { reason: ' ' })).body.data).toEqual({ reason: 'This field cannot be empty' })
    expect((await post(`${id}/waive`, { reason: 'x'.repeat(256) })).status).toBe(400)
    const { body } = await post(`${id}/waive`, { reason: 'Delivered directly' })
    expect(body.data).toMatchObject({ waivedReason: 'Delivered directly', waivedBy: { name: 'Mara Staff' } })
    expect((await list()).counts).toEqual({})
    const trail = await server.call('GET', `admin/audit?entity=orders&entity_id=${orderId}`, { token: admin })
    expect(trail.body.data.items[0]).toMatchObject({
      action: 'order.waive',
      changes: [
        { label: 'Rule', after: 'Cargo cut-off' },
        { label: 'Reason', after: 'Delivered directly' },
      ],
    })
    expect((await post(`${id}/claim`)).body.message).toMatch(/^Mara Staff waived this at /)
  })

  test('holds while its facts change, and ends with the order', async () => {
    const { id, orderId } = await dueIn(-5)
    await post(`${id}/waive`, { reason: 'Delivered directly' })
    await server.db
      .updateTable('confirmations')
      .set({ cargoCutOffAt: hoursFromNow(3) })
      .where('orderId', '=', orderId)
      .execute()
    expect(await idsOf()).toEqual([])
    const status = (value: number) =>
      server.db
        .updateTable('orders')
        .set({ status: value as 0 })
        .where('id', '=', orderId)
        .execute()
    await status(1)
    await status(0)
    expect((await list()).items).toMatchObject([{ orderId, waivedReason: null }])
  })

  test('of several items is audited for each order', async () => {
    const [one, other] = [await dueIn(-5), await dueIn(-6)]
    await post('waive', { ids: [one.id, other.id], reason: 'Rolled' })
    for (const { orderId } of [one, other]) {
      const trail = await server.call('GET', `admin/audit?entity=orders&entity_id=${orderId}`, { token: admin })
      expect(trail.body.data.items[0]).toMatchObject({ action: 'order.waive', changes: [{}, { after: 'Rolled' }] })
    }
  })

  test('can be taken back, once', async () => {
    const { id } = await dueIn(-5)
    await post(`${id}/waive`, { reason: 'Delivered directly' })
    expect((await post(`${id}/unwaive`)).body.data.waivedReason).toBeNull()
    expect(await idsOf()).toEqual([id])
    expect((await post(`${id}/unwaive`)).status).toBe(409)
  })
})

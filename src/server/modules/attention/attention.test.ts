import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { Role } from '#contract/session/session.ts'
import { keepItems, keepItemsAlone, rebuildItems, sweepItems } from '#server/attention/keep-items.ts'
import { createUser } from '#server/test/records.ts'
import { type CallOptions, startTestServer, type TestServer } from '#server/test/server.ts'
import { calmOrders, daysFromNow, hoursFromNow, queueOf } from './attention.fixture.ts'

let server: TestServer
let queue: ReturnType<typeof queueOf>
let calm: ReturnType<typeof calmOrders>
let admin: string
let priya: { id: number; token: string }

beforeAll(async () => {
  server = await startTestServer()
  queue = queueOf(server.db)
  calm = calmOrders(server.db)
  admin = await server.signIn({ role: [Role.ADMIN] })
  const { id } = await createUser(server.db, { username: 'Priya Nair', role: [Role.MANAGER] })
  priya = { id, token: await server.tokenFor(id) }
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from orders`.execute(server.db)
})

/** An order whose cut-off is in so many hours; its item. */
async function dueIn(hours: number, values: Parameters<typeof calm>[0] = {}) {
  const order = await calm(values, { cargoCutOffAt: hoursFromNow(hours) })
  const item = await queue.item(order.id, 'cargo-cut-off')
  return { orderId: order.id, trackingCode: order.trackingCode, id: item?.id ?? 0 }
}
const post = (path: string, body?: unknown, options: CallOptions = {}) =>
  server.call('POST', `attention/${path}`, { body, ...options })
const list = async (query = '', options?: CallOptions) =>
  (await server.call('GET', `attention${query}`, options)).body.data
const idsOf = async (query = '', options?: CallOptions) =>
  (await list(query, options)).items.map(({ id }: AttentionItem) => id)

describe('the list', () => {
  test('begins with what is due longest, with the facts of the order', async () => {
    const [second, first] = [await dueIn(10), await dueIn(-3, { inChargeId: priya.id })]
    const { items, counts, totalCount } = await list()
    expect(items.map(({ id }: AttentionItem) => id)).toEqual([first.id, second.id])
    expect([counts, totalCount]).toEqual([{ 'cargo-cut-off': 2 }, 2])
    expect(items[0]).toMatchObject({
      rule: 'cargo-cut-off',
      severity: 3,
      orderId: first.orderId,
      trackingCode: first.trackingCode,
      companyName: 'Anna Trading',
      inCharge: { id: priya.id, name: 'Priya Nair' },
      sailing: null,
      things: 1,
      claimedBy: null,
      snoozedUntil: null,
      waivedReason: null,
    })
  })

  test('comes in pages, and a page past the end is the last one', async () => {
    const all = [await dueIn(1), await dueIn(2), await dueIn(3)].map(({ id }) => id)
    expect(await idsOf('?per_page=2&page=1')).toEqual(all.slice(0, 2))
    expect(await list('?per_page=2&page=9')).toMatchObject({ currentPageNumber: 2, totalCount: 3 })
  })

  test('shows the orders of one person, or of nobody, and one rule; counts are of all rules', async () => {
    const [mine, nobodys] = [await dueIn(1, { inChargeId: server.staff.id }), await dueIn(2)]
    const hers = await dueIn(3, { inChargeId: priya.id, lastEventTime: daysFromNow(-9) })
    const quiet = await queue.item(hers.orderId, 'quiet')
    expect(await idsOf('?owner=me')).toEqual([mine.id])
    expect(await idsOf('?owner=none')).toEqual([nobodys.id])
    expect(await idsOf(`?owner=${priya.id}`)).toEqual([quiet?.id, hers.id])
    const { items, counts, totalCount } = await list(`?owner=${priya.id}&rule=quiet`)
    expect(items.map(({ id }: AttentionItem) => id)).toEqual([quiet?.id])
    expect([counts, totalCount]).toEqual([{ 'cargo-cut-off': 1, quiet: 1 }, 1])
    expect(items[0].things).toBe(2)
  })

  test.each([
    ['rule=late', 'rule'],
    ['owner=Priya', 'owner'],
    ['claimed=you', 'claimed'],
    ['snoozed=perhaps', 'snoozed'],
    ['page=0', 'page'],
  ])('refuses %s at its name', async (query, name) => {
    const { status, body } = await server.call('GET', `attention?${query}`)
    expect([status, Object.keys(body.data)]).toEqual([400, [name]])
  })

  test('counts tell what is mine and what there is', async () => {
    await dueIn(1, { inChargeId: server.staff.id })
    await dueIn(2)
    expect((await server.call('GET', 'attention/counts')).body.data).toEqual({
      mine: { 'cargo-cut-off': 1 },
      all: { 'cargo-cut-off': 2 },
    })
  })

  test('an order lists its own, snoozed and waived ones too; 404 for no order', async () => {
    const { orderId, id } = await dueIn(1, { lastEventTime: daysFromNow(-9) })
    const quiet = await queue.item(orderId, 'quiet')
    await post(`${id}/waive`, { reason: 'Delivered directly' })
    await post(`${quiet?.id}/snooze`, { until: hoursFromNow(20) })
    const { body } = await server.call('GET', `request/booking/${orderId}/attention`)
    expect(body.data.map(({ rule, waivedReason }: AttentionItem) => [rule, waivedReason])).toEqual([
      ['cargo-cut-off', 'Delivered directly'],
      ['quiet', null],
    ])
    expect((await server.call('GET', 'request/booking/2147483647/attention')).status).toBe(404)
  })
})

describe('claiming', () => {
  test('says who works on an item; somebody else reads it in the 409', async () => {
    const { id } = await dueIn(1)
    const claimed = await post(`${id}/claim`, undefined, { token: priya.token })
    expect(claimed.body.data).toMatchObject({ claimedBy: { id: priya.id, name: 'Priya Nair' } })
    const second = await post(`${id}/claim`)
    expect([second.status, second.body.message]).toEqual([
      409,
      expect.stringMatching(/^Priya Nair claimed this at \d{1,2}:\d\d\.$/),
    ])
    expect(second.body.data.current.claimedBy.name).toBe('Priya Nair')
    expect((await post(`${id}/claim`, undefined, { token: priya.token })).status).toBe(200)
    expect(await idsOf('?claimed=me', { token: priya.token })).toEqual([id])
    expect(await idsOf('?claimed=me')).toEqual([])
  })

  test('of two people at once, one gets it', async () => {
    const { id } = await dueIn(1)
    const both = await Promise.all([post(`${id}/claim`), post(`${id}/claim`, undefined, { token: priya.token })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('lapses after four hours', async () => {
    const { id } = await dueIn(1)
    await post(`${id}/claim`, undefined, { token: priya.token })
    const claimedAt = (minutes: number) =>
      sql`update attention set claimed_at = now() - make_interval(mins => ${minutes}) where id = ${id}`.execute(
        server.db,
      )
    await claimedAt(239)
    expect((await post(`${id}/claim`)).status).toBe(409)
    await claimedAt(241)
    expect((await list()).items[0].claimedBy).toBeNull()
    expect((await post(`${id}/claim`)).body.data.claimedBy.name).toBe('Mara Staff')
  })

  test('ends when it is released, which only its owner can do', async () => {
    const { id } = await dueIn(1)
    await post(`${id}/claim`, undefined, { token: priya.token })
    expect((await post(`${id}/release`)).status).toBe(409)
    expect((await post(`${id}/release`, undefined, { token: priya.token })).body.data.claimedBy).toBeNull()
    expect((await post(`${id}/release`)).status).toBe(200)
  })

  test('is not assigning', async () => {
    const { id } = await dueIn(1)
    expect((await post(`${id}/claim`)).body.data.inCharge).toBeNull()
  })
})

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

  test('holds while the cause does, and ends with the order', async () => {
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

  test('can be taken back, once', async () => {
    const { id } = await dueIn(-5)
    await post(`${id}/waive`, { reason: 'Delivered directly' })
    expect((await post(`${id}/unwaive`)).body.data.waivedReason).toBeNull()
    expect(await idsOf()).toEqual([id])
    expect((await post(`${id}/unwaive`)).status).toBe(409)
  })
})

describe('several at once', () => {
  test('each is judged by itself, in the order in which they were sent', async () => {
    const [free, taken] = [await dueIn(1), await dueIn(2)]
    await post(`${taken.id}/claim`, undefined, { token: priya.token })
    const { body } = await post('claim', { ids: [taken.id, free.id, 2_147_483_647, free.id] })
    expect(body.data.items).toEqual([
      { id: taken.id, state: 'failed', reason: expect.stringMatching(/^Priya Nair claimed this/) },
      { id: free.id, state: 'done', reason: null },
      { id: 2_147_483_647, state: 'failed', reason: 'This is no longer in the queue' },
    ])
  })

  test('a call that changed nothing is an error: 404 if there are no such items, else 409', async () => {
    const taken = await dueIn(2)
    await post('claim', { ids: [taken.id] }, { token: priya.token })
    expect((await post('claim', { ids: [taken.id] })).status).toBe(409)
    expect((await post('claim', { ids: [2_147_483_647] })).status).toBe(404)
  })

  test('snoozing, releasing and waiving take ids too', async () => {
    const ids = [(await dueIn(30)).id, (await dueIn(31)).id]
    await post('claim', { ids })
    await post('release', { ids })
    expect((await list()).items.map(({ claimedBy }: AttentionItem) => claimedBy)).toEqual([null, null])
    await post('snooze', { ids, until: hoursFromNow(5) })
    expect(await idsOf('?snoozed=1')).toEqual(ids)
    await post('waive', { ids, reason: 'Rolled' })
    expect(await idsOf('?snoozed=1')).toEqual([])
  })

  test.each([[[]], [Array.from({ length: 1001 }, (_, index) => index + 1)], ['all']])(
    'refuses bad ids',
    async (ids) => {
      const { status, body } = await post('claim', { ids })
      expect([status, Object.keys(body.data)]).toEqual([400, ['ids']])
    },
  )
})

test('what is done cannot be changed any more', async () => {
  const { id, orderId } = await dueIn(1)
  await server.db.updateTable('orders').set({ lastMilestone: 'received' }).where('id', '=', orderId).execute()
  const done = await post(`${id}/claim`)
  expect([done.status, done.body.message]).toEqual([409, 'This is done already.'])
  expect((await post('2147483647/claim')).status).toBe(404)
})

describe('rules', () => {
  const rule = (code: string, body: unknown, token = admin) =>
    server.call('PUT', `attention-rule/${code}`, { token, body })

  test('are for administrators', async () => {
    expect((await server.call('GET', 'attention-rule')).status).toBe(403)
    expect((await rule('quiet', { active: false }, server.token)).status).toBe(403)
    const { body } = await server.call('GET', 'attention-rule', { token: admin })
    expect(body.data[0]).toMatchObject({ code: 'mail-failed', active: true, severity: 3, parameters: {} })
  })

  test('one that is switched off closes its items; on again brings them back', async () => {
    const { orderId } = await dueIn(1)
    await rule('cargo-cut-off', { active: false })
    expect(await queue.open(orderId)).toEqual([])
    expect(await queue.open((await dueIn(2)).orderId)).toEqual([])
    await rule('cargo-cut-off', { active: true })
    expect(await queue.open(orderId)).toEqual(['cargo-cut-off'])
  })

  test('values take effect at once, settings of the staff too', async () => {
    const afloat = await calm({ lastEventTime: daysFromNow(-10), lastMilestone: 'departed' })
    const soon = await calm({}, { cargoCutOffAt: hoursFromNow(60) })
    const { body } = await rule('quiet', { parameters: { afloatDays: 9 } })
    expect(body.data.parameters).toEqual({ afloatDays: 9 })
    expect(await queue.open(afloat.id)).toEqual(['quiet'])
    const settings = (cutOffHours: number) =>
      server.call('PUT', 'admin/settings', { token: admin, body: { cutOffHours } })
    await settings(72)
    expect(await queue.open(soon.id)).toEqual(['cargo-cut-off'])
    await settings(48)
    expect(await queue.open(soon.id)).toEqual([])
    await rule('quiet', { parameters: { afloatDays: 12 } })
    expect(await queue.open(afloat.id)).toEqual([])
  })

  test('refuse values out of range and values that they do not have, and a stale version', async () => {
    const at = async (code: string, body: unknown) => {
      const reply = await rule(code, body)
      return [reply.status, Object.keys(reply.body.data ?? {})]
    }
    expect(await at('quiet', { parameters: { afloatDays: 91 } })).toEqual([400, ['parameters.afloatDays']])
    expect(await at('quiet', { parameters: { hours: 1 } })).toEqual([400, ['parameters.hours']])
    expect(await at('quiet', { severity: 4 })).toEqual([400, ['severity']])
    expect(await at('quiet', { active: 'yes' })).toEqual([400, ['active']])
    expect((await rule('quiet', { parameters: { afloatDays: 90 } })).status).toBe(200)
    expect(
      (await rule('quiet', { parameters: { afloatDays: 12 }, updatedAt: '2020-01-01T00:00:00.000Z' })).status,
    ).toBe(409)
    expect((await rule('quiet', { parameters: { afloatDays: 12 } })).status).toBe(200)
    expect((await rule('loud', { active: true })).status).toBe(404)
  })

  test('changes are audited', async () => {
    await rule('not-arrived', { severity: 1 })
    await rule('not-arrived', { severity: 2 })
    const { body } = await server.call('GET', 'admin/audit?entity=attentionRules', { token: admin })
    expect(body.data.items[0]).toMatchObject({
      action: 'attention-rule.update',
      changes: [
        { label: 'Rule', after: 'Not arrived' },
        { label: 'Severity', before: '1', after: '2' },
      ],
    })
  })
})

describe('keeping', () => {
  const snapshot = async () =>
    server.db
      .selectFrom('attention')
      .select(['orderId', 'rule', 'subject', 'severity', 'dueAt', 'detail', 'claimedBy', 'waivedReason'])
      .where('resolvedAt', 'is', null)
      .orderBy('orderId')
      .orderBy('rule')
      .execute()

  test('a rebuild gives exactly what was there, and mends what was not', async () => {
    const { id } = await dueIn(1)
    const waived = await dueIn(2, { lastEventTime: daysFromNow(-9) })
    await post(`${id}/claim`)
    await post(`${waived.id}/waive`, { reason: 'Rolled' })
    const before = await snapshot()
    expect(before).toHaveLength(3)
    expect(await rebuildItems(server.db)).toMatchObject({ opened: 0, closed: 0, open: 3 })
    expect(await snapshot()).toEqual(before)
    await sql`delete from attention where rule = 'quiet'`.execute(server.db)
    await sql`update attention set detail = '{"wrong": true}'`.execute(server.db)
    await sql`insert into attention (order_id, rule, severity) values (${waived.orderId}, 'not-arrived', 2)`.execute(
      server.db,
    )
    expect(await rebuildItems(server.db)).toMatchObject({ opened: 1, closed: 1, open: 3 })
    expect(await snapshot()).toEqual(before)
    expect(await keepItems(server.db)).toBe(0)
  })

  test('of several instances, one keeps the items', async () => {
    const { orderId } = await dueIn(1)
    await sql`delete from attention`.execute(server.db)
    await server.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(6201031)`.execute(tx)
      expect(await keepItemsAlone(server.db)).toBe(0)
    })
    expect(await keepItemsAlone(server.db)).toBe(1)
    expect(await queue.open(orderId)).toEqual(['cargo-cut-off'])
  })

  test('what was done more than 400 days ago is swept', async () => {
    const { id, orderId } = await dueIn(1)
    await server.db.updateTable('orders').set({ lastMilestone: 'received' }).where('id', '=', orderId).execute()
    const done = (days: number) =>
      sql`update attention set resolved_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(server.db)
    await done(399)
    expect(await sweepItems(server.db)).toBe(0)
    await done(401)
    expect(await sweepItems(server.db)).toBe(1)
  })
})

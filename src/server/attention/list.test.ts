import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { daysFromNow, hoursFromNow, startQueue } from './attention.fixture.ts'

const { server, queue, priya, dueIn, post, list, idsOf, noOrders } = await startQueue()
afterAll(() => server.close())
beforeEach(() => noOrders())

describe('the list', () => {
  test('begins with what is due longest of what is as urgent, with the facts of the order', async () => {
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

  test('has the most urgent first, whatever is due longer: of everybody, one person, nobody, what is claimed and what is snoozed', async () => {
    const of = async (inChargeId: number | null) => {
      const { id, orderId } = await dueIn(30, { inChargeId, lastEventTime: daysFromNow(-300) })
      return { urgent: id, quiet: (await queue.item(orderId, 'quiet'))?.id ?? 0 }
    }
    const [mine, hers, nobodys] = [await of(server.staff.id), await of(priya.id), await of(null)]
    const three = [mine, hers, nobodys]
    const all = [...three.map(({ urgent }) => urgent), ...three.map(({ quiet }) => quiet)]
    expect(await idsOf()).toEqual(all)
    expect(await idsOf('?per_page=2&page=2')).toEqual(all.slice(2, 4))
    expect(await idsOf('?owner=me')).toEqual([mine.urgent, mine.quiet])
    expect(await idsOf('?owner=none')).toEqual([nobodys.urgent, nobodys.quiet])
    await post('claim', { ids: all })
    expect(await idsOf('?claimed=me')).toEqual(all)
    await post('snooze', { ids: all, until: hoursFromNow(20) })
    expect(await idsOf('?snoozed=1')).toEqual(all)
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
    expect(await idsOf(`?owner=${priya.id}`)).toEqual([hers.id, quiet?.id])
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

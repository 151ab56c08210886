import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { measuredDiffers } from '#contract/sailings/loadings.ts'
import { changesOf, daysFromNow, hoursFromNow, startQueue } from '#server/attention/attention.fixture.ts'

const { server, queue, calm } = await startQueue()
const { change, reach, board } = changesOf(server)
afterAll(() => server.close())

describe('quiet', () => {
  test('opens seven days after the last event and closes with the next one', async () => {
    const order = await calm({ lastEventTime: daysFromNow(-6.9), lastEventName: 'Confirmed' })
    expect(await queue.open(order.id)).toEqual([])
    const at = daysFromNow(-7.1)
    await change(order.id, { lastEventTime: at })
    expect(await queue.item(order.id, 'quiet')).toMatchObject({
      dueAt: new Date(Date.parse(at) + 7 * 86_400_000).toISOString(),
      severity: 1,
      detail: { event: 'Confirmed', at },
    })
    await reach(order.id, 'received')
    expect(await queue.open(order.id)).toEqual([])
  })

  test('takes twelve days between departure and arrival', async () => {
    const order = await calm({ lastEventTime: daysFromNow(-11), lastMilestone: 'departed' })
    expect(await queue.open(order.id)).toEqual([])
    await change(order.id, { lastEventTime: daysFromNow(-12.1) })
    expect(await queue.open(order.id)).toEqual(['quiet'])
    await change(order.id, { lastEventTime: daysFromNow(-8), lastMilestone: 'arrived' })
    expect(await queue.open(order.id)).toEqual(['quiet'])
  })

  test('an order without events counts from its booking', async () => {
    expect(await queue.open((await calm({ createdAt: daysFromNow(-8) })).id)).toEqual(['quiet'])
  })
})

describe('measured-differs', () => {
  test.each([
    [2.75, 620],
    [2.751, 620],
    [2.25, 620],
    [2.249, 620],
    [2.5, 682],
    [2.5, 682.001],
  ])('says what the sailing says: 2.5 CBM and 620 kg booked, %d and %d measured', async (volumeCbm, weightKg) => {
    const order = await calm()
    await board(order.id)
    await server.db
      .updateTable('loadings')
      .set({ receivedAt: hoursFromNow(-1), volumeCbm, weightKg })
      .where('orderId', '=', order.id)
      .execute()
    const figures = { bookedCbm: 2.5, bookedKg: 620, measuredCbm: volumeCbm, measuredKg: weightKg }
    expect(await queue.open(order.id)).toEqual(measuredDiffers(figures) ? ['measured-differs'] : [])
    await change(order.id, { shipmentVolume: volumeCbm, shipmentWeight: weightKg })
    expect(await queue.open(order.id)).toEqual([])
  })
})

describe('customs-exam', () => {
  test('is open from the exam until customs release the cargo', async () => {
    const order = await calm()
    const at = hoursFromNow(-3)
    const entry = await reach(order.id, 'customs-exam', at)
    expect(await queue.item(order.id, 'customs-exam')).toMatchObject({
      dueAt: at,
      severity: 3,
      detail: { event: 'Event customs-exam' },
    })
    const corrected = hoursFromNow(-5)
    await server.call('PUT', `request/event/entry/${entry}`, { body: { date: corrected } })
    expect(await queue.item(order.id, 'customs-exam')).toMatchObject({ dueAt: corrected })
    await reach(order.id, 'discharged')
    expect(await queue.open(order.id)).toEqual(['customs-exam'])
    await reach(order.id, 'customs-released')
    expect(await queue.open(order.id)).toEqual([])
  })

  test('an exam that is withdrawn or undone closes it', async () => {
    const order = await calm()
    const first = await reach(order.id, 'customs-exam')
    await reach(order.id, 'discharged')
    await server.call('POST', `request/event/entry/${first}/withdraw`, { body: { reason: 'Wrong order' } })
    expect(await queue.open(order.id)).toEqual([])
  })

  const [exam, released] = ['customs-exam', 'customs-released'] as const
  /**
   * Enters an exam and its release, dated this many hours ago, in this order; returns the rows of the queue,
   * kept and built from scratch.
   */
  const entered = async (...events: [typeof exam | typeof released, number][]) => {
    const order = await calm()
    const now = new Date().setSeconds(0, 0)
    for (const [milestone, hours] of events)
      await reach(order.id, milestone, new Date(now - hours * 3_600_000).toISOString())
    const open = await queue.open(order.id)
    const { rows } = await sql<{ ids: number[] }>`select stale_attention() as ids`.execute(server.db)
    expect(rows[0]?.ids).not.toContain(order.id)
    return open
  }

  test('whatever was entered first, it is open if the exam comes after the release by their dates', async () => {
    expect(await entered([released, 1], [exam, 24])).toEqual([])
    expect(await entered([exam, 24], [released, 1])).toEqual([])
    expect(await entered([released, 20], [exam, 1])).toEqual([exam])
    expect(await entered([exam, 1], [released, 20])).toEqual([exam])
  })

  test('of both in the same minute, what was entered later counts', async () => {
    expect(await entered([exam, 1], [released, 1])).toEqual([])
    expect(await entered([released, 1], [exam, 1])).toEqual([exam])
  })

  test('of two exams, the one that was later by its date is shown, once', async () => {
    const order = await calm()
    const later = hoursFromNow(-2)
    await reach(order.id, exam, later)
    await reach(order.id, exam, hoursFromNow(-20))
    expect(await queue.open(order.id)).toEqual([exam])
    expect(await queue.item(order.id, exam)).toMatchObject({ dueAt: later })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrderStatus, TransportationMode } from '#contract/orders/codes.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { measuredDiffers } from '#contract/sailings/loadings.ts'
import { Role } from '#contract/session/session.ts'
import { keepItems } from '#server/attention/keep-items.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import {
  calmOrders,
  createVessel,
  daysFromNow,
  hoursFromNow,
  queueOf,
  settleDelivery,
  waitingMail,
} from './attention.fixture.ts'

let server: TestServer
let queue: ReturnType<typeof queueOf>
let calm: ReturnType<typeof calmOrders>

beforeAll(async () => {
  server = await startTestServer()
  queue = queueOf(server.db)
  calm = calmOrders(server.db)
})
afterAll(() => server.close())

const confirm = (orderId: number, values: Record<string, unknown>) =>
  server.db.updateTable('confirmations').set(values).where('orderId', '=', orderId).execute()
const change = (orderId: number, values: Record<string, unknown>) =>
  server.db.updateTable('orders').set(values).where('id', '=', orderId).execute()

/** Sets an event with this milestone, as staff do. */
async function reach(orderId: number, milestone: Milestone, date = new Date().toISOString()) {
  const event = await server.db
    .insertInto('events')
    .values({ name: `Event ${milestone}`, publicStatus: '', milestone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { status, body } = await server.call('POST', 'request/event/data/add', {
    body: { bookingRequestId: orderId, eventId: event.id, date, comment: '', emailTemplateId: null, documents: [] },
  })
  expect([status, body.message]).toEqual([200, expect.anything()])
  return body.data.id as number // typed by the test that reads it
}

/** A sailing of an order's own, aboard which it is. */
async function board(orderId: number) {
  const vesselId = await createVessel(server.db, `V${orderId}`)
  const sailing = await server.db
    .insertInto('sailings')
    .values({
      reference: `S-${orderId}`,
      vesselId,
      voyage: '1',
      portOfLoading: 'CNNGB',
      portOfDischarge: 'CAVAN',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db.insertInto('loadings').values({ orderId, sailingId: sailing.id, position: 1 }).execute()
}

test('an order that was booked now needs nobody', async () => {
  expect(await queue.open((await calm()).id)).toEqual([])
})

describe('mail-failed', () => {
  test('opens for each delivery that failed, the copy less urgent, and closes when it is retried', async () => {
    const order = await calm()
    const [to, copy] = await waitingMail(server.db, order.id)
    await settleDelivery(server.db, to)
    expect(await queue.item(order.id, 'mail-failed')).toMatchObject({
      subject: String(to),
      severity: 3,
      detail: { address: 'anna@example.test', reason: 'Mailbox unavailable', mail: 'Departed', copy: false },
    })
    await settleDelivery(server.db, copy)
    expect(await queue.open(order.id)).toEqual(['mail-failed', 'mail-failed'])
    await settleDelivery(server.db, to, 'queued')
    expect(await queue.item(order.id, 'mail-failed')).toMatchObject({ subject: String(copy), severity: 1 })
    await settleDelivery(server.db, copy, 'cancelled')
    expect(await queue.open(order.id)).toEqual([])
  })

  test('a failure after a retry is a new item', async () => {
    const order = await calm()
    const [to] = await waitingMail(server.db, order.id)
    await settleDelivery(server.db, to)
    const first = await queue.item(order.id, 'mail-failed')
    await settleDelivery(server.db, to, 'queued')
    await settleDelivery(server.db, to)
    expect((await queue.item(order.id, 'mail-failed'))?.id).not.toBe(first?.id)
  })
})

describe('cargo-cut-off', () => {
  test('opens within 48 hours of the cut-off, follows its date, and stays when it has passed', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(49) })
    expect(await queue.open(order.id)).toEqual([])
    await confirm(order.id, { cargoCutOffAt: hoursFromNow(47) })
    const first = await queue.item(order.id, 'cargo-cut-off')
    const passed = hoursFromNow(-30)
    await confirm(order.id, { cargoCutOffAt: passed })
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ id: first?.id, dueAt: passed })
    await confirm(order.id, { cargoCutOffAt: hoursFromNow(240) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('closes with the milestone received, and opens again when that is withdrawn', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5) })
    await reach(order.id, 'picked-up')
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
    const entry = await reach(order.id, 'received')
    expect(await queue.open(order.id)).toEqual([])
    await server.call('POST', `request/event/entry/${entry}/withdraw`, { body: { reason: 'Wrong order' } })
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
  })

  test('closes when the CFS has received the cargo', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5) })
    await board(order.id)
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
    await server.db
      .updateTable('loadings')
      .set({ receivedAt: hoursFromNow(0) })
      .where('orderId', '=', order.id)
      .execute()
    expect(await queue.open(order.id)).toEqual([])
    await server.db.deleteFrom('loadings').where('orderId', '=', order.id).execute()
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
  })
})

describe('not-departed and not-arrived', () => {
  test('a departure has passed when its day is over; the actual one closes it', async () => {
    const order = await calm({}, { estimatedTimeOfDepartureAt: hoursFromNow(-23) })
    expect(await queue.open(order.id)).toEqual([])
    const etd = hoursFromNow(-25)
    await confirm(order.id, { estimatedTimeOfDepartureAt: etd })
    expect(await queue.item(order.id, 'not-departed')).toMatchObject({ dueAt: etd, severity: 2 })
    await confirm(order.id, { actualTimeOfDepartureAt: hoursFromNow(-20) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('the same with the arrival at the port', async () => {
    const order = await calm({}, { portEstimatedTimeOfArrivalAt: hoursFromNow(-23) })
    expect(await queue.open(order.id)).toEqual([])
    const eta = hoursFromNow(-25)
    await confirm(order.id, { portEstimatedTimeOfArrivalAt: eta })
    expect(await queue.item(order.id, 'not-arrived')).toMatchObject({ dueAt: eta })
    await confirm(order.id, { portActualTimeOfArrivalAt: hoursFromNow(-1) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('the milestone says it too', async () => {
    const dates = { estimatedTimeOfDepartureAt: daysFromNow(-20), portEstimatedTimeOfArrivalAt: daysFromNow(-3) }
    const order = await calm({}, dates)
    expect(await queue.open(order.id)).toEqual(['not-arrived', 'not-departed'])
    await reach(order.id, 'departed')
    expect(await queue.open(order.id)).toEqual(['not-arrived'])
    await reach(order.id, 'arrived')
    expect(await queue.open(order.id)).toEqual([])
  })
})

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

describe('quote-waiting', () => {
  const request = { transportationMode: TransportationMode.FCL, estimatedTransportation: null }

  test('is open from the request until it has a price, and due after four working hours', async () => {
    // A Friday, two hours before the end of the working day.
    const order = await calm({ ...request, createdAt: '2026-10-30T16:00:00.000Z', lastEventTime: hoursFromNow(0) })
    expect(await queue.item(order.id, 'quote-waiting')).toMatchObject({ dueAt: '2026-11-02T11:00:00.000Z' })
    await change(order.id, { estimatedTransportation: 1200 })
    expect(await queue.open(order.id)).not.toContain('quote-waiting')
  })

  test.each([
    ['in the morning', '2026-10-28T09:30:00.000Z', '2026-10-28T13:30:00.000Z'],
    ['at night', '2026-10-28T03:00:00.000Z', '2026-10-28T13:00:00.000Z'],
    ['at the weekend', '2026-10-31T12:00:00.000Z', '2026-11-02T13:00:00.000Z'],
    ['up to the last minute of a day', '2026-10-28T14:00:00.000Z', '2026-10-28T18:00:00.000Z'],
  ])('counts working hours from a request %s', async (_, at, due) => {
    const { rows } = await sql<{ due: string }>`select after_working_hours(${at}, 4) as due`.execute(server.db)
    expect(rows[0]?.due).toBe(due)
  })

  test('working hours are those of the clock of the forwarder, over its change too', async () => {
    const zone = (name: string) =>
      sql`insert into settings values ('timeZone', to_jsonb(${name}::text)) on conflict (key) do update set value = excluded.value`.execute(
        server.db,
      )
    await zone('America/New_York')
    // Friday 17:00 there; the clock goes back in the night to Sunday, 1 November.
    const { rows } = await sql<{ due: string }>`
      select after_working_hours('2026-10-30T21:00:00Z', 4) as due`.execute(server.db)
    await zone('UTC')
    expect(rows[0]?.due).toBe('2026-11-02T17:00:00.000Z')
  })
})

describe('client-document', () => {
  test('is open while no member of staff has opened a document of the client', async () => {
    const order = await calm()
    const csr = await createUser(server.db, { role: [Role.CLIENT] })
    const documents = await server.db
      .insertInto('documents')
      .values(
        ['invoice.pdf', 'list.pdf'].map((name, index) => ({
          ...{
            name,
            contentType: 'application/pdf',
            size: 4,
            sha256: Buffer.alloc(32),
            storageKey: `documents/aa/${name}`,
          },
          ...{ categoryId: 1, uploadedBy: csr.id, orderId: order.id, openedAt: null },
          createdAt: hoursFromNow(-2 + index),
        })),
      )
      .returning(['id', 'createdAt'])
      .execute()
    expect(await queue.item(order.id, 'client-document')).toMatchObject({
      dueAt: documents[0]?.createdAt,
      detail: { count: 2, name: 'invoice.pdf' },
    })
    await server.services.files.write('documents/aa/invoice.pdf', Buffer.from('%PDF'))
    expect((await server.call('GET', `document/${documents[0]?.id}/download`)).status).toBe(200)
    expect((await queue.item(order.id, 'client-document'))?.detail).toEqual({ count: 1, name: 'list.pdf' })
    await server.db.deleteFrom('documents').where('orderId', '=', order.id).where('name', '=', 'list.pdf').execute()
    expect(await queue.open(order.id)).toEqual([])
  })

  test('a document of staff waits for nobody', async () => {
    const order = await calm()
    const row = { name: 'a.pdf', contentType: 'application/pdf', size: 4, sha256: Buffer.alloc(32), storageKey: 'x' }
    await server.db
      .insertInto('documents')
      .values({ ...row, categoryId: 1, uploadedBy: server.staff.id, orderId: order.id })
      .execute()
    expect(await queue.open(order.id)).toEqual([])
  })
})

describe('unconfirmed', () => {
  test('is open from three days before the cargo is ready, until a vessel is named', async () => {
    const order = await calm({}, { vesselId: null, cargoReadyAt: daysFromNow(3.1) })
    expect(await queue.open(order.id)).toEqual([])
    const ready = daysFromNow(2.9)
    await confirm(order.id, { cargoReadyAt: ready })
    expect(await queue.item(order.id, 'unconfirmed')).toMatchObject({
      dueAt: new Date(Date.parse(ready) - 3 * 86_400_000).toISOString(),
      detail: { readyAt: ready },
    })
    const vesselId = await createVessel(server.db, 'EVER NAMED')
    await confirm(order.id, { vesselId })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('without a date it opens two working days after booking', async () => {
    const { rows } = await sql<{ due: string }>`
      select after_working_days('2026-10-30T10:00:00Z', 2) as due`.execute(server.db)
    expect(rows[0]?.due).toBe('2026-11-03T10:00:00.000Z')
    const late = await calm({ createdAt: daysFromNow(-6), lastEventTime: hoursFromNow(0) }, { vesselId: null })
    expect(await queue.open(late.id)).toEqual(['unconfirmed'])
    expect(await queue.open((await calm({}, { vesselId: null })).id)).toEqual([])
  })

  test('a request without a price is no booking yet', async () => {
    const request = { estimatedTransportation: null, createdAt: daysFromNow(-6), lastEventTime: hoursFromNow(0) }
    const order = await calm({ ...request, transportationMode: TransportationMode.FCL }, { vesselId: null })
    expect(await queue.open(order.id)).toEqual(['quote-waiting'])
    await change(order.id, { estimatedTransportation: 900 })
    expect(await queue.open(order.id)).toEqual(['unconfirmed'])
  })
})

describe('late-delivery', () => {
  const days = (order: { originDepotId: number | null; shipmentDestination: number | null }, n: number) =>
    server.db
      .insertInto('deliveryTimes')
      .values({ depotId: order.originDepotId ?? 0, cartageId: order.shipmentDestination ?? 0, days: n })
      .execute()

  test('opens when the days of the delivery grid have passed since the departure', async () => {
    const order = await calm()
    await days(order, 20)
    await confirm(order.id, { actualTimeOfDepartureAt: daysFromNow(-20.5), portActualTimeOfArrivalAt: daysFromNow(-2) })
    expect(await queue.open(order.id)).toEqual([])
    const left = daysFromNow(-21.5)
    await confirm(order.id, { actualTimeOfDepartureAt: left })
    expect(await queue.item(order.id, 'late-delivery')).toMatchObject({
      dueAt: new Date(Date.parse(left) + 20 * 86_400_000).toISOString(),
      detail: { days: 20 },
    })
    await reach(order.id, 'delivered')
    expect(await queue.open(order.id)).toEqual([])
  })

  test('the event counts where no actual departure is known, and the actual arrival closes it', async () => {
    const order = await calm()
    await days(order, 5)
    await reach(order.id, 'departed', daysFromNow(-7))
    expect(await queue.open(order.id)).toContain('late-delivery')
    await confirm(order.id, { placeActualTimeOfArrivalAt: daysFromNow(-1) })
    expect(await queue.open(order.id)).not.toContain('late-delivery')
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
})

describe('note-due', () => {
  test('opens when the time of a note passes, follows it, and closes when the note is done or deleted', async () => {
    const order = await calm()
    const note = await server.db
      .insertInto('notes')
      .values({ orderId: order.id, body: 'Call the CFS', dueAt: hoursFromNow(1) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const set = (values: Record<string, unknown>) =>
      server.db.updateTable('notes').set(values).where('id', '=', note.id).execute()
    expect(await queue.open(order.id)).toEqual([])
    const dueAt = hoursFromNow(-1)
    await set({ dueAt })
    expect(await queue.item(order.id, 'note-due')).toMatchObject({
      dueAt,
      subject: String(note.id),
      detail: { noteId: note.id, body: 'Call the CFS' },
    })
    await set({ body: 'Call the CFS again' })
    expect((await queue.item(order.id, 'note-due'))?.detail).toMatchObject({ body: 'Call the CFS again' })
    await set({ doneAt: hoursFromNow(0) })
    expect(await queue.open(order.id)).toEqual([])
    await set({ doneAt: null })
    expect(await queue.open(order.id)).toEqual(['note-due'])
    await set({ deletedAt: hoursFromNow(0) })
    expect(await queue.open(order.id)).toEqual([])
  })
})

describe('every order', () => {
  test('needs nothing once it is cancelled or completed, and again what it needs when it is back in progress', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5), estimatedTimeOfDepartureAt: daysFromNow(-2) })
    for (const status of [OrderStatus.CANCELLED, OrderStatus.COMPLETED]) {
      expect(await queue.open(order.id)).toEqual(['cargo-cut-off', 'not-departed'])
      await change(order.id, { status })
      expect(await queue.open(order.id)).toEqual([])
      await change(order.id, { status: OrderStatus.IN_PROGRESS })
    }
    await change(order.id, { deletedAt: hoursFromNow(0) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('who is in charge goes with it; a disabled account counts as nobody', async () => {
    const marta = await createUser(server.db, { role: [Role.MANAGER] })
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5) })
    await server.call('PUT', `request/booking/${order.id}/in-charge`, { body: { userId: marta.id } })
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ inChargeId: marta.id })
    const disable = (disabledAt: string | null) =>
      server.db.updateTable('users').set({ disabledAt }).where('id', '=', marta.id).execute()
    await disable(hoursFromNow(0))
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ inChargeId: null })
    await disable(null)
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ inChargeId: marta.id })
  })

  test('nothing is left of a change that was rolled back', async () => {
    const order = await calm()
    await server.db
      .transaction()
      .execute(async (tx) => {
        await tx
          .updateTable('confirmations')
          .set({ cargoCutOffAt: hoursFromNow(5) })
          .where('orderId', '=', order.id)
          .execute()
        expect(await queueOf(tx).open(order.id)).toEqual(['cargo-cut-off'])
        throw new Error('no')
      })
      .catch(() => {})
    expect(await queue.open(order.id)).toEqual([])
  })

  test('two changes at once leave what the second one sees', async () => {
    const order = await calm({ lastMilestone: 'received' })
    const first = server.db.transaction().execute(async (tx) => {
      await tx.updateTable('orders').set({ lastMilestone: null }).where('id', '=', order.id).execute()
      // Its confirmation changes while this transaction is still open, and waits for it.
      const second = confirm(order.id, { cargoCutOffAt: hoursFromNow(5) })
      await sql`select pg_sleep(0.05)`.execute(tx)
      return { second }
    })
    await (await first).second
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
  })
})

describe('time', () => {
  /** Lets time pass for an order, without its triggers. */
  const later = (orderId: number, hours: number) =>
    server.db.transaction().execute(async (tx) => {
      await sql`set local quayside.attention = 'off'`.execute(tx)
      await sql`update confirmations set cargo_cut_off_at = cargo_cut_off_at - make_interval(hours => ${hours})
        where order_id = ${orderId}`.execute(tx)
    })

  test('the job opens what has become due since, and nothing twice', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(60) })
    await keepItems(server.db)
    await later(order.id, 20)
    expect(await queue.open(order.id)).toEqual([])
    expect(await keepItems(server.db)).toBe(1)
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
    expect(await keepItems(server.db)).toBe(0)
  })
})

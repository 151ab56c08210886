import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import {
  changesOf,
  hoursFromNow,
  settleDelivery,
  startQueue,
  waitingMail,
} from '#server/attention/attention.fixture.ts'
import { createUser } from '#server/test/records.ts'
import { zoneOf } from '#server/zones/iana.ts'
import { keepClock } from '#server/zones/keep-clock.ts'

const { server, queue, calm } = await startQueue()
const { change } = changesOf(server)
afterAll(() => server.close())

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

describe('quote-waiting', () => {
  const request = { transportationMode: TransportationMode.FCL, estimatedTransportation: null }

  test('is open from the request until it has a price, and due after four working hours', async () => {
    // The time is on a Friday, two hours before the end of the working day.
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
    await keepClock(server.db, zoneOf('America/New_York'))
    // The time is Friday 17:00 there; the clock goes back in the night to Sunday, 1 November.
    const { rows } = await sql<{ due: string }>`
      select after_working_hours('2026-10-30T21:00:00Z', 4) as due`.execute(server.db)
    await keepClock(server.db, zoneOf('UTC'))
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
          name,
          contentType: 'application/pdf',
          size: 4,
          sha256: Buffer.alloc(32),
          storageKey: `documents/aa/${name}`,
          categoryId: 1,
          uploadedBy: csr.id,
          orderId: order.id,
          openedAt: null,
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

import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { lateCutOffs } from '#server/sailings/warnings.ts'
import { createConfirmation, createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import {
  createAboard,
  createLoaded,
  createSailing,
  createVessel,
  dateCalls,
  march,
  TELLING,
} from './date-change.fixture.ts'

const server = testServer()

test('each order comes with its dates before and after, what its client was told, and the mail it would get', async () => {
  const { sailing, orders } = await createLoaded(server.db, 2)
  const template = await createTemplate(server.db)
  await server.db
    .updateTable('confirmations')
    .set({ toldPortEta: march(10) })
    .where('orderId', '=', orders[1]?.id ?? 0)
    .execute()
  const { body } = await dateCalls(server, `sailing/${sailing.id}`).preview({ emailTemplateId: template.id })
  expect(body.data).toMatchObject({
    updatedAt: sailing.updatedAt,
    dates: [{ field: 'portEta', from: march(12), to: march(17) }],
    orders: [
      {
        id: orders[0]?.id,
        trackingCode: orders[0]?.trackingCode,
        companyName: 'Anna Trading',
        fields: [
          { field: 'portEstimatedTimeOfArrivalAt', from: march(12), to: march(17) },
          { field: 'placeEstimatedTimeOfArrivalAt', from: march(15), to: march(20) },
        ],
        differs: false,
        toldPortEta: null,
        mail: { to: orders[0]?.email, template: { id: template.id, title: template.title }, shiftDays: 5 },
        conflict: null,
      },
      // Seven days lie between this date and the one that the client was told last.
      { id: orders[1]?.id, toldPortEta: march(10), mail: { shiftDays: 7 } },
    ],
  })
})

test('set leaves the arrival at the place; shift moves it by the days of the order, not of the sailing', async () => {
  const sailing = await createSailing(server.db)
  const own = { portEstimatedTimeOfArrivalAt: march(14) }
  await createAboard(server.db, sailing, { confirmed: own })
  const { preview } = dateCalls(server, `sailing/${sailing.id}`)
  const moves = async (mode: 'set' | 'shift') => (await preview({ mode })).body.data.orders[0].fields
  expect(await moves('set')).toEqual([{ field: 'portEstimatedTimeOfArrivalAt', from: march(14), to: march(17) }])
  expect((await moves('shift'))[1]).toEqual({ field: 'placeEstimatedTimeOfArrivalAt', from: march(15), to: march(18) })
})

test('a date that differed from the sailing is marked, one that is empty or new already is not', async () => {
  const sailing = await createSailing(server.db)
  for (const day of [march(12), march(10), null, march(17)])
    await createAboard(server.db, sailing, { confirmed: { portEstimatedTimeOfArrivalAt: day } })
  const { body } = await dateCalls(server, `sailing/${sailing.id}`).preview()
  expect(body.data.orders.map(({ differs }: { differs: boolean }) => differs)).toEqual([false, true, false, false])
})

test('cancelled, completed and arrived orders are left out', async () => {
  const sailing = await createSailing(server.db)
  for (const status of [1, 2] as const) await createAboard(server.db, sailing, { order: { status } })
  for (const field of ['portActualTimeOfArrivalAt', 'placeActualTimeOfArrivalAt'])
    await createAboard(server.db, sailing, { confirmed: { [field]: march(11) } })
  const stays = await createAboard(server.db, sailing)
  const { body } = await dateCalls(server, `sailing/${sailing.id}`).preview()
  expect(body.data.orders.map(({ id }: { id: number }) => id)).toEqual([stays.id])
})

test('an order that was edited in the last ten minutes says by whom', async () => {
  const { sailing, orders } = await createLoaded(server.db, 2)
  const marta = await createUser(server.db, { username: 'Marta', role: [Role.MANAGER] })
  const edit = { token: await server.tokenFor(marta.id), body: { vesselVoyage: '19E' } }
  await server.call('PUT', `request/booking/${orders[0]?.id}/confirmation/edit`, edit)
  const { body } = await dateCalls(server, `sailing/${sailing.id}`).preview()
  expect(body.data.orders[0].conflict).toEqual({ by: 'Marta', at: expect.any(String) })
  expect(body.data.orders[1].conflict).toBeNull()
  const own = await server.call('POST', `sailing/${sailing.id}/date-change/preview`, {
    token: edit.token,
    body: { dates: { portEta: march(17) }, mode: 'shift' },
  })
  expect(own.body.data.orders[0].conflict).toBeNull()
})

test('loading an order, and saving its sailing, is no edit of the order', async () => {
  const sailing = await createSailing(server.db)
  const orders: number[] = []
  for (const _ of [1, 2]) orders.push((await createOrder(server.db, { userId: (await createUser(server.db)).id })).id)
  const marta = await createUser(server.db, { username: 'Marta', role: [Role.MANAGER] })
  const token = await server.tokenFor(marta.id)
  const loaded = await server.call('POST', `sailing/${sailing.id}/orders`, { token, body: { orderIds: orders } })
  expect(loaded.status).toBe(200)
  const conflicts = async () => {
    const { body } = await dateCalls(server, `sailing/${sailing.id}`).preview()
    return body.data.orders.map(({ conflict }: { conflict: { by: string } | null }) => conflict?.by ?? null)
  }
  expect(await conflicts()).toEqual([null, null])
  await server.call('PUT', `sailing/${sailing.id}`, { token, body: { voyage: `${sailing.voyage}X` } })
  expect(await conflicts()).toEqual([null, null])
  await server.call('PUT', `request/booking/${orders[1]}/confirmation/edit`, {
    token,
    body: { vesselVoyage: '19E' },
  })
  expect(await conflicts()).toEqual([null, 'Marta'])
})

test('a cut-off that would be after the departure is named before the change', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const { preview } = dateCalls(server, `sailing/${sailing.id}`)
  const warnings = async (dates: object) => (await preview({ dates })).body.data.warnings
  const late = [{ field: 'cargoCutOffAt', message: 'This is after the departure' }]
  expect(await warnings({ cargoCutOffAt: '2026-03-01T23:59:00.000Z' })).toEqual([])
  expect(await warnings({ cargoCutOffAt: '2026-03-02T00:00:00.000Z' })).toEqual(late)
  expect(await warnings({ cargoCutOffAt: '2026-03-02T00:00:00.000Z', etd: march(2) })).toEqual([])
  expect(await warnings({ etd: null })).toEqual([])
})

test('the day of a cut-off is that of the clock on the wall', () => {
  const etd = march(1)
  const late = (at: string, timeZone: string) => lateCutOffs({ etd, cargoCutOffAt: at }, timeZone).length > 0
  expect(late('2026-03-02T07:59:00.000Z', 'America/Vancouver')).toBe(false)
  expect(late('2026-03-02T08:00:00.000Z', 'America/Vancouver')).toBe(true)
  expect(late('2026-03-01T15:59:00.000Z', 'Asia/Shanghai')).toBe(false)
  expect(late('2026-03-01T16:00:00.000Z', 'Asia/Shanghai')).toBe(true)
})

test('a move of less than shiftDays is no reason for a mail', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const admin = await server.signIn({ role: [Role.ADMIN] })
  const { preview } = dateCalls(server, `sailing/${sailing.id}`)
  const mailAt = async (day: number) => (await preview({ dates: { portEta: march(day) } })).body.data.orders[0].mail
  await server.call('PUT', 'admin/settings', { token: admin, body: { shiftDays: 3 } })
  expect(await mailAt(14)).toBeNull()
  expect(await mailAt(10)).toBeNull()
  expect(await mailAt(15)).toMatchObject({ shiftDays: 3 })
  expect(await mailAt(9)).toMatchObject({ shiftDays: -3 })
  await server.call('PUT', 'admin/settings', { token: admin, body: { shiftDays: 1 } })
  expect(await mailAt(13)).toMatchObject({ shiftDays: 1 })
})

test('other dates move without a mail; the VGM cut-off is on no confirmation', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const dates = { etd: march(2), vgmCutOffAt: '2026-02-27T12:00:00Z' }
  const { body } = await dateCalls(server, `sailing/${sailing.id}`).preview({ dates })
  expect(body.data.dates).toHaveLength(2)
  expect(body.data.orders[0]).toMatchObject({
    fields: [{ field: 'estimatedTimeOfDepartureAt', from: march(1), to: march(2) }],
    mail: null,
  })
})

test("an event brings its own template, unless another one is chosen; those that don't exist are refused", async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const [event, own, other] = [
    await createEvent(server.db),
    await createTemplate(server.db),
    await createTemplate(server.db),
  ]
  await server.db.updateTable('events').set({ emailTemplateId: own.id }).where('id', '=', event.id).execute()
  const { preview } = dateCalls(server, `sailing/${sailing.id}`)
  const templateOf = async (wanted: object) => (await preview(wanted)).body.data.orders[0].mail.template
  expect(await templateOf({})).toBeNull()
  expect(await templateOf({ eventId: event.id })).toMatchObject({ id: own.id })
  expect(await templateOf({ eventId: event.id, emailTemplateId: other.id })).toMatchObject({ id: other.id })
  expect((await preview({ eventId: 999_999 })).body.data).toHaveProperty('eventId')
  expect((await preview({ emailTemplateId: 999_999 })).body.data).toHaveProperty('emailTemplateId')
})

test('the mail of one order is shown with its new dates, and with the event', async () => {
  const { sailing, orders } = await createLoaded(server.db, 1)
  const event = await createEvent(server.db, 'Delayed')
  const template = await createTemplate(server.db, `${TELLING}<p>{{ order.event }}: {{ order.eventComment }}</p>`)
  const { preview } = dateCalls(server, `sailing/${sailing.id}`)
  const asked = { orderId: orders[0]?.id, eventId: event.id, comment: 'Storm' }
  expect((await preview(asked)).body.data.sample).toBeNull()
  const { sample } = (await preview({ ...asked, emailTemplateId: template.id })).body.data
  expect(sample).toMatchObject({ subject: `Order ${orders[0]?.trackingCode}`, to: orders[0]?.email })
  expect(sample.html).toContain('Port Mar 17 2026, place Mar 20 2026')
  expect(sample.html).toContain('Delayed: Storm')
})

test('an arrival before the departure is refused at the field, a departure after the arrival too', async () => {
  const { sailing } = await createLoaded(server.db, 1)
  const { preview, apply } = dateCalls(server, `sailing/${sailing.id}`)
  const arrives = { dates: { portEta: '2026-02-28T00:00:00Z' } }
  for (const refused of [await preview(arrives), await apply(arrives)]) {
    expect(refused.status).toBe(400)
    expect(refused.body.data).toEqual({ 'dates.portEta': 'The arrival is before the departure' })
  }
  expect((await preview({ dates: { etd: march(13) } })).body.data).toHaveProperty(['dates.etd'])
  expect((await preview({ dates: { etd: march(13), portEta: march(13) } })).status).toBe(200)
  await server.db
    .updateTable('sailings')
    .set({ atd: march(3) })
    .where('id', '=', sailing.id)
    .execute()
  expect((await preview({ dates: { portEta: march(2) } })).body.data).toHaveProperty(['dates.portEta'])
})

test.each([
  [{}, 'dates'],
  [{ portEta: 'soon' }, 'dates.portEta'],
])('the dates %j are refused at %s', async (dates, field) => {
  const { sailing } = await createLoaded(server.db, 0)
  const { status, body } = await dateCalls(server, `sailing/${sailing.id}`).preview({ dates })
  expect(status).toBe(400)
  expect(body.data).toHaveProperty([field])
})

test('a sailing that is unknown is 404, one that was cancelled or has arrived 409', async () => {
  const status = async (id: number) => (await dateCalls(server, `sailing/${id}`).preview()).status
  expect(await status(999_999)).toBe(404)
  expect(await status((await createSailing(server.db, { status: 'cancelled' })).id)).toBe(409)
  const arrived = { atd: march(1), portAta: march(12), status: 'arrived' as const }
  expect(await status((await createSailing(server.db, arrived)).id)).toBe(409)
})

test('confirmations without a sailing are found by vessel and voyage, however the voyage is spelt', async () => {
  const vessel = await createVessel(server.db, 'EVER GIVEN')
  const add = async (vesselVoyage: string, day: number) => {
    const { id } = await createUser(server.db)
    const order = await createOrder(server.db, { userId: id })
    const dates = { portEstimatedTimeOfArrivalAt: march(day) }
    await createConfirmation(server.db, { orderId: order.id, vesselId: vessel.id, vesselVoyage, ...dates })
    return order.id
  }
  const mine = [await add('018 E', 12), await add('018e', 12), await add('018-E', 11)]
  await add('019E', 12)
  await createAboard(server.db, await createSailing(server.db, { vesselId: vessel.id, voyage: '018E' }))
  const listed = await server.call('GET', `vessel/${vessel.id}/voyages`)
  expect(listed.body.data).toMatchObject([
    { orders: 3, portEta: march(12) },
    { voyage: '019E', orders: 1 },
  ])
  const { preview } = dateCalls(server, `vessel/${vessel.id}/voyages/${encodeURIComponent('018 E')}`)
  const { body } = await preview()
  expect(body.data).toMatchObject({ updatedAt: null, dates: [{ field: 'portEta', from: march(12), to: march(17) }] })
  expect(body.data.orders.map(({ id, differs }: { id: number; differs: boolean }) => [id, differs])).toEqual([
    [mine[0], false],
    [mine[1], false],
    [mine[2], true],
  ])
  const cutOff = { dates: { vgmCutOffAt: march(1) } }
  expect((await preview(cutOff)).body.data).toEqual({ 'dates.vgmCutOffAt': 'Only a sailing has this cut-off' })
  expect((await dateCalls(server, `vessel/${vessel.id}/voyages/none`).preview()).status).toBe(404)
  const long = await dateCalls(server, `vessel/${vessel.id}/voyages/${'x'.repeat(101)}`).preview()
  expect(long.body.data).toEqual({ voyage: 'Voyage must be no more than 100 characters' })
  expect((await dateCalls(server, 'vessel/999999/voyages/018E').preview()).status).toBe(404)
  expect((await server.call('GET', 'vessel/999999/voyages')).status).toBe(404)
})

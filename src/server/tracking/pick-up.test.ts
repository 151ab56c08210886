import { beforeAll, expect, test } from 'vitest'
import { freeTimeRecords, inDays, noon } from '#server/free-time/free-time.fixture.ts'
import { testServer } from '#server/test/test-server.ts'
import { nameOfDay } from './days.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof freeTimeRecords>>
beforeAll(async () => {
  records = await freeTimeRecords(server)
  const tiers = [{ fromDay: 1, toDay: null, amount: 85, per: 'container-day', minimum: null }]
  await records.addRule({ days: 3, startBasis: 'discharged', tiers })
  await records.addRule({ clock: 'storage', days: 5, startBasis: 'stripped', tiers })
})
const show = (trackingShowsFreeTime: boolean) =>
  server.db.updateTable('companyProfile').set({ trackingShowsFreeTime }).execute()

const codeOf = async (id: number) =>
  (await server.db.selectFrom('orders').select('trackingCode').where('id', '=', id).executeTakeFirstOrThrow())
    .trackingCode
const pageOf = async (id: number) => (await fetch(`${server.url}/site/tracking?code=${await codeOf(id)}`)).text()
const short = (days: number) => nameOfDay(inDays(days), inDays(0))

test('unless the company shows it, which it does not by default, the page says nothing of pick-up and free time', async () => {
  const token = await server.signIn({ role: ['ROLE_ADMIN'] })
  expect((await server.call('GET', 'admin/company', { token })).body.data).toMatchObject({
    trackingShowsFreeTime: false,
  })
  const { order } = await records.addFcl({ dischargedAt: noon(inDays(-2)), availableAt: noon(inDays(-1)) })
  expect(await pageOf(order.id)).not.toMatch(/pick-up|free until/i)
  const body = { trackingShowsFreeTime: true }
  expect((await server.call('PUT', 'admin/company', { token, body })).status).toBe(200)
  expect(await pageOf(order.id)).toContain('Ready for pick-up')
})

test('an FCL order that is available says since when, until when that is free and where, but never what it costs', async () => {
  const place = await records.addPlace('terminal', { address: '9 Pier Road' })
  const box = { dischargedAt: noon(inDays(-6)), terminalPlaceId: place.id }
  const { order, box: container } = await records.addFcl(box)
  expect(await pageOf(order.id)).not.toContain('Ready for pick-up')
  await records.data('PUT', `container/${container.id}`, { availableAt: noon(inDays(-5)) })
  const page = await pageOf(order.id)
  expect(page).toContain(`Ready for pick-up since ${short(-5)}, free until ${short(-3)}`)
  expect(page).toContain(`${place.name}, 9 Pier Road`)
  expect(page).not.toMatch(/\$|USD|\b85\b/)
  await records.data('PUT', `container/${container.id}`, { gatedOutAt: noon(inDays(0)) })
  expect(await pageOf(order.id)).not.toContain('Ready for pick-up')
})

test('an LCL order says its own storage, never the clock of the container that it shares', async () => {
  const cfs = await records.addPlace('cfs')
  const sailing = await records.addSailing({ destinationPlaceId: cfs.id })
  const body = {
    sailingId: sailing.id,
    sizeType: '42G1',
    dischargedAt: noon(inDays(-9)),
    availableAt: noon(inDays(-8)),
  }
  const box = await records.data('POST', 'container', body)
  const { id } = await records.addOrder()
  await records.load(sailing.id, [id], box.id)
  expect(await pageOf(id)).not.toContain('Ready for pick-up')
  await records.reach(id, 'stripped')
  const page = await pageOf(id)
  expect(page).toContain(`Ready for pick-up since ${short(0)}, free until ${short(5)}`)
  expect(page).toContain(cfs.name)
  await records.reach(id, 'out-for-delivery')
  expect(await pageOf(id)).not.toContain('Ready for pick-up')
})

test('the public search without a token stays as it is', async () => {
  const { order } = await records.addFcl({ dischargedAt: noon(inDays(-2)), availableAt: noon(inDays(-1)) })
  const path = `request/booking/search?code=${await codeOf(order.id)}`
  const shown = (await server.call('GET', path, { token: null })).body
  await show(false)
  expect((await server.call('GET', path, { token: null })).body).toEqual(shown)
  expect(JSON.stringify(shown)).not.toMatch(/pick|free/i)
})

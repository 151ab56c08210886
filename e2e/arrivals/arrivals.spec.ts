import type { Page } from '@playwright/test'
import type { Arrival } from '#contract/arrivals/arrivals.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { Container } from '#contract/sailings/containers.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf } from '#e2e/lib/order-data.ts'

type Call = Awaited<ReturnType<typeof asAdmin>>

const ORDERS = 20
const NUMBERS = ['CSQU3054383', 'TGHU1234567', 'MSCU6639870'] as const
const DAY = 86_400_000
/** The beginning, by UTC, of the day on which this began: days are counted from it, also once it is over. */
const BEGAN = Math.floor(Date.now() / DAY) * DAY
/** A day so many days from then, 'yyyy-MM-dd'. */
const dayIn = (days: number) => new Date(BEGAN + days * DAY).toISOString().slice(0, 10)
/** How many days it is later now. */
const daysSince = () => Math.floor((Date.now() - BEGAN) / DAY)
const midnight = (days: number) => `${dayIn(days)}T00:00:00.000Z`
const noon = (days: number) => `${dayIn(days)}T12:00:00Z`

const dialog = (page: Page) => page.getByRole('dialog')

// A server of its own: the twenty orders would be missing elsewhere.
test.use({ runHoldSeconds: 1 })

/** A sailing with three containers, twenty orders in the first two, and four free days at the terminal. */
async function sailingUnderWay(call: Call) {
  const voyage = crypto.randomUUID().slice(0, 8)
  const { items: vessels } = await call<{ items: { id: number }[] }>('vessel?per_page=1')
  const place = { timeZone: 'UTC', portCode: 'USLAX', address: '1 Harbour Road', hours: 'Mon to Fri 8:00 to 16:00' }
  const terminal = await call<{ id: number }>('place', 'POST', {
    ...place,
    name: `Terminal ${voyage}`,
    kind: 'terminal',
  })
  const cfs = await call<{ id: number }>('place', 'POST', { ...place, name: `CFS ${voyage}`, kind: 'cfs' })
  const rule = {
    ...{ days: 4, unit: 'calendar', firstDay: 'next', validFrom: '2020-01-01', currency: 'USD' },
    tiers: [{ fromDay: 1, toDay: null, amount: 85, per: 'container-day', minimum: null }],
  }
  await call('free-time-rule', 'POST', {
    ...{ ...rule, name: `Demurrage ${voyage}`, clock: 'demurrage', startBasis: 'available', placeId: terminal.id },
  })
  await call('free-time-rule', 'POST', {
    ...{ ...rule, name: `Storage ${voyage}`, clock: 'storage', startBasis: 'stripped', placeId: cfs.id },
    tiers: [],
  })
  const sailing = await call<Sailing>('sailing', 'POST', {
    ...{ vesselId: vessels[0]?.id, voyage, portOfLoading: 'CNNGB', portOfDischarge: 'USLAX' },
    ...{ etd: midnight(-30), portEta: midnight(-15), masterBill: `MB${voyage}`, destinationPlaceId: cfs.id },
  })
  const containers: Container[] = []
  for (const number of NUMBERS)
    containers.push(
      await call('container', 'POST', {
        ...{ sailingId: sailing.id, sizeType: '45G1', number, terminalPlaceId: terminal.id },
      }),
    )
  const query = `f.status=${encodeURIComponent('is:0')}&f.milestone=${encodeURIComponent('in:booked,confirmed')}&f.sailing=empty&f.mode=${encodeURIComponent('is:0')}`
  const { items } = await call<{ items: { id: number }[] }>(`request/booking/get_all?per_page=${ORDERS}&${query}`)
  const ids = items.map(({ id }) => id)
  expect(ids).toHaveLength(ORDERS)
  for (const [at, container] of containers.slice(0, 2).entries())
    await call(`sailing/${sailing.id}/orders`, 'POST', {
      orderIds: ids.filter((_, index) => index % 2 === at),
      containerId: container.id,
      takeOver: true,
    })
  return { sailing, ids }
}

/** A 315 of a container: its status, on a day at a port. */
function message315(code: string, number: string, days: number, port: string): string {
  const [owner, serial, check] = [number.slice(0, 4), number.slice(4, 10), number.slice(10)]
  const date = dayIn(days).replaceAll('-', '')
  const sent = dayIn(Math.min(days + 1, 0))
    .replaceAll('-', '')
    .slice(2)
  const segments = [
    'ST*315*0001',
    `B4***${code}*${date}*0900*PORT*${owner}*${serial}*L*45G1*${port}*UN*${check}`,
    `N9*EQ*${number}`,
    'SE*4*0001',
  ]
  return [
    `ISA*00*          *00*          *02*MSCU           *ZZ*QUAYSIDE       *${sent}*0901*U*00401*000000905*0*P*>`,
    `GS*QO*MSCU*QUAYSIDE*${dayIn(days).replaceAll('-', '')}*0901*42*X*004010`,
    ...segments,
    ...['GE*1*42', 'IEA*1*000000905', ''],
  ].join('~')
}

/** An event of Track & Trace 2.2, said half a day after it was or, if it is expected, 25 days ago. */
function event22(code: string, number: string, days: number, classifier: 'ACT' | 'EST' = 'ACT') {
  const isOfVessel = code === 'ARRI'
  return {
    ...{ eventID: crypto.randomUUID(), eventClassifierCode: classifier, eventDateTime: noon(days) },
    eventCreatedDateTime: classifier === 'EST' ? noon(-25) : `${dayIn(days)}T23:00:00Z`,
    ...(isOfVessel
      ? { eventType: 'TRANSPORT', transportEventTypeCode: code }
      : { eventType: 'EQUIPMENT', equipmentEventTypeCode: code, emptyIndicatorCode: 'LADEN' }),
    ...(isOfVessel
      ? { references: [{ referenceType: 'EQ', referenceValue: number }] }
      : { equipmentReference: number }),
    ...{ documentReferences: [], transportCall: { modeOfTransport: 'VESSEL', UNLocationCode: 'USLAX' } },
  }
}

test('what carriers say moves a sailing, its boxes run out of free time, twenty clients are told, and one order is released', async ({
  page,
  login,
  server,
}) => {
  test.slow()
  const call = await asAdmin(server)
  const { sailing, ids } = await sailingUnderWay(call)
  const [one = 0, other = 0] = ids
  const [first, second, third] = NUMBERS
  const edi = async (text: string) => {
    const { token } = await server.tokenOf('admin')
    const headers = { 'user-token': token, 'content-type': 'application/EDI-X12' }
    const reply = await fetch(`${server.url}/api/tracking/edi`, { method: 'POST', headers, body: text })
    expect(reply.status).toBe(200)
  }
  const push = (...events: object[]) => call('tracking/events', 'POST', events)
  const dates = async () => {
    const { atd, portEta, portAta } = await call<Sailing>(`sailing/${sailing.id}`)
    return { atd, portEta, portAta }
  }

  await test.step('the carrier expects it five days later, which one click takes over', async () => {
    await push(event22('ARRI', first, -10, 'EST'))
    await edi(message315('VD', first, -29, 'CNNGB'))
    expect(await dates()).toEqual({ atd: midnight(-29), portEta: midnight(-15), portAta: null })
    await login(page, 'admin', `/sailings/${sailing.id}`)
    await expect(page.getByText(/^Carrier says ETA .+ \(5 days later\)\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Change dates to the ETA of the carrier' }).click()
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^Change ${ORDERS} orders`) })
      .click()
    await expect(dialog(page).getByText(`${ORDERS} orders changed`, { exact: true })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(/^Carrier says ETA/)).toHaveCount(0)
  })

  await test.step('what happened comes in any order and is written', async () => {
    await edi(message315('AV', first, -8, 'USLAX'))
    await push(event22('DISC', second, -2), event22('DISC', third, -2), event22('DISC', first, -9))
    await push(event22('ARRI', second, -10))
    await edi(message315('AV', second, -1, 'USLAX'))
    expect(await dates()).toEqual({ atd: midnight(-29), portEta: midnight(-10), portAta: midnight(-10) })
  })

  await test.step('boxes run: one has passed its last free day and shows its money', async () => {
    const row = (name: string) =>
      page.getByRole('table', { name: 'Arrivals' }).getByRole('row').filter({ hasText: name })
    // A new day may begin meanwhile, and costs one more.
    await expect(async () => {
      const later = daysSince()
      await page.goto(`${server.url}/arrivals?f.sailing=${encodeURIComponent(`is:${sailing.id}`)}`)
      await expect(row(first)).toContainText(`${4 + later} days over`)
      await expect(row(first)).toContainText(`$${(4 + later) * 85}.00`)
      await expect(row(second)).toContainText(`${3 - later} days left`)
    }).toPass()
    await expect(row(third)).toHaveCount(1)
    expect(await axeProblems(page)).toEqual([])
    const { items } = await call<{ items: Arrival[] }>(`arrivals?per_page=50&f.sailing=is:${sailing.id}`)
    expect(items).toHaveLength(ORDERS + NUMBERS.length)
    expect(items[0]?.container?.number).toBe(first)
  })

  await test.step('arrival notices leave for all twenty as one run', async () => {
    await page.getByRole('button', { name: 'Send arrival notices' }).click()
    await dialog(page)
      .getByRole('button', { name: new RegExp(`\\b${ORDERS}\\b`) })
      .last()
      .click()
    const addresses = new Set(
      await Promise.all(ids.map(async (id) => (await call<Order>(`request/booking/get/${id}`)).email)),
    )
    const noticed = () =>
      server.smtp.mails.filter(
        ({ mail, recipients }) =>
          recipients.some((address) => addresses.has(address)) &&
          mail.attachments.some(({ filename }) => filename?.startsWith('Arrival notice')),
      )
    await expect.poll(() => noticed().length, { timeout: 60_000 }).toBe(ORDERS)
  })

  await test.step('one order is released with all four ticks; another is refused by name', async () => {
    await page.goto(`${server.url}/orders/${one}?arrival=true`)
    const release = page.getByRole('region', { name: 'Release' })
    for (const leg of ['Freight', 'Customs', 'Carrier']) {
      await release.getByRole('checkbox', { name: leg }).click()
      await expect(release.getByRole('checkbox', { name: leg })).toBeChecked()
    }
    await release.getByRole('combobox', { name: 'Original bill' }).click()
    await page.getByRole('option', { name: /express/i }).click()
    await expect(release.getByRole('checkbox', { name: 'Bill of lading' })).toBeChecked()
    await release.getByRole('button', { name: 'Release', exact: true }).click()
    await expect(release.getByRole('status')).toContainText('Released')
    await page.goto(`${server.url}/orders/${other}?arrival=true`)
    await page.getByRole('region', { name: 'Release' }).getByRole('button', { name: 'Release', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Release although something is missing?' })).toContainText(
      'Customs have not released the cargo',
    )
    await expect(call(`request/booking/${other}/release/complete`, 'POST', {})).rejects.toThrow('Not released yet')
  })

  await test.step('the tracking page says what the forwarder lets it, and no money', async () => {
    const { items: events } = await call<{ items: EventRecord[] }>('request/event?per_page=1000')
    const stripped = events.find(({ milestone }) => milestone === 'stripped')
    const order = await call<Order>(`request/booking/get/${one}`)
    if (!stripped) throw new Error('The demo has no event for stripped cargo')
    const body = { bookingRequestId: one, eventId: stripped.id, date: midnight(-1), comment: '' }
    await call('request/event/data/add', 'POST', body)
    const company = await call<object>('admin/company')
    await call('admin/company', 'PUT', { ...company, trackingShowsFreeTime: true })
    await page.goto(`${server.url}/site/tracking?code=${codeOf(order)}`)
    await expect(page.getByText(/^Ready for pick-up since .+, free until /)).toBeVisible()
    await expect(page.locator('body')).not.toContainText('$')
  })
})

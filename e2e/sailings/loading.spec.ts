import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { CandidatePage } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { countedHands, dragOnto } from '#e2e/lib/hands.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import { visit } from '#e2e/lib/visit.ts'

type Call = Awaited<ReturnType<typeof asAdmin>>

// A server of its own: few orders fit the sailings of the demo, and other journeys load them.
test.use({ runHoldSeconds: 2 })

const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const choice = (page: Page) => page.getByRole('dialog', { name: 'Load on sailing' })

/** Room for two small orders, so that nothing is asked about it. */
const ROOM_CBM = 4

/** A planned sailing with room, a small order that fits it, and one whose confirmation names another voyage. */
async function sailingWithFitting(call: Call) {
  const { items } = await call<{ items: Sailing[] }>('sailing?f.status=is:planned&per_page=50')
  for (const sailing of items) {
    if (sailing.cargoCutOffAt && Date.parse(sailing.cargoCutOffAt) < Date.now()) continue
    if (sailing.freeCbm < ROOM_CBM) continue
    const page = await call<CandidatePage>(`sailing/candidates?sailingId=${sailing.id}&fits=1&per_page=20`)
    const small = page.items.filter(({ bookedCbm }) => (bookedCbm ?? 0) < ROOM_CBM / 2)
    const first = small.find(({ contradicts }) => contradicts === null)
    const told = small.find(({ contradicts }) => contradicts !== null)
    if (first && told) return { sailing, first, told }
  }
  throw new Error('The demo data has too few orders that could go')
}

const DAY = 86_400_000
const daysAhead = (days: number) => new Date(Math.floor(Date.now() / DAY + days) * DAY).toISOString()

/** A new sailing to Canada, and an order that waits at its origin for another country. */
async function sailingToCanada(call: Call) {
  const { items: vessels } = await call<{ items: { id: number }[] }>('vessel?per_page=1')
  // Other journeys may have loaded what waits at a port.
  for (const portOfLoading of ['CNNGB', 'CNSHA', 'CNYTN', 'CNTAO']) {
    const sailing = await call<Sailing>('sailing', 'POST', {
      vesselId: vessels[0]?.id,
      voyage: `C${crypto.randomUUID().slice(0, 8)}`,
      portOfLoading,
      portOfDischarge: 'CAVAN',
      cargoCutOffAt: daysAhead(20),
      etd: daysAhead(25),
      portEta: daysAhead(45),
    })
    const { items } = await call<CandidatePage>(`sailing/candidates?sailingId=${sailing.id}&fits=0&per_page=20`)
    const order = items.find(({ contradicts }) => contradicts === null)
    if (order) return { sailing, order }
  }
  throw new Error('The demo data has no order for another country')
}

test('an order without a sailing is loaded on one in three actions, from its facts, by mouse and by keyboard', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const { sailing, first, told: second } = await sailingWithFitting(call)
  await login(page, 'manager', `/orders/${first.orderId}`)
  const facts = page.getByRole('region', { name: 'Order at a glance' })
  await test.step('three clicks', async () => {
    const hands = countedHands(page)
    await hands.click(/Load on sailing$/, facts)
    const row = choice(page).getByRole('radio', { name: new RegExp(sailing.reference) })
    await expect(choice(page)).toContainText(/Cut-off (Mon|Tue|Wed|Thu|Fri|Sat|Sun) /)
    expect(await axeProblemsInBothThemes(page)).toEqual([])
    await hands.click(row)
    await hands.click(/^Load$/, choice(page))
    await expect(messages(page)).toContainText(
      `${formatTrackingCode(first.trackingCode)} loaded on ${sailing.reference}`,
    )
    expect(hands.actions()).toBe(3)
    await expect(facts.getByRole('link', { name: new RegExp(sailing.reference) })).toBeVisible()
    await expect(facts.getByRole('button', { name: 'Roll' })).toBeVisible()
  })
  await test.step('by keyboard from the box: the first that fits is chosen', async () => {
    await visit(page, `/orders/${second.orderId}`)
    await expect(facts.getByRole('button', { name: /Load on sailing$/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('load on sailing')
    await expect(page.getByRole('option', { name: /^Load on sailing/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(choice(page).getByRole('radio', { checked: true })).toBeFocused()
    await page.keyboard.press('Enter')
    // Its client was told of another voyage, which is asked about once.
    await expect(choice(page).getByRole('alert')).toContainText(/The confirmation says .+; loading writes .+/)
    await page.keyboard.press('Enter')
    await expect(messages(page)).toContainText(`${formatTrackingCode(second.trackingCode)} loaded on`)
    const order = await call<Order>(`request/booking/get/${second.orderId}`)
    expect(order.sailing).not.toBeNull()
    expect(order.sailing?.differs).toEqual([])
  })
})

async function dragAndCancel(page: Page, code: string) {
  // All of the page is in sight: it must not scroll between press and drop.
  await page.setViewportSize({ width: 1440, height: 3_000 })
  await page.getByText(/^Other destinations/).click()
  const others = page.getByRole('region', { name: 'Orders for other countries' })
  await others.getByRole('textbox').fill(code)
  const question = page.getByRole('dialog', { name: 'Load all the same?' })
  // The head and the order that was searched for: rows no longer move.
  await expect(others.getByRole('row')).toHaveCount(2)
  const row = others.getByRole('row').filter({ hasText: formatTrackingCode(code) })
  await dragOnto(page, row.locator('[data-handle]'), page.locator('[data-loose]'))
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
}

test('an order for another country says so in the list, and is asked about before it is loaded, in a dialog or by a drag', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const { sailing, order } = await sailingToCanada(call)
  const says = order.misfits[0]?.message ?? ''
  await login(page, 'manager', `/sailings/${sailing.id}`)
  await test.step('dragged, it stays where it is if the answer is no', () => dragAndCancel(page, order.trackingCode))
  expect((await call<Order>(`request/booking/get/${order.orderId}`)).sailing).toBeNull()

  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `/orders/${order.orderId}?tab=shipment&panel=confirmation`)
  await page.getByRole('button', { name: 'Take from a sailing' }).click()
  const row = choice(page).getByRole('radio', { name: new RegExp(sailing.reference) })
  const more = choice(page).getByRole('button', { name: /^Show more/ })
  await expect(row.or(more).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  await expect(row).toHaveAccessibleName(new RegExp(says))
  await row.check()
  await choice(page).getByRole('button', { name: 'Load', exact: true }).click()
  await expect(choice(page).getByRole('alert')).toContainText(`This order ${says}, ${sailing.reference} to`)
  expect((await call<Order>(`request/booking/get/${order.orderId}`)).sailing).toBeNull()
  await choice(page).getByRole('button', { name: 'Load all the same' }).click()
  await expect(messages(page)).toContainText(`loaded on ${sailing.reference}`)
  await expect(page.getByRole('button', { name: 'Take from a sailing' })).toHaveCount(0)
})

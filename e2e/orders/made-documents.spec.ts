import { readFile } from 'node:fs/promises'
import type { Order } from '#contract/orders/orders.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { countedHands } from '#e2e/lib/hands.ts'
import { asAdmin, codeOf, findOrder } from '#e2e/lib/order-data.ts'

const canBeConfirmed = ({ bookingConfirmation: known, status, email }: Order) =>
  status === 0 &&
  email !== '' &&
  !!known?.portOfLoading &&
  !!known.portOfDischarge &&
  !!known.estimatedTimeOfDepartureAt

test('a missing date is named, the confirmation is made, read, and goes with the mail of its event', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const order = await findOrder(server, (each) => canBeConfirmed(each) && each.documentCount === 0)
  const change = (cargoCutOffAt: string | null) =>
    call(`request/booking/${order.id}/confirmation/edit`, 'PUT', { cargoCutOffAt })
  await change(null)
  await login(page, 'manager', `/orders/${order.id}?papers=true`)
  const drawer = page.getByRole('dialog', { name: 'Papers' })
  const paper = drawer.getByRole('list', { name: 'Documents to make' }).getByRole('listitem').first()
  const another = drawer.getByRole('button', { name: 'Make another document' })
  await expect(another).toHaveAttribute('aria-expanded', 'false')
  await another.click()
  await expect(paper).toContainText('Cargo cut-off is missing')
  await expect(paper.getByRole('button', { name: 'Make: Booking confirmation' })).toBeDisabled()
  await change('2026-11-20T09:05:00.000Z')
  await page.reload()
  await another.click()
  await paper.getByRole('button', { name: 'Make: Booking confirmation' }).click()
  const name = `Booking confirmation ${codeOf(order)}.pdf`
  await expect(paper).toContainText(name)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    paper.getByRole('button', { name: `Download ${name}`, exact: true }).click(),
  ])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  // The tooltip of the button that was pressed belongs to no landmark.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.setViewportSize({ width: 1280, height: 800 })

  await login(page, 'manager', `/set-event/${order.id}`)
  await page.getByLabel('Send mail').selectOption({ label: 'Booking confirmation' })
  const offer = page.getByRole('checkbox', { name: 'Attach booking confirmation (PDF)' })
  await expect(offer).toBeChecked()
  await expect(page.getByRole('region', { name: 'Mail preview' })).toContainText(name)
  await page.getByRole('button', { name: 'Set event', exact: true }).click()
  const done = page.getByText('New Event status was set successfully')
  // An event out of turn is asked about first.
  const anyway = page.getByRole('button', { name: /^Set .* anyway$/ })
  await expect(done.or(anyway)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(done).toBeVisible()
  const arrived = await server.mailThat(
    ({ mail, recipients }) => recipients.includes(order.email) && !!mail.subject?.includes(codeOf(order)),
  )
  expect(arrived.mail.attachments.map(({ filename }) => filename)).toEqual([name])
})

const hasArrivalDates = ({ bookingConfirmation: known, status, email }: Order) =>
  status === 0 &&
  email !== '' &&
  !!known?.vessel &&
  !!known.vesselVoyage &&
  !!known.portOfDischarge &&
  !!known.portEstimatedTimeOfArrivalAt

test('an arrival notice is made and its paper ticked off by one press', async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const noticeOf = async ({ id }: Pick<Order, 'id'>) => {
    const { items } = await call<{ items: Paper[] }>(`request/booking/${id}/requirements`)
    return items.find(({ makes }) => makes === 'arrival-notice')
  }
  const order = await findOrder(
    server,
    async (each) => hasArrivalDates(each) && (await noticeOf(each))?.state === 'open',
  )
  await login(page, 'manager', `/orders/${order.id}?papers=true`)
  const drawer = page.getByRole('dialog', { name: 'Papers' })
  const row = drawer.getByRole('list', { name: 'Papers' }).getByRole('listitem').filter({ hasText: 'Arrival notice' })
  const hands = countedHands(page)
  await hands.click(/^Make: Arrival notice$/, row)
  await expect(row).toContainText('Accepted')
  expect(hands.actions()).toBe(1)
  await expect(row.getByRole('button', { name: 'Make again: Arrival notice' })).toBeVisible()
  expect(await noticeOf(order)).toMatchObject({ state: 'accepted', documentId: expect.any(Number) })
})

test('in the demo, the mail of an arrival is suggested with its notice attached, and brings the PDF', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const order = await findOrder(server, (each) => hasArrivalDates(each) && each.documentCount === 0)
  await login(page, 'manager', `/set-event/${order.id}`)
  await page.getByLabel('Next event').selectOption({ label: 'Arrived at Port' })
  await page.getByRole('button', { name: 'Use Arrival notice' }).click()
  await expect(page.getByRole('checkbox', { name: 'Attach arrival notice (PDF)' })).toBeChecked()
  await page.getByRole('button', { name: 'Set event', exact: true }).click()
  const done = page.getByText('New Event status was set successfully')
  const anyway = page.getByRole('button', { name: /^Set .* anyway$/ })
  await expect(done.or(anyway)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(done).toBeVisible()
  const { mail } = await server.mailThat(
    ({ mail: each, recipients }) =>
      recipients.includes(order.email) && each.subject === `Arrival notice ${codeOf(order)}`,
  )
  expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    [`Arrival notice ${codeOf(order)}.pdf`, 'application/pdf'],
  ])
})

test('the company of the documents is entered by administrators', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/company')
  await expect(page.getByLabel('Company name')).toHaveValue('Quayside Forwarding Ltd.')
  await page.getByLabel('Registration').fill('VAT NL999999999B01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company was saved')).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.reload()
  await expect(page.getByLabel('Registration')).toHaveValue('VAT NL999999999B01')
})

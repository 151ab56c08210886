import { formatDate } from '#contract/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, findOrder, pdf, shownCode } from '#e2e/lib/order-data.ts'
import { delaySailing, sailingWithCargo } from '#e2e/lib/sailing-data.ts'
import { openAs } from '#e2e/lib/server.ts'

interface Papers {
  items: { id: number; name: string; state: string }[]
}

const linkIn = (html = '') => /\/site\/upload\/[A-Za-z0-9_-]{43}/.exec(html)?.[0] ?? ''

test('staff ask for two papers, the client sends them from a phone, one is rejected and asked for again; the client then tracks a delay', async ({
  page,
  login,
  server,
  browser,
}) => {
  const call = await asAdmin(server)
  const sailingId = await sailingWithCargo(server)
  const { items: aboard } = await call<{ items: { orderId: number }[] }>(`sailing/${sailingId}/orders`)
  const order = await call<Order>(`request/booking/get/${aboard[0]?.orderId}`)
  const path = `request/booking/${order.id}/requirements`
  // The other papers are settled, so that two are left.
  for (const { id } of (await call<Papers>(path)).items)
    await call(`${path}/${id}`, 'PUT', { state: 'waived', reason: 'On file' })
  for (const name of ['Inspection report', 'Certificate of origin'])
    await call(path, 'POST', { name, categoryId: 6, supplier: 'client' })
  const { items } = await call<Papers>(path)
  const total = items.length
  const mailOf = (text: string) =>
    server.mailThat(
      ({ mail, recipients }) =>
        recipients.includes(order.email) &&
        (mail.subject?.includes(codeOf(order)) ?? false) &&
        (mail.html?.includes(text) ?? false),
    )

  await login(page, 'manager', `/orders/${order.id}`)
  await page.getByRole('button', { name: `Papers ${total - 2} of ${total}` }).click()
  const papers = page.getByRole('dialog', { name: 'Papers' })
  await papers.getByRole('button', { name: 'Ask client' }).click()
  const ask = page.getByRole('dialog', { name: 'Ask client for papers' })
  await expect(ask.frameLocator('iframe').locator('body')).toContainText('Certificate of origin')
  expect(await axeProblems(page)).toEqual([])
  await ask.getByRole('button', { name: 'Ask for 2 papers' }).click()
  await expect(ask).toBeHidden()
  const row = (name: string) =>
    papers.getByRole('list', { name: 'Papers' }).getByRole('listitem').filter({ hasText: name })
  await expect(row('Inspection report')).toContainText('Requested')

  // A colleague looks at the queue meanwhile.
  const office = await browser.newContext({ baseURL: server.url })
  const colleague = await office.newPage()
  await openAs(colleague, server, 'admin', '/today?owner=all&rule=client-document&per_page=100')
  const queued = colleague
    .getByRole('table', { name: 'Needs attention' })
    .getByRole('row')
    .filter({ hasText: shownCode(order) })
  await expect(colleague.getByRole('table', { name: 'Needs attention' })).toBeVisible()
  await expect(queued).toHaveCount(0)

  const link = linkIn((await mailOf('Certificate of origin')).mail.html)
  expect(link).not.toBe('')
  const phone = await browser.newContext({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })
  const client = await phone.newPage()
  await client.goto(`${server.url}${link}`)
  await expect(client.getByRole('heading', { name: 'Upload your documents' })).toBeVisible()
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  expect(await axeProblems(client)).toEqual([])
  // Phones offer the camera and the files, and send photos in a type that is accepted.
  const accept = await client.getByLabel('File for Inspection report').getAttribute('accept')
  expect(accept?.split(',')).toEqual(expect.arrayContaining(['.pdf', 'image/jpeg']))
  await expect(client.locator('input[capture]')).toHaveCount(0)
  const choose = (name: string, file: string, buffer: Buffer) =>
    client.getByLabel(`File for ${name}`).setInputFiles({ name: file, mimeType: 'application/pdf', buffer })
  await choose('Inspection report', 'report.pdf', pdf('Report'))
  await choose('Certificate of origin', 'origin.pdf', Buffer.from('no pdf'))
  await client.getByRole('button', { name: 'Upload' }).click()
  await expect(client.getByRole('status').filter({ hasText: 'Arrived' })).toContainText(
    'report.pdf, for Inspection report',
  )
  await expect(client.getByRole('alert')).toContainText('origin.pdf: This file type is not accepted')
  await choose('Certificate of origin', 'origin.pdf', pdf('Origin'))
  await client.getByRole('button', { name: 'Upload' }).click()
  await expect(client.getByRole('heading', { name: 'Everything has arrived, thank you' })).toBeVisible()

  // Staff see the document without a reload, on the order and in the queue.
  await expect(row('Inspection report')).toContainText('Received')
  await colleague.getByRole('button', { name: 'Show 1 new' }).click()
  await expect(queued).toContainText('report.pdf')
  await office.close()
  await row('Inspection report').getByRole('button', { name: 'Accept Inspection report' }).click()
  await row('Certificate of origin').getByRole('button', { name: 'Reject Certificate of origin' }).click()
  const reject = page.getByRole('dialog', { name: 'Reject Certificate of origin' })
  await reject.getByLabel('Reason').fill('The stamp cannot be read')
  await reject.getByRole('button', { name: 'Reject' }).click()
  await expect(papers).toContainText(`${total - 1} of ${total}`)
  await row('Certificate of origin').getByRole('button', { name: 'Ask for Certificate of origin' }).click()
  await ask.getByRole('button', { name: 'Ask for 1 paper' }).click()
  await expect(ask).toBeHidden()

  const second = linkIn((await mailOf('The stamp cannot be read')).mail.html)
  expect(second).not.toBe(link)
  await client.goto(`${server.url}${second}`)
  await expect(client.getByText('The last file was not right: The stamp cannot be read')).toBeVisible()
  await choose('Certificate of origin', 'origin-2.pdf', pdf('Origin 2'))
  await client.getByRole('button', { name: 'Upload' }).click()
  await expect(client.getByRole('heading', { name: 'Everything has arrived, thank you' })).toBeVisible()
  await row('Certificate of origin').getByRole('button', { name: 'Accept Certificate of origin' }).click()
  await expect(papers).toContainText(`${total} of ${total}`)

  const arrival = (at: Date) => formatDate(at.toISOString()).replace(/ \d{4}$/, '')
  const { portEta } = await call<Sailing>(`sailing/${sailingId}`)
  const { bookingConfirmation } = await call<Order>(`request/booking/get/${order.id}`)
  const before = new Date(bookingConfirmation?.portEstimatedTimeOfArrivalAt ?? '')
  await client.goto(`${server.url}/site/tracking?code=${codeOf(order)}`)
  const expected = client.getByRole('list').getByText(/^Expected /)
  await expect(expected.filter({ hasText: arrival(before) })).toHaveCount(1)
  await delaySailing(call, sailingId, 5)
  const after = new Date(Date.parse(portEta ?? '') + 5 * 86_400_000)
  const moved = new RegExp(`^Expected ${arrival(after)}( \\d{4})?, was ${arrival(before)}( \\d{4})?`)
  // The orders aboard change one after the other.
  await expect(async () => {
    await client.reload()
    await expect(client.getByText(moved)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await phone.close()
})

test('without JavaScript the upload page works the same', { tag: '@long' }, async ({ server, browser }) => {
  const call = await asAdmin(server)
  const order = await findOrder(server, ({ status, email }) => status === 0 && email !== '')
  const path = `request/booking/${order.id}/requirements`
  const { id } = await call<{ id: number }>(path, 'POST', { name: 'Marks', categoryId: 6 })
  await call(`${path}/ask`, 'POST', { ids: [id] })
  const { mail } = await server.mailThat(({ mail: each }) => each.html?.includes('Marks') ?? false)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const client = await context.newPage()
  await client.goto(`${server.url}${linkIn(mail.html)}`)
  await client
    .getByLabel('File for Marks')
    .setInputFiles({ name: 'marks.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await client.getByRole('button', { name: 'Upload' }).click()
  await expect(client.getByRole('heading', { name: 'Everything has arrived, thank you' })).toBeVisible()
  await context.close()
})

test('loading cargo without its mandatory papers asks once, naming all of them', async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const order = await findOrder(server, ({ status }) => status === 0)
  const path = `request/booking/${order.id}/requirements`
  for (const { id } of (await call<Papers>(path)).items)
    await call(`${path}/${id}`, 'PUT', { state: 'waived', reason: 'On file' })
  for (const name of ['Fumigation certificate', 'Health certificate'])
    await call(path, 'POST', { name, categoryId: 6, supplier: 'client' })
  await call(path, 'POST', { name: 'Photos', categoryId: 6, supplier: 'client', mandatory: false })
  await login(page, 'manager', `/set-event/${order.id}`)
  await page.getByLabel('Next event').selectOption({ label: 'Loaded on Vessel' })
  await page.getByRole('button', { name: 'Set event', exact: true }).click()
  await expect(
    page.getByText('Mandatory papers are missing: Fumigation certificate, Health certificate.'),
  ).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: /^Set Loaded on Vessel anyway$/ }).click()
  await expect(page.getByText('New Event status was set successfully')).toBeVisible()
})

import type { Order } from '#contract/orders/orders.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, pdf } from '#e2e/lib/order-data.ts'
import { delaySailing, sailingWithCargo } from '#e2e/lib/sailing-data.ts'

const linkIn = (page: 'personal' | 'confirm' | 'unsubscribe', html = '') =>
  new RegExp(`/site/tracking/${page}/[A-Za-z0-9_-]{43}`).exec(html)?.[0] ?? ''

test('a client opens the own link, a colleague gets the news by mail until one click ends them, staff revoke the link', async ({
  page,
  login,
  server,
  browser,
}) => {
  const call = await asAdmin(server)
  const sailingId = await sailingWithCargo(server)
  const { items: aboard } = await call<{ items: { orderId: number }[] }>(`sailing/${sailingId}/orders`)
  const order = await call<Order>(`request/booking/get/${aboard[0]?.orderId}`)
  const { items: events } = await call<{ items: { id: number; name: string }[] }>('request/event?per_page=100')
  const { id: emailTemplateId } = await call<{ id: number }>('template/email', 'POST', {
    title: 'With a link',
    subject: 'Aboard: {{ order.trackingCode }}',
    content: '<p><a href="{{ site.trackingUrl }}">Track your shipment</a></p>',
  })
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(pdf())]), 'Packing list.pdf')
  const { token } = await server.tokenOf('admin')
  const uploaded = await fetch(`${server.url}/api/admin/document/upload/2`, {
    method: 'POST',
    headers: { 'user-token': token },
    body: form,
  })
  const { data } = await uploaded.json()
  await fetch(`${server.url}/api/request/event/data/add`, {
    method: 'POST',
    headers: { 'user-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ bookingRequestId: order.id, eventId: events.at(-1)?.id, date: new Date().toISOString(), comment: '' },
      emailTemplateId,
      documents: [data.items[0].id],
    }),
  })
  // The mail to the client alone has the link: copies go to others.
  const mailTo = (address: string, subject: string) =>
    server.mailThat(({ mail, recipients }) => recipients.includes(address) && (mail.subject ?? '').includes(subject))
  const { mail } = await mailTo(order.email, `Aboard: ${codeOf(order)}`)

  const context = await browser.newContext({ viewport: { width: 375, height: 800 } })
  const client = await context.newPage()
  await client.goto(`${server.url}${linkIn('personal', mail.html)}`)
  await expect(client.getByRole('heading', { name: 'Your shipment' })).toBeVisible()
  expect(await axeProblems(client)).toEqual([])
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  const [file] = await Promise.all([
    client.waitForEvent('download'),
    client.getByRole('link', { name: 'Packing list.pdf' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Packing list.pdf')

  const colleague = `colleague-${order.id}@example.test`
  await client.getByLabel('Your email address').fill(colleague)
  await client.getByRole('button', { name: 'Send me updates' }).click()
  await expect(client.getByRole('heading', { name: 'Please check your email' })).toBeVisible()
  const confirmation = await mailTo(colleague, 'please confirm')
  await client.goto(`${server.url}${linkIn('confirm', confirmation.mail.html)}`)
  await expect(client.getByRole('heading', { name: 'You will get updates' })).toBeVisible()

  await delaySailing(call, sailingId, 5)
  const news = await mailTo(colleague, 'News of shipment')
  expect(news.mail.text).toMatch(/Arrival in .*, was /)
  expect(news.mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
  await client.goto(`${server.url}${linkIn('unsubscribe', news.mail.html)}`)
  await client.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(client.getByRole('heading', { name: 'You get no more updates' })).toBeVisible()
  const { subscribers } = await call<{ subscribers: number }>(`request/booking/${order.id}/tracking-links`)
  expect(subscribers).toBe(0)

  await login(page, 'manager', `/orders/${order.id}?papers=true`)
  const links = page.getByRole('dialog', { name: 'Papers' }).getByRole('list', { name: 'Tracking links' })
  // Other journeys may have mailed this client another link, which nobody opened.
  const row = links.getByRole('listitem').filter({ hasText: order.email }).filter({ hasText: 'opened once' })
  await expect(row).toContainText('1 document downloaded')
  await row.getByRole('button', { name: /^Revoke the tracking link for/ }).click()
  await expect(row).toBeHidden()
  await client.goto(`${server.url}${linkIn('personal', mail.html)}`)
  await expect(client.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await context.close()
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin, findOrder } from '#e2e/lib/order-data.ts'

test('a webhook is added, its secret shown once, its message arrives, and is replayed', async ({
  page,
  login,
  server,
}) => {
  const received: { body: string; headers: Record<string, string> }[] = []
  const receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      reply.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`

  await login(page, 'admin', '/integrations?tab=webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add webhook' })
  await form.getByLabel('URL').fill('ftp://shop.example')
  const all = form.getByLabel('All events')
  await all.check()
  await expect(form.getByLabel('A mail failed for good')).toBeChecked()
  await all.uncheck()
  await form.getByLabel('The status of an order changed').check()
  await expect(all).toHaveJSProperty('indeterminate', true)
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByText('Please enter a web address')).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await form.getByLabel('URL').fill(url)
  await form.getByRole('button', { name: 'Add' }).click()
  const shown = page.getByRole('dialog', { name: 'Webhook added' })
  const secret = (await shown.getByText(/^whsec_/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()

  const call = await asAdmin(server)
  const order = await findOrder(server, ({ status }) => status === 0)
  await call(`request/booking/edit/${order.id}`, 'PUT', { status: 2 })
  await call(`request/booking/edit/${order.id}`, 'PUT', { status: 0 })
  await expect.poll(() => received.length).toBe(2)
  for (const { body, headers } of received)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'order.status', data: { id: order.id } })

  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Deliveries' }).click()
  const deliveries = page.getByRole('dialog', { name: /^Deliveries to/ })
  const first = deliveries.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first()
  await expect(first).toContainText('Delivered')
  await expect(first).toContainText('Answered 204')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await first.getByRole('button', { name: /^Replay msg_/ }).click()
  await expect.poll(() => received.length).toBe(3)
  expect(received[2]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])

  await page.setViewportSize({ width: 375, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: `Actions for ${url}` })).toHaveCount(0)
  receiver.close()
})

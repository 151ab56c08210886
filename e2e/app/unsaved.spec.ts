import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { findOrder } from '#e2e/lib/order-data.ts'
import { credentials } from '#e2e/lib/server.ts'

const comment = (page: Page) => page.getByLabel('Comment')
/** An order whose next event differs from the current one, so setting it asks nothing. */
const isOpen = ({ status }: Order) => status === 0
const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' })

test('leaving with unsaved input asks first: by link and by logging out', async ({ page, login }) => {
  await login(page, 'admin', '/set-event/407')
  await comment(page).fill('Half a sentence')

  await page.getByRole('link', { name: 'Clients' }).click()
  await expect(question(page)).toContainText('If you leave, you will lose them')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(page).toHaveURL('/set-event/407')
  await expect(comment(page)).toHaveValue('Half a sentence')

  await page.getByRole('button', { name: /Profile of/ }).click()
  await page.getByRole('button', { name: 'log out' }).click()
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(question(page)).toBeHidden()

  await page.getByRole('link', { name: 'Clients' }).click()
  await page.getByRole('button', { name: 'leave' }).click()
  await expect(page).toHaveURL('/clients')
})

test('closing a drawer with unsaved input asks first: by Escape, by browser Back', async ({ page, login }) => {
  await login(page, 'admin', '/orders/407')
  await page.getByRole('link', { name: 'Set next event status' }).click()
  await expect(page).toHaveURL('/set-event/407')
  await comment(page).fill('Half a sentence')

  await page.keyboard.press('Escape')
  await expect(question(page)).toContainText('If you leave, you will lose them')
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(comment(page)).toHaveValue('Half a sentence')

  await page.goBack()
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(page).toHaveURL('/set-event/407')
  await expect(comment(page)).toHaveValue('Half a sentence')

  await page.goBack()
  await page.getByRole('button', { name: 'leave' }).click()
  await expect(page).toHaveURL('/orders/407')
  await expect(comment(page)).toBeHidden()
})

test('if the session ends during editing, a login over the page renews it and the save continues', async ({
  page,
  login,
  server,
}) => {
  const { id } = await findOrder(server, isOpen)
  await login(page, 'admin', `/set-event/${id}`)
  await comment(page).fill('Typed before the session ended')
  const token = await page.evaluate(() => localStorage.getItem('quayside-token') ?? '')
  await server.call('logout', { method: 'POST', token })

  await page.getByRole('button', { name: 'Set event' }).click()
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(again).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('quayside-token'))).toBeNull()
  expect(await axeProblems(page)).toEqual([])
  await again.getByLabel('Password', { exact: true }).fill(credentials('admin').password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'New Event status was set successfully' })).toBeVisible()
  await expect(page).toHaveURL(`/orders/${id}`)
  await expect(page.getByRole('list', { name: 'Events history' })).toContainText('Typed before the session ended')
})

test('closing the login over the page leads to the login page', { tag: '@long' }, async ({ page, login, server }) => {
  const { id } = await findOrder(server, isOpen)
  await login(page, 'admin', `/set-event/${id}`)
  await comment(page).fill('Something')
  const token = await page.evaluate(() => localStorage.getItem('quayside-token') ?? '')
  await server.call('logout', { method: 'POST', token })
  await page.getByRole('button', { name: 'Set event' }).click()
  await page.getByRole('dialog', { name: 'Please sign in again' }).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/login/)
})

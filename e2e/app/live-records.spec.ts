import type { Page } from '@playwright/test'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import { openAs } from '#e2e/lib/server.ts'

const present = (page: Page) => page.getByRole('status', { name: 'Also here' })

/** Waits until the page hears of changes. */
const isLive = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/live'))

test('a template that is only open is not being edited; a save by a colleague is named, and nothing typed is lost', {
  tag: '@long',
}, async ({ page, server, login, browser }) => {
  const call = await asAdmin(server)
  await login(page, 'manager', '/edit-mail/9')
  await expect(page.getByLabel('Title')).toBeVisible()
  const context = await browser.newContext({ baseURL: server.url })
  const other = await context.newPage()
  await openAs(other, server, 'admin', '/edit-mail/9')
  await expect(present(page)).toHaveText('Ingrid Solheim is here')
  await other.getByLabel('Title').fill('Another title')
  await expect(present(page)).toHaveText('Ingrid Solheim is editing this text')
  await context.close()

  await page.getByLabel('Subject').fill('What I typed')
  await call('template/email/9', 'PUT', { title: 'Saved meanwhile' })
  await expect(page.getByText('Ingrid Solheim changed this mail')).toBeVisible()
  await expect(page.getByLabel('Title')).not.toHaveValue('Saved meanwhile')
  await expect(page.getByLabel('Subject')).toHaveValue('What I typed')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
})

test('the open form of a client says what a colleague changed', { tag: '@long' }, async ({ page, server, login }) => {
  const call = await asAdmin(server)
  const { items } = await call<{ items: { id: number }[] }>('admin/user?per_page=1')
  const id = items[0]?.id
  const live = isLive(page)
  await login(page, 'manager', `/clients/${id}`)
  await live
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const company = page.getByLabel('Company name')
  await company.fill('Typed by me')
  await call(`user/${id}`, 'PUT', { companyAddress: '1 Harbour Road' })
  await expect(page.getByText('Ingrid Solheim changed Company address')).toBeVisible()
  await expect(company).toHaveValue('Typed by me')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
})

test('the open form of a sailing says what a colleague changed', { tag: '@long' }, async ({ page, server, login }) => {
  const call = await asAdmin(server)
  const { items } = await call<{ items: { id: number; reference: string }[] }>('sailing?per_page=1')
  const [sailing] = items
  const live = isLive(page)
  await login(page, 'manager', `/sailings/${sailing?.id}`)
  await live
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${sailing?.reference}` })
  await dialog.getByLabel('Notes').fill('Typed by me')
  await call(`sailing/${sailing?.id}`, 'PUT', { masterBill: 'MBL-LIVE-1' })
  await expect(dialog.getByText('Ingrid Solheim changed Master bill')).toBeVisible()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Typed by me')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
})

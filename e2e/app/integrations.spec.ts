import { axeProblems, axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { visit } from '#e2e/lib/visit.ts'

test('a key is made, shown once, used, and revoked after a question', async ({ page, login, server }) => {
  await login(page, 'admin', '/integrations')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const form = page.getByRole('dialog', { name: 'Create API key' })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('This field cannot be empty')).toBeVisible()
  await expect(form.getByText('Choose at least one')).toBeVisible()
  await form.getByLabel('Name').fill('Shop of the journey')
  await form.getByText('orders:read').click()
  await expect(form.getByLabel('Read orders')).toBeChecked()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await form.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'API key Shop of the journey' })
  const key = (await shown.getByText(/^qs_[0-9a-f]{8}_[0-9a-f]{64}$/).textContent()) ?? ''
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Shop of the journey/ })
  await expect(row).toContainText('orders:read')
  await expect(row).toContainText('Active')
  expect(await page.content()).not.toContain(key)

  const call = () => fetch(`${server.url}/api/request/booking/get_all`, { headers: { authorization: `Bearer ${key}` } })
  expect((await call()).status).toBe(200)
  await row.getByRole('button', { name: 'Revoke Shop of the journey' }).click()
  await page
    .getByRole('dialog', { name: 'Revoke Shop of the journey?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect(row).toContainText('Revoked')
  expect((await call()).status).toBe(401)

  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'Create API key' }).click()
  await expect(form).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})

test('the description of the API lists its calls', { tag: '@long' }, async ({ page, server }) => {
  await page.goto(`${server.url}/api/docs/`)
  await page.getByRole('heading', { name: /^Orders/ }).click()
  // The page breaks paths at each slash.
  await expect(page.locator('.opblock', { hasText: /booking\W+get_all/ }).first()).toBeVisible()
})

test('a manager who comes to a screen of administrators by its address reads who can open it, and gets nothing to press', {
  tag: '@long',
}, async ({ page, login }) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await login(page, 'manager', '/integrations?tab=webhooks')
  for (const path of ['/integrations?tab=webhooks', '/audit', '/staff', '/company', '/attention-rules', '/setup']) {
    await visit(page, path)
    const main = page.getByRole('main')
    await expect(main.getByText('Access denied')).toBeVisible()
    await expect(main).toContainText('Only administrators can open this page.')
    await expect(main.getByRole('button')).toHaveCount(0)
    expect(await axeProblems(page)).toEqual([])
  }
  expect(refused).toEqual([])
})

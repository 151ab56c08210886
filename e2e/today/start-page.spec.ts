import type { Page } from '@playwright/test'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { credentials } from '#e2e/lib/server.ts'

// A separate server: choices of an account are kept.
test.use({ holdSeconds: 1 })

async function signIn(page: Page) {
  const { email, password } = credentials('manager')
  await page.goto('/login')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const account = (page: Page) => page.getByRole('button', { name: /Marcus Oyelaran/ })

test('each person chooses where they begin, and whether the daily mail comes', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await signIn(page)
  await expect(page).toHaveURL(/\/$/)
  await account(page).click()
  const start = page.getByLabel('Start page')
  await expect(start).toHaveValue('orders')
  await start.selectOption({ label: 'Today' })
  await expect(start).toBeEnabled()
  await page.getByLabel('Daily mail').click({ force: true })
  await expect(page.getByLabel('Daily mail')).not.toBeChecked()
  const { token } = await server.tokenOf('manager')
  await expect
    .poll(async () => (await server.call('user/personal/preferences', { token })).data)
    .toMatchObject({ startPage: 'today', digest: false })
  await page.getByRole('button', { name: 'Log out' }).click()
  await signIn(page)
  await expect(page).toHaveURL(/\/today/)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()

  await test.step('with a session, every way without an address leads there: the site, the login, the logo', async () => {
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/today$/)
      await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    }
    await page.goto('/ports')
    await page.getByRole('link', { name: 'Quayside' }).click()
    await expect(page).toHaveURL(/\/today$/)
    await page.goto('/login?next=%2Fports')
    await expect(page).toHaveURL(/\/ports$/)
    await page.goto('/?search=AB')
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  })

  await test.step('back to Orders: nothing moves at once, and the same ways lead there', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/today$/)
    await account(page).click()
    await start.selectOption({ label: 'Orders' })
    await expect(start).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/today$/)
    await page.getByRole('link', { name: 'Quayside' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await expect(page).toHaveURL(/:\d+\/$/)
      await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
    }
  })
})

import { type RuleCode, ruleLabel } from '#contract/attention/rules.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

test('above the orders, each reason narrows the list in place; what does not fit is one press away', async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('manager')
  const { data } = await server.call<{ all: Partial<Record<RuleCode, number>> }>('attention/counts', { token })
  await page.setViewportSize({ width: 1440, height: 900 })
  await login(page, 'manager', '/orders')
  const chips = page.getByRole('list', { name: 'What needs attention: team' })
  const first = chips.getByRole('button').first()
  await expect(first).toBeVisible()
  const top = await page.getByRole('table', { name: 'Orders' }).evaluate((table) => table.getBoundingClientRect().top)
  await first.click()
  await expect(page).toHaveURL(/\/orders\?f\.attention=is:/)
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await first.click()
  await expect(page).toHaveURL(/\/orders$/)

  const quiet = `${ruleLabel('quiet')} ${data.all.quiet}`
  await page.getByRole('button', { name: /^\+\d+ more$/ }).click()
  await chips.getByRole('button', { name: quiet }).click()
  await expect(page).toHaveURL(/f\.attention=is:quiet$/)
  await expect(page.getByText(new RegExp(`of ${data.all.quiet}$`))).toBeVisible()
  await page.goto('/orders')
  await expect(first).toBeVisible()
  expect(await page.getByRole('table', { name: 'Orders' }).evaluate((table) => table.getBoundingClientRect().top)).toBe(
    top,
  )
})

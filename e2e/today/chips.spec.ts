import { type RuleCode, ruleLabel } from '#contract/attention/rules.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

test('above the orders, each reason narrows the list in place; what does not fit is one press away', async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('manager')
  // Orders become quiet as time passes.
  const quietNow = async () =>
    (await server.call<{ all: Partial<Record<RuleCode, number>> }>('attention/counts', { token })).data.all.quiet
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

  await page.getByRole('button', { name: /^\+\d+ more$/ }).click()
  const quiet = chips.getByRole('button', { name: new RegExp(`^${ruleLabel('quiet')} \\d+$`) })
  await quiet.click()
  await expect(page).toHaveURL(/f\.attention=is:quiet$/)
  await expect(async () => {
    const n = await quietNow()
    await expect(quiet).toHaveAccessibleName(`${ruleLabel('quiet')} ${n}`, { timeout: 1_000 })
    await expect(page.getByText(new RegExp(`of ${n}$`))).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.goto('/orders')
  await expect(first).toBeVisible()
  expect(await page.getByRole('table', { name: 'Orders' }).evaluate((table) => table.getBoundingClientRect().top)).toBe(
    top,
  )
})

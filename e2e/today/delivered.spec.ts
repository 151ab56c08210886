import type { AttentionPage } from '#contract/attention/attention.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'

// Long enough for all that is looked at before the undo.
test.use({ runHoldSeconds: 120 })

test('delivered orders are one line, completed at once and taken back at once', async ({ page, server, login }) => {
  const call = await asAdmin(server)
  const count = async () => (await call<AttentionPage>('attention')).deliveredOpen
  const before = await count()
  expect(before).toBeGreaterThan(1)
  await login(page, 'admin', '/today?owner=all')
  const line = page.getByText(`${before} delivered, not completed`)
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: 'Complete all' }).press('Enter')
  const confirm = page.getByRole('dialog').getByRole('button', { name: `Complete ${before} orders` })
  await expect(confirm).toBeEnabled()
  expect(await axeProblems(page)).toEqual([])
  await confirm.press('Enter')
  const strip = page.getByRole('complementary', { name: 'Bulk changes' })
  await expect(strip).toContainText(`${before} orders changed`, { timeout: 60_000 })
  await expect(line).toBeHidden()
  expect(await count()).toBe(0)
  await strip.getByRole('button', { name: 'Undo' }).click()
  await expect(strip).toContainText('Undone', { timeout: 60_000 })
  expect(await count()).toBe(before)
})

import { type RuleCode, ruleLabel } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

test('above the orders, each reason with what waits for it leads to that part of the queue', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('manager')
  await login(page, 'manager', '/orders')
  const chips = page.getByRole('list', { name: 'What needs attention' }).getByRole('link')
  await expect(chips.first()).toBeVisible()
  const { data } = await server.call<{ all: Partial<Record<RuleCode, number>> }>('attention/counts', { token })
  const waiting = keysOf(data.all).filter((rule) => data.all[rule])
  expect(waiting.length).toBeGreaterThan(3)
  await expect(chips).toHaveCount(waiting.length)
  for (const rule of waiting)
    await expect(page.getByRole('link', { name: `${ruleLabel(rule)} ${data.all[rule]}`, exact: true })).toBeVisible()

  await chips.filter({ hasText: /^Quiet/ }).click()
  await expect(page).toHaveURL(/\/today\?owner=all&rule=quiet$/)
  await expect(chips.filter({ hasText: /^Quiet/ })).toHaveAttribute('aria-current', /./)
  const rows = page.getByRole('table', { name: 'Needs attention' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(ruleLabel('quiet'))
})

import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

const WEBHOOKS = '/today?owner=all&rule=webhook-disabled'
const SWITCH_ON = 'An administrator can switch it on again.'

test('a webhook that was switched off: a manager claims it and reads who can settle it, an administrator goes there', {
  tag: '@long',
}, async ({ page, login }) => {
  const row = page.getByRole('table', { name: 'Needs attention' }).getByRole('row').nth(1)

  await test.step('a manager', async () => {
    await login(page, 'manager', WEBHOOKS)
    await expect(row).toContainText(SWITCH_ON)
    await expect(row.getByRole('button', { name: /Open webhooks/ })).toHaveCount(0)
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('j')
    await expect(row.getByText(SWITCH_ON)).toBeFocused()
    await page.keyboard.press('c')
    await expect(row).toContainText('Marcus Oyelaran is on it')
    await row.getByRole('button', { name: /: more$/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Release', 'Snooze', 'Waive'])
    await page.getByRole('menuitem', { name: 'Release' }).click()
    await expect(row).not.toContainText('is on it')
  })

  await test.step('an administrator', async () => {
    await login(page, 'admin', WEBHOOKS)
    await expect(row).not.toContainText(SWITCH_ON)
    await row.getByRole('button', { name: /^Open webhooks/ }).click()
    await expect(page).toHaveURL(/\/integrations\?tab=webhooks$/)
    await expect(page.getByRole('button', { name: 'Add webhook' })).toBeVisible()
  })
})

import type { Page } from '@playwright/test'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { openAs } from '#e2e/lib/server.ts'

// A server of its own: other journeys send the failed mails of the demo again.
test.use({ holdSeconds: 1 })

const table = (page: Page) => page.getByRole('table', { name: 'Needs attention' })
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })

/** Goes to the part of my queue that this rule found, and returns its first row. */
async function show(page: Page, rule: string) {
  await page.getByRole('list', { name: 'What needs attention' }).getByRole('link', { name: rule }).click()
  const row = table(page).getByRole('row').nth(1)
  await expect(row).toContainText(rule)
  return row
}

test('a manager works through the queue, and a colleague reads who has what', async ({
  page,
  login,
  server,
  browser,
}) => {
  await login(page, 'manager', '/today')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Today.*\d+ waiting$/ })).toBeVisible()
  const { token } = await server.tokenOf('manager')
  const mine = async (rule: string) =>
    (await server.call<{ items: AttentionItem[]; totalCount: number }>(`attention?owner=me&rule=${rule}`, { token }))
      .data
  const cutOffs = await mine('cargo-cut-off')
  const item = cutOffs.items[0]!

  await test.step('claims a cut-off; a colleague in another browser gets the name', async () => {
    const row = await show(page, 'Cargo cut-off')
    await row.getByRole('button', { name: /^Set event/ }).focus()
    await page.keyboard.press('c')
    await expect(row).toContainText('Marcus Oyelaran is on it')

    const context = await browser.newContext({ baseURL: server.url })
    const other = await context.newPage()
    await openAs(other, server, 'admin', '/today?owner=all&rule=cargo-cut-off')
    const same = table(other)
      .getByRole('row')
      .filter({ hasText: formatTrackingCode(item.trackingCode!) })
    await expect(same).toContainText('Marcus Oyelaran is on it')
    await same.getByRole('button', { name: /^Set event/ }).focus()
    await other.keyboard.press('c')
    await expect(other.getByRole('alert')).toContainText(/Marcus Oyelaran claimed this at \d+:\d\d\./)
    await context.close()
  })

  await test.step('sets its event from the drawer, and it is gone', async () => {
    await table(page)
      .getByRole('button', { name: /^Set event/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Next event').selectOption({ label: 'Received at Origin Depot' })
    await drawer.getByRole('button', { name: 'Set event' }).click()
    await expect(messages(page)).toContainText('New Event status was set successfully')
    await expect.poll(async () => (await mine('cargo-cut-off')).totalCount).toBe(cutOffs.totalCount - 1)
  })

  await test.step('snoozes a quiet order until tomorrow', async () => {
    await page.goto('/today?rule=quiet')
    const before = (await mine('quiet')).totalCount
    await expect(table(page).getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('h')
    await page
      .getByRole('dialog', { name: 'Snooze' })
      .getByRole('button', { name: /^Tomorrow/ })
      .click()
    await expect(messages(page)).toContainText('Snoozed until')
    expect((await mine('quiet')).totalCount).toBe(before - 1)
  })

  await test.step('sends a failed mail again', async () => {
    const before = (await mine('mail-failed')).totalCount
    const row = await show(page, 'Mail failed')
    await row.getByRole('button', { name: /^Retry/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await expect(messages(page)).toContainText('The mail will be sent again')
    await expect.poll(async () => (await mine('mail-failed')).totalCount).toBe(before - 1)
  })
})

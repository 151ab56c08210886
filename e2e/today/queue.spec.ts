import type { Page } from '@playwright/test'
import type { AttentionRow } from '#contract/attention/attention.ts'
import { type RuleCode, ruleLabel } from '#contract/attention/rules.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { openAs } from '#e2e/lib/server.ts'

// A separate server: other journeys send the failed mails of the demo again.
test.use({ holdSeconds: 1 })

const table = (page: Page) => page.getByRole('table', { name: 'Needs attention' })
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const chip = (page: Page, rule: string) =>
  page.getByRole('list', { name: 'What needs attention' }).getByRole('link', { name: new RegExp(`^${rule} \\d+$`) })
const rowOf = (page: Page, { trackingCode }: AttentionRow) =>
  table(page)
    .getByRole('row')
    .filter({ hasText: formatTrackingCode(trackingCode ?? '') })

/** Shows the chips that have no room on the line. */
async function showChips(page: Page) {
  await expect(page.getByRole('list', { name: 'What needs attention' }).getByRole('link').first()).toBeVisible()
  const more = page.getByRole('button', { name: /^\+\d+ more$/ })
  if (await more.isVisible()) await more.click()
}

interface Queue {
  items: AttentionRow[]
  counts: Partial<Record<RuleCode, number>>
  totalCount: number
}

test('a manager works through the queue, and a colleague reads who has what', async ({
  page,
  login,
  server,
  browser,
}) => {
  const { token } = await server.tokenOf('manager')
  const mine = async (query = '') => (await server.call<Queue>(`attention?owner=me${query}`, { token })).data
  const idsOf = async (query: string) => (await mine(`&per_page=100${query}`)).items.map(({ id }) => id)
  /** Chips, menu and rows show the current queue. */
  const expectQueue = async () => {
    await showChips(page)
    await expect(async () => {
      const { counts, totalCount } = await mine()
      for (const [rule, n] of Object.entries(counts))
        await expect(chip(page, ruleLabel(rule))).toHaveText(`${ruleLabel(rule)} ${n}`, { timeout: 500 })
      const waiting = new RegExp(`, ${totalCount} waiting$`)
      await expect(page.getByRole('link', { name: waiting })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
  }
  /** Opens the items of a rule, and returns the first one with its row. */
  const show = async (rule: RuleCode) => {
    const item = (await mine(`&by=group&rule=${rule}`)).items.find(({ group }) => !group)
    if (!item) throw new Error(`The demo has nothing of ${rule}`)
    await showChips(page)
    await chip(page, ruleLabel(rule)).click()
    await expect(page).toHaveURL(new RegExp(`rule=${rule}`))
    const row = rowOf(page, item)
    await expect(row).toBeVisible()
    return { item, row }
  }

  await test.step('comes in and sees what waits, by reason', async () => {
    await login(page, 'manager', '/today')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    const { counts, items } = await mine('&by=group')
    for (const rule of ['cargo-cut-off', 'quiet', 'mail-failed', 'client-document'] as const)
      expect(counts[rule]).toBeGreaterThan(0)
    await expectQueue()
    // Orders that are dealt with together are one row.
    const single = items.filter(({ group }) => !group)
    expect(single.length).toBeGreaterThanOrEqual(4)
    for (const item of single) await expect(rowOf(page, item)).toContainText(ruleLabel(item.rule))
  })

  const { item: cutOff, row } = await show('cargo-cut-off')

  await test.step('claims a cut-off; a colleague in another browser gets the name', async () => {
    await row.getByRole('button', { name: /^Set received/ }).focus()
    await page.keyboard.press('c')
    const holder = row.getByText('Marcus Oyelaran is on it')
    // The element stays in sight, however long the sentence before it: nothing covers it or cuts it off.
    await page.setViewportSize({ width: 1280, height: 800 })
    const inSight = (element: Element) => {
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === element
    }
    await expect.poll(() => holder.evaluate(inSight)).toBe(true)
    expect(await idsOf('&claimed=me')).toEqual([cutOff.id])

    const context = await browser.newContext({ baseURL: server.url })
    const other = await context.newPage()
    await openAs(other, server, 'admin', '/today?owner=all&rule=cargo-cut-off')
    const same = rowOf(other, cutOff)
    await expect(same).toContainText('Marcus Oyelaran is on it')
    await same.getByRole('button', { name: /^Set received/ }).focus()
    const refused = other.waitForResponse(`**/api/attention/${cutOff.id}/claim`)
    await other.keyboard.press('c')
    expect((await refused).status()).toBe(409)
    await expect(other.getByRole('alert')).toContainText(/Marcus Oyelaran claimed this at \d+:\d\d\./)
    await context.close()
    expect(await idsOf('&claimed=me')).toEqual([cutOff.id])
  })

  await test.step('sets its event from the drawer, over the queue, and it is gone', async () => {
    await row.getByRole('button', { name: /^Set received/ }).focus()
    await page.keyboard.press('e')
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(formatTrackingCode(cutOff.trackingCode ?? ''))
    await drawer.getByLabel('Next event').selectOption({ label: 'Received at Origin Depot' })
    await drawer.getByRole('button', { name: 'Set event' }).click()
    await expect(messages(page)).toContainText('New Event status was set successfully')
    await expect(page).toHaveURL(/\/today\?.*rule=cargo-cut-off/)
    await expect(row).toHaveCount(0)
    expect(await idsOf('&rule=cargo-cut-off')).not.toContain(cutOff.id)
    await expectQueue()
  })

  await test.step('snoozes a quiet order until tomorrow', async () => {
    const quiet = await show('quiet')
    await page.keyboard.press('j')
    await page.keyboard.press('h')
    await page
      .getByRole('dialog', { name: 'Snooze' })
      .getByRole('button', { name: /^Tomorrow/ })
      .click()
    await expect(messages(page)).toContainText('Snoozed until')
    await expect(quiet.row).toHaveCount(0)
    expect(await idsOf('&rule=quiet')).not.toContain(quiet.item.id)
    expect(await idsOf('&snoozed=1')).toEqual([quiet.item.id])
    await expectQueue()
  })

  await test.step('sends a failed mail again', async () => {
    const failed = await show('mail-failed')
    await failed.row.getByRole('button', { name: /^Retry/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await expect(messages(page)).toContainText('The mail will be sent again')
    await expect.poll(() => idsOf('&rule=mail-failed')).not.toContain(failed.item.id)
    await expect(failed.row).toHaveCount(0)
    await expectQueue()
  })

  await test.step('asks a client for a paper; the row says so, and waits until the paper is there', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    const missing = await show('document')
    await missing.row.getByRole('button', { name: /^(Ask client|Remind)/ }).click()
    const ask = page.getByRole('dialog', { name: 'Ask client for papers' })
    await ask.getByRole('button', { name: /^Ask for \d+ papers?$/ }).click()
    await expect(messages(page)).toContainText('The client was asked')
    await expect(missing.row).toContainText('Asked 1 minute ago by Marcus Oyelaran')
    await expect(missing.row.getByRole('button', { name: /^Remind/ })).toBeVisible()
    expect(await idsOf('&rule=document')).toContain(missing.item.id)
    await expectQueue()
  })

  await test.step('loads an order without a vessel on a sailing', async () => {
    const unnamed = await show('unconfirmed')
    await unnamed.row.getByRole('button', { name: /^Load on sailing/ }).click()
    const choice = page.getByRole('dialog', { name: 'Load on sailing' })
    await choice.getByRole('radio').first().check()
    expect(await axeProblems(page)).toEqual([])
    await choice.getByRole('button', { name: /^Load/ }).click()
    // The dialog asks once about a misfit.
    const again = choice.getByRole('button', { name: 'Load all the same' })
    await expect(again.or(messages(page).getByText('loaded on')).first()).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(messages(page)).toContainText('loaded on')
    await expect(page).toHaveURL(/\/today/)
    await expect.poll(() => idsOf('&rule=unconfirmed')).not.toContain(unnamed.item.id)
    await expectQueue()
  })

  await test.step('comes back to the same queue, with what was snoozed in its own place', async () => {
    await page.goto('/today')
    await expectQueue()
    await page.getByText('Snoozed', { exact: true }).click()
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(table(page)).toContainText('Snoozed until')
  })
})

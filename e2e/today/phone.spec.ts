import type { Locator, Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { missedSailing } from '#e2e/lib/sailing-data.ts'
import { visit } from '#e2e/lib/visit.ts'

// A separate server: this journey settles items that the queue's journeys count.
test.use({
  holdSeconds: 2,
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce', colorScheme: 'dark' },
})

/** The least height in px of what a thumb presses in passing. */
const THUMB = 36

const table = (page: Page) => page.getByRole('table', { name: 'Needs attention' })
const dialog = (page: Page) => page.getByRole('dialog')

/** Buttons that are cut off at the side, overlap, or are too low for a thumb. */
async function unfit(buttons: Locator): Promise<string[]> {
  const boxes = await Promise.all(
    (await buttons.all()).map(async (button) => ({
      name: (await button.getAttribute('aria-label')) ?? (await button.textContent()),
      box: (await button.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 },
    })),
  )
  const overlaps = ({ box: one }: (typeof boxes)[number], { box: other }: (typeof boxes)[number]) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  return boxes
    .filter(
      (each) =>
        each.box.x < 0 ||
        each.box.x + each.box.width > 375 ||
        each.box.height < THUMB ||
        boxes.some((other) => other !== each && overlaps(each, other)),
    )
    .map(({ name, box }) => `${name} ${JSON.stringify(box)}`)
}

test('on a phone, what ends a row or a notice fits its width and the height of a thumb', async ({ page, login }) => {
  await login(page, 'admin', '/today?owner=all')
  const actions = table(page).locator('button:has-text("Retry"), button:has-text("Ask"), button:has-text("Papers")')
  await expect(actions.first()).toBeVisible()
  expect(await unfit(actions)).toEqual([])
  expect(await unfit(page.getByRole('button', { name: 'Complete all' }))).toEqual([])
  await table(page)
    .getByRole('link', { name: /^[A-Z]{4} - / })
    .first()
    .click()
  const notices = page.getByRole('region', { name: 'Needs attention' }).getByRole('button')
  await expect(notices.first()).toBeVisible()
  expect(await unfit(notices)).toEqual([])
  expect(await axeProblems(page)).toEqual([])
})

test('on a phone the reasons keep to one line, with the chosen one in sight', async ({ page, login }) => {
  await login(page, 'admin', '/today?owner=all&rule=quiet')
  const chips = page.getByRole('list', { name: 'What needs attention' })
  const chosen = chips.locator('[aria-current]')
  await expect(chosen).toContainText('Quiet')
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await chips.getByRole('link', { name: 'Arrivals this week' }).click()
  await expect(chosen).toContainText('Arrivals this week')
  await expect(chosen).toBeInViewport({ ratio: 1 })
  expect((await chips.boundingBox())?.height).toBeLessThan(40)
})

/** Opens by keyboard what a button opens; Escape gives the focus back to it. Between both, `inside` is done. */
async function openAndLeave(page: Page, opener: Locator, inside: () => Promise<void> = async () => {}): Promise<void> {
  await opener.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => !!document.activeElement?.closest('[role="dialog"]'))).toBe(true)
  const sideways = () => dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  expect(await axeProblems(page)).toEqual([])
  await inside()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('on a phone in the dark, dialogs of Today are opened, filled and left by keyboard alone', async ({
  page,
  login,
  server,
}) => {
  await missedSailing(server)
  await login(page, 'manager', '/today?owner=all')
  const action = (name: string) =>
    table(page)
      .getByRole('button', { name: new RegExp(`^${name}: `) })
      .first()
  const rule = (code: string) => visit(page, `/today?owner=all&rule=${code}`)

  await test.step('each leads in and back', async () => {
    await openAndLeave(page, page.getByRole('button', { name: 'Complete all' }))
    await openAndLeave(page, page.getByRole('button', { name: 'Hand over' }))
    await rule('quote-waiting')
    await openAndLeave(page, action('Enter price'))
    await rule('cargo-cut-off')
    await openAndLeave(page, action('Receive'), async () => {
      await expect(dialog(page).getByText(/^Applies to/)).toBeVisible()
    })
    await openAndLeave(page, action('Ask suppliers'))
    await rule('document')
    await openAndLeave(page, action('Ask client'))
    await rule('unconfirmed')
    await openAndLeave(page, action('Load on sailing'))
  })

  await test.step('one is filled and sent: what was typed is refused at its field, mended, and done', async () => {
    await rule('quote-waiting')
    const name = (await action('Enter price').getAttribute('aria-label')) ?? ''
    await action('Enter price').press('Enter')
    const price = dialog(page).getByLabel('Transport cost, USD')
    await expect(price).toBeFocused()
    await page.keyboard.type('much')
    await page.keyboard.press('Enter')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('1840.50')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    // The row had the focus back from the dialog, and has gone since.
    await expect(page.locator('main')).toBeFocused()
    await page.keyboard.press('k')
    await expect(action('Enter price')).toBeFocused()
  })
})

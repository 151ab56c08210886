import type { Locator, Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { firstOfNextMonth } from '#e2e/lib/next-month.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

const at = (page: Page, row: number, column: number) =>
  page
    .getByRole('row')
    .nth(row + 1)
    .getByRole('gridcell')
    .nth(column)
const textOf = (cell: Locator) => cell.evaluate((box) => box.querySelector('input')?.value ?? box.textContent ?? '')
const says = (cell: Locator, text: string) => expect.poll(() => textOf(cell)).toBe(text)
const dialog = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => page.getByRole('status', { name: 'Messages' })
const bar = (page: Page) => page.getByRole('region', { name: 'Rate set' })
const line = (page: Page) => page.getByRole('navigation', { name: 'Rates by date' })
const isSaved = (page: Page) => expect(bar(page)).toContainText('All saved')
async function more(page: Page, act: string) {
  await bar(page)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

interface Lane {
  id: number
  cbm: number
  mt: number
}
/** A draft that changes the first lane. */
async function draft(server: RunningServer, name: string) {
  const call = await asAdmin(server)
  const { items } = await call<{ items: Lane[] }>('value/freight')
  const lane = items[0] as Lane
  const { id } = await call<{ id: number }>('rate-set', 'POST', { name })
  const changes = [{ entity: 'freight', recordId: lane.id, field: 'cbm', new: lane.cbm + 3 }]
  await call(`rate-set/${id}/changes`, 'PUT', { changes })
  return { call, id, lane }
}

test('rates of next month are pasted from a spreadsheet, tried on quotes, scheduled and cancelled; today stays', async ({
  context,
  page,
  login,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await login(page, 'admin', '/freight')
  await page.getByRole('button', { name: 'New rates…' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Five percent')
  await dialog(page).getByRole('textbox', { name: 'From' }).fill(firstOfNextMonth())
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/freight\?set=\d+$/)
  await expect(page.getByRole('grid')).toBeVisible()

  const before = await Promise.all([0, 1, 2, 3].map((row) => textOf(at(page, row, 0))))
  const dearer = before.map((figure) => (Math.round(Number(figure) * 105) / 100).toFixed(2))
  await at(page, 0, 0).click()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), dearer.join('\n'))
  await page.keyboard.press('Control+v')
  await isSaved(page)
  await expect(line(page)).toContainText('(draft, 4 changes)')
  expect(await axeProblems(page)).toEqual([])
  await page.reload()
  await says(at(page, 3, 0), dearer[3] ?? '')
  await expect(at(page, 3, 0)).toHaveAttribute('data-before', before[3] ?? '')

  await page.getByRole('button', { name: 'What would this do?' }).click()
  await expect(dialog(page)).toContainText(/Of the last \d+ quotes, \d+ quotes would have another price/)
  await expect(dialog(page).getByRole('table', { name: 'Quotes that differ most' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Schedule…' }).click()
  await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(message(page)).toContainText('Five percent takes effect on')
  await expect(line(page)).toContainText('(scheduled)')
  await line(page).getByRole('link', { name: 'Today' }).click()
  // What is expected at the time of the set may differ from today: other sets come before it.
  const today = page.getByRole('table', { name: 'Freight' })
  await expect(today).toContainText('USWC-LAX')
  await expect(today).not.toContainText(dearer[0] ?? '-')
  await page.goBack()
  await says(at(page, 0, 0), dearer[0] ?? '')

  await more(page, 'Cancel…')
  await dialog(page).getByRole('button', { name: 'Cancel it' }).click()
  await expect(bar(page)).toContainText('Cancelled')
  await expect(page.getByRole('table', { name: 'Changes of Five percent' })).toContainText(dearer[0] ?? '')
})

test('a set is applied at once, stands in the history of its rows, and is undone', async ({ page, server, login }) => {
  const { id, lane } = await draft(server, 'Applied rates')
  await login(page, 'admin', `/freight?set=${id}`)
  await page.getByRole('button', { name: 'Apply now…' }).click()
  await dialog(page).getByRole('button', { name: 'Apply now' }).click()
  await expect(bar(page)).toContainText('Current')
  await line(page).getByRole('link', { name: 'Today' }).click()
  await page
    .getByRole('button', { name: /^Actions for tier/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'History of rates' }).click()
  const newest = page.getByRole('list', { name: 'Rates, newest first' }).getByRole('listitem').first()
  await expect(newest).toContainText((lane.cbm + 3).toFixed(2))
  await expect(newest).toContainText('with Applied rates')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'All rate sets' }).click()
  await dialog(page).getByRole('link', { name: 'Applied rates' }).click()
  await page.getByRole('button', { name: 'Undo…' }).click()
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(bar(page)).toContainText('Undone')
})

test('what changed since is kept or dropped by a press, and comes to a page that is open', async ({
  page,
  server,
  login,
}) => {
  const { call, id, lane } = await draft(server, 'Stale rates')
  await login(page, 'admin', `/freight?set=${id}`)
  await says(at(page, 0, 0), (lane.cbm + 3).toFixed(2))
  await call(`value/freight/${lane.id}`, 'PUT', { cbm: lane.cbm + 1 })
  const stale = page.getByRole('list', { name: 'Changed since' })
  await expect(stale).toContainText(`expected ${lane.cbm.toFixed(2)}, now ${(lane.cbm + 1).toFixed(2)}`)
  await expect(at(page, 0, 0)).toHaveAttribute('data-stale', '')
  await stale.getByRole('button', { name: /^Keep mine/ }).click()
  await expect(stale).toBeHidden()
  await says(at(page, 0, 0), (lane.cbm + 3).toFixed(2))
  await expect(at(page, 0, 0)).toHaveAttribute('data-before', (lane.cbm + 1).toFixed(2))
  await call(`value/freight/${lane.id}`, 'PUT', { cbm: lane.cbm })
  const change = { entity: 'freight', recordId: lane.id, field: 'mt', new: lane.mt + 2 }
  await call(`rate-set/${id}/changes`, 'PUT', { changes: [change] })
  await says(at(page, 0, 1), (lane.mt + 2).toFixed(2))
})

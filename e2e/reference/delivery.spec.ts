import type { Locator, Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test, testInNewTab } from '#e2e/lib/fixtures.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

const TOAST = 'Delivery time was edited successfully'
const at = (page: Page, row: number, column: number) =>
  page
    .getByRole('row')
    .nth(row + 1)
    .getByRole('gridcell')
    .nth(column)
/** The value of a cell, in edit or not. */
const textOf = (cell: Locator) => cell.evaluate((box) => box.querySelector('input')?.value ?? box.textContent)
const says = (cell: Locator, text: string) => expect.poll(() => textOf(cell)).toBe(text)
const isIn = (cell: Locator) => expect(cell.getByRole('textbox')).toBeFocused()
async function write(cell: Locator, text: string) {
  await cell.click()
  await cell.page().keyboard.type(text)
}
const apply = (page: Page) => page.getByRole('button', { name: 'Apply' })
const message = (page: Page) => page.getByRole('status', { name: 'Messages' })

interface Grid {
  depot: { depotId: number; depotName: string }[]
  cartage: { cartageId: number; cartageName: string }[]
  delivery: Record<string, Record<string, number>>
}
async function stored(server: RunningServer, row: number, column: number): Promise<number> {
  const { token } = await server.tokenOf('manager')
  const grid = (await server.call<Grid>('delivery', { token })).data
  return grid.delivery[grid.depot[row]?.depotId ?? 0]?.[grid.cartage[column]?.cartageId ?? 0] ?? 0
}
async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

test.beforeEach(async ({ context, page, login }) => {
  // axe is slow on some 500 cells.
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await login(page, 'admin', '/delivery-time')
  await expect(page.getByRole('grid')).toBeVisible()
})

test('arrows move, typing replaces, Escape restores; changes are tinted and counted; Apply saves them', async ({
  page,
  server,
}) => {
  await expect(apply(page)).toBeDisabled()
  const before = await textOf(at(page, 0, 0))
  await at(page, 0, 0).click()
  await page.keyboard.type('77')
  await says(at(page, 0, 0), '77')
  await expect(at(page, 0, 0)).toHaveAttribute('data-changed', '')
  await expect(page.getByText('1 changed cell')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await isIn(at(page, 1, 0))
  await page.keyboard.type('1500')
  await page.keyboard.press('ArrowRight')
  await says(at(page, 1, 0), '1000')
  await expect(page.getByText('2 changed cells')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 changed cell')).toBeVisible()
  await at(page, 0, 0).click()
  await page.keyboard.type(before ?? '')
  await expect(apply(page)).toBeDisabled()
  await page.keyboard.type('5')
  await apply(page).click()
  await expect(message(page)).toContainText(TOAST)
  await expect(apply(page)).toBeDisabled()
  expect(await stored(server, 0, 0)).toBe(Number(`${before}5`))
})

test('pasting a 10 by 10 block with one bad cell marks that cell, and Apply says where it is', async ({
  page,
  server,
}) => {
  const { token } = await server.tokenOf('manager')
  const body = {
    code: 'CNFOC',
    name: 'Fuzhou CFS',
    originIds: [2],
    tier: 2,
    depotFixed: 1,
    depotVar: 1,
    depotVarMin: 1,
  }
  await server.call('value/depot', { method: 'POST', token, body })
  await page.reload()
  const block = Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => String(100 + row * 10 + column)),
  )
  if (block[4]) block[4][6] = '12 days'
  await at(page, 0, 0).click()
  await paste(page, block.map((row) => row.join('\t')).join('\r\n'))
  await expect(page.getByText('100 changed cells')).toBeVisible()
  await expect(at(page, 4, 6)).toHaveAttribute('aria-invalid', 'true')
  await says(at(page, 9, 9), '199')
  await apply(page).click()
  await expect(
    page.getByText(/^Xiamen Haicang CFS → LGB6 .*: '12 days' is not a whole number from 0 to 1000\.$/),
  ).toBeVisible()
  await isIn(at(page, 4, 6))
  expect(await axeProblems(page)).toEqual([])
  expect(await stored(server, 9, 9)).toBe(0)
  await page.keyboard.type('12')
  await apply(page).click()
  await expect(message(page)).toContainText(TOAST)
  expect(await stored(server, 4, 6)).toBe(12)
  expect(await stored(server, 9, 9)).toBe(199)
})

test('a block is selected with Shift, copied and pasted; Discard can be undone', { tag: '@long' }, async ({ page }) => {
  const wanted = await Promise.all([at(page, 0, 0), at(page, 0, 1), at(page, 1, 0), at(page, 1, 1)].map(textOf))
  await at(page, 0, 0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  const selected = page.locator('tr[data-selected]')
  await expect(selected).toHaveCount(2)
  await expect(selected.last()).toHaveAttribute('style', '--from: 0; --cells: 2;')
  await page.keyboard.press('Control+c')
  await at(page, 4, 20).click()
  await page.keyboard.press('Control+v')
  const pasted = [at(page, 4, 20), at(page, 4, 21), at(page, 5, 20), at(page, 5, 21)]
  for (const [index, cell] of pasted.entries()) await says(cell, wanted[index] ?? '')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(apply(page)).toBeDisabled()
  await message(page).getByRole('button', { name: 'Undo' }).click()
  await expect(apply(page)).toBeEnabled()
})

test('changes to different cells by two people are both kept; a conflict in one cell is asked about', {
  tag: '@long',
}, async ({ page, server }) => {
  const { token } = await server.tokenOf('manager')
  const { depot, cartage } = (await server.call<Grid>('delivery', { token })).data
  const theirs = (row: number, column: number, delivery: number) => {
    const data = [{ depot: depot[row]?.depotId, cartage: cartage[column]?.cartageId, delivery }]
    return server.call('delivery', { method: 'PATCH', token, body: { data } })
  }
  await write(at(page, 2, 2), '41')
  await theirs(2, 3, 42)
  await apply(page).click()
  await expect(message(page)).toContainText(TOAST)
  await says(at(page, 2, 3), '42')
  await write(at(page, 3, 3), '51')
  await theirs(3, 3, 52)
  await apply(page).click()
  await expect(page.getByText(/is now 52, you entered 51\. Apply again to overwrite them\./)).toBeVisible()
  expect(await stored(server, 3, 3)).toBe(52)
  await apply(page).click()
  await expect.poll(() => stored(server, 3, 3)).toBe(51)
})

test('the active cell is a text field labelled by its row and column; Tab enters and leaves the grid', {
  tag: '@long',
}, async ({ page }) => {
  const fields = page.getByRole('grid').getByRole('textbox')
  await at(page, 2, 3).click()
  await expect(fields).toHaveCount(1)
  await isIn(at(page, 2, 3))
  const names = [page.getByRole('rowheader').nth(2), page.getByRole('columnheader').nth(4)]
  const [depot, cartage] = await Promise.all(names.map((head) => head.textContent()))
  await expect(fields).toHaveAccessibleName(`${depot} ${cartage}`)
  await page.keyboard.press('Tab')
  await expect(fields).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await isIn(at(page, 2, 3))
  await page.keyboard.type('8')
  await says(at(page, 2, 3), '8')
  await page.keyboard.press('Control+End')
  await isIn(page.getByRole('gridcell').last())
  await expect(fields).toBeInViewport()
  await expect(page.getByRole('columnheader').last()).toBeInViewport()
  await expect(page.locator('[data-name]').last()).toBeInViewport()
  await page.keyboard.press('Shift+Control+Home')
  const selected = page.locator('tr[data-selected]')
  await expect(selected).toHaveCount(await page.getByRole('rowheader').count())
  const columns = (await page.getByRole('columnheader').count()) - 1
  await expect(selected.last()).toHaveAttribute('style', `--from: 0; --cells: ${columns};`)
  await isIn(at(page, 0, 0))
})

test.describe('on a phone', () => {
  testInNewTab.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } })

  testInNewTab('tapping a cell opens it with the numeric keyboard', { tag: '@long' }, async ({ page }) => {
    await at(page, 3, 0).tap()
    await isIn(at(page, 3, 0))
    await expect(at(page, 3, 0).getByRole('textbox')).toHaveAttribute('inputmode', 'numeric')
    await page.keyboard.type('9')
    await at(page, 4, 1).tap()
    await says(at(page, 3, 0), '9')
    await isIn(at(page, 4, 1))
  })
})

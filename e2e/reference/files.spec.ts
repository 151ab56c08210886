import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { visit } from '#e2e/lib/visit.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => page.getByRole('status', { name: 'Messages' })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The name and text of the file that a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}
const exported = (page: Page, format: 'CSV' | 'Excel (XLSX)') =>
  downloaded(page, async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: format }).click()
  })
async function choose(page: Page, name: string, content: string | Buffer) {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
}
const counts = (page: Page) => dialog(page).getByRole('status')
const apply = (page: Page) => dialog(page).getByRole('button', { name: /^Apply/ })

test('a list is exported with its filters and sort order, and no cell runs as a formula', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('manager')
  const body = { tier: 77, dest: '=1+1', cbm: 1.5, mt: 2 }
  await server.call('value/freight', { method: 'POST', token, body })
  await server.call('value/freight', { method: 'POST', token, body: { ...body, dest: 'US-CHI' } })
  await login(page, 'admin', '/freight?tier=77&sort=dest.desc')
  await expect(rowOf(page, '=1+1')).toBeVisible()
  const { name, content } = await exported(page, 'CSV')
  expect(name).toMatch(/^Freight \d{4}-\d\d-\d\d\.csv$/)
  const lines = content.toString().replace('\ufeff', '').trim().split('\r\n')
  expect(lines[0]).toBe('"ID","Tier","Dest","CBM","MT"')
  expect(lines.slice(1).map((line) => line.replace(/^\d+,/, ''))).toEqual(['77,"US-CHI",1.5,2', `77,"'=1+1",1.5,2`])
})

const WORKBOOKS = [
  ['/events', 'Events'],
  ['/depots', 'Depots'],
  ['/cartages', 'Cartages'],
  ['/constants', 'Constants'],
  ['/locations/by-city', 'Pick-up Locations'],
  ['/mail-settings', 'Mail Settings'],
  ['/hints', 'Hints'],
] as const

test('every list can be exported as a workbook', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/events')
  for (const [path, title] of WORKBOOKS) {
    await test.step(`${title} can be exported as a workbook`, async () => {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
      const { name, content } = await exported(page, 'Excel (XLSX)')
      expect(name).toMatch(new RegExp(`^${title} .*\\.xlsx$`))
      expect(content.subarray(0, 2).toString()).toBe('PK')
    })
  }
})

test('rates are imported: first a check, refused rows as a file, then all at once', async ({ page, login, server }) => {
  const { token } = await server.tokenOf('manager')
  const add = (body: object) => server.call<{ id: number }>('value/freight', { method: 'POST', token, body })
  const { data } = await add({ tier: 78, dest: 'US-CHI', cbm: 98, mt: 98 })
  await login(page, 'admin', '/freight?tier=78')
  await choose(page, 'rates.csv', 'Tier;Dest;CBM;MT\n78;US-CHI;99,5;98\n78;US-DAL;100;100\n78;=TOO-LONG-DEST;x;1\n')
  await expect(counts(page)).toHaveText(/added1.*changed1.*unchanged0.*refused1/)
  await expect(rowOf(page, 'Changed')).toContainText('CBM: 98 → 99,5')
  await expect(rowOf(page, 'Refused')).toContainText('CBM: Please enter a number')
  expect(await axeProblems(page)).toEqual([])
  const refused = await downloaded(page, () =>
    dialog(page).getByRole('button', { name: 'Download refused rows' }).click(),
  )
  expect(refused.name).toBe('refused rates.csv')
  expect(refused.content.toString()).toContain(`"78","'=TOO-LONG-DEST","x","1",`)

  // Another user changes the rate between the check and Apply.
  const { id } = data
  await server.call(`value/freight/${id}`, { method: 'PUT', token, body: { cbm: 97 } })
  await apply(page).click()
  await expect(dialog(page)).toContainText('The records have changed since the file was checked')
  await expect(rowOf(page, 'Changed')).toContainText('CBM: 97 → 99,5')
  // Nothing has been applied yet.
  await expect(page.getByText('99.50')).toHaveCount(0)
  await expect(apply(page)).toHaveText('Apply 2 changes')
  await apply(page).click()
  await expect(message(page)).toContainText('The import was applied: 1 added, 1 changed')
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'US-DAL')).toContainText('100.00')
  await expect(rowOf(page, 'US-CHI')).toContainText('99.50')
})

test('an unreadable file is refused with the reason, and an unchanged file has nothing to apply', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/locations')
  await choose(page, 'notes.csv', 'Name,Depot\nDongguan,Shenzhen Yantian CFS\n')
  await expect(dialog(page)).toContainText('The file has no column PRECAR_FIXED, PRECAR_VAR, PRECAR_VAR_MIN')
  await expect(apply(page)).toBeDisabled()
  expect(await axeProblems(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  const { content } = await exported(page, 'Excel (XLSX)')
  await choose(page, 'locations.xlsx', content)
  await expect(counts(page)).toHaveText(/added0.*changed0.*unchanged1\d.*refused0/)
  await expect(apply(page)).toBeDisabled()
})

test('delivery times are imported into the grid, and typed values stay', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/delivery-time')
  const cells = page.getByRole('row').nth(1).getByRole('gridcell')
  const { content } = await exported(page, 'CSV')
  await cells.nth(0).click()
  await page.keyboard.type('81')
  const [head, first] = content.toString().replace('\ufeff', '').split('\r\n')
  const row = first?.replace(/[^,]*$/, '82')
  await choose(page, 'days.csv', `${head}\n${row}\nNo depot,1\n`)
  await expect(counts(page)).toHaveText(/(added|changed)1/)
  await expect(rowOf(page, 'This depot does not exist').first()).toBeVisible()
  await apply(page).click()
  await expect(message(page)).toContainText('The import was applied')
  await expect(page.getByRole('gridcell').and(page.locator('[data-changed]'))).toHaveCount(1)
  await expect(cells.nth(0).getByRole('textbox')).toHaveValue('81')
  await expect(cells.last()).toHaveText('82')
})

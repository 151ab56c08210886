import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { formatDate, formatDateTime } from '#contract/lib/format.ts'
import { expect, longIf, test } from '#e2e/lib/fixtures.ts'
import { watchRequests } from '#e2e/lib/visit.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'

test.use({ keepsApp: true })

const table = (page: Page) => page.getByRole('table', { name: 'Orders' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, format: 'CSV' | 'Excel (XLSX)'): Promise<void> {
  await button(page, 'Export').click()
  await page.getByRole('menuitem', { name: format }).click()
}
/** A date of a workbook, which is read as '2026-11-05 09:15:00', as screens show it: 'Nov 5 2026 9:15'. */
function asShown(cell: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d)(?::\d\d)?)?$/.exec(cell) ?? []
  if (!day) return cell
  return time ? formatDateTime(`${day}T${time}Z`) : formatDate(`${day}T00:00Z`)
}

async function sheetOf(file: Download) {
  const { headings, rows } = tableOf(await readSheet(await readFile(await file.path())))
  return [headings, ...rows.map(({ cells }) => cells.map(asShown))]
}

/**
 * The headings and cells on screen, without the boxes and buttons at the sides. Volumes are numbers in a
 * file.
 */
async function shown(page: Page): Promise<string[][]> {
  const rows = await table(page)
    .locator('tr')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('th, td')].map(
          (cell) => cell.querySelector('[title]')?.getAttribute('title') ?? cell.textContent ?? '',
        ),
      ),
    )
  const [headings = []] = rows
  const columns = headings.flatMap((heading, at) => (/\w/.test(heading) && !/^select/i.test(heading) ? [at] : []))
  const volume = headings.indexOf('Volume')
  return rows.map((cells, row) =>
    columns.map((at) => {
      const text = cells[at]?.trim() ?? ''
      if (['', '-', '—', '–'].includes(text)) return ''
      return row > 0 && at === volume ? String(Number(text.replace(/\s/g, ''))) : text
    }),
  )
}

for (const format of ['CSV', 'Excel (XLSX)'] as const) {
  test(
    `${format} of a view has exactly its columns, rows and order`,
    longIf(format === 'CSV'),
    async ({ page, login, server }) => {
      const { token } = await server.tokenOf('admin')
      const columns = ['volume', 'trackingCode', 'company', 'status', 'date', 'lastUpdate', 'id', 'origin']
      const definition = {
        filters: { status: 'in:0,2', volume: 'more:61' },
        sort: [{ field: 'volume', direction: 'desc' }],
        columns: columns.map((id) => ({ id, shown: id !== 'origin' })),
        perPage: 200,
      }
      const body = { list: 'orders', name: `Large ${format}`, definition }
      const { id } = (await server.call<{ id: number }>('views', { token, method: 'POST', body })).data
      await login(page, 'admin', `/orders?view=${id}`)
      await expect(page.getByRole('columnheader', { name: 'Volume' })).toBeVisible()
      await expect(table(page).locator('tbody tr').nth(20)).toContainText(/\w/)
      const onScreen = await shown(page)
      const [file] = await Promise.all([page.waitForEvent('download'), choose(page, format)])
      expect(await sheetOf(file)).toEqual(onScreen)
      await server.call(`views/${id}`, { token, method: 'DELETE' })
    },
  )
}

test('ticked orders are exported, from any page', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/orders')
  const boxes = table(page).locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(2).check()
  const bar = page.getByRole('group', { name: 'Selected orders' })
  await bar.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  const [headings = [], ...rows] = await sheetOf(file)
  const onScreen = await shown(page)
  expect(headings).toEqual(onScreen[0])
  expect(rows).toEqual([onScreen[1], onScreen[3]])
  await button(page, 'Clear the selection').click()
})

test('on a slow line an export says how far it is, and Cancel ends it', { tag: '@long' }, async ({ page, login }) => {
  const settled = watchRequests(page)
  await login(page, 'admin', '/orders')
  await expect(table(page).locator('tbody tr').first()).toBeVisible()
  // Code for exporting is loaded before the line is slow.
  await Promise.all([page.waitForEvent('download'), choose(page, 'CSV')])
  await settled()
  const line = await page.context().newCDPSession(page)
  const bytesPerSecond = (downloadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    })
  await bytesPerSecond(2_000)
  let saved = 0
  page.on('download', () => saved++)
  await choose(page, 'CSV')
  await expect(page.getByText(/^[\d\s]+ of [\d\s]+ rows$/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
  await expect(button(page, 'Cancel export')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Export')).toBeFocused()
  await bytesPerSecond(-1)
  await line.detach()
  // The line is free: another export is complete, and the only saved one.
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, 'CSV')])
  expect((await sheetOf(file)).length).toBeGreaterThan(20)
  expect(saved).toBe(1)
})

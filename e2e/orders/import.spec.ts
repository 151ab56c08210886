import type { OrderListItem } from '#contract/orders/order-list.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'

interface Named {
  items: { name: string; email: string; visibility: boolean; status: boolean; amazon: boolean }[]
}

test('a file with two problems: mended by the mapping, imported, and undone', async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const [clients, depots, cartages] = await Promise.all([
    call<Named>('admin/user?per_page=1'),
    call<Named>('value/depot?per_page=100'),
    call<Named>('value/cartage?per_page=100'),
  ])
  const mail = clients.items[0]?.email ?? ''
  const depot = depots.items.find(({ visibility, status }) => visibility && status)?.name ?? ''
  const cartage = cartages.items.find(({ status, amazon }) => status && !amazon)?.name ?? ''
  const headings = 'Tracking Code,Client email,Shipment trade terms,Origin,Destination,How large,"Weight, KG",Price'
  const shipper = `Shipper's company name,Shipper's company address,Shipper's person in charge,Shipper's email,Shipper's phone`
  const row = (code: string) =>
    `${code},${mail},Drop-Off by Supplier,"${depot}","${cartage}",3.5,620,855.96,Lamps,8 Street,Li,li@example.test,861`
  const file = [`${headings},${shipper}`, row('IMPO00010001'), row('IMPO00020001')].join('\n')

  await login(page, 'admin', '/orders')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Orders' })).toBeChecked()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'old orders.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('old orders.csv: 2 rows, 2 rows with problems')).toBeVisible()
  const problems = page.getByRole('table', { name: 'Problems' })
  await expect(problems.getByRole('row')).toHaveCount(3)
  await expect(problems).toContainText('This field cannot be empty')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download problems as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^problems of import \d+\.csv$/)

  // The address keeps the file: nothing is lost on reload.
  await page.reload()
  await page.getByLabel('How large becomes').selectOption({ label: 'Volume, CBM' })
  await expect(page.getByRole('button', { name: /^Import 0/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('old orders.csv: 2 rows, no problems')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 orders' }).click()
  const outcome = page.getByRole('region', { name: 'Import' })
  await expect(outcome.getByText('2 rows imported')).toBeVisible({ timeout: 15_000 })
  await expect(outcome.getByText(/^It can be undone until /)).toBeVisible()
  const found = await call<{ items: OrderListItem[] }>('request/booking/search?tracking_code=IMPO')
  expect(found.items).toHaveLength(2)

  await outcome.getByRole('button', { name: 'Undo' }).click()
  await expect(outcome.getByText('Undone', { exact: true })).toBeVisible({ timeout: 15_000 })
  expect((await call<{ items: OrderListItem[] }>('request/booking/search?tracking_code=IMPO')).items).toEqual([])
})

test('a file whose dates and decimals may be read in two ways: a select checks it again, and is remembered', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const clients = await call<Named>('admin/user?per_page=1')
  const mail = clients.items[0]?.email ?? ''
  const file = `Orders of 2026\n\nClient email;"Weight, KG";Estimated time of departure\n${mail};1.500;05/12/2026`
  await login(page, 'admin', '/import')
  const choose = () =>
    page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'dates.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await choose()
  await expect(page.getByLabel('Headings in row')).toHaveValue('3')
  await expect(page.getByLabel('Separator')).toHaveValue(';')
  await expect(
    page.getByText(
      'Estimated time of departure: 05/12/2026 is read as May 12, 2026. Change it under Dates if that is wrong.',
    ),
  ).toBeVisible()
  await expect(page.getByText('Weight, KG: 1.500 may be 1500 or 1.5. Choose under Decimals.')).toBeVisible()
  // A field that was chosen, but not yet checked, stays.
  await page.getByLabel('Weight, KG becomes').selectOption({ label: 'Left out' })
  await page.getByLabel('Dates').selectOption({ label: 'Day/month/year' })
  await expect(page.getByText(/is read as May 12/)).toBeHidden()
  await expect(page.getByLabel('Weight, KG becomes')).toHaveValue('')
  await page.getByLabel('Decimals').selectOption({ label: 'Comma: 1,5' })
  await expect(page.getByText(/can be read in two ways/)).toBeHidden()
  await page.getByLabel('Headings in row').fill('9')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Row 9 of the file is empty, or beyond its end').first()).toBeVisible()

  await page.goto('/import')
  await choose()
  await expect(page.getByText('As last time: dates, decimals.')).toBeVisible()
  await expect(page.getByLabel('Dates')).toHaveValue('dmy')
  await page.getByRole('button', { name: 'Forget this' }).click()
  await expect(page.getByText(/^As last time/)).toBeHidden()
  await expect(page.getByLabel('Dates')).toHaveValue('mdy')
})

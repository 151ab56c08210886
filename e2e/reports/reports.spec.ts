import { expect, test } from '#e2e/lib/fixtures.ts'

test('a manager reads the reports of a year, looks behind a figure, and takes a table along', async ({
  page,
  login,
  server,
}) => {
  await login(page, 'manager', '/reports')
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await page.getByText('This year', { exact: true }).click()
  await expect(page).toHaveURL(/period=this-year/)

  const year = new Date().getUTCFullYear()
  const { token } = await server.tokenOf('manager')
  const query = `from=${year}-01-01&to=${new Date().toISOString().slice(0, 10)}`
  const { data } = await server.call<{
    lanes: { originName: string; destinationName: string; orders: number; cancelled: number }[]
  }>(`report/volume?${query}`, { token })
  const lane = data.lanes[0]!

  await test.step('each question has its figures, a chart and tables', async () => {
    for (const title of [
      'Volume and orders',
      'Quotes that became bookings',
      'On time',
      'Days between milestones',
      'Workload and age of the queue',
    ])
      await expect(page.getByRole('region', { name: title })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Chart: Orders by month' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Orders by lane' })).toContainText(lane.originName)
  })

  await test.step('on paper tables repeat their heads and say how much they leave out, and nothing can be opened', async () => {
    const lanes = page.getByRole('table', { name: 'Orders by lane' })
    await page.emulateMedia({ media: 'print' })
    await expect(lanes.locator('thead')).toHaveCSS('display', 'table-header-group')
    await expect(lanes.locator('tbody tr').first()).toHaveCSS('display', 'table-row')
    await expect(page.getByText(/^The first 10 of \d+$/).first()).toBeVisible()
    await expect(page.locator('figure summary').first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('a table is exported with the period that is shown', async () => {
    const heading = page.getByRole('heading', { name: 'Orders by lane' })
    const download = page.waitForEvent('download')
    await heading.locator('xpath=..').getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^Orders by lane .*\.csv$/)
  })

  await test.step('a lane leads to its orders, and back leads to the year', async () => {
    const name = `${lane.originName} → ${lane.destinationName}`
    await page.getByRole('table', { name: 'Orders by lane' }).getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { name: 'Orders made' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Orders made' }).getByRole('row').nth(1)).toContainText(name)
    await expect(page.getByText(new RegExp(`of ${lane.orders + lane.cancelled}\\b`))).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/period=this-year/)
  })

  await test.step('how long things have been open leads to them', async () => {
    const ages = page.getByRole('table', { name: 'Age of the queue' })
    const [{ open }] = (await server.call<{ ages: [{ open: number }] }>(`report/workload?${query}`, { token })).data
      .ages
    await ages.getByRole('link', { name: 'under 1 day' }).click()
    await expect(page.getByRole('heading', { name: 'Things in the queue' })).toBeVisible()
    await expect(page.getByText('Open for under 1 day')).toBeVisible()
    await expect(page.getByText(new RegExp(`of ${open}\\b`))).toBeVisible()
    await page.goBack()
  })

  await test.step('every figure of the whole period leads to what it counts', async () => {
    const cancelled = page
      .getByRole('region', { name: 'Volume and orders' })
      .getByRole('link', { name: /^Cancelled: \d+/ })
    const n = Number.parseInt((await cancelled.textContent())?.replaceAll('\u00a0', '') ?? '', 10)
    await cancelled.click()
    await expect(page.getByText(new RegExp(`of ${n}\\b`))).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/period=this-year/)
  })

  await test.step('without comparison no figure says what it was before', async () => {
    await expect(page.getByText(/^was |, was /).first()).toBeVisible()
    await page.getByRole('switch', { name: 'Compare with the period before' }).click()
    await expect(page).toHaveURL(/compare=0/)
    await expect(page.getByText(/, was /)).toHaveCount(0)
  })
})

import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

test('offline: the page says so, keeps its content and what was typed, and recovers by itself', async ({
  page,
  context,
  login,
  server,
}) => {
  await login(page, 'admin', '/ports')
  const notice = page.getByRole('status', { name: 'Connection' })
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await expect(notice).toBeEmpty()
  await page.getByRole('button', { name: 'Add Port' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Port' })
  await dialog.getByLabel('Code').fill('ZZOFF')
  await dialog.getByLabel('Name').fill('Offline harbour')

  await test.step('a save without a connection keeps the form', async () => {
    await context.setOffline(true)
    await expect(notice).toContainText('You are offline')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Error' })).toContainText('You are offline')
    await expect(dialog.getByLabel('Name')).toHaveValue('Offline harbour')
    await expect(rows).toHaveCount(10)
    await context.setOffline(false)
    await expect(notice).toBeEmpty()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('New Port was added successfully')).toBeVisible()
  })

  await test.step('changes by others appear when the connection is back', async () => {
    const name = page.getByRole('cell', { name: 'Renamed while offline', exact: true })
    await context.setOffline(true)
    await expect(notice).toContainText('You are offline')
    expect(await axeProblemsInBothThemes(page)).toEqual([])
    const { token } = await server.tokenOf('manager')
    const { data } = await server.call<{ items: { id: number }[] }>('port/get_all?search=ZZOFF', { token })
    const [first] = data.items
    await server.call(`port/edit/${first?.id}`, { method: 'PUT', token, body: { name: 'Renamed while offline' } })
    await expect(name).toHaveCount(0)
    await context.setOffline(false)
    await expect(name).toBeVisible()
    await expect(notice).toBeEmpty()
  })

  await test.step('a panel that was never loaded opens when the connection is back; what is typed stays', async () => {
    await page.getByRole('button', { name: 'Add Port' }).click()
    await dialog.getByLabel('Name').fill('Kept')
    // Another test in this browser may have opened it.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
    await context.setOffline(true)
    await expect(notice).toContainText('You are offline')
    // The dialog lies above the header, so the button is pressed as a screen reader does.
    await page.getByRole('button', { name: /^Profile of/, includeHidden: true }).dispatchEvent('click')
    await expect(page.getByText('This opens when the connection is back')).toBeVisible()
    await context.setOffline(false)
    const profile = page.getByRole('dialog', { name: 'Profile', includeHidden: true })
    await expect(profile.getByText('log out')).toBeVisible()
    await expect(profile).not.toHaveCSS('position', 'static')
    await expect(dialog.getByLabel('Name')).toHaveValue('Kept')
    await page.reload()
  })

  await test.step('a screen that was not loaded yet appears when the connection is back', async () => {
    await context.setOffline(true)
    await expect(notice).toContainText('You are offline')
    await page.getByRole('link', { name: 'Constants' }).click()
    await expect(page.getByRole('main')).toContainText('You are offline')
    await expect(page).toHaveURL(/\/constants$/)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Constants' })).toBeVisible()
    await expect(rows.first()).toBeVisible()
  })
})

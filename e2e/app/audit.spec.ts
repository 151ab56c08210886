import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { visit } from '#e2e/lib/visit.ts'

test('an administrator finds who changed what, with the fields before and after', async ({ page, login, server }) => {
  const { token } = await server.tokenOf('manager')
  const { data } = await server.call<{ id: number }>('port/add', {
    method: 'POST',
    token,
    body: { code: 'NOBGO', name: 'Bergen' },
  })
  const { id } = data
  await server.call(`port/edit/${id}`, { method: 'PUT', token, body: { name: 'Bergen havn' } })
  await login(page, 'admin', '/orders')
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await page.getByLabel('Record type').selectOption('Port')
  await page.getByLabel('Record ID').fill(String(id))
  await page.getByLabel('Record ID').press('Enter')
  const rows = page.getByRole('table', { name: 'Audit trail' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Port changed')
  await expect(page).toHaveURL(new RegExp(`entity=ports.*record=${id}`))
  await rows.nth(1).getByText('Port changed').click()
  const dialog = page.getByRole('dialog', { name: 'Port changed' })
  await expect(dialog.getByRole('row', { name: 'Name Bergen Bergen havn' })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  // A middle click or a copied link opens the same list with the entry.
  await page.goto((await rows.nth(1).getByRole('link').first().getAttribute('href')) ?? '')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Action').selectOption('Port added')
  await expect(rows).toHaveCount(2)
  await page.goBack()
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Record type').selectOption('Order')
  await expect(page.getByLabel('Record ID')).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Record ID')).toHaveValue(String(id))
})

test('dates filter the trail, and an invalid date says so', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/audit')
  const from = page.getByRole('textbox', { name: 'From' })
  await from.fill('02/31/2026')
  await expect(page.getByText('Write a date like 2026-12-01 or 5 Dec 2026')).toBeVisible()
  await from.fill('01/01/2199')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await expect(page).toHaveURL(/from=2199-01-01/)
  await page.goBack()
  await expect(from).toHaveValue('')
})

test('a manager sees no link to the audit trail and is refused access', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'manager', '/orders')
  await expect(page.getByRole('link', { name: 'Mail log' })).toBeVisible()
  await page.getByRole('button', { name: 'Administration' }).click()
  await expect(page.getByRole('link', { name: 'Bulk changes' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit', exact: true })).toBeHidden()
  await page.goto('/audit')
  await expect(page.getByText('Access denied')).toBeVisible()
})

test('an order, a client and a template show who changed them, with the fields before and after', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const { token } = await server.tokenOf('manager')
  const put = (path: string, body: object) => server.call(path, { method: 'PUT', token, body })
  await put('request/booking/edit/2390?notify=0', { additionalInformation: 'Call before delivery' })
  // A template of this test's own: others choose the demo's templates by name.
  const copied = { method: 'POST', token, body: { copyOf: 8 } } as const
  const template = (await server.call<{ id: number }>('template/email', copied)).data.id
  await put(`template/email/${template}`, { title: 'Told by its history' })
  const { data } = await server.call<{ items: { id: number }[] }>('admin/user?per_page=1', { token })
  const client = data.items[0]?.id
  await put(`user/${client}`, { companyName: 'Harbour Goods' })
  await login(page, 'manager', '/orders/2390')
  const changes = async (path: string, row: string) => {
    await visit(page, path)
    const more = page.getByRole('button', { name: 'More actions' })
    const button = page.getByRole('button', { name: 'Changes' })
    await expect(more.or(button)).toBeVisible()
    // An order has it in its menu.
    if (await more.isVisible()) await more.click()
    await button.or(page.getByRole('menuitem', { name: 'Changes' })).click()
    const dialog = page.getByRole('dialog', { name: 'Changes' })
    await expect(dialog.getByRole('row', { name: row })).toBeVisible()
    await expect(dialog.getByText('Marcus Oyelaran').first()).toBeVisible()
  }
  await changes('/orders/2390', 'Additional information')
  expect(await axeProblems(page)).toEqual([])
  await changes(`/edit-mail/${template}`, 'Told by its history')
  await changes(`/clients/${client}`, 'Harbour Goods')
  await server.call(`template/email/${template}`, { method: 'DELETE', token })
})

import type { Page } from '@playwright/test'
import { COMMON_PASSWORD, OWN_DATA_PASSWORD } from '#contract/accounts/passwords.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

interface Item {
  id: number
  email: string
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const toast = (page: Page, text: string) => expect(page.getByRole('status', { name: 'Messages' })).toContainText(text)

/** Fills the form 'Register new Client' with a new email address each time. */
async function register(page: Page, username: string): Promise<string> {
  const email = `${username.toLowerCase().replaceAll(' ', '.')}@example.test`
  await page.getByRole('button', { name: 'Register new Client' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Company name').fill(`${username} Trading`)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('+1 (604) 555-0190')
  await dialog.getByLabel('Company address').fill('1 Dock Road')
  await dialog.getByLabel(/^Password/).fill('correct-horse')
  await dialog.getByLabel('Repeat password').fill('correct-horse')
  return email
}

test('a client is registered with one double click, edited, and gets a new password', async ({
  page,
  server,
  login,
}) => {
  await login(page, 'admin', '/clients')
  const email = await register(page, 'Nora Fields')
  await page.getByLabel('Repeat password').fill('correct-hors')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Password do not match')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await page.getByLabel('Repeat password').fill('correct-horse')
  await page.getByRole('button', { name: 'Register', exact: true }).dblclick()
  await toast(page, 'New Client was added successfully')
  const link = page.getByRole('status', { name: 'Messages' }).getByRole('link', { name: /^Nora Fields/ })
  await expect(link).toHaveAttribute('href', /^\/clients\/\d+$/)
  await expect(row(page, 'Nora Fields')).toHaveAttribute('data-added', 'true')

  await page.getByLabel('Search clients').fill('nora.fields')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(row(page, 'Nora Fields')).toContainText('+16045550190')
  await act(page, 'Nora Fields', 'Edit')
  await page.getByRole('dialog').getByLabel('Company name').fill('Fields & Sons')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Your Client was edited successfully')
  await row(page, 'Nora Fields').getByText('Fields & Sons').click()
  await expect(page.getByRole('heading', { name: 'Nora Fields' })).toBeVisible()

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New password').fill('short')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Password must be over 8 characters.')).toBeVisible()
  await expect(dialog.getByLabel('New password')).toBeFocused()
  for (const [weak, why] of [
    ['nora fields', OWN_DATA_PASSWORD],
    // Common passwords are known only to the server.
    ['trustno1', COMMON_PASSWORD],
  ] as const) {
    await dialog.getByLabel('New password').fill(weak)
    await dialog.getByLabel('Repeat password').fill(weak)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog.getByText(why)).toBeVisible()
    await expect(dialog.getByLabel('New password')).toBeFocused()
  }
  await dialog.getByLabel('New password').fill('battery-staple')
  await dialog.getByLabel('Repeat password').fill('battery-staple')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'New Password was added successfully')
  const md5 = '2eb62d171ba8491db496081a8b24738a' // of 'correct-horse', the old password
  expect((await server.call('login', { method: 'POST', body: { login: email, password: md5 } })).code).toBe(400)
})

test('Escape and the close button of a filled form ask first; Cancel does not', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/clients')
  await register(page, 'Almost Lost')
  const form = page.getByRole('dialog', { name: 'Register new Client' })
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  // The dialog must not close again right after opening.
  await expect(question.getByRole('button', { name: 'stay here' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Username')).toHaveValue('Almost Lost')
  await form.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'stay here' }).click()
  await expect(form.getByLabel('Email')).toHaveValue('almost.lost@example.test')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'leave' }).click()
  await expect(form).toBeHidden()

  await register(page, 'Almost Lost')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Register new Client' }).click()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
})

test('a staff account is not a client: it has no client page and no new order', { tag: '@long' }, async ({
  page,
  login,
}) => {
  for (const path of ['/clients/1', '/new-order/1']) {
    await login(page, 'admin', path)
    await expect(page.getByText('This account is not a client')).toBeVisible()
    await expect(page.getByRole('button', { name: /Delete|Calculate/ })).toHaveCount(0)
  }
})

test('an email address already in use is reported at its field', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/clients')
  await register(page, 'Emil Twin')
  await page.getByRole('dialog').getByLabel('Email').fill('CLIENT@quayside.example')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('User with this email already exists')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused()
})

test('a client’s information is edited on its page; Cancel restores the stored data', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/clients?search=Kenji')
  await row(page, 'Kenji Tanaka').getByText('Kenji Tanaka').click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await expect(page.locator('form input').first()).toBeFocused()
  await page.getByLabel('Company name').fill('Never saved')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Never saved')).toHaveCount(0)
  await expect(edit).toBeFocused()
  await edit.click()
  await page.getByLabel('Phone').fill('+1 206 555 0199')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Your Client was edited successfully')
  await expect(page.getByText('+12065550199')).toBeVisible()
  await expect(edit).toBeFocused()
})

test('a client changed by another user: separate changes are merged, conflicting ones are asked about', {
  tag: '@long',
}, async ({ page, server, login }) => {
  await login(page, 'admin', '/clients?search=Kenji')
  const { token } = await server.tokenOf('manager')
  const { data } = await server.call<{ items: Item[] }>('admin/user?search=Kenji', { token })
  const { id } = data.items[0]!
  const theirs = (body: object) => server.call(`user/${id}`, { method: 'PUT', token, body })

  await act(page, 'Kenji Tanaka', 'Edit')
  await theirs({ companyAddress: '1 Their Street', canadianBusinessNumber: 'BN-THEIRS' })
  const form = page.getByRole('dialog', { name: 'Edit Kenji Tanaka' })
  await form.getByLabel('Company address').fill('2 My Street')
  await form.getByLabel('Company name').fill('My Company')
  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(question.getByRole('group')).toHaveCount(1)
  await expect(question.getByRole('group', { name: 'Company address' })).toContainText('1 Their Street')
  expect(await axeProblems(page)).toEqual([])
  await question.getByRole('button', { name: 'Back to editing' }).click()
  await expect(form.getByLabel('Company address')).toHaveValue('2 My Street')
  await form.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('radio', { name: /Theirs/ }).check()
  await question.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Your Client was edited successfully')
  expect((await server.call(`user/${id}`, { token })).data).toMatchObject({
    companyName: 'My Company',
    companyAddress: '1 Their Street',
    canadianBusinessNumber: 'BN-THEIRS',
  })

  // On the client's page, separate changes are merged without a question.
  await page.goto(`/clients/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await theirs({ companyName: 'Their Company' })
  await page.getByLabel('Company address').fill('3 My Street')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Your Client was edited successfully')
  const merged = { companyName: 'Their Company', companyAddress: '3 My Street' }
  expect((await server.call(`user/${id}`, { token })).data).toMatchObject(merged)
})

test('a shipper is saved, edited, and a stale edit of it asks', { tag: '@long' }, async ({ page, server, login }) => {
  await login(page, 'admin', '/clients/9')
  await page.getByRole('button', { name: 'Add shipper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add shipper' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field cannot be empty')).toHaveCount(5)
  await dialog.getByLabel('Company name').fill('Xiamen Tiles')
  await dialog.getByLabel('Company address').fill('4 Kiln Road')
  await dialog.getByLabel('Name of the person in charge').fill('Mei Chen')
  await dialog.getByLabel('Email').fill('mei@tiles.example')
  await dialog.getByLabel('Phone').fill('+86 592 555 0101')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Shipper was saved successfully')

  await page.getByRole('button', { name: 'Edit Xiamen Tiles' }).click()
  const { token } = await server.tokenOf('manager')
  const path = 'user/9/shipper_information'
  const { data } = await server.call<{ id: number; companyName: string }[]>(`${path}/get_all`, { token })
  const stored = data.find((each) => each.companyName === 'Xiamen Tiles')!
  await server.call(`${path}/edit/${stored.id}`, { method: 'PUT', token, body: { phone: '8659200000' } })
  const form = page.getByRole('dialog', { name: 'Edit Xiamen Tiles' })
  await form.getByLabel('Phone').fill('8659211111')
  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(question.getByRole('group', { name: 'Phone' })).toContainText('+8659200000')
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('+8659211111')).toBeVisible()
})

test('View opens the customer site as the client in a new tab; the staff session continues, and the token opens no staff call', async ({
  page,
  server,
  login,
  context,
}) => {
  await login(page, 'admin', '/clients?search=Sofia')
  const opened = context.waitForEvent('page')
  await act(page, 'Sofia Lindqvist', 'View')
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Sofia Lindqvist' })).toBeVisible()
  await expect(tab.getByText('You are viewing this account as Sofia Lindqvist')).toBeVisible()
  expect(await axeProblems(tab)).toEqual([])

  const cookies = new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
  expect([...cookies.keys()].sort()).toEqual(['confirmed', 'email', 'id', 'name', 'phone', 'token'])
  const token = cookies.get('token')
  expect(token).toMatchObject({ sameSite: 'Lax', secure: false, path: '/' })
  const life = (token?.expires ?? 0) - Date.now() / 1000
  expect(life).toBeGreaterThan(3500)
  expect(life).toBeLessThanOrEqual(3600)
  for (const path of ['admin/user', 'request/booking/get_all', `user/get/${cookies.get('id')?.value}`]) {
    expect((await server.call(path, { token: token?.value })).code).toBe(403)
  }

  // The next View ends the previous one's session.
  const again = context.waitForEvent('page')
  await act(page, 'Sofia Lindqvist', 'View')
  await expect((await again).getByRole('heading', { name: 'Sofia Lindqvist' })).toBeVisible()
  expect((await server.call('user/check_token', { token: token?.value })).code).toBe(401)

  await row(page, 'Sofia Lindqvist').getByText('Sofia Lindqvist').click()
  const views = page.getByRole('region', { name: 'Viewed as this client' })
  await expect(views.getByText('Ingrid Solheim')).toHaveCount(2)
  await expect(views.getByText('Open')).toHaveCount(1)
  await views.getByRole('button', { name: 'End' }).click()
  await expect(views.getByText('Open')).toHaveCount(0)
  await tab.reload()
  await expect(tab.getByText('You are not signed in')).toBeVisible()
})

test('a client is deleted and restored together with its booking requests', async ({ page, server, login }) => {
  await login(page, 'admin', '/clients?search=Rachel')
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: (Item & { orders: number })[] }>('admin/user?search=Rachel', { token })
  const { id, orders } = data.items[0]!
  expect(orders).toBeGreaterThan(1)
  await act(page, 'Rachel Goldberg', 'Delete')
  await expect(page.getByRole('dialog')).toContainText(`${orders} booking requests`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Client was deleted successfully')
  await expect(page.getByText('No clients found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Rachel Goldberg')).toBeVisible()
  expect((await server.call(`user/${id}`, { token })).data).toMatchObject({ id, orders })

  await row(page, 'Rachel Goldberg').getByText('Rachel Goldberg').click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/clients$/)
  await page.getByRole('button', { name: 'Deleted clients' }).click()
  await page.getByRole('button', { name: 'Restore Rachel Goldberg' }).click()
  await expect.poll(async () => (await server.call(`user/${id}`, { token })).data).toMatchObject({ id, orders })
})

test('the list sorts by id, name and company name and keeps its state in the address', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/clients')
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await expect(header('Id')).toHaveAttribute('aria-sort', 'ascending')
  await header('Company name').getByRole('button').click()
  await expect(page).toHaveURL(/sort=companyName\.asc/)
  await expect(page.locator('tbody tr').first()).not.toContainText('Emily Carter')
  await expect(header('Mail').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByLabel('Page', { exact: true })).toHaveValue('2')
})

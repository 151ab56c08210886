import { COMMON_PASSWORD } from '#contract/accounts/passwords.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { credentials } from '#e2e/lib/server.ts'

const signIn = async (page: import('@playwright/test').Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const stored = (page: import('@playwright/test').Page) =>
  page.evaluate(() => [localStorage.getItem('quayside-token'), localStorage.getItem('quayside-user-id')])

test('missing or wrong input is reported at its field, and the first such field is focused', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This field cannot be empty')).toHaveCount(2)
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(await axeProblems(page)).toEqual([])

  await signIn(page, 'no address', 'short')
  await expect(page.getByText('Please, enter valid email address')).toBeVisible()
  await expect(page.getByText('Password must be over 8 characters.')).toBeVisible()
})

test('a wrong password shows the server’s message under Error until the login succeeds', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  await signIn(page, credentials('manager').email, 'not-the-password')
  const toast = page.getByRole('alert', { name: 'Errors' })
  const inForm = page.locator('form').getByRole('alert')
  await expect(toast).toContainText('Error')
  await expect(toast).toContainText('Wrong email or password.')
  await expect(inForm).toHaveCount(0)
  expect(await stored(page)).toEqual([null, null])
  // A toast under the pointer stays open.
  await toast.getByText('Error').hover()
  await page.getByLabel('Password', { exact: true }).fill(credentials('manager').password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await expect(toast).toBeEmpty()
})

test('a client is refused and its token removed', { tag: '@long' }, async ({ page }) => {
  const { email, password } = credentials('client')
  await page.goto('/login')
  await signIn(page, email, password)
  await expect(page.getByRole('alert', { name: 'Errors' })).toContainText('Access denied')
  expect(await stored(page)).toEqual([null, null])
})

test('login leads to the requested page, a stored token skips the login, and logging out returns to it', async ({
  page,
}) => {
  await page.goto('/ports')
  await expect(page).toHaveURL(/\/login\?next=/)
  const { email, password } = credentials('manager')
  await signIn(page, ` ${email.toUpperCase()} `, password)
  await expect(page).toHaveURL('/ports')

  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()

  await page.getByRole('button', { name: /Profile of/ }).click()
  await expect(page.getByRole('dialog', { name: 'Profile' })).toContainText(email)
  await page.getByRole('button', { name: 'log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await stored(page)).toEqual([null, null])
})

test('a rejected token is removed and leads to the login', { tag: '@long' }, async ({ page, login }) => {
  await login(page)
  await page.evaluate(() => localStorage.setItem('quayside-token', 'A'.repeat(43)))
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect(await stored(page)).toEqual([null, null])
})

test('logging out without a token says that the user is logged in elsewhere', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'manager')
  await page.getByRole('button', { name: /Profile of/ }).click()
  // The token is removed at once: any other call without a token leads to the login, too.
  await page.getByRole('button', { name: 'log out' }).evaluate((button: HTMLElement) => {
    localStorage.removeItem('quayside-token')
    button.click()
  })
  await expect(page.getByRole('alert')).toContainText('This user is logged in on another device.')
  await expect(page).toHaveURL(/\/login/)
})

test('a forgotten password is reset by the link in the mail', async ({ page, server }) => {
  const { email, password } = credentials('manager')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The previous page has a field with the same label.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If this address belongs to an account')).toBeVisible()

  const { mail } = await server.mailThat(
    ({ recipients, mail }) => recipients[0] === email && (mail.text?.includes('/reset-password/') ?? false),
  )
  const path = /\/reset-password\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? ''
  await page.goto(path)
  await expect(page.getByLabel('New password')).toBeFocused()
  expect(await axeProblems(page)).toEqual([])
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Repeat password').fill('something else')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password do not match')).toBeVisible()
  for (const field of ['New password', 'Repeat password']) await page.getByLabel(field).fill('trustno1')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(COMMON_PASSWORD)).toBeVisible()
  for (const field of ['New password', 'Repeat password']) await page.getByLabel(field).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Your password was changed')
  await signIn(page, email, password)
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: /Profile of/ }).click()
  await page.getByRole('button', { name: 'log out' }).click()
  // A used link says so when it is opened, and leads to a new one.
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is no longer valid')
  await expect(page.getByLabel('New password')).toHaveCount(0)
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
})

test('one’s own password is changed from the account menu, and a wrong old one is refused at its field', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const { password } = credentials('manager')
  await login(page, 'manager')
  const other = await server.tokenOf('manager')
  const open = async () => {
    await page.getByRole('button', { name: /Profile of/ }).click()
    await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Change password' }).click()
    return page.getByRole('dialog', { name: 'Change password' })
  }
  const change = async (from: string, to: string) => {
    const dialog = await open()
    await dialog.getByLabel('Current password').fill(from)
    await dialog.getByLabel('New password', { exact: true }).fill(to)
    await dialog.getByLabel('Repeat new password').fill(to)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    return dialog
  }
  const refused = await change('not my password', 'another-good-password')
  await expect(refused).toContainText('This is not your current password')
  await expect(refused.getByLabel('Current password')).toBeFocused()
  expect(await axeProblems(page)).toEqual([])
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await change(password, 'another-good-password')
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Your password was changed')
  expect((await server.call('user/check_token', { token: other.token })).code).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await change('another-good-password', password)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await server.tokenOf('manager')).id).toBe(other.id)
})

test('the account menu switches compact rows and single-key shortcuts; / goes to the search', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'manager', '/ports')
  const search = page.getByRole('textbox', { name: 'Search ports' })
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  const flip = async (name: string) => {
    await page.getByRole('button', { name: /Profile of/ }).click()
    const menu = page.getByRole('dialog', { name: 'Profile' })
    await expect(menu.getByRole('switch', { name: 'Compact rows' })).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
    await menu.getByRole('switch', { name }).click({ force: true })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /Profile of/ })).toBeFocused()
  }
  const height = async () => (await page.locator('tbody tr').first().boundingBox())?.height
  await expect.poll(height).toBeGreaterThan(36)
  await flip('Compact rows')
  await expect.poll(height).toBeLessThanOrEqual(33)
  await flip('Single-key shortcuts')
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await page.reload()
  await expect(search).toBeVisible()
  await expect.poll(height).toBeLessThanOrEqual(33)
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
})

test('the theme is kept in the browser and applied before the first paint', async ({ page, login }) => {
  await login(page)
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  expect(await scheme()).toBe('light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  expect(await scheme()).toBe('dark')
  // Blocked scripts leave only the first paint.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await scheme()).toBe('dark')
})

import type { ChildProcess } from 'node:child_process'
import type { CDPSession, Page } from '@playwright/test'
import { STEP_UP_NEEDED } from '#contract/accounts/second-factor.ts'
import { axeProblems, axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { copyDemo, removeFolder } from '#e2e/lib/demo-folder.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { accessTo, credentials, openAs, type RunningServer, startServer, stopServer } from '#e2e/lib/server.ts'
import { CLIENT, startProvider } from '#server/accounts/sign-in/real-provider.fixture.ts'
import { freePort } from '#server/db/embedded/free-port.ts'

// These journeys leave the site and come back.
test.use({ keepsApp: false })
test.describe.configure({ mode: 'serial' })

let dataDir: string
let child: ChildProcess
let server: RunningServer
let provider: Awaited<ReturnType<typeof startProvider>>

test.beforeAll(async ({ server: { smtp } }) => {
  const port = await freePort()
  // Passkeys need the name of a host.
  const url = `http://localhost:${port}`
  provider = await startProvider(url)
  dataDir = await copyDemo()
  const env = {
    APP_URL: url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Harbour ID',
  }
  child = (await startServer(dataDir, '', { port, env })).child
  server = accessTo(url, smtp)
})
test.afterAll(async () => {
  await stopServer(child)
  await removeFolder(dataDir)
  await provider.close()
})

/** A device of the browser that keeps passkeys and always recognises its owner. */
async function addDevice(page: Page): Promise<{ device: CDPSession; id: string }> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId: id } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { device, id }
}
const openMenu = (page: Page) => page.getByRole('button', { name: /Profile of/ }).click()
async function logOut(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'log out' }).click()
}
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const withProvider = (page: Page) => page.getByRole('button', { name: 'Sign in with Harbour ID' })

test('a passkey is added, signs in without a name typed, is renamed, and signs nobody in once removed', async ({
  page,
}) => {
  const { device, id } = await addDevice(page)
  await openAs(page, server, 'manager', '/ports')
  await openMenu(page)
  await page.getByRole('button', { name: 'Passkeys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkeys' })
  await expect(dialog).toContainText('No passkeys yet')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const name = page.getByRole('dialog', { name: 'Add a passkey' })
  await name.getByLabel('Name').fill('Harbour laptop')
  await name.getByRole('button', { name: 'Add', exact: true }).click()
  const passkeys = dialog.getByRole('list', { name: 'Your passkeys' })
  await expect(passkeys).toContainText('Harbour laptop')
  await expect(passkeys).toContainText('never used')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  const { credentials: kept } = await device.send('WebAuthn.getCredentials', { authenticatorId: id })
  expect(kept).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

  // This device has a passkey already.
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await name.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(name).toContainText('This passkey is already registered.')
  await name.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')

  await logOut(page)
  await expect(page).toHaveURL(/\/login/)
  await expect(withPasskey(page)).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await withPasskey(page).click()
  await expect(page).toHaveURL(`${server.url}/ports`)
  await expect(page.getByRole('button', { name: /Profile of/ })).toBeVisible()

  await openMenu(page)
  await page.getByRole('button', { name: 'Passkeys' }).click()
  await expect(passkeys).toContainText(/last used/)
  await dialog.getByRole('button', { name: 'Rename Harbour laptop' }).click()
  await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Key ring')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove Key ring' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Key ring?' })
  expect(await axeProblems(page)).toEqual([])
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toContainText('No passkeys yet')
  await page.keyboard.press('Escape')

  await logOut(page)
  await withPasskey(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This passkey was not accepted.')
  await expect(page).toHaveURL(/\/login/)
  expect(await axeProblems(page)).toEqual([])
})

test('a session that ends under unsaved input goes on after a passkey of the same account only', {
  tag: '@long',
}, async ({ page }) => {
  await addDevice(page)
  await openAs(page, server, 'admin', '/mail-settings')
  await openMenu(page)
  await page.getByRole('button', { name: 'Passkeys' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('This device')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Add/ }).first().click()
  await page.getByRole('dialog').getByLabel('Email').fill('copies@quayside.example')
  await page.evaluate(() => localStorage.setItem('quayside-token', 'A'.repeat(43)))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save|Add/ })
    .last()
    .click()
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(again.getByRole('button', { name: 'Sign in with Harbour ID in a new tab' })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await again.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('table').getByText('copies@quayside.example')).toBeVisible()
})

test('single sign-on leads to the page that was asked for; logging out ends the session at the provider too', async ({
  page,
}) => {
  const { email } = credentials('manager')
  provider.enter('harbour-1', { email, email_verified: true })
  await page.goto(`${server.url}/ports?page=1`)
  await withProvider(page).click()
  await expect(page).toHaveURL(`${server.url}/ports?page=1`)
  await openMenu(page)
  await expect(page.getByRole('dialog', { name: 'Profile' })).toContainText(email)
  // The browser keeps nothing of the sign-in, not even in its history.
  const cookies = await page.context().cookies(server.url)
  expect(cookies.filter(({ name }) => name.includes('quayside'))).toEqual([])

  await page.getByRole('button', { name: 'log out' }).click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`))
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
})

test('a confirmation by the provider opens a tab of its own, and what waited for it goes on with what was typed', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = credentials('manager')
  provider.enter('harbour-1', { email, email_verified: true })
  await openAs(page, server, 'manager', '/clients/7')
  await page.route(
    '**/api/admin/user/change/password/7',
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: 403, message: STEP_UP_NEEDED, data: { stepUp: true, ways: ['provider'] } },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Change password' }).click()
  const form = page.getByRole('dialog', { name: /^New password for / })
  for (const field of [/^New password/, /^Repeat/])
    await form.getByRole('textbox', { name: field }).fill('harbour lighthouse 77')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  const opened = page.context().waitForEvent('page')
  await question.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
  const tab = await opened
  await withProvider(tab).click()
  await expect(question).toHaveCount(0)
  await expect(form).toHaveCount(0)
  await tab.close()
})

test('a person without an account, and a provider that says no, are told so on the login page', {
  tag: '@long',
}, async ({ page }) => {
  provider.enter('stranger', { email: 'stranger@quayside.example', email_verified: true })
  await page.goto(`${server.url}/login`)
  await withProvider(page).click()
  const fault = page.getByRole('main').getByRole('alert')
  await expect(fault).toContainText('There is no staff account with your email address.')
  await expect(page).toHaveURL(`${server.url}/login`)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.context().clearCookies()
  provider.enter('')
  await withProvider(page).click()
  await expect(fault).toContainText('The identity provider did not sign you in.')
  await page.setViewportSize({ width: 375, height: 700 })
  expect(await axeProblems(page)).toEqual([])
})

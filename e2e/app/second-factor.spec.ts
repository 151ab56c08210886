import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { credentials } from '#e2e/lib/server.ts'

const { email, password } = credentials('manager')

const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: /Profile of/ }).click()
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Sign-in and sessions' }).click()
  const drawer = page.getByRole('dialog', { name: 'Sign-in and sessions' })
  await expect(drawer.getByRole('listitem').first()).toBeVisible()
  return drawer
}
const clean = async (page: Page, where: string) => {
  expect(await axeProblemsInBothThemes(page), where).toEqual([])
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(375)
  await page.setViewportSize({ width: 1440, height: 900 })
}
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

/** Seconds for which a code is shown. */
const PERIOD = 30
/** Waits unless the step lasts for some more seconds: the code of the step before ends with it. */
async function awayFromTheNextStep(): Promise<void> {
  const left = PERIOD * 1000 - (Date.now() % (PERIOD * 1000))
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left))
}

let recoveryCodes: string[] = []

test.afterEach(async ({ server }) => {
  // Other journeys log in as this account.
  const { token } = await server.tokenOf('manager')
  if (token) return
  const md5 = (await import('js-md5')).md5(password)
  const { data } = await server.call<{ challenge: string }>('login', {
    method: 'POST',
    body: { login: email, password: md5 },
  })
  const [last, before] = recoveryCodes.toReversed()
  const body = { challenge: data.challenge, code: last }
  const entered = await server.call<{ user_token: string }>('login/second-factor', { method: 'POST', body })
  await server.call('user/totp', { method: 'DELETE', token: entered.data.user_token, body: { code: before } })
})

test('a second factor: set up, asked for at the login and before View, sessions ended, and removed', async ({
  page,
  context,
  server,
  login,
}) => {
  const other = await server.tokenOf('manager')
  await login(page, 'manager', '/clients?search=Sofia')
  let drawer = await openDrawer(page)
  await expect(drawer.getByText('This session')).toHaveCount(1)
  await clean(page, 'the drawer')
  await shot(page, 'drawer')

  // The factor is set up.
  await drawer.getByRole('button', { name: 'Set up a second factor' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up a second factor' })
  await expect(setUp.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await clean(page, 'the set-up')
  await shot(page, 'set-up')
  await setUp.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(setUp.getByText('This code does not work.')).toBeVisible()
  // The code of the step before is used here: each works once, and the current one is for the login below.
  await awayFromTheNextStep()
  await setUp.getByLabel('Code').fill(generateSync({ secret, epoch: Date.now() / 1000 - PERIOD }))
  await page.keyboard.press('Enter')
  const codes = setUp.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  recoveryCodes = (await codes.allInnerTexts()).map((text) => text.trim())
  await clean(page, 'the recovery codes')
  await shot(page, 'recovery-codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    setUp.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Quayside recovery codes.txt')
  await setUp.getByRole('button', { name: 'Done' }).click()
  // The other browser may stay signed in.
  const offer = page.getByRole('dialog', { name: 'Log out everywhere else too?' })
  await clean(page, 'the offer to end other sessions')
  await shot(page, 'end-others')
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(drawer.getByText('10 recovery codes left.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  // The login asks for its second step.
  await page.getByRole('button', { name: /Profile of/ }).click()
  await page.getByRole('button', { name: 'log out' }).click()
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible()
  const enterPassword = async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await enterPassword()
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await page.evaluate(() => localStorage.getItem('quayside-token'))).toBeNull()
  await clean(page, 'the second step')
  await shot(page, 'second-step')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await enterPassword()
  await code.fill('000 000')
  await page.keyboard.press('Enter')
  await expect(page.locator('form').getByText('This code does not work.')).toBeVisible()
  await code.fill(generateSync({ secret }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible()
  const entered = await page.evaluate(() => localStorage.getItem('quayside-token'))

  // View in the other browser, whose session gave no code, asks for one and then goes on.
  await page.evaluate((token) => localStorage.setItem('quayside-token', token), other.token)
  await page.goto('/clients?search=Sofia')
  await page.getByRole('button', { name: 'Actions for Sofia Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'View' }).click()
  const asking = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await expect(asking.getByLabel('Code')).toBeFocused()
  await clean(page, 'the step-up')
  await shot(page, 'step-up')
  await asking.getByRole('button', { name: 'Use a recovery code' }).click()
  await asking.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  await expect((await opened).getByText('You are viewing this account as Sofia Lindqvist')).toBeVisible()
  await expect(asking).toHaveCount(0)

  // The next steps end the session of the browser before, and the view.
  drawer = await openDrawer(page)
  await expect(drawer.getByText('Customer site as Sofia Lindqvist')).toBeVisible()
  await shot(page, 'sessions')
  const before = drawer
    .getByRole('listitem')
    .filter({ hasText: /^Chrome/ })
    .first()
  await before.getByRole('button', { name: /^End/ }).click()
  await expect.poll(async () => (await server.call('user/check_token', { token: entered ?? '' })).code).toBe(401)
  await drawer.getByRole('button', { name: 'Log out everywhere' }).click()
  await page
    .getByRole('dialog', { name: 'Log out everywhere?' })
    .getByRole('button', { name: 'Log out everywhere' })
    .click()
  await expect(drawer.getByRole('listitem')).toHaveCount(1)

  // The factor is removed.
  await drawer.getByRole('button', { name: 'Remove' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the second factor?' })
  await clean(page, 'the removal')
  await removing.getByRole('button', { name: 'Use a recovery code' }).click()
  await removing.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '')
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(drawer.getByText('Not set up')).toBeVisible()
})

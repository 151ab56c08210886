import type { Page } from '@playwright/test'
import { STEP_UP_NEEDED } from '#contract/accounts/second-factor.ts'
import { expect } from '#e2e/lib/fixtures.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, refused, type State } from './order-states.ts'

const drawer = async (page: Page) => {
  await press(page, /Profile of/)
  await press(page, 'Sign-in and sessions')
  await expect(page.getByText('This session')).toBeVisible()
}
const passkeys = async (page: Page) => {
  await press(page, /^Profile of/)
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Passkeys' }).click()
  await expect(page.getByRole('dialog', { name: 'Passkeys' })).toBeVisible()
}
const setUp = async (page: Page) => {
  await drawer(page)
  await press(page, 'Set up a second factor')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
}

const staffSessions = async (page: Page) => {
  await page
    .getByRole('row', { name: /manager@quayside\.example/ })
    .getByRole('button', { name: /^Sessions of / })
    .click()
  await expect(
    page
      .getByRole('dialog', { name: /^Sessions of / })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
}

/** Asks for a key when the server wants a confirmation first, as it does ten minutes after the login. */
const stepUp = (ways: readonly string[]) => async (page: Page) => {
  const refusal = { code: 403, message: STEP_UP_NEEDED, data: { stepUp: true, ways } }
  await page.route('**/api/admin/api-key', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
  await press(page, 'Create API key')
  const form = page.getByRole('dialog', { name: 'Create API key' })
  await form.getByLabel('Name').fill('Shop')
  await form.getByRole('checkbox').first().check()
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(confirmation(page)).toBeVisible()
}
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Please confirm that it is you' })

/** The account: how its owner signs in and where. */
export async function accountStates(server: RunningServer): Promise<State[]> {
  // Other sessions that can be ended.
  await server.tokenOf('admin')
  await server.tokenOf('manager')
  return [
    { name: 'account-sign-in', path: '/ports', show: drawer },
    { name: 'account-passkeys', path: '/ports', show: passkeys },
    { name: 'account-set-up', path: '/ports', show: setUp },
    {
      name: 'account-set-up-error',
      path: '/ports',
      show: async (page) => {
        await setUp(page)
        await press(page, 'Turn on')
        await refused(page)
      },
    },
    { name: 'step-up-password', path: '/integrations', show: stepUp(['password', 'passkey', 'provider']) },
    {
      name: 'step-up-password-error',
      path: '/integrations',
      show: async (page) => {
        await stepUp(['password'])(page)
        await confirmation(page).getByLabel('Password', { exact: true }).fill('not-the-one')
        await confirmation(page).getByRole('button', { name: 'Confirm' }).click()
        await refused(page)
      },
    },
    { name: 'step-up-code', path: '/integrations', show: stepUp(['code']) },
    {
      name: 'step-up-recovery-code',
      path: '/integrations',
      show: async (page) => {
        await stepUp(['code'])(page)
        await confirmation(page).getByRole('button', { name: 'Use a recovery code' }).click()
        await expect(page.getByLabel('Recovery code')).toBeFocused()
      },
    },
    { name: 'step-up-provider', path: '/integrations', show: stepUp(['provider']) },
    { name: 'staff-sessions', path: '/staff', show: staffSessions },
    {
      name: 'staff-end-all',
      path: '/staff',
      show: async (page) => {
        await staffSessions(page)
        await press(page, 'End all')
        await expect(page.getByRole('dialog', { name: /^End all sessions of / })).toBeVisible()
      },
    },
    {
      name: 'account-log-out-everywhere',
      path: '/ports',
      show: async (page) => {
        await drawer(page)
        await press(page, 'Log out everywhere')
        await expect(page.getByRole('dialog', { name: 'Log out everywhere?' })).toBeVisible()
      },
    },
  ]
}

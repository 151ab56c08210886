import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import { press, type State } from './order-states.ts'

/** What the account popup opens. */
export async function accountStates(): Promise<State[]> {
  const open = (name: string) => async (page: Page) => {
    await press(page, /^Profile of/)
    await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
  }
  return [{ name: 'account-passkeys', path: '/ports', show: open('Passkeys') }]
}

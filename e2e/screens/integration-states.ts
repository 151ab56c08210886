import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import { press, refused, type State } from './order-states.ts'

const KEYS = '/integrations'
const WEBHOOKS = '/integrations?tab=webhooks'

const menu = async (page: Page, item: string) => {
  await press(page, /^Actions for /)
  await page.getByRole('menuitem', { name: item }).click()
}
const dialog = (page: Page) => expect(page.getByRole('dialog').last()).toBeVisible()
const newKey = async (page: Page) => {
  await press(page, 'Create API key')
  await dialog(page)
}
const newWebhook = async (page: Page) => {
  await press(page, 'Add webhook')
  await dialog(page)
}
const confirm = (page: Page, name: string) => page.getByRole('dialog').last().getByRole('button', { name }).click()

/** API keys and webhooks. */
export async function integrationStates(): Promise<State[]> {
  return [
    { name: 'integrations-new-key', path: KEYS, show: newKey },
    {
      name: 'integrations-new-key-error',
      path: KEYS,
      show: async (page) => {
        await newKey(page)
        await confirm(page, 'Create')
        await refused(page)
      },
    },
    {
      name: 'integrations-key-shown',
      path: KEYS,
      show: async (page) => {
        await newKey(page)
        const form = page.getByRole('dialog', { name: 'Create API key' })
        await form.getByLabel('Name').fill('Web shop')
        await form.getByText('orders:read').click()
        await confirm(page, 'Create')
        await expect(page.getByRole('dialog', { name: 'API key Web shop' })).toBeVisible()
      },
    },
    {
      name: 'integrations-revoke',
      path: KEYS,
      show: async (page) => {
        await press(page, /^Revoke /)
        await dialog(page)
      },
    },
    { name: 'integrations-new-webhook', path: WEBHOOKS, show: newWebhook },
    {
      name: 'integrations-new-webhook-error',
      path: WEBHOOKS,
      show: async (page) => {
        await newWebhook(page)
        await page.getByLabel('URL').fill('ftp://nowhere')
        await confirm(page, 'Add')
        await refused(page)
      },
    },
    ...['Edit', 'Deliveries', 'New secret', 'Delete'].map((item) => ({
      name: `integrations-webhook-${item.toLowerCase().replace(' ', '-')}`,
      path: WEBHOOKS,
      show: async (page: Page) => {
        await menu(page, item)
        await dialog(page)
      },
    })),
  ]
}

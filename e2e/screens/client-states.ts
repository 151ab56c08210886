import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, refused, type State } from './order-states.ts'

const CLIENT = 7

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

async function shipment(page: Page, volume: string, weight: string, destination = 'LGB8') {
  await expect(page.getByRole('combobox', { name: /Pick-up location|Origin depot/ })).toHaveValue(/\S/)
  await choose(page, 'Destination', destination)
  await page.getByLabel('Volume, CBM').fill(volume)
  await page.getByLabel('Weight, KG').fill(weight)
}

async function quoted(page: Page) {
  await shipment(page, '3.5', '620')
  await page.getByLabel('Cargo insurance').check()
  await page.getByLabel('Customs brokerage').check()
  await page.getByLabel('Shipment value, USD').fill('8500')
  await press(page, 'Calculate')
  await expect(page.getByRole('region', { name: 'Quote', exact: true })).toContainText('Total')
}

async function booked(page: Page) {
  await quoted(page)
  await press(page, 'Book')
  await expect(page.getByRole('button', { name: 'QUOTE SUMMARY' })).toBeVisible()
}

/** Clients: dialogs of the list, and a client's page in edit and error. */
export async function clientStates(): Promise<State[]> {
  const menu = (action: string) => async (page: Page) => {
    await press(page, /^Actions for/)
    await page.getByRole('menuitem', { name: action }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  const client = `/clients/${CLIENT}`
  return [
    { name: 'clients-none-found', path: '/clients?search=nobody-has-this' },
    {
      name: 'clients-menu',
      path: '/clients',
      show: async (page) => {
        await press(page, /^Actions for/)
        await expect(page.getByRole('menu')).toBeVisible()
      },
    },
    {
      name: 'clients-register-error',
      path: '/clients',
      show: async (page) => {
        await press(page, 'Register new Client')
        await page.getByLabel(/^Password/).fill('correct-horse')
        await press(page, 'Register')
        await expect(page.getByText('Password do not match')).toBeVisible()
      },
    },
    {
      name: 'clients-register-left',
      path: '/clients',
      show: async (page) => {
        await press(page, 'Register new Client')
        await page.getByLabel('Username').fill('Almost Lost')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible()
      },
    },
    { name: 'clients-edit', path: '/clients', show: menu('Edit') },
    { name: 'clients-delete', path: '/clients', show: menu('Delete') },
    { name: 'clients-erase', path: '/clients', show: menu('Erase now') },
    { name: 'clients-deleted', path: '/clients', show: (page) => press(page, 'Deleted clients') },
    {
      name: 'client-edit-error',
      path: client,
      show: async (page) => {
        await press(page, 'Edit')
        await page.getByLabel('Email').fill('nobody')
        await page.getByLabel('Canadian Business Number').fill('1234567890123456')
        await press(page, 'Save')
        await refused(page)
      },
    },
    {
      name: 'client-password-error',
      path: client,
      show: async (page) => {
        await press(page, 'Change password')
        await page.getByRole('dialog').getByLabel('New password').fill('short')
        await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
        await refused(page)
      },
    },
    {
      name: 'client-shipper-error',
      path: client,
      show: async (page) => {
        await press(page, 'Add shipper')
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        await refused(page)
      },
    },
    { name: 'client-delete', path: client, show: (page) => press(page, 'Delete') },
  ]
}

/** New order: calculator messages and result, booking, quote request, draft. */
export async function newOrderStates(server: RunningServer): Promise<State[]> {
  const path = `/new-order/${CLIENT}`
  const call = await asAdmin(server)
  await call('value/cartage', 'POST', { categoryId: 5, name: 'Far Away Yard', dest: 'FARAWAY' })
  return [
    {
      name: 'new-order-error',
      path,
      show: async (page) => {
        await expect(page.getByRole('combobox', { name: 'Pick-up location' })).toHaveValue(/\S/)
        await page.getByLabel('Cargo insurance').check()
        await page.getByLabel('Volume, CBM').fill('abc')
        await press(page, 'Calculate')
        await expect(page.getByText('Please enter a number')).toBeVisible()
      },
    },
    { name: 'new-order-over-16', path, show: (page) => shipment(page, '16.001', '9000') },
    { name: 'new-order-dense', path, show: (page) => shipment(page, '5', '5001') },
    { name: 'new-order-quote', path, show: quoted },
    {
      name: 'new-order-value-error',
      path,
      show: async (page) => {
        await quoted(page)
        await page.getByLabel('Shipment value, USD').fill('')
        await refused(page)
      },
    },
    {
      name: 'new-order-not-recalculated',
      path,
      show: async (page) => {
        await quoted(page)
        await page.route('**/api/calculator/**', (route) => route.abort(), { times: 1 })
        await page.getByLabel('Shipment value, USD').fill('9000')
        await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible()
      },
    },
    {
      name: 'new-order-manual-error',
      path,
      show: async (page) => {
        await quoted(page)
        await page.getByRole('switch', { name: 'Manual rate' }).check({ force: true })
        await press(page, 'Book')
        await refused(page)
      },
    },
    {
      name: 'new-order-manual',
      path,
      show: async (page) => {
        await quoted(page)
        await page.getByRole('switch', { name: 'Manual rate' }).check({ force: true })
        await page.getByLabel('Manual rate, USD').fill('800')
      },
    },
    {
      name: 'new-order-no-rate',
      path,
      show: async (page) => {
        await shipment(page, '2', '300', 'Far Away Yard')
        await press(page, 'Calculate')
        await expect(page.getByText(/No freight rate/)).toBeVisible()
      },
    },
    { name: 'new-order-booking', path, show: booked },
    {
      name: 'new-order-booking-error',
      path,
      show: async (page) => {
        await booked(page)
        const panel = page.getByRole('region', { name: 'SHIPPER INFORMATION' })
        await panel.getByRole('button', { name: 'Continue' }).click()
        await refused(page)
      },
    },
    {
      name: 'new-order-request-error',
      path,
      show: async (page) => {
        await page.getByLabel('Full Container Load').check()
        await page.getByLabel('Volume, CBM').fill('1.2345')
        await press(page, 'Send request')
        await refused(page)
      },
    },
    {
      name: 'new-order-draft',
      path,
      show: async (page) => {
        await shipment(page, '4.25', '900')
        await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('4.25')
        await page.goto('about:blank')
        await page.goBack()
        await expect(page.getByText('Unfinished order')).toBeVisible()
      },
    },
  ]
}

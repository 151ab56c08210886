import type { Page } from '@playwright/test'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin, findOrder } from '#e2e/lib/order-data.ts'
import { sailingWithCargo } from '#e2e/lib/sailing-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, type State } from './order-states.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const tools = (page: Page) => page.getByRole('group', { name: 'Selected orders', exact: true })

/** Selects all orders aboard and opens the dialog of an action on them. */
const withAll = (action: string, confirm?: string) => async (page: Page) => {
  await tools(page).getByRole('checkbox').check()
  await tools(page).getByRole('button', { name: action }).click()
  await expect(dialog(page)).toBeVisible()
  if (confirm) await dialog(page).getByRole('button', { name: confirm }).click()
}

/** Opens Change dates and types an arrival, later than any departure. */
const changeDates = async (page: Page) => {
  await press(page, 'Change dates')
  await dialog(page).getByLabel('Estimated time of arrival at port', { exact: true }).fill('03/17/2031')
  await expect(dialog(page).getByRole('table', { name: 'Orders' }).getByRole('checkbox').first()).toBeVisible()
}

/** The demo's sailings that have come furthest, and the one with more cargo than it can take. */
async function demoSailings(server: RunningServer): Promise<State[]> {
  const call = await asAdmin(server)
  const { items } = await call<{ items: Sailing[] }>('sailing?per_page=100')
  const order = await findOrder(server, ({ transportationMode, status }) => transportationMode === 1 && status === 0)
  await call('container', 'POST', { orderId: order.id, sizeType: '45G1', number: 'TGHU1234567', seal: 'QS1' })
  const wanted: [name: string, fits: (sailing: Sailing) => boolean][] = [
    ['over', ({ usedCbm, capacityCbm }) => usedCbm > capacityCbm && capacityCbm > 0],
    ['departed', ({ status }) => status === 'departed'],
    ['arrived', ({ status }) => status === 'arrived'],
  ]
  return [
    ...wanted.map(([name, fits]) => ({ name: `sailing-${name}`, path: `/sailings/${items.find(fits)?.id}` })),
    { name: 'sailings-all', path: '/sailings?status=all' },
    { name: 'order-containers', path: `/orders/${order.id}?tab=shipment&panel=confirmation` },
  ]
}

/** Dialogs and refusals about sailings and their cargo. */
export async function sailingStates(server: RunningServer): Promise<State[]> {
  const path = `/sailings/${await sailingWithCargo(server)}`
  const required = (page: Page) => expect(dialog(page).getByText('This field cannot be empty').first()).toBeVisible()
  return [
    ...(await demoSailings(server)),
    { name: 'sailing-dates', path, show: changeDates },
    {
      name: 'sailing-print',
      paper: true,
      path,
      show: async (page) => {
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('article', { name: 'Print view' })).toContainText('Manifest')
      },
    },
    {
      name: 'sailing-dates-refused',
      path,
      show: async (page) => {
        await press(page, 'Change dates')
        await dialog(page).getByLabel('Estimated time of arrival at port', { exact: true }).fill('03/17/2011')
        await expect(dialog(page)).toContainText('The arrival is before the departure')
      },
    },
    {
      name: 'sailings-add',
      path: '/sailings',
      show: async (page) => {
        await press(page, 'New sailing')
        await dialog(page).getByRole('button', { name: 'Save' }).click()
        await required(page)
      },
    },
    { name: 'sailings-none', path: '/sailings?search=no+such+sailing' },
    { name: 'sailing-edit', path, show: (page) => press(page, 'Edit') },
    {
      name: 'sailing-container',
      path,
      show: async (page) => {
        await press(page, 'Add container')
        await dialog(page).getByRole('textbox', { name: 'Container number' }).fill('TGHU1234568')
        await expect(dialog(page)).toContainText('its last digit should be')
      },
    },
    { name: 'sailing-receive', path, show: withAll('Receive') },
    {
      name: 'sailing-roll',
      path,
      show: async (page) => {
        await withAll('Roll', 'Roll')(page)
        await required(page)
      },
    },
    { name: 'sailing-unload', path, show: withAll('Unload') },
    {
      name: 'sailing-close-refused',
      path,
      show: async (page) => {
        await press(page, 'Close sailing')
        await expect(dialog(page)).toContainText('neither received nor rolled')
        await expect(dialog(page).getByRole('button', { name: 'Close sailing' })).toBeDisabled()
      },
    },
    {
      name: 'sailing-menu',
      path,
      show: async (page) => {
        await press(page, /^More actions/)
        await expect(page.getByRole('menu')).toBeVisible()
      },
    },
  ]
}

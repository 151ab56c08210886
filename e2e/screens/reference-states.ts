import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, type State } from './order-states.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const open = async (page: Page, button: string) => {
  await press(page, button)
  await expect(dialog(page)).toBeVisible()
}
/** Saves an empty new record, so that every required field shows its message. */
const addEmpty =
  (name: string, message = 'This field cannot be empty') =>
  async (page: Page) => {
    await open(page, `Add ${name}`)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByText(message).first()).toBeVisible()
  }
/** Opens a row's menu and chooses an action. */
const act = (row: string, action: 'Edit' | 'Delete' | 'Change dates') => async (page: Page) => {
  await press(page, `Actions for ${row}`)
  await page.getByRole('menuitem', { name: action }).click()
  await expect(dialog(page)).toBeVisible()
}
const importFile = (content: string) => async (page: Page) => {
  await open(page, 'Import')
  const file = { name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  await expect(dialog(page).getByRole('status').filter({ hasText: 'refused' })).toBeVisible()
}
const RATES = 'Tier,Dest,CBM,MT\n1,US-CHI,99,112.7\n7,US-NEW,120.50,120\n2,US-DAL,x,1.555\n'

/** Another user renames a port while it is being edited to a different name. */
async function conflict(page: Page, rename: () => Promise<unknown>): Promise<void> {
  await act('Fuzhou', 'Edit')(page)
  await rename()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Fuzhou Jiangyin')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Changed by someone else' })).toBeVisible()
}

/** The name of a vessel with a voyage that confirmations without a sailing name. */
async function vesselWithVoyage(call: Awaited<ReturnType<typeof asAdmin>>): Promise<string> {
  const { items } = await call<{ items: { id: number; name: string }[] }>('vessel?per_page=100')
  for (const { id, name } of items) if ((await call<unknown[]>(`vessel/${id}/voyages`)).length > 0) return name
  throw new Error('No confirmation in the demo data names a voyage without a sailing')
}

/** Dialogs, menus and error states of the reference screens. */
export async function referenceStates(server: RunningServer): Promise<State[]> {
  const call = await asAdmin(server)
  const renameFuzhou = async () => {
    const { items } = await call<{ items: { id: number }[] }>('port?search=CNFOC')
    return call(`port/edit/${items[0]?.id}`, 'PUT', { name: `Fuzhou ${Date.now()}` })
  }
  const mails = await call<{ items: { id: number }[] }>('template/email?per_page=1&system=false')
  const vessel = await vesselWithVoyage(call)
  return [
    { name: 'events-add', path: '/events', show: addEmpty('Event') },
    { name: 'events-edit', path: '/events', show: act('Departed', 'Edit') },
    { name: 'depots-add', path: '/depots', show: addEmpty('Depot') },
    { name: 'ports-add', path: '/ports', show: addEmpty('Port') },
    {
      name: 'ports-in-use',
      path: '/ports',
      show: async (page) => {
        await act('Shanghai', 'Delete')(page)
        await expect(dialog(page)).toContainText('is in use by')
      },
    },
    { name: 'ports-nothing-found', path: '/ports?search=no+such+port' },
    {
      name: 'vessels-doubtful',
      path: '/vessels',
      show: async (page) => {
        await open(page, 'Add Vessel')
        await dialog(page).getByRole('textbox', { name: 'IMO Number' }).fill('9785745')
        await expect(dialog(page)).toContainText('not a valid IMO number')
      },
    },
    { name: 'places-add', path: '/places', show: addEmpty('Place') },
    { name: 'places-edit', path: '/places', show: act('Harbor Gate CFS', 'Edit') },
    {
      name: 'vessel-dates',
      path: `/vessels?search=${encodeURIComponent(vessel)}`,
      show: async (page) => {
        await act(vessel, 'Change dates')(page)
        await expect(dialog(page).getByRole('combobox', { name: 'Voyage' })).toBeVisible()
      },
    },
    { name: 'requirements-add', path: '/document-requirements', show: addEmpty('Document requirement') },
    { name: 'cartages-add', path: '/cartages', show: addEmpty('Cartage') },
    { name: 'freight-add', path: '/freight', show: addEmpty('Freight') },
    { name: 'freight-import', path: '/freight', show: importFile(RATES) },
    {
      name: 'freight-import-wrong-file',
      path: '/freight',
      show: async (page) => {
        await open(page, 'Import')
        const file = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('Tier,CBM\n1,2\n') }
        await dialog(page).locator('input[type=file]').setInputFiles(file)
        await expect(dialog(page)).toContainText('The file has no column Dest, MT')
      },
    },
    {
      name: 'freight-export',
      path: '/freight',
      show: async (page) => {
        await page.getByRole('button', { name: 'Export', exact: true }).click()
        await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
      },
    },
    {
      name: 'constants-wrong',
      path: '/constants',
      show: async (page) => {
        const value = page.getByRole('textbox', { name: 'INSURANCE_MIN' })
        await value.fill('')
        await value.press('Enter')
        await expect(page.getByText('Not all fields are filled in')).toBeVisible()
      },
    },
    {
      name: 'constants-edit',
      path: '/constants',
      show: async (page) => {
        await page.getByRole('textbox', { name: 'INSURANCE_MIN' }).fill('36.5')
        await expect(page.getByRole('table', { name: 'Sample quotes' })).toBeVisible()
        await page.keyboard.press('Tab')
        await expect(page.getByRole('button', { name: 'Save INSURANCE_MIN' })).toBeFocused()
      },
    },
    { name: 'locations-add', path: '/locations', show: addEmpty('Location') },
    { name: 'mail-settings-add', path: '/mail-settings', show: addEmpty('Address', 'Email address is not correct') },
    { name: 'hints-add', path: '/hints', show: addEmpty('Hint') },
    {
      name: 'hints-delete',
      path: '/hints',
      show: async (page) => {
        await press(page, /^Actions for/)
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await expect(dialog(page)).toBeVisible()
      },
    },
    {
      name: 'delivery-wrong',
      path: '/delivery-time',
      show: async (page) => {
        await page.getByRole('gridcell').first().click()
        await page.keyboard.type('77')
        await page.keyboard.press('ArrowRight')
        await page.keyboard.type('12 days')
        await page.getByRole('button', { name: 'Apply' }).click()
        await expect(page.getByText(/is not a whole number from 0 to 1000/)).toBeVisible()
      },
    },

    {
      name: 'events-menu',
      path: '/events',
      show: async (page) => {
        await press(page, /^Actions for/)
        await expect(page.getByRole('menu')).toBeVisible()
      },
    },
    {
      name: 'events-template-search',
      path: '/events',
      show: async (page) => {
        await open(page, 'Add Event')
        await dialog(page).getByRole('combobox', { name: 'Mail template' }).click()
        await expect(page.getByRole('option', { name: 'Arrival notice' })).toBeVisible()
      },
    },
    { name: 'blog-delete', path: '/blog', show: (page) => press(page, /^Delete /) },
    {
      name: 'mails-delete',
      path: '/templates?search=Departure',
      show: act('Departure with ETA', 'Delete'),
    },
    {
      name: 'mail-preview',
      path: `/edit-mail/${mails.items[0]?.id}`,
      show: async (page) => {
        await open(page, 'Preview')
        await expect(dialog(page).locator('iframe')).toBeVisible()
      },
    },
    { name: 'account-menu', path: '/csr', show: (page) => press(page, /^Profile of/) },
    {
      name: 'account-password-error',
      path: '/csr',
      show: async (page) => {
        await press(page, /^Profile of/)
        await press(page, 'Change password')
        await dialog(page).getByRole('button', { name: 'Change password' }).click()
        await expect(page.getByText('This field cannot be empty').first()).toBeVisible()
      },
    },
    { name: 'depots-edit', path: '/depots', show: act('Shanghai Waigaoqiao CFS', 'Edit') },
    { name: 'ports-conflict', path: '/ports?search=CNFOC', show: (page) => conflict(page, renameFuzhou) },
    { name: 'locations-delete', path: '/locations', show: act('Dongguan to Shenzhen Yantian CFS', 'Delete') },
  ]
}

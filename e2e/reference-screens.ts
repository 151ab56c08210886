import { expect, type Page } from '@playwright/test'
import type { Screen } from './screens.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const open = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog(page)).toBeVisible()
}
/** Opens the dialog that adds a record and saves it empty: every message of a required field shows. */
const addEmpty =
  (name: string, message = 'This field cannot be empty') =>
  async (page: Page) => {
    await open(page, `Add ${name}`)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByText(message).first()).toBeVisible()
  }
/** Opens a row's menu, and one of its actions. */
const act = (row: string, action: 'Edit' | 'Delete') => async (page: Page) => {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click()
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

/** Dialogs, menus and error states of the reference screens. */
export const referenceStates: Screen[] = [
  { name: 'events-add', path: '/events', act: addEmpty('Event') },
  { name: 'events-edit', path: '/events', act: act('Departed', 'Edit') },
  { name: 'depots-add', path: '/depots', act: addEmpty('Depot') },
  { name: 'ports-add', path: '/ports', act: addEmpty('Port') },
  {
    name: 'ports-in-use',
    path: '/ports',
    act: async (page) => {
      await act('Shanghai', 'Delete')(page)
      await dialog(page).getByRole('button', { name: 'Delete' }).click()
      await expect(dialog(page)).toContainText('is in use by')
    },
  },
  { name: 'ports-nothing-found', path: '/ports?search=no+such+port' },
  {
    name: 'vessels-doubtful',
    path: '/vessels',
    act: async (page) => {
      await open(page, 'Add Vessel')
      await dialog(page).getByRole('textbox', { name: 'IMO Number' }).fill('9785745')
      await expect(dialog(page)).toContainText('no valid IMO number')
    },
  },
  { name: 'cartages-add', path: '/cartages', act: addEmpty('Cartage') },
  { name: 'freight-add', path: '/freight', act: addEmpty('Freight') },
  { name: 'freight-import', path: '/freight', act: importFile(RATES) },
  {
    name: 'freight-import-wrong-file',
    path: '/freight',
    act: async (page) => {
      await open(page, 'Import')
      const file = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('Tier,CBM\n1,2\n') }
      await dialog(page).locator('input[type=file]').setInputFiles(file)
      await expect(dialog(page)).toContainText('The file has no column Dest, MT')
    },
  },
  {
    name: 'freight-export',
    path: '/freight',
    act: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click()
      await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
    },
  },
  {
    name: 'constants-wrong',
    path: '/constants',
    act: async (page) => {
      const value = page.getByRole('textbox', { name: 'INSURANCE_MIN' })
      await value.fill('')
      await value.press('Enter')
      await expect(page.getByText('Not all fields are filled in')).toBeVisible()
    },
  },
  { name: 'locations-add', path: '/locations', act: addEmpty('Location') },
  { name: 'mail-settings-add', path: '/mail-settings', act: addEmpty('Address', 'Email address is not correct') },
  { name: 'hints-add', path: '/hints', act: addEmpty('Hint') },
  { name: 'hints-delete', path: '/hints', act: async (page) => deleteFirst(page) },
  {
    name: 'delivery-wrong',
    path: '/delivery-time',
    act: async (page) => {
      const cells = page.getByRole('gridcell').getByRole('textbox')
      await cells.nth(0).fill('77')
      await cells.nth(1).fill('12 days')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText(/is not a whole number from 0 to 1000/)).toBeVisible()
    },
  },
]

async function deleteFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog(page)).toBeVisible()
}

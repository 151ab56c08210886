import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, type State } from './order-states.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const open = (button: string) => async (page: Page) => {
  await press(page, button)
  await expect(dialog(page)).toBeVisible()
}
const more = (act: string) => async (page: Page) => {
  await press(page, /^More for/)
  await page.getByRole('menuitem', { name: act }).click()
  await expect(dialog(page)).toBeVisible()
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

interface Lane {
  id: number
  tier: number
  dest: string
  cbm: number
}

/** A draft with a change that no longer fits, a scheduled set, and one that was applied and changed since. */
async function makeSets(server: RunningServer) {
  const call = await asAdmin(server)
  const { items } = await call<{ items: Lane[] }>('value/freight?per_page=50')
  const cell = ({ id, cbm }: Lane, by: number) => ({ entity: 'freight', recordId: id, field: 'cbm', new: cbm + by })
  const make = async (name: string, days: number | null, changes: object[]) => {
    const body = { name, note: `${name} of all carriers`, validFrom: days === null ? null : inDays(days) }
    const { id } = await call<{ id: number }>('rate-set', 'POST', body)
    await call(`rate-set/${id}/changes`, 'PUT', { changes })
    return id
  }
  const [first, second, third, fourth] = items as [Lane, Lane, Lane, Lane]
  const applied = await make('November rates', null, [cell(fourth, 2)])
  await call(`rate-set/${applied}/apply`, 'POST', {})
  await call(`value/freight/${fourth.id}`, 'PUT', { cbm: fourth.cbm + 9 })
  const draft = await make('Spring rates', 60, [
    cell(first, 5),
    cell(second, 4),
    { entity: 'freight', recordId: third.id, end: true },
    { entity: 'freight', add: { tier: first.tier, dest: 'NEW-1', cbm: 90, mt: 95 } },
  ])
  await call(`value/freight/${second.id}`, 'PUT', { cbm: second.cbm + 1 })
  const scheduled = await make('Summer rates', 30, [cell(items[5] as Lane, 5)])
  await call(`rate-set/${scheduled}/schedule`, 'POST', {})
  return { draft, scheduled, applied }
}

/** Sets of rates: their grid, what opens over it, and the list of today beside them. */
export async function rateStates(server: RunningServer): Promise<State[]> {
  const { draft, scheduled, applied } = await makeSets(server)
  const path = `/freight?set=${draft}`
  const cell = (page: Page, row: number) => page.getByRole('gridcell').nth(row * 2)
  return [
    {
      name: 'rates-new',
      path: '/freight',
      show: async (page) => {
        await open('New rates…')(page)
        await dialog(page).getByRole('button', { name: 'Save' }).click()
        await expect(dialog(page).getByText('This field cannot be empty')).toBeVisible()
      },
    },
    { name: 'rates-all', path: '/freight', show: open('All rate sets') },
    {
      name: 'rates-history',
      path: '/freight',
      show: async (page) => {
        await press(page, /^Actions for tier 1, US-DAL/)
        await page.getByRole('menuitem', { name: 'History of rates' }).click()
        await expect(page.getByRole('list', { name: 'Rates, newest first' }).getByRole('listitem').nth(2)).toBeVisible()
      },
    },
    { name: 'rates-draft', path, show: (page) => expect(page.getByRole('grid')).toBeVisible() },
    {
      name: 'rates-wrong',
      path,
      show: async (page) => {
        await cell(page, 4).click()
        await page.keyboard.type('much')
        await page.keyboard.press('Enter')
        await expect(page.getByText('1 cell is not saved')).toBeVisible()
      },
    },
    { name: 'rates-lane', path, show: open('Add lane') },
    { name: 'rates-import', path, show: open('Import') },
    { name: 'rates-schedule', path, show: open('Schedule…') },
    { name: 'rates-apply', path, show: open('Apply now…') },
    { name: 'rates-edit', path, show: more('Edit…') },
    { name: 'rates-delete', path, show: more('Delete…') },
    {
      name: 'rates-simulation',
      path: `/freight?set=${scheduled}`,
      show: async (page) => {
        await open('What would this do?')(page)
        await expect(dialog(page).getByRole('status')).toContainText('Of the last')
      },
    },
    { name: 'rates-cancel', path: `/freight?set=${scheduled}`, show: more('Cancel…') },
    ...['depots', 'locations', 'constants', 'cartages'].map((to) => ({
      name: `rates-${to}`,
      path: `/${to}?set=${draft}`,
      show: (page: Page) => expect(page.getByRole('grid')).toBeVisible(),
    })),
    {
      name: 'rates-applied',
      path: `/freight?set=${applied}`,
      show: (page) => expect(page.getByRole('table', { name: /^Changes of/ })).toBeVisible(),
    },
    {
      name: 'rates-undone',
      path: `/freight?set=${applied}`,
      show: async (page) => {
        await open('Undo…')(page)
        await dialog(page).getByRole('button', { name: 'Undo' }).click()
        await expect(dialog(page)).toContainText('These changed since, and stay')
      },
    },
  ]
}

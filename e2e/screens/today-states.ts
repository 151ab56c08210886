import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import { refused, type State } from './order-states.ts'

const tools = (page: Page) => page.getByRole('group', { name: 'Selected items' })
const drawn = (page: Page) => expect(page.getByRole('img', { name: /^Chart:/ })).toHaveCount(2)

/** Selects all items of the page and opens what is done with them. */
const withAll = (action: string) => async (page: Page) => {
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await tools(page).getByRole('button', { name: action }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Figures, charts and dialogs of Today. */
export async function todayStates(): Promise<State[]> {
  const path = '/today?owner=all'
  return [
    { name: 'today-charts', path: `${path}&charts=1`, show: drawn },
    {
      name: 'today-figures-of-charts',
      path: `${path}&charts=1`,
      show: async (page) => {
        await drawn(page)
        for (const summary of await page.locator('figure summary').all()) await summary.click()
        await expect(page.getByRole('table', { name: 'Open orders by milestone' })).toBeVisible()
      },
    },
    {
      name: 'today-print',
      paper: true,
      path: `${path}&charts=1`,
      show: async (page) => {
        await drawn(page)
        await page.emulateMedia({ media: 'print' })
      },
    },
    { name: 'today-arrivals', path: '/today?figure=arrivals' },
    { name: 'today-documents', path: '/today?figure=documents' },
    {
      name: 'attention-settings',
      path: '/attention-rules',
      show: async (page) => {
        await page.getByRole('button', { name: 'Settings' }).click()
        await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
      },
    },
    { name: 'today-nothing', path: '/today?owner=all&claimed=1' },
    { name: 'today-snoozed', path: '/today?snoozed=1' },
    { name: 'sailings-with-cut-off', path: '/sailings?f.status=in:planned,closed&f.nextCutOff=next:48h' },
    {
      name: 'today-measured',
      path: `${path}&rule=measured-differs`,
      show: async (page) => {
        await page
          .getByRole('button', { name: /^Open sailing/ })
          .first()
          .click()
        await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
      },
    },
    { name: 'today-waive-several', path, show: withAll('Waive') },
    {
      name: 'today-snooze-wrong',
      path,
      show: async (page) => {
        await withAll('Snooze')(page)
        await page.getByLabel('Another time', { exact: true }).fill('next week')
        await page.getByRole('dialog').getByRole('button', { name: 'Snooze', exact: true }).click()
        await refused(page)
      },
    },
  ]
}

import type { Page } from '@playwright/test'
import type { Arrival } from '#contract/arrivals/arrivals.ts'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, type State } from './order-states.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()

/** Clocks and the release of an order that has arrived. */
export async function arrivalStates(server: RunningServer): Promise<State[]> {
  const call = await asAdmin(server)
  const { items } = await call<{ items: Arrival[] }>('arrivals?per_page=100')
  const arrived = items.find(({ order, lastFreeDay }) => order !== null && lastFreeDay !== null)
  const path = `/orders/${arrived?.order?.id}?arrival=true`
  return [
    { name: 'order-arrival', path, show: (page) => expect(dialog(page)).toContainText('Free time') },
    {
      name: 'order-clock',
      path,
      show: async (page) => {
        await press(page, /^Actions for (Storage|Demurrage|Detention)/)
        await page.getByRole('menuitem', { name: 'Edit' }).click()
        await expect(dialog(page).getByRole('textbox', { name: 'Last free day as told' })).toBeVisible()
      },
    },
    {
      name: 'order-release-incomplete',
      path,
      show: async (page) => {
        await press(page, 'Release')
        await expect(dialog(page)).toContainText('Release although something is missing')
      },
    },
  ]
}

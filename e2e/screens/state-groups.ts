import type { Page } from '@playwright/test'
import type { RunningServer } from '#e2e/lib/server.ts'
import { gotoQuiet } from '#e2e/lib/visit.ts'
import { accountStates } from './account-states.ts'
import { arrivalStates } from './arrival-states.ts'
import { bulkStates } from './bulk-states.ts'
import { carrierStates } from './carrier-states.ts'
import { clientStates, newOrderStates } from './client-states.ts'
import { inboxStates } from './inbox-states.ts'
import { integrationStates } from './integration-states.ts'
import { offerStates } from './offer-states.ts'
import { orderStates, panelStates, type State } from './order-states.ts'
import { rateStates } from './rate-states.ts'
import { referenceStates } from './reference-states.ts'
import { reportStates } from './report-states.ts'
import { sailingStates } from './sailing-states.ts'
import { todayStates } from './today-states.ts'

/** States of the screens, in groups: something opened, edited or refused. */
export const STATE_GROUPS: [of: string, states: (server: RunningServer) => Promise<State[]>][] = [
  ['the panels of an order', panelStates],
  ['an order', orderStates],
  ['clients', clientStates],
  ['a new order', newOrderStates],
  ['reference data', referenceStates],
  ['sets of rates', rateStates],
  ['sailings', sailingStates],
  ['carrier events', carrierStates],
  ['arrivals', arrivalStates],
  ['offers', offerStates],
  ['bulk changes', bulkStates],
  ['Today', todayStates],
  ['the inbox', inboxStates],
  ['reports', reportStates],
  ['the account', accountStates],
  ['integrations', integrationStates],
]

/** Opens a screen at 1440 px in the light theme without drafts, and brings it into its state. */
export async function enter(page: Page, url: string, { path, show }: State): Promise<void> {
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('quayside-draft')) localStorage.removeItem(key)
  })
  await gotoQuiet(page, url + path)
  await show?.(page)
}

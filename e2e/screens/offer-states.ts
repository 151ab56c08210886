import type { Page } from '@playwright/test'
import type { Offer } from '#contract/offers/offers.ts'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, refused, type State } from './order-states.ts'

const open = (button: string) => async (page: Page) => {
  await press(page, button)
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Offers in their states, their dialogs, and the form with what it refuses. */
export async function offerStates(server: RunningServer): Promise<State[]> {
  const call = await asAdmin(server)
  const { items } = await call<{ items: Offer[] }>('offer?per_page=100')
  const of = (fits: (offer: Offer) => boolean) => `/offers/${items.find(fits)?.id}`
  const draft = of(({ state }) => state === 'draft')
  const sent = of(({ state }) => state === 'sent')
  const accepted = of(({ state, orderId }) => state === 'accepted' && orderId === null)
  return [
    { name: 'offers', path: '/offers' },
    {
      name: 'offers-follow-up-several',
      path: '/offers',
      show: async (page) => {
        await page.getByRole('checkbox', { name: /^Select all/ }).check()
        await page.getByRole('group', { name: 'Selected offers' }).getByRole('button', { name: 'Follow up' }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /cannot/ })
          .first()
          .click()
      },
    },
    { name: 'offer-draft', path: draft },
    { name: 'offer-edit', path: draft, show: (page) => press(page, 'Edit') },
    { name: 'offer-send', path: draft, show: open('Send') },
    { name: 'offer-sent', path: sent },
    { name: 'offer-accept', path: sent, show: open('Accept for client') },
    { name: 'offer-declined', path: of(({ state }) => state === 'declined') },
    { name: 'offer-expired', path: of(({ state }) => state === 'expired') },
    { name: 'offer-accepted', path: accepted },
    {
      name: 'offer-book-refused',
      path: accepted,
      show: async (page) => {
        await open('Book')(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Book' }).click()
        await refused(page)
      },
    },
    {
      name: 'offer-new-refused',
      path: '/offers/new',
      show: async (page) => {
        await press(page, 'FCL option')
        await press(page, 'Save draft')
        await refused(page)
      },
    },
  ]
}

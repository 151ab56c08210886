import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, refused, type State } from './order-states.ts'

const FEEDS = '/integrations?tab=feeds'

const dialog = (page: Page) => expect(page.getByRole('dialog').last()).toBeVisible()
/** Presses what is in the menu of a feed, which opens a dialog. */
const fromMenu = (feed: string, item: string) => async (page: Page) => {
  await press(page, `Actions for ${feed}`)
  await page.getByRole('menuitem', { name: item }).click()
  await dialog(page)
}
const newFeed = async (page: Page) => {
  await press(page, 'Add feed')
  await dialog(page)
}

/** What carriers say: on a sailing, in the list, and where it comes from. */
export async function carrierStates(server: RunningServer): Promise<State[]> {
  const { token } = await server.tokenOf('admin')
  const first = async (state: string) =>
    (
      await server.call<{ items: { id: number; sailing: { id: number } | null }[] }>(
        `carrier-event?per_page=1&state=${state}`,
        { token },
      )
    ).data.items[0]
  const [proposed, unmatched] = [await first('proposed'), await first('unmatched')]
  const sailing = `/sailings/${proposed?.sailing?.id}`
  return [
    {
      name: 'sailing-carrier-events',
      path: sailing,
      show: async (page) => {
        await press(page, /^Carrier events/)
        await dialog(page)
      },
    },
    { name: 'carrier-event', path: `/carrier-events?event=${unmatched?.id}`, show: dialog },
    { name: 'integrations-new-feed', path: FEEDS, show: newFeed },
    {
      name: 'integrations-new-feed-error',
      path: FEEDS,
      show: async (page) => {
        await newFeed(page)
        await page.getByRole('dialog').last().getByRole('button', { name: 'Save' }).click()
        await refused(page)
      },
    },
    {
      name: 'integrations-feed-codes',
      path: FEEDS,
      show: async (page) => {
        await newFeed(page)
        await press(page, 'Add code')
        await expect(page.getByLabel('Meaning of code 1')).toBeVisible()
      },
    },
    { name: 'integrations-feed-message', path: FEEDS, show: fromMenu('Push', 'Last message') },
    { name: 'integrations-feed-delete', path: FEEDS, show: fromMenu('Pacific Alliance', 'Delete') },
  ]
}

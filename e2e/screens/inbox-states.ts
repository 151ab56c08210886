import type { Page } from '@playwright/test'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin, findOrder } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, refused, type State } from './order-states.ts'

const MAILBOXES = '/integrations?tab=mailboxes'

const dialog = (page: Page) => expect(page.getByRole('dialog').last()).toBeVisible()
/** Presses a button, which opens a dialog. */
const withDialog = (button: string) => async (page: Page) => {
  await press(page, button)
  await dialog(page)
}
/** Presses what is in the menu of a mail or a mailbox, which opens a dialog. */
const fromMenu = (menu: RegExp, item: string) => async (page: Page) => {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item }).click()
  await dialog(page)
}

/** A mail that is about one order, which has three documents or more. */
async function mailOfPapers(server: RunningServer): Promise<number> {
  const call = await asAdmin(server)
  const { items } = await call<{ items: { id: number; orders: unknown[] }[] }>('mail-in?per_page=100')
  const mail = items.find(({ orders }) => orders.length === 0)
  const order = await findOrder(server, ({ documentCount }) => documentCount > 2)
  await call(`mail-in/${mail?.id}/link`, 'POST', { orderIds: [order.id] })
  return mail?.id ?? 0
}

/** Dialogs of the inbox, its selection, and mailboxes. */
export async function inboxStates(server: RunningServer): Promise<State[]> {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: { id: number }[] }>('mail-in?per_page=1', { token })
  const path = `/inbox?view=all&mail=${data.items[0]?.id}`
  const withPapers = await mailOfPapers(server)
  return [
    {
      name: 'inbox-reply-files',
      path: `/inbox?view=all&mail=${withPapers}&reply=true`,
      show: async (page) => {
        await press(page, 'Attach files')
        await expect(page.getByRole('combobox', { name: 'Documents of the order' })).toBeVisible()
      },
    },
    { name: 'inbox-link', path, show: withDialog('Link') },
    { name: 'inbox-snooze', path, show: withDialog('Snooze') },
    { name: 'inbox-raw', path, show: fromMenu(/^More to do/, 'Show the raw text') },
    {
      name: 'inbox-reply-error',
      path: `${path}&reply=true`,
      show: async (page) => {
        await page.getByRole('region', { name: 'Reply' }).getByRole('textbox', { name: 'To' }).fill('anna@')
        await press(page, 'Send')
        await refused(page)
      },
    },
    {
      name: 'inbox-selected',
      path: '/inbox?view=all',
      show: async (page) => {
        await page.getByRole('checkbox', { name: /^Select all/ }).check()
        await expect(page.getByRole('group', { name: 'Selected mails' })).toBeVisible()
      },
    },
    { name: 'inbox-nothing-found', path: '/inbox?view=all&search=zzzz' },
    { name: 'mailbox-new', path: MAILBOXES, show: withDialog('Add mailbox') },
    {
      name: 'mailbox-new-error',
      path: MAILBOXES,
      show: async (page) => {
        await withDialog('Add mailbox')(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        await refused(page)
      },
    },
    { name: 'mailbox-edit', path: MAILBOXES, show: fromMenu(/^Actions for /, 'Edit') },
    { name: 'mailbox-delete', path: MAILBOXES, show: fromMenu(/^Actions for /, 'Delete') },
    {
      name: 'mailbox-tried',
      path: MAILBOXES,
      show: async (page) => {
        await fromMenu(/^Actions for /, 'Try')(page)
        await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      },
    },
  ]
}

import type { Page } from '@playwright/test'
import type { DocumentExchange, Order } from '#contract/orders/orders.ts'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin, findOrder } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

/** A screen with something opened, edited or refused on it. */
export interface State {
  name: string
  path: string
  /** Brings the screen into the state; omitted where the address is enough. */
  show?: (page: Page) => Promise<void>
  /** True for a print view, which is photographed but not checked. */
  paper?: true
}

/** Clicks the first button with this name. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first()
/** Waits until a field shows its error. */
export const refused = (page: Page) => expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()

/** Per panel: a field and a refused value. */
const WRONG: Record<string, [field: string, value: string]> = {
  quote: ['Volume, CBM', '1.2345'],
  contact: ['Email', 'nobody'],
  shipment: ['Shipment purchase reference', 'PO 1'],
  shipper: ['Company name', ''],
  amazon: ['Amazon Ref ID', 'A_1'],
  request: ['Additional information', 'x'.repeat(256)],
  confirmation: ['Estimated time of departure', '02/30/2026'],
}

/** True if the order has something to show in every panel. */
const full = (order: Order) =>
  order.amazon && order.transportationMode === 0 && order.bookingConfirmation !== null && order.price !== null

/** An order's panels in view, edit and error. */
export async function panelStates(server: RunningServer): Promise<State[]> {
  const { id } = await findOrder(server, full)
  return Object.entries(WRONG).flatMap(([key, [field, value]]) => {
    const path = `/orders/${id}?tab=shipment&panel=${key}`
    const edit = async (page: Page) => {
      await press(page, 'Edit')
      await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
      // The rich-text editor of the clauses loads on demand.
      if (key === 'confirmation') await expect(page.getByRole('application')).toBeVisible()
    }
    return [
      { name: `order-${key}`, path },
      { name: `order-${key}-edit`, path, show: edit },
      {
        name: `order-${key}-error`,
        path,
        show: async (page) => {
          await edit(page)
          await box(page, field).fill(value)
          if (key !== 'confirmation') await page.getByLabel('Notify user').check()
          await press(page, 'Submit')
          await refused(page)
        },
      },
    ]
  })
}

/** Dialogs and drafts of an order, and setting its next event. */
export async function orderStates(server: RunningServer): Promise<State[]> {
  const call = await asAdmin(server)
  const { id } = await findOrder(server, full)
  const { id: plain } = await findOrder(server, (order) => !order.amazon && order.documentCount === 0)
  const { id: documented } = await findWithPicture(server)
  const theirs = () => call(`request/booking/edit/${id}`, 'PUT', { yourName: `Their Name ${Date.now()}` })
  return [
    { name: 'order-not-amazon', path: `/orders/${plain}?tab=shipment&panel=amazon` },
    { name: 'order-not-confirmed', path: `/orders/${plain}?tab=shipment&panel=confirmation` },
    { name: 'order-contact-and-orders', path: `/orders/${id}?contact=true&quotes=true` },
    {
      name: 'order-status-dialog',
      path: `/orders/${id}`,
      show: async (page) => {
        const status = page.getByLabel('Status', { exact: true })
        await status.selectOption({ index: (await status.inputValue()) === '2' ? 1 : 2 })
        await page.getByLabel('Notify user').check()
        await expect(page.getByText(/^Mail goes to/)).toBeVisible()
      },
    },
    { name: 'order-in-charge', path: `/orders/${id}`, show: (page) => press(page, /^In charge: \w/) },
    { name: 'order-menu', path: `/orders/${id}`, show: (page) => press(page, 'More actions') },
    { name: 'order-resend-dialog', path: `/orders/${id}`, show: (page) => press(page, 'Resend request info') },
    {
      name: 'order-mail',
      path: `/orders/${documented}`,
      show: async (page) => {
        await press(page, /^Mails/)
        await press(page, /^Show the mail/)
        await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
      },
    },
    {
      name: 'order-picture',
      path: `/orders/${documented}?tab=documents`,
      show: async (page) => {
        await press(page, /^Show .+\.jpg$/)
        await expect(page.getByRole('figure').getByRole('img', { name: /jpg$/ })).toBeVisible()
      },
    },
    {
      name: 'order-draft-left',
      path: `/orders/${id}?tab=shipment&panel=contact`,
      show: async (page) => {
        await press(page, 'Edit')
        await box(page, 'Name').fill('Half typed')
        await page.getByRole('tab', { name: 'SHIPPER' }).click()
        await expect(page.getByRole('img', { name: 'not saved' })).toBeVisible()
      },
    },
    {
      name: 'order-conflict',
      path: `/orders/${id}?tab=shipment&panel=contact`,
      show: async (page) => {
        await press(page, 'Edit')
        await theirs()
        await box(page, 'Name').fill('My Name')
        await press(page, 'Submit')
        await expect(page.getByRole('dialog', { name: 'Changed by someone else' })).toBeVisible()
      },
    },
    {
      name: 'order-print',
      paper: true,
      path: `/orders/${documented}`,
      show: async (page) => {
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('article', { name: 'Print view' })).toContainText('Events')
      },
    },
    {
      name: 'order-set-event',
      path: `/orders/${id}`,
      show: async (page) => {
        await page.getByRole('link', { name: 'Set next event status' }).click()
        await page.getByLabel('Send mail').selectOption({ index: 1 })
        await expect(page.getByRole('region', { name: 'Mail preview' }).locator('iframe')).toBeVisible()
      },
    },
    {
      name: 'orders-set-event',
      path: '/orders',
      show: async (page) => {
        // Actions appear for the hovered row; on a phone the cards have none.
        await page.locator('[data-set-event]').first().dispatchEvent('click')
        await expect(page.getByLabel('Next event')).toBeVisible()
      },
    },
    {
      name: 'set-event-draft',
      path: `/set-event/${plain}`,
      show: async (page) => {
        const draft = { tab: 'left', values: { comment: 'Left the port', gate: 'B4' } }
        // The draft is there already when this state is shown again.
        await call(`drafts/set-event/${plain}?tab=left`, 'DELETE')
        await call(`drafts/set-event/${plain}`, 'PUT', draft)
        await page.reload()
        await expect(page.getByText(/^Your draft, /).first()).toBeVisible()
        await press(page, /^Open: Your draft/)
        await expect(page.getByText('gate: "B4"')).toBeVisible()
      },
    },
    {
      name: 'set-event-question',
      path: `/set-event/${plain}`,
      show: async (page) => {
        await box(page, 'Date').fill('+3')
        await press(page, 'Set event')
        await expect(page.getByRole('alert').filter({ hasText: 'more than a day ahead' })).toBeVisible()
      },
    },
    ...['Edit', 'Withdraw'].map((change) => ({
      name: `order-event-${change.toLowerCase()}`,
      path: `/orders/${id}`,
      show: async (page: Page) => {
        await press(page, /^Change (?!the note)/)
        await page.getByRole('menuitem', { name: change }).click()
        await expect(page.getByRole('dialog', { name: new RegExp(`^${change} `) })).toBeVisible()
      },
    })),
    {
      name: 'set-event-error',
      path: `/set-event/${plain}`,
      show: async (page) => {
        await box(page, 'Date').fill('13/40/2026')
        await box(page, 'Comment').fill('x'.repeat(256))
        const buffer = Buffer.from('MZ')
        await page.locator('input[type=file]').setInputFiles([
          { name: 'setup.exe', mimeType: 'application/octet-stream', buffer },
          { name: 'Packing list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('') },
        ])
        await press(page, 'Set event')
        await refused(page)
      },
    },
  ]
}

async function findWithPicture(server: RunningServer): Promise<Order> {
  const call = await asAdmin(server)
  for (let tries = 0; tries < 100; tries++) {
    const order = await findOrder(server, ({ documentCount }) => documentCount > 2)
    const groups = await call<DocumentExchange>(`request/booking/${order.id}/document_exchange`)
    const mails = await call<{ items: unknown[] }>(`admin/mail?order_id=${order.id}`)
    const pictured = Object.values(groups)
      .flat()
      .some(({ contentType }) => contentType === 'image/jpeg')
    if (pictured && mails.items.length > 0) return order
  }
  throw new Error('No order in the demo data has a picture and a mail')
}

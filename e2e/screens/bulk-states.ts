import type { Page } from '@playwright/test'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Run } from '#contract/runs/runs.ts'
import { expect } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { press, type State } from './order-states.ts'

/** Selects the orders of the page and opens one of the bulk actions, until its preview is there. */
const asking = (action: string, fill?: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('group', { name: 'Selected orders' }).getByRole('button', { name: action }).click()
  await page.getByRole('dialog').waitFor()
  await fill?.(page)
  if (action !== 'Load on sailing') await expect(page.getByRole('dialog').getByText(/^Applies to/)).toBeVisible()
}

const withMail = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Event', { exact: true }).selectOption({ label: 'Departed' })
  await dialog.getByRole('combobox', { name: 'Send mail' }).selectOption({ index: 1 })
  await expect(dialog.getByRole('button', { name: /^Set event on/ })).toBeEnabled()
  await dialog.getByRole('button', { name: /will change$/, expanded: false }).click()
}

/** Starts a run over three orders, of which one is skipped and one fails. Returns its id once it is over. */
async function aRun(server: RunningServer): Promise<number> {
  const call = await asAdmin(server)
  const { items } = await call<{ items: OrderListItem[] }>('request/booking/get_all?per_page=50&f.status=is:0')
  const cancelled = await call<{ items: OrderListItem[] }>('request/booking/get_all?per_page=1&f.status=is:1')
  const orders = [...items.slice(0, 2), ...cancelled.items].map(({ id, updatedAt }, index) => ({
    id,
    updatedAt: index === 1 ? '2026-01-01T00:00:00.000Z' : updatedAt,
  }))
  const input = { estimatedTimeOfDepartureAt: '2027-12-24T00:00:00Z' }
  const { id } = await call<Run>('runs', 'POST', { kind: 'dates', input, selection: { orders } })
  await expect.poll(async () => (await call<Run>(`runs/${id}`)).finishedAt).not.toBeNull()
  return id
}

/**
 * Sends a file of two orders, one with problems; imports the other if asked to. Returns the id of the import.
 */
async function anImport(server: RunningServer, apply: boolean): Promise<number> {
  const call = await asAdmin(server)
  const { token } = await server.tokenOf('admin')
  const form = new FormData()
  const headings = 'Client email,Transportation mode,Remarks,Additional information,Date'
  const client = (await call<{ items: { email: string }[] }>('admin/user?per_page=1')).items[0]?.email
  const rows = [`${client},FCL,first,Two containers,2024-03-05`, 'nobody@example.test,FCL,second,,05.03.2024']
  form.append('file', new Blob([[headings, ...rows].join('\n')]), 'orders of the old program.csv')
  const reply = await fetch(`${server.url}/api/import/orders/check`, {
    method: 'POST',
    headers: { 'user-token': token },
    body: form,
  })
  const { data } = (await reply.json()) as { data: { id: number } } // the envelope of every reply
  if (!apply) return data.id
  const { id } = await call<Run>(`import/${data.id}/apply`, 'POST')
  await expect.poll(async () => (await call<Run>(`runs/${id}`)).finishedAt).not.toBeNull()
  return data.id
}

/** Bulk changes and imports: their dialogs and the result of one; lists under filters. */
export async function bulkStates(server: RunningServer): Promise<State[]> {
  const run = await aRun(server)
  const path = '/orders?f.status=in:0,1'
  return [
    {
      name: 'bulk-bar',
      path,
      show: async (page) => {
        await page.getByRole('checkbox', { name: 'Select this page' }).check()
        await page.getByRole('button', { name: /that match$/ }).waitFor()
      },
    },
    { name: 'bulk-event', path, show: asking('Set event', withMail) },
    { name: 'bulk-status', path, show: asking('Status') },
    { name: 'bulk-in-charge', path, show: asking('In charge') },
    { name: 'bulk-load', path, show: asking('Load on sailing') },
    {
      name: 'bulk-dates',
      path,
      show: asking('Confirmation dates', (page) =>
        page.getByRole('textbox', { name: 'Estimated time of departure' }).fill('12/24/2027'),
      ),
    },
    {
      name: 'bulk-strip',
      path,
      show: async (page) => {
        await page.getByRole('checkbox', { name: 'Select this page' }).check()
        await press(page, 'In charge')
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Assign/ })
          .click()
        await expect(page.getByRole('complementary', { name: 'Bulk changes' })).toContainText('changed')
      },
    },
    { name: 'runs', path: '/runs' },
    { name: 'run', path: `/runs/${run}` },
    { name: 'import-checked', path: `/import?kind=orders&id=${await anImport(server, false)}` },
    { name: 'import-over', path: `/import?kind=orders&id=${await anImport(server, true)}` },
    { name: 'filtered-clients', path: '/clients?f.company=has:a&f.confirmed=is:true' },
    { name: 'filtered-mails', path: '/mail-log?f.state=in:sent,failed&f.created=last:90d' },
    { name: 'filtered-sailings', path: '/sailings?f.status=in:planned,departed&f.eta=next:30d' },
    { name: 'filtered-audit', path: '/audit?f.user=is:me' },
  ]
}

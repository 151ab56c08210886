import type { Page } from '@playwright/test'
import type { EventEntry } from '#contract/orders/orders.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { RunWithMails } from '#contract/runs/runs.ts'
import type { LoadedOrder } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

const ORDERS = 14
const DAY = 86_400_000
const daysAhead = (days: number) => new Date(Math.floor(Date.now() / DAY + days) * DAY).toISOString()

const dialog = (page: Page) => page.getByRole('dialog')
const strip = (page: Page) => page.getByRole('complementary', { name: 'Bulk changes' })

/** A sailing with fourteen orders that nobody has received, and the event that says so. */
async function waitingCargo(server: RunningServer) {
  const call = await asAdmin(server)
  const { items: vessels } = await call<{ items: { id: number }[] }>('vessel?per_page=1')
  const body = {
    vesselId: vessels[0]?.id,
    voyage: `R${crypto.randomUUID().slice(0, 8)}`,
    portOfLoading: 'CNNGB',
    portOfDischarge: 'USLAX',
    cargoCutOffAt: daysAhead(400),
    etd: daysAhead(405),
    portEta: daysAhead(425),
  }
  const sailing = await call<Sailing>('sailing', 'POST', body)
  const query = `f.status=${encodeURIComponent('is:0')}&f.milestone=${encodeURIComponent('in:booked,confirmed')}&f.sailing=empty`
  const { items } = await call<{ items: { id: number }[] }>(`request/booking/get_all?per_page=${ORDERS}&${query}`)
  const orderIds = items.map(({ id }) => id)
  await call(`sailing/${sailing.id}/orders`, 'POST', { orderIds })
  const { items: events } = await call<{ items: EventRecord[] }>('request/event?per_page=1000')
  const received = events.find(({ milestone }) => milestone === 'received')
  return { call, sailing, orderIds, received }
}

// Long enough for all that is looked at before the undo.
test.use({ runHoldSeconds: 120 })

test('fourteen orders are received and their clients told in three actions, and taken back in one', async ({
  page,
  server,
  login,
}) => {
  const { call, sailing, orderIds, received } = await waitingCargo(server)
  expect(orderIds).toHaveLength(ORDERS)
  const last = async (id: number) => (await call<EventEntry[]>(`request/event/data/${id}`))[0]
  const before = await Promise.all(orderIds.map(last))
  await login(page, 'admin', `/sailings/${sailing.id}`)

  let actions = 0
  const act = async (done: Promise<unknown>) => {
    actions++
    await done
  }
  const tools = page.getByRole('group', { name: 'Selected orders', exact: true })
  await act(tools.getByRole('checkbox').press('Space'))
  await act(tools.getByRole('button', { name: 'Receive' }).press('Enter'))
  await expect(dialog(page).getByLabel('Set event')).toHaveValue(String(received?.id))
  await expect(dialog(page).getByLabel('Send mail')).toHaveValue(String(received?.emailTemplate?.id))
  await expect(dialog(page).getByText(`Applies to ${ORDERS} · ${ORDERS} mails to`)).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await act(dialog(page).getByRole('button', { name: 'Receive', exact: true }).press('Enter'))
  expect(actions).toBe(3)

  await expect(strip(page)).toContainText(`${ORDERS} orders changed`)
  const loaded = async () => (await call<{ items: LoadedOrder[] }>(`sailing/${sailing.id}/orders?per_page=100`)).items
  expect((await loaded()).filter(({ receivedAt }) => receivedAt)).toHaveLength(ORDERS)
  for (const id of orderIds) expect((await last(id))?.event.name).toBe(received?.name)
  const { items: runs } = await call<{ items: RunWithMails[] }>('runs?per_page=1')
  expect((await call<RunWithMails>(`runs/${runs[0]?.id}`)).mails.waiting).toBe(ORDERS)

  await strip(page).getByRole('button', { name: 'Undo' }).click()
  await expect(strip(page)).toContainText('Undone')
  expect((await loaded()).filter(({ receivedAt }) => receivedAt)).toEqual([])
  expect(await Promise.all(orderIds.map(last))).toEqual(before)
})

test('an event says what else it sets, completes when it delivers, and asks once before it skips the departure', async ({
  page,
  server,
  login,
}) => {
  const { call, orderIds } = await waitingCargo(server)
  const { items: events } = await call<{ items: EventRecord[] }>('request/event?per_page=1000')
  const eventOf = (milestone: string) => events.find((event) => event.milestone === milestone)
  await login(page, 'admin', `/set-event/${orderIds[0]}`)
  const next = page.getByLabel('Next event')
  await next.selectOption(String(eventOf('received')?.id))
  await expect(page.getByText('Also sets: Received at the CFS')).toBeVisible()
  await next.selectOption(String(eventOf('departed')?.id))
  await expect(page.getByText('Also sets: Actual time of departure')).toBeVisible()
  await next.selectOption(String(eventOf('delivered')?.id))
  const completes = page.getByRole('checkbox', { name: 'and complete the order' })
  await expect(completes).toBeChecked()
  await page.getByRole('button', { name: 'Set event', exact: true }).click()
  const question = page.getByRole('alert').filter({ hasText: 'comes after the departure' })
  await expect(question).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await question.getByRole('button', { name: /anyway$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/orders/${orderIds[0]}`))
  expect(await call(`request/booking/get/${orderIds[0]}`)).toMatchObject({
    status: 2,
    progress: { stage: 'delivered' },
  })
})

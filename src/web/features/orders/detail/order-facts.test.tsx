import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import type { Order } from '#contract/orders/orders.ts'
import { clock } from '#web/features/free-time/shared/clock.fixture.ts'
import { clocksQuery } from '#web/features/free-time/shared/free-times.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { loadingOrder } from '#web/features/sailings/shared/loading-order.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { renderInApp } from '#web/test/render.tsx'
import { Fact } from './fact.tsx'
import { OrderFacts } from './order-facts.tsx'

const NOW = Date.parse('2026-11-27T08:00:00.000Z')
const MARTA = { id: 4, name: 'Marta Silva' }
const open: Order = { ...testOrder, status: OrderStatus.IN_PROGRESS }
const sailing: NonNullable<Order['sailing']> = {
  ...{ id: 9, reference: 'S-2026-0009', vessel: 'EVER GIVEN', voyage: '018E', loadedCbm: 40, capacityCbm: 68 },
  ...{ container: { id: 3, number: 'TCLU1234567', maxCbm: 68, maxKg: 26_000 }, usedCbm: 3.5, usedKg: 620 },
  receivedAt: null,
  differs: [],
  contradicts: null,
}
// The facts read only these dates.
const confirmed = (cargoCutOffAt: string | null) =>
  ({ cargoCutOffAt, vessel: { id: 2, name: 'EVER GIVEN' }, vesselVoyage: '018E' }) as BookingConfirmation

const sent: [path: string, body: unknown][] = []
beforeEach(() => {
  sent.length = 0
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  neverRead(settingsQuery.queryKey)
  queryClient.setQueryData(staffQuery.queryKey, { items: [MARTA] } as never)
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const values = JSON.parse(body ?? '{}')
    sent.push([path.replace(/^.*\/api\//, ''), values])
    const inCharge = values.userId === null ? null : MARTA
    return Response.json({ code: 200, message: '', data: { ...open, inChargeId: values.userId, inCharge } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

/** Shows the facts; without an order, as a list knows it. */
async function show(order: Order | undefined) {
  const root = createRootRoute()
  const staff = createRoute({ getParentRoute: () => root, id: 'staff' })
  const page = createRoute({
    getParentRoute: () => staff,
    path: '/orders/$orderId',
    component: () => (
      <OrderFacts
        head={order ?? open}
        order={order}
        papers={<Fact label="Papers">2 of 4</Fact>}
        notes={<Fact label="Notes">1</Fact>}
      />
    ),
  })
  const history = createMemoryHistory({ initialEntries: ['/orders/70'] })
  const router = createRouter({ routeTree: root.addChildren([staff.addChildren([page])]), history })
  renderInApp(<RouterProvider router={router as never} />)
  await screen.findByRole('region', { name: 'Order at a glance' })
}

/** The text of a fact by its label. */
const fact = (label: string) => {
  const [term] = screen.getAllByText(label, { selector: 'dt' })
  return term?.nextElementSibling as HTMLElement
}
const labels = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

test('every order has the same seven facts in the same places, before its details are known too', async () => {
  const places = ['Cargo', 'Price', 'Sailing', 'Next cut-off', 'In charge', 'Papers', 'Notes']
  await show(undefined)
  expect(labels()).toEqual(places)
})

test('on a sailing it says what this order takes of its container, not how full the sailing is', async () => {
  await show({ ...open, sailing })
  expect(fact('Sailing').textContent).toContain('S-2026-0009 · EVER GIVEN 018E')
  expect(fact('Sailing').textContent).toContain('5% of TCLU1234567')
  expect(fact('Sailing').textContent).not.toContain('40')
  fireEvent.click(within(fact('Sailing')).getByRole('button', { name: 'Roll' }))
  expect(loadingOrder.get()?.from?.reference).toBe('S-2026-0009')
  loadingOrder.set(null)
})

test('a confirmation of another voyage is what the head tells, with the sailing named beside it', async () => {
  const contradicts = { confirmed: 'EVER GIVEN 018E', sailing: 'ONE AQUILA 075N' }
  const differs = [{ field: 'vessel', value: 'EVER GIVEN', sailing: 'ONE AQUILA' }]
  const other = { ...sailing, vessel: 'ONE AQUILA', voyage: '075N', contradicts, differs }
  await show({ ...open, bookingConfirmation: confirmed(null), sailing: other })
  expect(fact('Sailing').textContent).toBe('EVER GIVEN 018EBut on S-2026-0009 · ONE AQUILA 075NRoll')
})

test.each<[string, Partial<typeof sailing>, string]>([
  ['heavy cargo is counted by its weight', { usedKg: 13_000 }, '50% of TCLU1234567'],
  ['the smallest share is not none', { usedCbm: 0.1, usedKg: 20 }, 'Under 1% of TCLU1234567'],
  [
    'a container without a number has its id',
    { container: { id: 3, number: '', maxCbm: 7, maxKg: 0 } },
    '50% of Container 3',
  ],
  ['cargo can wait for its container', { container: null }, 'In no container yet'],
  ['FCL has a container of its own', { container: null, usedCbm: 0, usedKg: 0 }, 'In a container of its own'],
])('%s', async (_, values, words) => {
  await show({ ...open, sailing: { ...sailing, ...values } })
  expect(fact('Sailing').textContent).toContain(words)
})

test('without a vessel the button that loads it is the value; a vessel of no sailing keeps its button', async () => {
  await show(open)
  expect(fact('Vessel').textContent).toBe('Load on sailing')
})

test('a vessel that no sailing brought is named beside the button', async () => {
  await show({ ...open, bookingConfirmation: confirmed(null) })
  expect(fact('Vessel').textContent).toBe('EVER GIVEN 018EOn no sailingLoad on sailing')
})

test.each<[string, Order['sailing'], string]>([
  ['an order that has departed is loaded on nothing', null, 'EVER GIVEN 018EOn no sailing'],
  ['an order that has departed may have been left behind: it can be rolled', sailing, 'Roll'],
])('%s', async (_, of, words) => {
  queryClient.setQueryData(clocksQuery({ orderId: open.id }).queryKey, { items: [] })
  queryClient.setQueryData(clocksQuery({ sailingId: 9, containerId: 3 }).queryKey, { items: [] })
  await show({ ...open, bookingConfirmation: confirmed(null), lastMilestone: 'departed', sailing: of })
  const { textContent } = fact(of ? 'Sailing' : 'Vessel')
  if (of) expect(textContent).toContain(words)
  else expect(textContent).toBe(words)
})

test('a closed order without a vessel offers none', async () => {
  await show({ ...open, status: OrderStatus.COMPLETED })
  expect(fact('Vessel').textContent).toBe('-')
})

test('the next cut-off is said in hours and with its weekday', async () => {
  await show({ ...open, nextCutOff: { field: 'cargoCutOffAt', at: '2026-11-28T00:30:00.000Z' } })
  expect(fact('Next cut-off').textContent).toBe('Cargo in 16 hSat Nov 28 2026 0:30')
})

test.each<[string, Partial<Order>, string]>([
  ['while nothing says that the cargo came, it is overdue', {}, 'Cargo 20 h overdueThu Nov 26 2026 12:00'],
  [
    'cargo that the CFS received is not overdue',
    { sailing: { ...sailing, receivedAt: '2026-11-26T13:00:00.000Z' } },
    '-',
  ],
  ['nor is cargo with a later event', { lastMilestone: 'loaded' }, '-'],
  ['nor that of a cancelled order', { status: OrderStatus.CANCELLED }, '-'],
  [
    'full containers are late until they are loaded',
    { transportationMode: TransportationMode.FCL, lastMilestone: 'received' },
    'Cargo 20 h overdueThu Nov 26 2026 12:00',
  ],
])('a cargo cut-off has passed: %s', async (_, values, words) => {
  await show({ ...open, bookingConfirmation: confirmed('2026-11-26T12:00:00.000Z'), ...values })
  expect(fact('Next cut-off').textContent).toBe(words)
})

test('nobody in charge is said; a choice of the menu assigns the order, and can be undone', async () => {
  await show(open)
  fireEvent.click(screen.getByRole('button', { name: 'In charge: Unassigned' }))
  const nobody = await screen.findByRole('menuitemradio', { name: 'Unassigned' })
  expect(nobody.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Marta Silva' }))
  await waitFor(() => expect(toasts.get().at(-1)?.title).toContain('Marta Silva is now in charge of ABCD'))
  toasts.get().at(-1)?.actions[0]?.run()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(([, body]) => body)).toEqual([{ userId: 4 }, { userId: null }])
})

const onItsWay: Order = { ...open, lastMilestone: 'arrived', nextCutOff: null }
const freeUntil = () => screen.findByRole('button', { name: /Free until/ })

test('once an order has left, it says until when it is free and where', async () => {
  queryClient.setQueryData(clocksQuery({ orderId: onItsWay.id }).queryKey, { items: [clock()] })
  await show(onItsWay)
  expect((await freeUntil()).textContent).toBe('Free until Fri Dec 4 (terminal)3 days left')
  expect(screen.queryByText('Next cut-off')).toBeNull()
})

test('once it is over, it is late and says what it costs', async () => {
  const over = clock({ daysLeft: -4, accrued: { amount: 340, currency: 'USD', perDay: 85 } })
  queryClient.setQueryData(clocksQuery({ orderId: onItsWay.id }).queryKey, { items: [over] })
  await show(onItsWay)
  const button = await freeUntil()
  expect(button.textContent).toContain('$340.00 so far, $85.00 a day')
  expect(button.querySelectorAll('[data-late]')).toHaveLength(2)
})

test('before the clocks start, the same place leads to them', async () => {
  queryClient.setQueryData(clocksQuery({ orderId: onItsWay.id }).queryKey, { items: [] })
  await show(onItsWay)
  expect((await freeUntil()).textContent).toBe('Free until -Release and free time')
})

test('an order in a shared container says what that costs while its own clock does not run', async () => {
  const loaded: Order = { ...onItsWay, transportationMode: TransportationMode.LCL, sailing }
  queryClient.setQueryData(clocksQuery({ orderId: loaded.id }).queryKey, { items: [] })
  queryClient.setQueryData(clocksQuery({ sailingId: 9, containerId: 3 }).queryKey, { items: [clock()] })
  await show(loaded)
  expect((await freeUntil()).textContent).toBe('Free until Fri Dec 4 (terminal)MSCU1234566: 3 days left')
})

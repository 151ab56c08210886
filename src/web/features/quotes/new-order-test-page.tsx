import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { configure, fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { Toasts } from '#web/ui/feedback/toasts.tsx'
import { NewOrderPage } from './new-order-page.tsx'
import { newOrderSearch } from './new-order-search.ts'
import { testClient } from './state/test-client.fixture.ts'

const location = (id: number, city: string) => ({
  id,
  cityId: id,
  city: { id, name: city, code: `CN${id}` },
  depotId: 1,
  depot: { id: 1, name: 'Shenzhen CFS' },
  visibility: true,
  precarFixed: 40,
  precarVar: 14,
  precarVarMin: 55,
  updatedAt: testClient.updatedAt,
})
const depots = [
  { id: 21, name: 'Ningbo CFS' },
  { id: 22, name: 'Shanghai CFS' },
]
const categories = [
  { id: 1, name: 'Amazon West', isAmazon: true, cartages: [{ id: 91, name: 'LGB8' }] },
  { id: 2, name: 'Warehouses', isAmazon: false, cartages: [{ id: 92, name: 'CFS Carson' }] },
]
const quote = {
  amzlclCost: 855.96,
  delivery: 32,
  freight: 426.5,
  insurance: 35.46,
  oncarriage: 249,
  lines: [{ code: 'ocean', label: 'Ocean freight', formula: '68 × 3.5', amount: 238 }],
  rates: {
    on: '2026-12-05T09:00:00.000Z',
    since: '2026-12-01T07:00:00.000Z',
    set: { id: 3, name: 'December rates' },
  },
  quoteId: 12,
}
const page = (items: readonly unknown[]) => ({
  items,
  totalCount: items.length,
  numItemsPerPage: 1000,
  currentPageNumber: 1,
})

interface Call {
  method: string
  path: string
  body: unknown
}
/** The answer to a call: data of a success, or a refusal. */
export type Answer = { data: unknown } | { code: number; message: string; data: unknown }

const refusal = { code: 404, message: 'Not in this test', data: null }
const standard: Record<string, Answer> = {
  'GET user/7': { data: testClient },
  'GET user/7/shipper_information/get_all': { data: [] },
  'GET hint/get_all': { data: page([]) },
  'GET admin/pick-up-location/get_all': { data: page([location(5, 'Dongguan'), location(6, 'Foshan')]) },
  'GET admin/value/origin/get_all': { data: page([{ id: 1, name: 'LCL', shipmentTradeTerms: 2, depot: depots }]) },
  'GET admin/value/cartage-cartegory/get_all': { data: page(categories) },
  'GET port/get_all': { data: page([]) },
  'GET admin/email/get_all': { data: page([]) },
  'POST calculator/pick-up_from_supplier': { data: quote },
  'POST calculator/drop-off_by_supplier': { data: quote },
}

/** Opens the page for client 7 over these answers, until it `shows` a text; returns its calls, and where the app goes. */
export async function openNewOrder(answers: Record<string, Answer> = {}, search = '', shows?: string) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string }) => {
    const path = url.replace(/^\/api\//, '').replace(/\?.*$/, '')
    calls.push({ method, path, body: body === undefined ? null : JSON.parse(body) })
    const answer = answers[`${method} ${path}`] ?? standard[`${method} ${path}`] ?? refusal
    const reply = { code: 200, message: '', ...answer }
    return new Response(JSON.stringify(reply), { status: reply.code })
  })
  queryClient.clear()
  localStorage.clear()
  // Drafts belong to the session's account.
  storedToken.set('T'.repeat(43), 1)
  // Hidden elements are found too: a panel is hidden until its opening transition ends, which never happens
  // here. Its control says whether it is open.
  configure({ defaultHidden: true })
  const root = createRootRoute()
  const staff = createRoute({ getParentRoute: () => root, id: 'staff' })
  const newOrder = createRoute({
    getParentRoute: () => staff,
    path: '/new-order/$userId',
    component: NewOrderPage,
    validateSearch: newOrderSearch,
  })
  const of = createRoute({ getParentRoute: () => staff, path: '/clients/$userId', component: () => 'The client' })
  const newOffer = createRoute({ getParentRoute: () => staff, path: '/offers/new', component: () => 'A new offer' })
  const router = createRouter({
    routeTree: root.addChildren([staff.addChildren([newOrder, of, newOffer])]),
    history: createMemoryHistory({ initialEntries: [`/new-order/7${search}`] }),
  })
  const opened = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        {/* The cast: the app's own router is the registered type. */}
        <RouterProvider router={router as never} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await (shows ? screen.findByText(shows) : screen.findByDisplayValue('Dongguan'))
  return {
    calls,
    unmount: opened.unmount,
    /** Where the app is. */
    address: () => router.state.location,
    posted: (path: string) => calls.filter((call) => call.method === 'POST' && call.path === path),
  }
}

export const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input, textarea' }), { target: { value } })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const choose = async (label: string, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

/** Types a shipment to a destination and calculates its price. */
export async function calculate(destination: string) {
  await choose('Destination', destination)
  type(/^Volume, CBM/, '3.5')
  type(/^Weight, KG/, '620')
  press('Calculate')
  await screen.findByRole('region', { name: 'Quote' })
}

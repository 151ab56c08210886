import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { COLUMNS, Role, type SessionUser, type StartPage as Start } from '#contract/accounts/session.ts'
import { savePreferences } from '#web/features/accounts/shared/preferences.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { listSearch } from '#web/lib/list/list-state.ts'
import { StartPage } from './orders-page.tsx'
import { toStartPage } from './to-start-page.ts'

vi.mock('#web/features/orders/list/orders-list.tsx', () => ({ OrdersList: () => <h1>Orders</h1> }))

const ACCOUNT = {
  id: 1,
  username: 'Mara',
  email: 'mara@quay.example',
  phone: '',
  role: [Role.MANAGER],
  confirmed: true,
  companyName: '',
  companyAddress: '',
  canadianBusinessNumber: '',
  orderColumnSettings: Object.fromEntries(COLUMNS.map((column) => [column, true])),
} as unknown as SessionUser

afterEach(() => {
  cleanup()
  queryClient.clear()
})

/** Waits for the session, as the layout of staff does. */
const Staff = () => useQuery(sessionQuery).data && <Outlet />

/** Opens the app at an address, for a person who chose this start page. */
function openAt(address: string, startPage: Start) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'http://x.test').pathname.slice(5)
    asked.push(`${method} ${path}`)
    const data =
      method === 'PUT'
        ? { digest: true, rowsPerPage: null, compactRows: null, ...JSON.parse(String(body)) }
        : { ...ACCOUNT, startPage }
    return Response.json({ code: 200, message: 'OK', data })
  })
  const root = createRootRoute()
  const staff = createRoute({ getParentRoute: () => root, id: 'staff', component: Staff })
  const under = { getParentRoute: () => staff }
  const routeTree = root.addChildren([
    staff.addChildren([
      createRoute({
        ...under,
        path: '/',
        validateSearch: listSearch.loose(),
        beforeLoad: toStartPage,
        component: StartPage,
      }),
      createRoute({ ...under, path: '/today', component: () => <h1>Today</h1> }),
      createRoute({ ...under, path: '/ports', component: () => <h1>Ports</h1> }),
    ]),
  ])
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, history })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const goTo = (href: string) => act(() => router.navigate({ href }))
  return { asked, history, goTo }
}

const heading = (name: string) => screen.findByRole('heading', { name })

test.each([
  ['orders', 'Orders', '/'],
  ['today', 'Today', '/today'],
] as const)(
  'the app opens at the start page %s, which the session names without another request',
  async (startPage, name, path) => {
    const { asked, history } = openAt('/', startPage)
    expect(await heading(name)).toBeTruthy()
    expect(history.location.pathname).toBe(path)
    expect(history.length).toBe(1)
    expect(asked).toEqual(['GET user/personal/get'])
  },
)

test("the link to '/' leads to the start page from every screen", async () => {
  const { history, goTo } = openAt('/ports', 'today')
  await heading('Ports')
  await goTo('/')
  expect(await heading('Today')).toBeTruthy()
  expect(history.location.pathname).toBe('/today')
})

test('an address with a page, search or filter opens the orders, whatever the start page', async () => {
  const { goTo } = openAt('/?page=2', 'today')
  expect(await heading('Orders')).toBeTruthy()
  await goTo('/ports')
  await goTo('/?f.status=in:0')
  expect(await heading('Orders')).toBeTruthy()
})

test("choosing another start page takes nobody away; the next click on '/' leads there without asking again", async () => {
  const { asked, goTo } = openAt('/', 'orders')
  await heading('Orders')
  await act(() => savePreferences({ startPage: 'today' }))
  expect(screen.getByRole('heading', { name: 'Orders' })).toBeTruthy()
  await goTo('/ports')
  await goTo('/')
  expect(await heading('Today')).toBeTruthy()
  expect(asked).toEqual(['GET user/personal/get', 'PUT user/personal/preferences'])
})

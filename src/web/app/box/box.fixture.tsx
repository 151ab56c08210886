import '#web/test/setup.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { FoundItem, SearchGroup } from '#contract/search/search.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { boxOpened } from '#web/lib/browser/box.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Box } from './box.tsx'

const GROUPS = ['orders', 'clients', 'offers', 'sailings', 'articles', 'templates', 'reference'] as const
type Groups = Partial<Record<SearchGroup, Partial<FoundItem>[]>>

interface Asked {
  path: string
  q: string
  body: unknown
  answer: (data: unknown, status?: number) => void
}
/** Calls that the box has made, each to be answered by hand. */
export const asked: Asked[] = []
export const searches = () => asked.filter(({ path }) => path === 'search')

const defaults = queryClient.getDefaultOptions()

/** Gives each test of a file a box of its own, and a server that answers when it is told to. */
export function withServer(): void {
  beforeEach(() => {
    asked.length = 0
    vi.stubGlobal('fetch', (url: string, { body }: { body?: string } = {}) => {
      const { pathname, searchParams } = new URL(url, 'http://x.test')
      const path = pathname.replace('/api/', '')
      return new Promise<Response>((done) => {
        const answer = (data: unknown, status = 200) =>
          done(Response.json({ code: status, message: status === 200 ? '' : 'Order not found', data }, { status }))
        asked.push({ path, q: searchParams.get('q') ?? '', body: body && JSON.parse(body), answer })
      })
    })
    queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } })
  })
  afterEach(() => {
    cleanup()
    boxOpened.set(false)
    queryClient.clear()
    // Test files share loaded modules, and the next one expects the product's own defaults.
    queryClient.setDefaultOptions(defaults)
    vi.unstubAllGlobals()
  })
}

const OPENED = {
  entity: 'orders',
  id: 7,
  title: 'ABCD12345678',
  detail: 'Anna Trading',
  at: '2026-01-01T00:00:00.000Z',
}

function Opener() {
  const opened = useStore(boxOpened)
  return opened ? <Box opened /> : null
}

/** Opens the box as an administrator who opened one order before; `typed` before there is a field. */
export async function open(role = ['ROLE_ADMIN'], typed: readonly string[] = []) {
  // The cast: the box reads no other field.
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, username: 'Marta', role } as never)
  const history = createMemoryHistory()
  const routeTree = createRootRoute({ component: Opener })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter({ routeTree, history }) as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await waitFor(() => expect(document.body.textContent).toBeDefined())
  boxOpened.set(true)
  for (const key of typed) fireEvent.keyDown(document.body, { key })
  await screen.findByRole('combobox')
  if (typed.length > 0) return history
  await answer('recents', [OPENED])
  await screen.findByText('ABCD - 1234 - 5678')
  return history
}

export async function answer(path: string, data: unknown, q = '', status = 200) {
  const of = () => asked.findLast((each) => each.path === path && each.q === q)
  await waitFor(() => expect(of()).toBeDefined())
  of()?.answer(data, status)
}

export const item = (kind: FoundItem['kind'], id: number, title: string, more: Partial<FoundItem> = {}): FoundItem => ({
  id,
  kind,
  title,
  detail: '',
  matched: 'Name',
  exact: false,
  ...more,
})
export const found = (q: string, groups: Groups, partial: SearchGroup[] = [], near: FoundItem[] = []) =>
  answer(
    'search',
    {
      query: q,
      groups: Object.fromEntries(GROUPS.map((group) => [group, { items: groups[group] ?? [], more: false }])),
      near,
      partial,
    },
    q,
  )
export const field = () => screen.getByRole('combobox')
export const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
export const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more })
export const rows = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
export const chosen = () => screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent)

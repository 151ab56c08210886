import '#web/test/setup.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FoundItem, SearchGroup } from '#contract/search/search.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { boxOpened } from '#web/lib/browser/box.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { sessionQuery } from '#web/model/session/session.ts'
import { Box } from './box.tsx'
import { keepEarlyKeys } from './early-keys.ts'

const GROUPS = ['orders', 'clients', 'sailings', 'articles', 'templates', 'reference'] as const
type Groups = Partial<Record<SearchGroup, Partial<FoundItem>[]>>

/** What was asked, each to be answered by hand. */
let asked: { path: string; q: string; body: unknown; answer: (data: unknown, status?: number) => void }[]
const searches = () => asked.filter(({ path }) => path === 'search')

const defaults = queryClient.getDefaultOptions()

beforeEach(() => {
  asked = []
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
  // Test files share loaded modules: the next one expects the product's own.
  queryClient.setDefaultOptions(defaults)
  vi.unstubAllGlobals()
})

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

/** The box, as an administrator who opened one order before; `typed` at once, before there is a field. */
async function open(role = ['ROLE_ADMIN'], typed: readonly string[] = []) {
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, username: 'Marta', role } as never) // all that the box reads
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

async function answer(path: string, data: unknown, q = '', status = 200) {
  const of = () => asked.findLast((each) => each.path === path && each.q === q)
  await waitFor(() => expect(of()).toBeDefined())
  of()?.answer(data, status)
}

const item = (kind: FoundItem['kind'], id: number, title: string, more: Partial<FoundItem> = {}): FoundItem => ({
  id,
  kind,
  title,
  detail: '',
  matched: 'Name',
  exact: false,
  ...more,
})
const found = (q: string, groups: Groups, partial: SearchGroup[] = []) =>
  answer(
    'search',
    {
      query: q,
      groups: Object.fromEntries(GROUPS.map((group) => [group, { items: groups[group] ?? [], more: false }])),
      partial,
    },
    q,
  )
const field = () => screen.getByRole('combobox')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more })
const rows = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = () => screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent)

test('what an older text found is gone as soon as the text changes, and never comes back', async () => {
  await open()
  type('okafor')
  await found('okafor', { clients: [item('client', 3, 'Nia Okafor')] })
  await screen.findByText('Nia Okafor')
  type('okafo')
  expect(screen.queryByText('Nia Okafor')).toBeNull()
  await waitFor(() => expect(searches().at(-1)?.q).toBe('okafo'))
  type('zhou')
  await found('okafo', { clients: [item('client', 4, 'Late Okafor')] })
  await found('zhou', { clients: [item('client', 5, 'Mei Zhou')] })
  await screen.findByText('Mei Zhou')
  expect(screen.queryByText('Late Okafor')).toBeNull()
})

test('the chosen row stays chosen and in its place when groups arrive late, even an exact hit', async () => {
  await open()
  type('port')
  expect(chosen()).toEqual(['Ports'])
  const before = rows().indexOf('Ports')
  await found('port', {
    orders: [item('order', 1, 'PORT12345678')],
    reference: [item('port', 2, 'Port', { exact: true })],
  })
  await screen.findByText('PORT - 1234 - 5678')
  expect(chosen()).toEqual(['Ports'])
  // The exact hit has a place of its own above, whose height is reserved.
  expect(rows()[0]).toContain('Port')
  expect(document.querySelector('[data-used]')?.contains(screen.getAllByRole('option')[0] ?? null)).toBe(true)
  expect(rows().indexOf('Ports')).toBe(before + 1)
})

test('an exact hit is first and chosen, before long names that hold the text', async () => {
  await open()
  type('msku1234565')
  await found('msku1234565', {
    orders: [item('order', 1, 'MSKU12345655'), item('order', 2, 'ABCD00000001')],
    sailings: [item('sailing', 9, 'S-2026-0001', { exact: true, matched: 'Container' })],
  })
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows()[0]).toContain('S-2026-0001')
  expect(chosen()[0]).toContain('S-2026-0001')
})

test('pages match by the beginnings of their words, not by letters scattered over them', async () => {
  await open()
  type('mail s')
  expect(rows()).toEqual(['Mail Settings'])
  type('mstn')
  expect(rows()).toEqual([])
  type('templates')
  expect(rows()[0]).toBe('TemplatesGT')
})

test('pages for administrators are found by them only, as in the menu', async () => {
  await open(['ROLE_MANAGER'])
  type('audit')
  expect(rows()).toEqual([])
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, username: 'Marta', role: ['ROLE_ADMIN'] } as never)
  await screen.findByText('Audit')
})

test('the server is asked once for a text that is typed quickly, and at once for a whole number', async () => {
  await open()
  for (const text of ['o', 'ok', 'oka', 'okaf']) type(text)
  await waitFor(() => expect(searches()).toHaveLength(1))
  expect(searches()[0]?.q).toBe('okaf')
  const later = window.setTimeout.bind(window)
  const pauses = vi.spyOn(window, 'setTimeout').mockImplementation((run, ms) => (ms === 80 ? 0 : later(run, ms)))
  type('Re: abcd-1234-5678')
  await waitFor(() => expect(searches()).toHaveLength(2))
  pauses.mockRestore()
})

test('Enter opens, Ctrl+Enter opens a new tab, and Enter before the answer waits for it', async () => {
  const history = await open()
  const tab = vi.spyOn(window, 'open').mockReturnValue(null)
  type('abcd12345678')
  press('Enter')
  await found('abcd12345678', { orders: [item('order', 7, 'ABCD12345678', { exact: true })] })
  await waitFor(() => expect(history.location.pathname).toBe('/orders/7'))
  expect(boxOpened.get()).toBe(false)
  boxOpened.set(true)
  await screen.findByRole('combobox')
  type('sail')
  press('Enter', { ctrlKey: true })
  expect(tab).toHaveBeenCalledWith('/sailings', '_blank', 'noopener')
  expect(boxOpened.get()).toBe(true)
})

test('a record that is gone says so, stays shut and leaves the recents', async () => {
  const history = await open()
  press('Enter')
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ entity: 'orders', id: 7 }))
  asked.at(-1)?.answer(null, 404)
  await screen.findByText('ABCD - 1234 - 5678 is gone: somebody deleted it.')
  expect(rows().join()).not.toContain('ABCD')
  expect(history.location.pathname).toBe('/')
  expect(boxOpened.get()).toBe(true)
})

test('what is typed before the field is there is in it, and does nothing on the page', async () => {
  const end = keepEarlyKeys()
  const onPage = vi.fn()
  window.addEventListener('keydown', onPage)
  await open(['ROLE_ADMIN'], ['e', 'v', 'x', 'Backspace', 'Enter', 'e'])
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('eve')
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
  expect(onPage).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'r' })
  expect(onPage).toHaveBeenCalledTimes(1)
  window.removeEventListener('keydown', onPage)
  end()
})

test('what took too long is named', async () => {
  await open()
  type('kim')
  await found('kim', { clients: [item('client', 3, 'Hana Kim')] }, ['orders', 'sailings'])
  await screen.findByText('1 result. Some orders and sailings are missing: they took too long')
})

test('several pasted codes become one row that names the unknown ones', async () => {
  const history = await open()
  const text = 'abcd-1234-5678\nEFGH 1234 5678\nNOPE12345678'
  fireEvent.paste(field(), { clipboardData: { getData: () => text } })
  await answer('search/codes', {
    found: [
      { code: 'ABCD12345678', id: 1 },
      { code: 'EFGH12345678', id: 2 },
    ],
    unknown: ['NOPE12345678'],
  })
  await screen.findByText('Show these 2 orders, 1 unknown')
  expect(screen.getByText('Unknown: NOPE12345678')).toBeTruthy()
  expect(asked.at(-1)?.body).toEqual({ codes: ['abcd-1234-5678', 'EFGH 1234 5678', 'NOPE12345678'] })
  expect(searches()).toEqual([])
  press('Enter')
  await waitFor(() => expect(history.location.href).toBe('/orders?codes=ABCD12345678%2CEFGH12345678%2CNOPE12345678'))
})

/** The box after this list was pasted, of which so many codes are known. */
async function pasteCodes(found: number, unknown: number) {
  const history = await open()
  const of = (letters: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${letters}${String(n).padStart(8, '0')}`)
  const [known, strange] = [of('ABCD', found), of('NOPE', unknown)]
  fireEvent.paste(field(), { clipboardData: { getData: () => [...known, ...strange].join('\n') } })
  await answer('search/codes', { found: known.map((code, n) => ({ code, id: n + 1 })), unknown: strange })
  await screen.findByText(/^Show /)
  press('Enter')
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
  return { search: Object.fromEntries(new URLSearchParams(history.location.search)), known, strange }
}

test('of codes beyond those that a list takes, the unknown ones go along by themselves', async () => {
  const { search, known, strange } = await pasteCodes(60, 41)
  expect(search).toEqual({ codes: [...known, ...strange.slice(0, 40)].join(), unknown: strange[40] })
})

test('more than 100 known codes are shown by the ids of their orders, 200 at most, beside all unknown ones', async () => {
  const { search, strange } = await pasteCodes(201, 299)
  expect(search.ids?.split(',')).toEqual(Array.from({ length: 200 }, (_, n) => String(n + 1)))
  expect(search.unknown?.split(',')).toEqual(strange)
  expect(Object.keys(search)).toHaveLength(2)
})

test('an address stays shorter than servers take, however long the unknown codes are', async () => {
  const history = await open()
  const strange = Array.from({ length: 400 }, (_, n) => `REFERENCE${n}${'X'.repeat(180)}`)
  fireEvent.paste(field(), { clipboardData: { getData: () => ['ABCD12345678', ...strange].join('\n') } })
  await answer('search/codes', { found: [{ code: 'ABCD12345678', id: 1 }], unknown: strange })
  await screen.findByText('Show this order, 400 unknown')
  press('Enter')
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
  expect(history.location.href.length).toBeLessThan(8_000)
})

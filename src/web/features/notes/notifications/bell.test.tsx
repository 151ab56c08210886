import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { renderInApp } from '#web/test/render.tsx'
import { Bell } from './bell.tsx'

afterEach(() => {
  cleanup()
  storedToken.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const AT = '2026-11-20T09:05:00.000Z'
const item = (id: number, more: object = {}) => ({
  id,
  kind: 'mention',
  actor: { id: 1, name: 'Marta Silva' },
  orderId: 7,
  trackingCode: 'ABCD12345678',
  companyName: 'Lamps Ltd',
  noteId: 3,
  rateSet: null,
  text: 'Please call',
  dueAt: null,
  createdAt: AT,
  readAt: null,
  ...more,
})

/** Opens the bell over a server with these notifications; returns what was sent, and the new address. */
function open(items: { readAt: string | null }[], unread: number) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    if (body) sent.push(JSON.parse(body))
    const counts = { unread, mention: unread, assigned: 0, note: 0, done: 0 }
    const page = { items, totalCount: items.length, numItemsPerPage: 20, currentPageNumber: 1, counts }
    return new Response(JSON.stringify({ code: 200, message: 'OK', data: page }))
  })
  storedToken.set('a token', 1)
  queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'UTC' } as never)
  const root = createRootRoute({ component: Bell })
  const order = createRoute({ getParentRoute: () => root, path: '/orders/$orderId' })
  const freight = createRoute({ getParentRoute: () => root, path: '/freight' })
  const router = createRouter({ routeTree: root.addChildren([order, freight]), history: createMemoryHistory() })
  renderInApp(<RouterProvider router={router as never} />)
  return { sent, router }
}

test('the bell counts unread notifications, 99 at most', async () => {
  open([], 100)
  expect((await screen.findByRole('button', { name: 'Notifications, 100 unread' })).textContent).toBe('99+')
})

test('the bell without unread notifications has no number, and says what will come', async () => {
  open([], 0)
  const bell = await screen.findByRole('button', { name: 'Notifications' })
  // This click loads the list.
  await act(async () => void fireEvent.click(bell))
  await screen.findByText(/^Nothing yet/)
})

test('a notification leads to the notes of its order and is read then', async () => {
  const { sent, router } = open([item(4), item(3, { kind: 'done', readAt: AT })], 1)
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(
      /^Marta Silva mentioned you, unread.*Please call.*ABCD - 1234 - 5678 · Lamps Ltd · Nov 20 2026 9:05$/,
    ),
    expect.stringMatching(/^Marta Silva finished your task(?!, unread)/),
  ])
  fireEvent.click(links[0] as HTMLElement)
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/orders/7', search: { notes: true } }))
  expect(sent).toEqual([{ ids: [4] }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a rate set that was refused at its time leads to its rates', async () => {
  const about = { orderId: null, noteId: null, trackingCode: '', companyName: '', text: 'December' }
  const refused = item(5, { ...about, kind: 'rate-set-refused', actor: null, rateSet: { id: 8, name: 'December' } })
  const { sent, router } = open([refused], 1)
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  const link = await screen.findByRole('link')
  expect(link.textContent).toBe(
    'Quayside could not apply your rate set, unreadDecemberIt is a draft again · Nov 20 2026 9:05',
  )
  fireEvent.click(link)
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/freight', search: { set: 8 } }))
  expect(sent).toEqual([{ ids: [5] }])
})

test('all notifications can be marked as read', async () => {
  const { sent } = open([item(4)], 1)
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(sent).toEqual([{ all: true }]))
})

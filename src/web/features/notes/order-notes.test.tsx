import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasUnsaved, wouldLose } from '#web/lib/browser/unsaved.ts'
import { renderInApp } from '#web/test/render.tsx'
import { NotesFact, useOrderNotes } from './order-notes.tsx'

const AT = '2026-11-20T09:05:00.000Z'
const note = {
  ...{ id: 3, orderId: 7, body: 'Call the CFS', authorId: 1, author: { id: 1, name: 'Marta Silva' }, mentions: [] },
  ...{ mentioned: [], dueAt: null, assigneeId: null, assignee: null, doneAt: null, doneBy: null, createdAt: AT },
  ...{ editedAt: null, versions: [], updatedAt: AT },
}

let posted: string[]
beforeEach(() => {
  posted = []
  for (const { queryKey } of [settingsQuery, sessionQuery]) neverRead(queryKey)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, role: ['ROLE_MANAGER'] } as never)
  queryClient.setQueryData(staffQuery.queryKey, { items: [] } as never)
})

/** Opens the notes of order 7 at an address, over a server with these notes. */
async function open(address: string, ...notes: object[]) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') posted.push(`${method} ${url.replace(/^.*\/api\//, '')}`)
    const page = { items: notes, totalCount: notes.length, numItemsPerPage: 50, currentPageNumber: 1, open: 1 }
    const counts = { counts: { unread: 0, mention: 0, assigned: 0, note: 0, done: 0 } }
    const data = method === 'GET' ? page : url.endsWith('/notes') ? note : counts
    return Response.json({ code: 200, message: '', data })
  })
  const root = createRootRoute()
  const staff = createRoute({ getParentRoute: () => root, id: 'staff' })
  const page = createRoute({
    getParentRoute: () => staff,
    path: '/orders/$orderId',
    validateSearch: z.object({ notes: z.coerce.boolean().optional(), tab: z.string().optional() }),
    component: Notes,
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([staff.addChildren([page])]), history })
  renderInApp(<RouterProvider router={router as never} />)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
  return { field, history }
}

function Notes() {
  const { form, lines, older } = useOrderNotes(7)
  return (
    <>
      <NotesFact orderId={7} />
      {form}
      {lines?.map(({ key, content }) => (
        <div key={key}>{content}</div>
      ))}
      {older}
    </>
  )
}

test('the field is one line until it is used, and again when it is left empty', async () => {
  const { field } = await open('/orders/7')
  expect(screen.queryByLabelText('Due')).toBeNull()
  expect(document.activeElement).not.toBe(field)
  fireEvent.focus(field)
  expect(screen.getByLabelText('Due')).toBeTruthy()
  fireEvent.blur(field)
  expect(screen.queryByLabelText('Due')).toBeNull()
})

test('what is typed stays when the field is left, and is asked about before another tab would lose it', async () => {
  const { field } = await open('/orders/7')
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'Half typed', selectionStart: 10 } })
  fireEvent.blur(field)
  expect(screen.getByRole('button', { name: 'Add note' })).toBeTruthy()
  expect(hasUnsaved()).toBe(true)
  const at = (search: object) => ({ pathname: '/orders/7', search })
  expect(wouldLose(at({}), at({ tab: 'shipment' }))).toBe(true)
  expect(wouldLose(at({}), at({ papers: true }))).toBe(false)
})

test('a link to the notes leads into the field, from any tab, and leaves the address of the order', async () => {
  const { field, history } = await open('/orders/7?notes=true&tab=shipment', note)
  await waitFor(() => expect(document.activeElement).toBe(field))
  await waitFor(() => expect(history.location.search).toBe(''))
  await waitFor(() => expect(posted).toContain('POST notifications/read'))
})

test('notes are read where they stand: without any, no notification is', async () => {
  await open('/orders/7')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(posted).toEqual([])
})

test('the fact counts notes and tasks, and leads to the field', async () => {
  const { field } = await open('/orders/7', note)
  fireEvent.click(await screen.findByRole('button', { name: /^Notes 1.* 1 to do$/ }))
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getByRole('article', { name: 'Note of Marta Silva, Nov 20 2026 9:05' })).toBeTruthy()
})

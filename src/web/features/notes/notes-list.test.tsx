import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { notADate } from '#web/lib/format/form-dates.ts'
import { compose, KEYS_OF_COMPOSITIONS } from '#web/test/composing.ts'
import { renderInApp } from '#web/test/render.tsx'
import { NotesList } from './notes-list.tsx'

const AT = '2026-11-20T09:05:00.000Z'
const MARTA = { id: 1, name: 'Marta Silva' }
const TOM = { id: 2, name: 'Tom Baker' }
const note = (id: number, more: object = {}) => ({
  id,
  orderId: 7,
  body: 'Call the CFS',
  authorId: 1,
  author: MARTA,
  mentions: [],
  mentioned: [],
  dueAt: null,
  assigneeId: null,
  assignee: null,
  doneAt: null,
  doneBy: null,
  createdAt: AT,
  editedAt: null,
  versions: [],
  updatedAt: AT,
  ...more,
})

let notes: object[]
let sent: { method: string; path: string; body: unknown }[]
let refusal: { code: number; message: string; data: unknown } | null

beforeEach(() => {
  ;[notes, sent, refusal] = [[], [], null]
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const path = url.replace(/^\/api\//, '').replace(/\?.*$/, '')
    if (method !== 'GET') sent.push({ method, path, body: body ? JSON.parse(body) : null })
    const page = (items: object[]) => ({ items, totalCount: items.length, numItemsPerPage: 50, currentPageNumber: 1 })
    const answers: Record<string, unknown> = {
      'GET staff/get_all': page([MARTA, TOM]),
      'GET request/booking/7/notes': { ...page(notes), open: 0 },
      'POST request/booking/7/notes': note(9),
      'PUT request/booking/7/notes/3': note(3),
      'DELETE request/booking/7/notes/3': null,
      'POST notifications/read': { counts: { unread: 0, mention: 0, assigned: 0, note: 0, done: 0 } },
    }
    const answer =
      refusal && path.startsWith('request') && method !== 'GET'
        ? refusal
        : { code: 200, message: 'OK', data: answers[`${method} ${path}`] }
    return new Response(JSON.stringify(answer), { status: answer.code })
  })
  queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'UTC' } as never)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, role: ['ROLE_MANAGER'] } as never)
})
async function open(...shown: object[]) {
  notes = shown
  renderInApp(<NotesList orderId={7} />)
  await screen.findByRole('option', { name: 'Tom Baker' })
  return screen.getByRole('textbox', { name: 'New note' }) as HTMLTextAreaElement
}
const changes = () => sent.filter(({ path }) => path !== 'notifications/read')

function type(field: HTMLTextAreaElement, text: string) {
  fireEvent.change(field, { target: { value: text, selectionStart: text.length } })
}

test('@ offers colleagues; arrows and Enter choose one, who is sent with the note', async () => {
  const field = await open()
  type(field, 'Please @')
  const options = () => screen.getAllByRole('option').filter((each) => each.closest('[role=listbox]'))
  expect(options().map((each) => each.textContent)).toEqual(['Marta Silva', 'Tom Baker'])
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field.getAttribute('aria-activedescendant')).toBe(options()[1]?.id)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.value).toBe('Please @Tom Baker ')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(changes()[0]).toEqual({
    method: 'POST',
    path: 'request/booking/7/notes',
    body: { body: 'Please @Tom Baker', mentions: [2], dueAt: null, assigneeId: null },
  })
  await waitFor(() => expect(field.value).toBe(''))
  expect(hasUnsaved()).toBe(false)
})

test('after a mention the caret is behind it at once, so that quick typing stays in order', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'Please @to today', selectionStart: 10 } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.value).toBe('Please @Tom Baker today')
  expect(field.selectionStart).toBe('Please @Tom Baker '.length)
})

test('Escape closes the list of colleagues and nothing else', async () => {
  const field = await open()
  const outside = vi.fn()
  window.addEventListener('keydown', outside)
  type(field, '@to')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(outside).not.toHaveBeenCalled()
  expect(field.getAttribute('aria-controls')).toBeNull()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(outside).toHaveBeenCalledOnce()
  window.removeEventListener('keydown', outside)
  expect(field.value).toBe('@to')
  expect(hasUnsaved()).toBe(true)
})

test.each(KEYS_OF_COMPOSITIONS)('Enter %s mentions no colleague and sends nothing', async (_, how) => {
  const field = await open()
  type(field, '@')
  compose(field, '@t', '@to')
  for (const key of ['Enter', 'Tab', 'ArrowDown', 'Escape']) fireEvent.keyDown(field, { key, ...how })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, ...how })
  expect(field.value).toBe('@to')
  expect(screen.getAllByRole('option', { selected: true }).map((each) => each.textContent)).toContain('Tom Baker')
  expect(changes()).toEqual([])
  fireEvent.compositionEnd(field)
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(field.value).toBe('@Tom Baker ')
})

test('a due day without a time is due in the morning; a refused note stays typed, with the message at its field', async () => {
  const field = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('This field cannot be empty')
  type(field, 'Send the draft')
  fireEvent.change(screen.getByLabelText('Due'), { target: { value: '11/24/2026' } })
  fireEvent.change(screen.getByLabelText('Assigned to'), { target: { value: '2' } })
  refusal = { code: 400, message: 'x', data: { assigneeId: 'This is not a member of staff' } }
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('This is not a member of staff')
  expect(field.value).toBe('Send the draft')
  expect(changes()[0]?.body).toMatchObject({ dueAt: '2026-11-24T09:00:00.000Z', assigneeId: 2, mentions: [] })
})

test('an unreadable date says how to type it, and a task of an account that is gone is unassigned', async () => {
  await open(note(3, { assigneeId: 9, dueAt: '2126-11-27T09:00:00.000Z' }))
  expect(screen.getByRole('checkbox', { name: 'Unassigned, due Nov 27 2126 9:00' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Due'), { target: { value: 'next week' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText(notADate())
  expect(changes()).toEqual([])
})

test('markup is text, mentions stand out, and every note says that it is internal', async () => {
  await open(note(3, { body: '<b>@Tom Baker</b>', mentions: [2], mentioned: [TOM] }))
  const item = within(screen.getByRole('list', { name: 'Notes' })).getByRole('listitem')
  expect(item.textContent).toContain('<b>@Tom Baker</b>')
  expect(within(item).getByText('@Tom Baker').tagName).toBe('STRONG')
  expect(within(item).getByText('Internal')).toBeTruthy()
})

test('a task is ticked off by anybody; a late one says so', async () => {
  await open(note(3, { authorId: 2, author: TOM, assigneeId: 1, assignee: MARTA, dueAt: AT }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'For Marta Silva, overdue since Nov 20 2026 9:05' }))
  await waitFor(() =>
    expect(changes()).toEqual([{ method: 'PUT', path: 'request/booking/7/notes/3', body: { done: true } }]),
  )
  // A colleague's text cannot be changed.
  expect(screen.queryByRole('button', { name: /^Change the note/ })).toBeNull()
})

test('earlier texts can be read, and an edit sends the version that it began with', async () => {
  await open(
    note(3, { editedAt: AT, versions: [{ body: 'Call the depot', until: AT }], dueAt: '2026-11-20T09:05:30.000Z' }),
  )
  expect(screen.getByText('1 earlier version')).toBeTruthy()
  expect(screen.getByText('Call the depot')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Change the note of Marta Silva/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  type((await screen.findByRole('textbox', { name: 'Note' })) as HTMLTextAreaElement, 'Called')
  refusal = { code: 409, message: 'This record was changed by Tom Baker at Nov 20 2026 9:10.', data: note(3) }
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(refusal.message)
  expect(changes()[0]?.body).toEqual({
    body: 'Called',
    mentions: [],
    dueAt: '2026-11-20T09:05:30.000Z',
    assigneeId: null,
    updatedAt: AT,
  })
})

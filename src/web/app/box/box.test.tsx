import '#web/test/setup.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { boxOpened } from '#web/lib/browser/box.ts'
import { asked, chosen, found, item, open, press, rows, searches, type, withServer } from './box.fixture.tsx'
import { keepEarlyKeys } from './early-keys.ts'

withServer()

test('results of an older text go as soon as the text changes, and never come back', async () => {
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
  await found('port', {
    orders: [item('order', 1, 'PORT12345678')],
    reference: [item('port', 2, 'Port', { exact: true })],
  })
  await screen.findByText('PORT - 1234 - 5678')
  expect(chosen()).toEqual(['Ports'])
  // What is found exactly comes first.
  expect(rows().slice(0, 2)).toEqual([expect.stringMatching(/^PortPort/), 'Ports'])
})

test('an exact hit is first and chosen, before long names that hold the text', async () => {
  await open()
  type('msku1234565')
  await found('msku1234565', {
    orders: [item('order', 1, 'MSKU12345655'), item('order', 2, 'ABCD00000001')],
    sailings: [item('sailing', 9, 'S-2026-0001', { exact: true, matched: 'Container' })],
  })
  await waitFor(() => expect(rows()).toHaveLength(4))
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

test('pages for administrators are found by administrators only, as in the menu', async () => {
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

test('Ctrl+C copies the code of the chosen order', async () => {
  await open()
  const copied = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
  type('abcd12345678')
  await found('abcd12345678', { orders: [item('order', 7, 'ABCD12345678', { exact: true })] })
  await waitFor(() => expect(chosen().join()).toContain('ABCD - 1234 - 5678'))
  press('c', { ctrlKey: true })
  expect(copied).toHaveBeenCalledWith('ABCD12345678')
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

test('keys typed before the field is there are in it, and do nothing on the page', async () => {
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

test('groups that took too long are named', async () => {
  await open()
  type('kim')
  await found('kim', { clients: [item('client', 3, 'Hana Kim')] }, ['orders', 'sailings'])
  await screen.findByText('1 result. Some orders and sailings are missing: they took too long')
})

test('the height of the first record is reserved while it is looked for, if no command stands there', async () => {
  await open()
  const isReserved = () => document.querySelector('[data-used]') !== null
  type('okafor')
  expect(isReserved()).toBe(true)
  await found('okafor', {})
  await waitFor(() => expect(isReserved()).toBe(false))
})

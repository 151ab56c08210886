import '#web/test/setup.ts'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { boxOpened } from '#web/lib/browser/box.ts'
import { askForAction, usePageActions } from '#web/lib/browser/page-actions.ts'
import { chosen, field, found, item, open, press, rows, type, withServer } from './box.fixture.tsx'

withServer()

test('a command is first and chosen where no record is found, without a line above it', async () => {
  const history = await open()
  type('register')
  await found('register', {})
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^\d+ results/))
  expect(chosen()).toEqual(['Register client'])
  expect(rows()[0]).toBe('Register client')
  expect(screen.queryByText(/No record/)).toBeNull()
  press('Enter')
  await waitFor(() => expect(history.location.href).toBe('/clients?new=1'))
})

test('a record that only resembles the text stands below the commands', async () => {
  await open()
  type('import')
  await found('import', { clients: [item('client', 3, 'Import Export Ltd')] })
  await screen.findByText('Import Export Ltd')
  expect(chosen()[0]).toBe('Import orders')
  expect(rows().findIndex((row) => row?.startsWith('Import Export Ltd'))).toBeGreaterThan(1)
})

test.each([
  ['load', 'Load on sailing …'],
  ['move', 'Load on sailing …'],
  ['roll', 'Roll to another sailing …'],
  ['papers', 'Papers …'],
  ['documents', 'Papers …'],
  ['hand over', 'In charge …'],
  ['in charge', 'In charge …'],
  ['assign', 'In charge …'],
  ['receive', 'Receive cargo …'],
  ['warehouse', 'Receive cargo …'],
  ['change dates', 'Change dates …'],
  ['delay', 'Change dates …'],
  ['set event', 'Set event …'],
  ['register', 'Register client'],
  ['create', 'New order for …'],
  ['register', 'New order for …'],
])('“%s” finds the command %s on a page without a record', async (typed, label) => {
  await open()
  type(typed)
  expect(rows().some((row) => row?.startsWith(label))).toBe(true)
})

test('a command about a record asks for it, and is done on its page', async () => {
  const history = await open()
  type('receive')
  press('Enter')
  expect(field()).toHaveProperty('value', 'Receive cargo: ')
  await screen.findByText('Type the reference, vessel or container of the sailing.')
  expect(rows()).toEqual(['Sailings that have not departed'])
  type('Receive cargo: sakura')
  await found('sakura', {
    orders: [item('order', 1, 'ABCD00000001')],
    sailings: [item('sailing', 9, 'S-2026-0055')],
  })
  await waitFor(() => expect(chosen()[0]).toContain('S-2026-0055'))
  expect(rows()).toHaveLength(2)
  press('Enter')
  await waitFor(() => expect(history.location.href).toBe('/sailings/9'))
  const receive = vi.fn()
  const page = renderHook(
    ({ can }) => usePageActions([{ label: 'R', name: 'receive 9', can: () => can, run: receive }]),
    {
      initialProps: { can: false },
    },
  )
  expect(receive).not.toHaveBeenCalled()
  page.rerender({ can: true })
  page.rerender({ can: true })
  expect(receive).toHaveBeenCalledTimes(1)
})

test('an action that was asked for is not done for another record', () => {
  const load = vi.fn()
  renderHook(() => usePageActions([{ label: 'Load', name: 'load 8', run: load }]))
  act(() => askForAction('load 7'))
  expect(load).not.toHaveBeenCalled()
})

test('orders opened last can be chosen at once', async () => {
  const history = await open()
  type('papers: ')
  expect(rows()[0]).toContain('ABCD - 1234 - 5678')
  expect(rows().at(-1)).toBe('All orders')
  history.push('/')
})

test('on the page of a record its own action takes the place of the command', async () => {
  renderHook(() => usePageActions([{ label: 'Load on sailing', name: 'load 7', run: () => undefined }]))
  await open()
  type('move')
  expect(rows()).toContain('Load on sailing')
  expect(rows().join()).not.toMatch(/(Load on|Roll to another) sailing …/)
})

test('a text that nothing is found for can be a new client, a text in a mail, or lead to a new order', async () => {
  const history = await open()
  type('zzzqqq')
  await found('zzzqqq', {})
  await screen.findByText('Nothing found for “zzzqqq”')
  expect(rows().map((row) => row?.slice(0, 38))).toEqual([
    'Register client “zzzqqq”',
    'Search the inbox for “zzzqqq”',
    'Search the mail log for “zzzqqq”',
    'New order for …N',
  ])
  press('Enter')
  await waitFor(() => expect(history.location.href).toBe('/clients?new=zzzqqq'))
  boxOpened.set(true)
  await screen.findByRole('combobox')
  type('zzzq1234')
  await found('zzzq1234', {})
  await waitFor(() => expect(chosen()).toEqual(['Search the inbox for “zzzq1234”']))
})

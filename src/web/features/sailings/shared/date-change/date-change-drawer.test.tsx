import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sailing } from '#web/features/sailings/shared/sailing.fixture.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ChangeDates } from './change-dates.tsx'
import { DateChangeDrawer } from './date-change-drawer.tsx'

beforeEach(() => queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'UTC' } as never))

const DATES = { etd: '2027-03-10T00:00:00.000Z', portEta: '2027-03-25T00:00:00.000Z' }

function open(of: Parameters<typeof DateChangeDrawer>[0]['of']) {
  const onClose = vi.fn()
  renderInApp(<DateChangeDrawer opened onClose={onClose} of={of} returnTo={() => null} />)
  const dialog = within(screen.getByRole('dialog', { name: `Change dates of ${of.name}` }))
  const day = (name: string) => dialog.getByLabelText<HTMLInputElement>(name)
  return { dialog, day, onClose }
}
const ofSailing = { path: 'sailing/9', name: 'S-2026-0009', dates: DATES }

test('the dialog opens with the dates as they are, and has the place of all its parts before anything is asked', () => {
  const { dialog, day, onClose } = open(ofSailing)
  expect(day('Estimated time of departure').value).toBe('03/10/2027')
  expect(day('Estimated time of arrival at port').value).toBe('03/25/2027')
  for (const label of ['Set event', 'Send mail', 'Comment']) expect(dialog.getByLabelText(label)).toBeTruthy()
  expect(dialog.getByText('Type a new date to see the orders that it concerns.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change dates' }).disabled).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  return waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('while the orders of a new date are read, their place is kept', async () => {
  const { dialog, day } = open(ofSailing)
  fireEvent.change(day('Estimated time of arrival at port'), { target: { value: '03/28/2027' } })
  expect(await dialog.findByRole('img', { name: 'Loading' })).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change dates' }).disabled).toBe(true)
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('a sailing that is over has no dates to change', () => {
  for (const status of ['arrived', 'cancelled'] as const) renderInApp(<ChangeDates sailing={sailing({ status })} />)
  expect(screen.queryByRole('button', { name: 'Change dates' })).toBeNull()
})

test('of a vessel, the voyage is chosen first; then its dates are there', async () => {
  const voyages = [{ voyage: '018E', orders: 3, etd: DATES.etd, portEta: DATES.portEta }]
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/voyages')
      ? Response.json({ code: 200, message: '', data: voyages })
      : await new Promise<Response>(() => {}),
  )
  const { dialog, day } = open({ vesselId: 3, name: 'EVER GIVEN' })
  fireEvent.click(await dialog.findByRole('combobox', { name: 'Voyage' }))
  expect(dialog.queryByLabelText('Estimated time of departure')).toBeNull()
  fireEvent.click(await screen.findByRole('option', { name: /^018E · 3 orders · ETA / }))
  await waitFor(() => expect(day('Estimated time of departure').value).toBe('03/10/2027'))
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { EventEntry } from '#contract/orders/orders.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { renderInApp } from '#web/test/render.tsx'
import { EventHistory } from './event-history.tsx'
import type { Besides } from './merge-history.ts'

const entry = (id: number, name: string, date: string) =>
  ({
    ...{ id, date, comment: '', documents: [], emailTemplate: null, deletedEmailTemplate: null, user: null },
    ...{ event: { id, name, publicStatus: '' }, mail: null, editedAt: null, withdrawnAt: null },
  }) as unknown as EventEntry
const line = (key: string, at: string) => ({ key, at, content: <p>{key}</p> })
const ENTRIES = [entry(2, 'Departed', '2026-11-20T10:00:00Z'), entry(1, 'Booked', '2026-11-10T10:00:00Z')]

function show(entries: readonly EventEntry[] | undefined, besides: Partial<Besides>) {
  neverRead(settingsQuery.queryKey)
  const all = { form: null, lines: [], older: null, ...besides }
  renderInApp(<EventHistory entries={entries} besides={all} mailDialog={() => null} />)
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
}

test('notes stand among the events, newest first, beside their dates', () => {
  const lines = [
    line('Called', '2026-11-21T09:05:00Z'),
    line('Asked', '2026-11-20T10:00:00Z'),
    line('Read', '2026-11-01T08:00:00Z'),
  ]
  expect(show(ENTRIES, { lines })).toEqual([
    'Nov 21 2026 9:05Called',
    'Nov 20 2026 10:00Asked',
    'Nov 20 2026 10:00Departed',
    'Nov 10 2026 10:00Booked',
    'Nov 1 2026 8:00Read',
  ])
  expect(screen.getByRole('list', { name: 'Events history' })).toBeTruthy()
})

test('the history shows once both are known, so that nothing moves when the second comes', () => {
  expect(show(ENTRIES, { lines: undefined })).toEqual([])
  expect(screen.getByRole('img', { name: 'Loading' })).toBeTruthy()
})

test('an order with notes alone has a history; only one with neither says that it is empty', () => {
  expect(show([], { lines: [line('Called', '2026-11-21T09:05:00Z')] })).toHaveLength(1)
  expect(screen.queryByText('No events yet')).toBeNull()
})

test('an order with neither says what would be here', () => {
  expect(show([], {})).toEqual([])
  expect(screen.getByText('No events yet')).toBeTruthy()
})

import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { datesIn } from '#web/lib/format/dates.ts'
import type { Selection } from '#web/lib/list/selection.ts'
import { renderInApp } from '#web/test/render.tsx'
import { type ArrivalRow, arrivalColumns } from './arrival-columns.tsx'
import { ArrivalsBar } from './arrivals-bar.tsx'

const ROW: ArrivalRow = {
  id: 24,
  key: 'c12',
  container: { id: 12, number: 'MSCU1234566' },
  order: { id: 3, trackingCode: 'ABCD12345678', companyName: 'Maple' },
  sailing: null,
  clock: 'demurrage',
  lastFreeDay: '2026-12-04',
  daysLeft: 2,
  accrued: null,
  release: { freight: true, bill: false, customs: true, carrier: false },
  appointmentAt: null,
  inCharge: null,
  place: null,
}
const columns = arrivalColumns(datesIn('UTC'))
const cell = (id: string, row: Partial<ArrivalRow> = {}) => {
  const { container } = renderInApp(<main>{columns.find((column) => column.id === id)?.cell({ ...ROW, ...row })}</main>)
  return container.querySelector('main')?.textContent
}

test('a row is named by its container, else by its order', () => {
  expect(cell('what')).toBe('MSCU1234566')
  expect(cell('what', { container: null })).toBe('ABCD - 1234 - 5678')
  expect(cell('what', { container: null, order: null })).toBe('Container without a number')
})

test.each([
  [2, '2 days left'],
  [0, 'last free day'],
  [-1, '1 day over'],
  [null, '-'],
])('days left: %s reads %s', (daysLeft, words) => expect(cell('daysLeft', { daysLeft })).toBe(words))

test('the release is four ticks, in words for those who do not see them', () => {
  expect(cell('release')).toBe('Freight, Customs done; Bill of lading, Carrier missing')
  expect(screen.getByTitle('Freight: done')).toBeTruthy()
  expect(screen.getByTitle('Carrier: missing')).toBeTruthy()
  expect(cell('release', { release: null })).toBe('-')
})

function Bar({ rows, notify }: { rows: readonly ArrivalRow[]; notify: (rows: readonly ArrivalRow[]) => void }) {
  const [chosen, keep] = useState<readonly number[]>(rows.map(({ id }) => id))
  // The bar uses no other part of a selection.
  return <ArrivalsBar rows={rows} selection={{ chosen, keep } as unknown as Selection} notify={notify} />
}

test('notices go to the orders among the selected rows, never by a container of several orders', () => {
  const shared = { ...ROW, id: 26, key: 'c13', order: null }
  const notified: (readonly ArrivalRow[])[] = []
  const { unmount } = renderInApp(<Bar rows={[ROW, shared]} notify={(rows) => notified.push(rows)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Send arrival notices' }))
  expect(notified).toEqual([[ROW]])
  unmount()
  renderInApp(<Bar rows={[shared]} notify={(rows) => notified.push(rows)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Send arrival notices' }))
  expect(notified).toHaveLength(1)
})

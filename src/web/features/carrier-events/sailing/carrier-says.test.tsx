import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventsOfSailing } from '#web/features/carrier-events/shared/carrier-events.ts'
import { sailing } from '#web/features/sailings/shared/sailing.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { CarrierSays } from './carrier-says.tsx'

const counts = { applied: 0, proposed: 0, ignored: 0, superseded: 0, unmatched: 0 }
const noEvents = { items: [], totalCount: 0, numItemsPerPage: 200, currentPageNumber: 1, counts }

test('the carrier is quoted beside what we say, with the days between, and what takes its word', () => {
  queryClient.setQueryData(eventsOfSailing(9).queryKey, { ...noEvents, totalCount: 4 })
  const day = (date: string) => `${date}T00:00:00.000Z`
  renderInApp(
    <CarrierSays
      sailing={sailing({
        carrierSays: [
          { field: 'portEta', at: day('2026-03-17'), ours: day('2026-03-12'), days: 5, eventId: 1 },
          { field: 'atd', at: day('2026-03-01'), ours: day('2026-03-02'), days: -1, eventId: 2 },
          { field: 'etd', at: day('2026-03-03'), ours: null, days: null, eventId: 3 },
        ],
      })}
    />,
  )
  expect(screen.getByText('Carrier says ETA Tue Mar 17 2026, we say Thu Mar 12 2026 (5 days later).')).toBeTruthy()
  expect(screen.getByText('Carrier says ATD Sun Mar 1 2026, we say Mon Mar 2 2026 (1 day earlier).')).toBeTruthy()
  expect(screen.getByText('Carrier says ETD Tue Mar 3 2026, we have none.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change dates to the ETA of the carrier' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Apply the ATD of the carrier' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Carrier events (4)' })).toBeTruthy()
})

test('a sailing about which no carrier says anything shows nothing', () => {
  queryClient.setQueryData(eventsOfSailing(9).queryKey, noEvents)
  renderInApp(<CarrierSays sailing={sailing()} />)
  expect(screen.queryByRole('button')).toBe(null)
})

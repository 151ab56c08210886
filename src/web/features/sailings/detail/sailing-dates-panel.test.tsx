import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { SailingDatesPanel } from './sailing-dates-panel.tsx'

test('cut-offs have their time, departure and arrival their day, and past dates are compared with the plan', () => {
  neverRead(settingsQuery.queryKey)
  // The sailing has only fields that the panel reads.
  const sailing = {
    reference: 'S-2026-0412',
    cargoCutOffAt: '2026-03-01T09:30:00.000Z',
    documentationCutOffAt: null,
    vgmCutOffAt: null,
    etd: '2026-03-05T00:00:00.000Z',
    atd: '2026-03-07T00:00:00.000Z',
    portEta: '2026-03-25T00:00:00.000Z',
    portAta: null,
  } as Sailing
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <SailingDatesPanel sailing={sailing} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('table', { name: 'Dates of S-2026-0412, planned and actual' })).toBeTruthy()
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) }).textContent
  expect(row('Cargo cut-off')).toMatch(/^Cargo cut-offMar 1 2026 9:30-\d+ days ago$/)
  expect(row('VGM cut-off')).toBe('VGM cut-off--')
  expect(row('Departure')).toBe('DepartureMar 5 2026Mar 7 20262 days late')
  expect(row('Arrival')).toMatch(/^ArrivalMar 25 2026-\d+ days ago$/)
})

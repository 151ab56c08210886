import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CarrierEventWhole } from '#contract/carrier-events/carrier-event-rows.ts'
import { eventQuery } from '#web/features/carrier-events/shared/carrier-events.ts'
import { sailing } from '#web/features/sailings/shared/sailing.fixture.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { EventDrawer } from './event-drawer.tsx'

const NEAREST = { id: 9, reference: 'S-2026-0009', vessel: 'EVER GIVEN', voyage: '018E', etd: null, portEta: null }
const unmatched: CarrierEventWhole = {
  ...{
    id: 5,
    feed: { id: 1, name: 'Push' },
    externalId: null,
    container: 'CSQU3054384',
    booking: null,
    masterBill: null,
  },
  ...{ type: 'EQUIPMENT', code: 'DISC', milestone: 'discharged', classifier: 'act', zoneAssumed: false },
  ...{ at: '2026-11-20T09:00:00.000Z', statedAt: '2026-11-20T10:00:00.000Z', receivedAt: '2026-11-20T10:00:00.000Z' },
  ...{ placeCode: null, placeName: null, vesselImo: null, vessel: null, voyage: null },
  ...{ state: 'unmatched', reason: 'No sailing of ours at that time', sailing: null, containerId: null },
  ...{ field: 'dischargedAt', ours: null, raw: {}, nearest: [NEAREST] },
}
const fill = (id: number, number: string) => ({
  ...{ id, number, sizeType: '40HC', maxCbm: 68, maxKg: 26_000, usedCbm: 0, usedKg: 0 },
})

const sent: unknown[] = []
let ours = sailing()
beforeEach(() => {
  sent.length = 0
  queryClient.clear()
  neverRead(eventQuery(5).queryKey)
  neverRead(settingsQuery.queryKey)
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (body !== undefined) sent.push([url.replace(/^.*\/api\//, ''), JSON.parse(body)])
    return Response.json({ code: 200, message: 'OK', data: url.endsWith('sailing/get/9') ? ours : unmatched })
  })
})

function show(event: CarrierEventWhole, containers = [fill(1, 'CSQU3054383'), fill(2, 'TGHU1234567')]) {
  queryClient.setQueryData(eventQuery(5).queryKey, event)
  ours = sailing({ containers })
  renderInApp(<EventDrawer id={5} onClose={() => {}} />)
}
const choices = async () => {
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /S-2026-0009/ })[0]).not.toHaveProperty('disabled', true),
  )
  return screen.getAllByRole('button', { name: /S-2026-0009/ }).map(({ textContent }) => textContent)
}

test('an event of a container that its sailing does not have by that number is matched with one that it has', async () => {
  show(unmatched)
  expect(await choices()).toEqual(['CSQU3054383', 'TGHU1234567'])
  fireEvent.click(screen.getByRole('button', { name: /^CSQU3054383, S-2026-0009/ }))
  await waitFor(() => expect(sent).toEqual([['carrier-event/5/match', { sailingId: 9, containerId: 1 }]]))
})

test.each([
  ['the sailing has the container', unmatched, [fill(1, 'CSQU3054384'), fill(2, 'TGHU1234567')]],
  ['it names no container, and the sailing has one', { ...unmatched, container: null }, [fill(1, 'CSQU3054383')]],
  ['it is about a date of the sailing', { ...unmatched, field: 'portAta' as const }, undefined],
])('no container is asked for where %s', async (_, event, containers) => {
  show(event, containers)
  expect(await choices()).toEqual(['This one'])
  fireEvent.click(screen.getByRole('button', { name: /^This one/ }))
  await waitFor(() => expect(sent).toEqual([['carrier-event/5/match', { sailingId: 9, containerId: null }]]))
})

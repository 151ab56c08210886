import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MISSING_SENTENCES, type Release } from '#contract/releases/releases.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ReleasePanel } from './release-panel.tsx'
import { releaseQuery } from './shared/release.ts'

const AT = '2026-11-27T06:33:00.000Z'
const LATER = '2026-11-27T06:34:00.000Z'
const release: Release = {
  orderId: 70,
  freightPaidAt: null,
  freightWaivedReason: '',
  originalBill: 'waiting',
  originalAt: null,
  customsReleasedAt: AT,
  carrierReleasedAt: null,
  pickupNumber: '',
  appointmentAt: null,
  holdReason: '',
  deliveryOrderDocumentId: null,
  releasedAt: null,
  releasedBy: null,
  releasedReason: '',
  legs: { freight: false, bill: false, customs: true, carrier: false },
  missing: ['freight', 'bill', 'carrier'],
  deliveryOrderOffered: false,
  updatedAt: AT,
}

const sent: [method: string, path: string, body: unknown][] = []
beforeEach(() => {
  sent.length = 0
  queryClient.clear()
  neverRead(settingsQuery.queryKey)
})

function show(found: Release) {
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string }) => {
    if (body !== undefined) sent.push([method, path.replace(/^.*\/api\//, ''), JSON.parse(body)])
    return Response.json({ code: 200, message: 'OK', data: found })
  })
  renderInApp(<ReleasePanel orderId={70} />)
}
const tick = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('the four legs are ticks: one that is set now is sent with the version that was seen', async () => {
  show(release)
  expect((await tick('Customs')).checked).toBe(true)
  expect((await tick('Bill of lading')).disabled).toBe(true)
  fireEvent.click(await tick('Carrier'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual([
    'PUT',
    'request/booking/70/release',
    { carrierReleasedAt: expect.stringMatching(/^\d{4}-.*Z$/), updatedAt: AT },
  ])
})

test('two quick ticks are no conflict: the second is sent with the version that the first made', async () => {
  let now = release
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    if (body !== undefined) {
      sent.push(['PUT', '', JSON.parse(body)])
      now = { ...now, updatedAt: LATER }
    }
    return Response.json({ code: 200, message: 'OK', data: now })
  })
  renderInApp(<ReleasePanel orderId={70} />)
  fireEvent.click(await tick('Carrier'))
  fireEvent.click(await tick('Freight'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(([, , body]) => body)).toMatchObject([
    { carrierReleasedAt: expect.any(String), updatedAt: AT },
    { freightPaidAt: expect.any(String), updatedAt: LATER },
  ])
})

test('a release that misses something asks why, and names each part', async () => {
  show(release)
  fireEvent.click(await screen.findByRole('button', { name: 'Release' }))
  const dialog = await screen.findByRole('dialog', { name: 'Release although something is missing?' })
  for (const part of release.missing) expect(within(dialog).getByText(MISSING_SENTENCES[part])).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Paid on arrival' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Release anyway' }))
  await waitFor(() =>
    expect(sent).toEqual([['POST', 'request/booking/70/release/complete', { reason: 'Paid on arrival' }]]),
  )
})

test('with all four legs it is released at once, and the delivery order is offered', async () => {
  const legs = { freight: true, bill: true, customs: true, carrier: true }
  show({ ...release, legs, missing: [], deliveryOrderOffered: true, originalBill: 'express' })
  expect(await screen.findByRole('button', { name: 'Make delivery order' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(sent).toEqual([['POST', 'request/booking/70/release/complete', {}]]))
})

test('what was released says when, by whom and why', async () => {
  show({ ...release, releasedAt: AT, releasedBy: { id: 1, name: 'Ingrid Solheim' }, releasedReason: 'Paid on arrival' })
  expect((await screen.findByText(/^Released /)).textContent).toMatch(/by Ingrid Solheim: Paid on arrival$/)
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
})

test('an edit keeps what somebody else changed while the dialog was open', async () => {
  show(release)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release' }))
  act(() => queryClient.setQueryData(releaseQuery(70).queryKey, { ...release, pickupNumber: 'PU1', updatedAt: LATER }))
  fireEvent.change(dialog.getByLabelText('On hold because'), { target: { value: 'Unpaid' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.map(([, , body]) => body)).toEqual([{ holdReason: 'Unpaid', updatedAt: AT }]))
})

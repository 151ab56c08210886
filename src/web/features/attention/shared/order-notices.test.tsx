import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { OrderNotices } from './order-notices.tsx'

const PRIYA = { id: 3, name: 'Priya Nair' }
const item = (id: number, values: Partial<AttentionItem>): AttentionItem => ({
  id,
  rule: 'cargo-cut-off',
  subject: '',
  severity: 3,
  since: '2026-11-20T08:00:00.000Z',
  detail: {},
  dueAt: '2026-11-20T12:00:00.000Z',
  orderId: 7,
  trackingCode: 'ABCD12345678',
  companyName: 'Anna Trading',
  username: 'Anna',
  cityName: '',
  cartageName: '',
  lastMilestone: null,
  inCharge: null,
  sailing: null,
  things: 3,
  claimedBy: null,
  claimedAt: null,
  snoozedUntil: null,
  snoozedBy: null,
  waivedReason: null,
  waivedBy: null,
  waivedAt: null,
  ...values,
})

function show(items: AttentionItem[]) {
  neverRead(settingsQuery.queryKey)
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${new URL(url, 'http://x.test').pathname.slice(5)}`)
    return Response.json({ code: 200, message: 'OK', data: method === 'GET' ? items : items[0] })
  })
  renderInApp(<OrderNotices orderId={7} />)
  return sent
}

test('open items stand above their order, with who is on them and until when they are snoozed', async () => {
  show([
    item(1, { claimedBy: PRIYA, claimedAt: '2026-11-20T09:00:00.000Z' }),
    item(2, {
      rule: 'quiet',
      detail: { event: 'Loaded', at: '2026-11-13T12:00:00.000Z' },
      snoozedUntil: '2126-11-21T08:00:00.000Z',
      snoozedBy: PRIYA,
    }),
  ])
  const notices = await screen.findByRole('region', { name: 'Needs attention' })
  const [first, second] = [...notices.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(first).toMatch(/^Cargo cut-off Nov 20 2026 12:00, not received\d+ days overduePriya Nair is on it$/)
  expect(second).toMatch(/^Quiet No event since Nov 13 2026: Loaded.*snoozed until Nov 21 2126 8:00$/)
})

test('a waived item says by whom and why, and the waiver can be taken back', async () => {
  const sent = show([
    item(4, { waivedReason: 'Delivered directly', waivedBy: PRIYA, waivedAt: '2026-11-20T09:00:00Z' }),
  ])
  expect((await screen.findByRole('listitem')).textContent).toContain(
    'Cargo cut-off, waived by Priya Nair: Delivered directly',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Take back the waiver of Cargo cut-off' }))
  await waitFor(() => expect(sent).toContain('POST attention/4/unwaive'))
  // The notices are read again after a change.
  await waitFor(() => expect(sent.filter((each) => each.startsWith('GET request/booking/7/attention'))).toHaveLength(2))
})

test('an order that needs nobody has no notices', async () => {
  const sent = show([])
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('region')).toBeNull()
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Role, type SessionUser } from '#contract/accounts/session.ts'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
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
  for (const { queryKey } of [settingsQuery, sessionQuery]) neverRead(queryKey)
  queryClient.setQueryData(sessionQuery.queryKey, { id: PRIYA.id, role: [Role.MANAGER] } as SessionUser)
  const act = vi.fn()
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${new URL(url, 'http://x.test').pathname.slice(5)}`)
    const done = { items: items.map(({ id }) => ({ id, state: 'done', reason: null })) }
    const changed = url.endsWith('/claim') ? done : items[0]
    return Response.json({ code: 200, message: 'OK', data: method === 'GET' ? items : changed })
  })
  renderInApp(<OrderNotices orderId={7} act={act} />)
  return { sent, act }
}

/** All lines: beyond the first they are shown on request. */
const lines = async () => {
  const notices = await screen.findByRole('region', { name: 'Needs attention' })
  const more = within(notices).queryByRole('button', { name: /more that need attention$/ })
  if (more) fireEvent.click(more)
  return within(notices).getAllByRole('listitem')
}
const paper = (id: number, name: string, dueAt: string, state = 'open') =>
  item(id, { rule: 'document', subject: String(id), dueAt, detail: { name, state, supplier: 'client' } })

test('each open item has one line with what is due, who is on it and until when it is snoozed, snoozed ones last', async () => {
  show([
    item(2, {
      rule: 'quiet',
      detail: { event: 'Loaded', at: '2026-11-13T12:00:00.000Z' },
      snoozedUntil: '2126-11-21T08:00:00.000Z',
      snoozedBy: PRIYA,
    }),
    item(1, { claimedBy: PRIYA, claimedAt: '2026-11-20T09:00:00.000Z' }),
  ])
  const [first, second] = (await lines()).map(({ textContent }) => textContent)
  expect(first).toMatch(/^Cargo cut-off Nov 20 2026 12:00, not received\d+ days overduePriya Nair is on it/)
  expect(second).toMatch(/^Quiet No event since Nov 13 2026: Loaded.*Snoozed until Nov 21 2126 8:00/)
})

test('several items of a rule are one line: papers by their names, the first due in front', async () => {
  const { act } = show([
    paper(5, 'Packing list', '2026-11-21T12:00:00.000Z'),
    item(1, {}),
    paper(6, 'Commercial invoice', '2026-11-20T12:00:00.000Z'),
  ])
  const [papers, cargo] = await lines()
  expect(papers?.textContent).toContain(
    'Document missing Commercial invoice and Packing list are missing, first due Nov 20 2026 12:00',
  )
  expect(cargo?.textContent).toContain('Cargo cut-off')
  fireEvent.click(screen.getByRole('button', { name: 'Ask client: Document missing' }))
  expect(act).toHaveBeenCalledWith(expect.anything(), [expect.objectContaining({ id: 6 })])
})

test.each([
  [['open', 'rejected'], 'Bill and List are missing or rejected'],
  [['rejected', 'rejected'], 'Bill and List were rejected'],
])('papers in states %j: %s', async (states, words) => {
  show(['Bill', 'List'].map((name, at) => paper(at + 1, name, `2026-11-2${at}T12:00:00.000Z`, states[at])))
  expect((await lines())[0]?.textContent).toContain(words)
})

test('of any other rule the first is said, and how many more there are', async () => {
  show(['9', '10'].map((subject, at) => item(at + 1, { rule: 'draft-waiting', subject, detail: { by: `Key ${at}` } })))
  expect((await lines()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Draft waiting Draft of an event by key Key 0.*, and 1 more/),
  ])
})

test('a line is claimed and snoozed as a whole, as in the queue', async () => {
  const { sent } = show([
    paper(5, 'Packing list', '2026-11-21T12:00:00.000Z'),
    paper(6, 'Commercial invoice', '2026-11-20T12:00:00.000Z'),
  ])
  fireEvent.click(await screen.findByRole('button', { name: /^Document missing .*more$/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Claim' }))
  await waitFor(() => expect(sent).toContain('POST attention/claim'))
  fireEvent.click(screen.getByRole('button', { name: /^Document missing .*more$/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Snooze' }))
  expect(await screen.findByRole('dialog', { name: 'Snooze 2 items' })).toBeTruthy()
})

test('a waived item says by whom and why, and the waiver can be taken back', async () => {
  const { sent } = show([
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

test('only the most urgent line shows, the others on request', async () => {
  show([item(1, {}), item(2, { rule: 'quiet', severity: 1 }), item(4, { waivedReason: 'Known', waivedBy: PRIYA })])
  const more = await screen.findByRole('button', { name: '+2 more that need attention' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Cargo cut-off.*\+2 more$/),
  ])
  fireEvent.click(more)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Show less of what needs attention' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('an order that needs nobody has no notices', async () => {
  const { sent } = show([])
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('region')).toBeNull()
})

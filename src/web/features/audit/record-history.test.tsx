import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { RecordHistory } from './record-history.tsx'

const entry = (id: number, values: Partial<AuditEntry>): AuditEntry => ({
  id,
  at: '2026-11-20T09:05:00.000Z',
  userId: 1,
  user: 'Marta',
  impersonator: null,
  apiKey: null,
  ip: '',
  requestId: '',
  action: 'offer.send',
  entity: 'offers',
  entityId: 3,
  record: 'Q-2026-0003',
  before: null,
  after: null,
  changes: [],
  ...values,
})
const ENTRIES = [
  entry(3, {
    action: 'offer.accept',
    user: null,
    after: { state: 'accepted' },
    changes: [
      { field: 'state', label: 'State', before: null, after: 'Accepted', html: false },
      { field: 'answeredName', label: 'Accepted by', before: null, after: 'Anna', html: false },
    ],
  }),
  entry(2, { apiKey: 'Shop' }),
]

let asked: string[] = []
beforeEach(() => {
  asked = []
  queryClient.clear()
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x.test')
    if (!pathname.includes('history')) return new Promise(() => undefined)
    const page = Number(searchParams.get('page') ?? 1)
    asked.push(`${pathname.replace('/api/', '')} ${page}`)
    const items = page === 1 ? ENTRIES : [entry(1, { action: 'offer.create' })]
    return Response.json({
      code: 200,
      message: '',
      data: { items, totalCount: 3, numItemsPerPage: 2, currentPageNumber: page },
    })
  })
})

test('the history of an offer says who sent and answered it, in words, and is read when it is opened', async () => {
  renderInApp(<RecordHistory of="offers" id={3} />)
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Offer accepted')
  expect(asked).toEqual(['admin/history/offers/3 1'])
  const [accepted, sent] = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(accepted).toContain('automatically')
  expect(accepted).toMatch(/State.*Accepted.*Accepted by.*Anna/)
  expect(sent).toMatch(/Offer sent.*Marta, API key Shop/)
})

test('older changes follow on a press', async () => {
  renderInApp(<RecordHistory of="offers" id={3} />)
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Offer added')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

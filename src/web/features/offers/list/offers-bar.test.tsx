import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { pageActions } from '#web/lib/browser/page-actions.ts'
import type { Selection } from '#web/lib/list/selection.ts'
import { newRun } from '#web/test/new-run.ts'
import { renderInApp } from '#web/test/render.tsx'
import { OffersBar } from './offers-bar.tsx'

const NO_MAILS = { count: 0, recipients: 0, withoutAddress: 0, sample: null }
const PREVIEW = {
  total: 2,
  applies: 1,
  skips: [],
  outcomes: [
    { outcome: 'changes', count: 1, ids: [1], reason: null },
    { outcome: 'cannot', count: 1, ids: [2], reason: 'This offer is a draft.' },
  ],
  noAddress: null,
  attachments: null,
  mails: { ...NO_MAILS, count: 1, recipients: 1 },
  papers: [],
  conflicts: [],
  asOfId: null,
}
const RUN = { ...newRun(1), kind: 'offer-follow-up', title: 'Follow up offers' }

/** Bodies that were sent, by path. */
let sent: [string, Record<string, unknown>][] = []

beforeEach(() => {
  sent = []
  queryClient.clear()
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const path = new URL(url, 'http://x.test').pathname.replace('/api/', '')
    if (body) sent.push([path, JSON.parse(body)])
    const answers: Record<string, unknown> = { 'runs/preview': PREVIEW, runs: RUN, 'runs/9': RUN }
    return Response.json({ code: 200, message: '', data: answers[path] ?? null })
  })
})

/** The bar below a list with two offers ticked. */
function Ticked() {
  const [chosen, setChosen] = useState<readonly number[]>([1, 2])
  // The bar uses no other part of a selection.
  const selection = { chosen, keep: setChosen } as unknown as Selection
  return <OffersBar selection={selection} />
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('the bar says how many offers are selected, and its acts are in the box too', () => {
  renderInApp(<Ticked />)
  expect(screen.getByRole('group', { name: 'Selected offers' }).textContent).toContain('2 offers selected')
  expect(pageActions().map(({ label }) => label)).toEqual([
    'Send: 2 offers selected',
    'Follow up: 2 offers selected',
    'Withdraw: 2 offers selected',
    'Clear the selection',
  ])
  press('Clear the selection')
  expect(screen.queryByRole('group')).toBeNull()
  expect(pageActions()).toEqual([])
})

test('an act says beforehand how many offers it does and why it leaves others out, and takes those that were selected', async () => {
  renderInApp(<Ticked />)
  press('Follow up')
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = await dialog.findByRole('button', { name: 'Follow up 1 offer' })
  expect(dialog.getByText(/1 offer cannot: this offer is a draft/i)).toBeTruthy()
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull())
  const asked = { kind: 'offer-follow-up', input: {}, selection: { ids: [1, 2] } }
  expect(sent.filter(([path]) => path === 'runs')).toEqual([['runs', asked]])
})

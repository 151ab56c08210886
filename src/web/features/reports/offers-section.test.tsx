import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderRouted } from '#web/test/render-routed.tsx'
import { OffersSection } from './offers-section.tsx'
import type { Asked } from './state/report-queries.ts'

const figures = (sent: number, accepted: number) => ({
  sent,
  accepted,
  declined: 1,
  expired: 0,
  winRate: accepted === 0 ? null : 75,
  hoursToAnswer: 5.5,
})
const reportOf = (sent: number, accepted: number) => ({
  totals: figures(sent, accepted),
  reasons: [{ reason: 'price', count: 1 }],
  lanes: [{ origin: 'SZX', destination: 'LGB8', ...figures(sent, accepted) }],
  clients: [{ id: null, name: 'Not a client yet', ...figures(sent, accepted) }],
  people: [{ id: 4, name: 'Tom', ...figures(sent, accepted) }],
})
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const asked = (compare: boolean): Asked => ({ period: NOVEMBER, choice: 'this-month' as Asked['choice'], compare })

/** Periods that were asked for. */
let periods: string[] = []
let refused = false
beforeEach(() => {
  periods = []
  refused = false
  queryClient.clear()
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams, pathname } = new URL(url, 'http://x.test')
    if (!pathname.endsWith('report/offers')) return new Promise(() => undefined)
    if (refused) return Response.json({ code: 400, message: 'The period is too long', data: null }, { status: 400 })
    const from = searchParams.get('from') ?? ''
    periods.push(from)
    return Response.json({ code: 200, message: '', data: from === NOVEMBER.from ? reportOf(8, 3) : reportOf(4, 1) })
  })
})
const figure = (label: string) => within(screen.getAllByText(label)[0]?.closest('div') as HTMLElement)

test('figures of offers lead to the offers that they count, and win rates to none', async () => {
  renderRouted(<OffersSection asked={asked(false)} />)
  const sent = await screen.findByRole('link', { name: 'Offers sent: 8' })
  expect(decodeURIComponent(sent.getAttribute('href') ?? '')).toBe('/offers?f.sentAt=between:2026-11-01,2026-11-30')
  const accepted = screen.getByRole('link', { name: 'Accepted: 3' })
  expect(decodeURIComponent(accepted.getAttribute('href') ?? '')).toContain('f.state=is:accepted')
  expect(figure('Win rate, %').queryByRole('link')).toBeNull()
  expect(periods).toEqual([NOVEMBER.from])
})

test('each figure stands beside that of the period before, which is asked for once', async () => {
  renderRouted(<OffersSection asked={asked(true)} />)
  await screen.findByRole('link', { name: 'Offers sent: 8' })
  expect(figure('Offers sent').getByText(/was/).textContent).toContain('4')
  expect(periods.toSorted()).toEqual(['2026-10-01', NOVEMBER.from])
})

test('its tables are by lane, client and person, and by reason, each with its export', async () => {
  renderRouted(<OffersSection asked={asked(false)} />)
  await screen.findByRole('link', { name: 'Offers sent: 8' })
  const titles = ['Offers by lane', 'Offers by client', 'Offers by who looks after them', 'Why offers were declined']
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(titles)
  expect(screen.getAllByRole('button', { name: /export/i })).toHaveLength(titles.length)
})

test('a failed call says what is wrong in its place', async () => {
  refused = true
  renderRouted(<OffersSection asked={asked(false)} />)
  expect(await screen.findByText(/The period is too long/)).toBeTruthy()
})

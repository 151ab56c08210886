import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import type { Figures } from '#contract/attention/figures.ts'
import type { HandOver } from '#contract/attention/hand-over.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { instantOf, notADate } from '#web/lib/format/form-dates.ts'
import { listSearch } from '#web/lib/list/list-state.ts'
import { renderInApp } from '#web/test/render.tsx'
import type { Act } from './shared/item-actions.ts'
import { TodayView } from './today-view.tsx'

const nobody = { claimedBy: null, claimedAt: null, snoozedUntil: null, snoozedBy: null }
const item: AttentionItem = {
  ...{
    id: 1,
    rule: 'cargo-cut-off',
    subject: '',
    severity: 3,
    since: '2026-11-20T08:00:00.000Z',
    detail: {},
    ...nobody,
  },
  dueAt: '2026-11-20T12:00:00.000Z',
  orderId: 7,
  trackingCode: 'ABCD12345678',
  companyName: 'Anna Trading',
  ...{
    username: 'Anna',
    cityName: 'Ningbo',
    cartageName: 'Chicago',
    lastMilestone: null,
    inCharge: null,
    sailing: null,
    things: 2,
  },
  asked: null,
  waivedReason: null,
  waivedBy: null,
  waivedAt: null,
}
const failed: AttentionItem = {
  ...item,
  id: 2,
  rule: 'mail-failed',
  subject: '9',
  things: 1,
  orderId: 8,
  trackingCode: 'WXYZ12345678',
  detail: { mailId: 9, address: 'anna@example.test', reason: 'Mailbox is full', copy: false },
}

const FIGURES: Figures = {
  cutOffHours: 48,
  cutOffCount: 1,
  arrivals: 4,
  unconfirmed: 3,
  quotes: 2,
  failedMails: 1,
  documents: 0,
  cutOffs: [
    {
      sailingId: 5,
      reference: 'S-2026-0005',
      vessel: 'EVER GIVEN',
      voyage: '018E',
      at: '2026-11-24T12:00:00.000Z',
      orderCount: 3,
      receivedCount: 1,
    },
  ],
}

const [ME, MARTA, PRIYA, TOM] = ['Ann Lee', 'Marta Diaz', 'Priya Nair', 'Tom Baker'].map((name, at) => ({
  id: at + 1,
  name,
})) as [Person, Person, Person, Person]
type Person = HandOver['to']
const UNTIL = '2126-11-27T18:00:00.000Z'
const handOver = (id: number, from: Person, to: Person, more: Partial<HandOver> = {}): HandOver => ({
  id,
  from,
  to,
  until: UNTIL,
  note: '',
  createdAt: '2026-11-20T08:00:00.000Z',
  ...more,
})
const reply = (data: unknown) => Response.json({ code: 200, message: '', data })

/** Opens the queue with these items; calls that change something answer `change`. */
function show(
  change: (path: string, method: string) => Response = () => reply(item),
  covers: HandOver[] = [],
  { at = '/today', listed = [item, failed] }: { at?: string; listed?: AttentionRow[] } = {},
) {
  neverRead(settingsQuery.queryKey)
  neverRead(sessionQuery.queryKey)
  queryClient.setQueryData(sessionQuery.queryKey, { id: ME.id, role: [Role.MANAGER] } as never)
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'http://x.test')
    sent.push(`${method} ${pathname.slice(5)}${search} ${body ?? ''}`.trim())
    if (method !== 'GET') return change(pathname, method)
    if (pathname.endsWith('/figures')) return reply(FIGURES)
    if (pathname.endsWith('/hand-over')) return reply({ items: covers })
    if (pathname.includes('staff'))
      return reply({ items: [ME, MARTA, PRIYA], totalCount: 3, numItemsPerPage: 3, currentPageNumber: 1 })
    if (search.includes('group='))
      return reply({
        items: [],
        totalCount: 0,
        numItemsPerPage: 200,
        currentPageNumber: 1,
        counts: {},
        nextCutOff: null,
        deliveredOpen: 0,
      })
    const items = pathname.endsWith('/attention') && pathname.includes('booking') ? undefined : listed
    const page = { items, totalCount: listed.length, numItemsPerPage: 10, currentPageNumber: 1 }
    const data = items
      ? { ...page, counts: { 'cargo-cut-off': 1, 'mail-failed': 1 }, nextCutOff: null, deliveredOpen: 0 }
      : [item, { ...item, id: 3, rule: 'quiet' }]
    return reply(data)
  })
  const done: string[] = []
  const act: Act = ({ label }, items) => void done.push(`${label} ${items.map(({ orderId }) => orderId).join()}`)
  const rootRoute = createRootRoute({ validateSearch: listSearch.loose() })
  const today = createRoute({
    getParentRoute: () => rootRoute,
    path: '/today',
    component: () => <TodayView act={act} />,
  })
  const history = createMemoryHistory({ initialEntries: [at] })
  const order = createRoute({ getParentRoute: () => rootRoute, path: '/orders/$orderId', component: () => null })
  const router = createRouter({ routeTree: rootRoute.addChildren([today, order]), history })
  renderInApp(<RouterProvider router={router as never} />)
  return { sent, done, history }
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('rows name the problem with its facts, and chips count the items of each rule', async () => {
  const { sent } = show()
  expect(await screen.findByText(/^Nov 20 2026 12:00, not received/)).toBeTruthy()
  expect(screen.getByText(/The mail did not reach anna@example.test: Mailbox is full/)).toBeTruthy()
  const chips = screen.getByRole('list', { name: 'What needs attention' })
  await waitFor(() =>
    expect([...chips.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      ...['Mail failed 1', 'Cargo cut-off 1', 'Arrivals this week 4', 'Unconfirmed for over a day 3'],
      ...['Sailings with a cut-off in 48 h'],
    ]),
  )
  expect(sent).toContain('GET attention?page=1&per_page=50&by=group&owner=me')
  fireEvent.click(screen.getByRole('button', { name: '2 things' }))
  expect(await screen.findByText(/^No event since/)).toBeTruthy()
})

test('j and k go from action to action, e sets an event, c claims', async () => {
  const { sent, done } = show()
  await screen.findByText(/Mailbox is full/)
  press('j')
  expect(document.activeElement?.textContent).toBe('Set received')
  press('j')
  expect(document.activeElement?.textContent).toBe('Retry')
  press('k')
  press('e')
  fireEvent.click(document.activeElement as Element)
  expect(done).toEqual(['Set event 7', 'Set received 7'])
  press('c')
  await waitFor(() => expect(sent).toContain('POST attention/1/claim'))
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Claimed for four hours'))
})

test.each(['c', 'h', 'e', 'x', 'o'])(
  '%s marks the first row, and does nothing else, while no row is marked',
  async (key) => {
    const { sent, done } = show()
    await screen.findByText(/Mailbox is full/)
    press(key)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Set received: ABCD - 1234 - 5678')
    expect([screen.queryByRole('dialog'), done, sent.filter((each) => each.startsWith('POST'))]).toEqual([null, [], []])
  },
)

const owners = () => within(screen.getByRole('radiogroup', { name: 'Whose' })).getAllByRole('radio')
const chosen = () => owners().find((radio) => (radio as HTMLInputElement).checked)?.parentElement?.textContent

test("a colleague's queue in the address shows the colleague in the control", async () => {
  const { sent, history } = show(undefined, [], { at: `/today?owner=${PRIYA.id}` })
  await waitFor(() => expect(chosen()).toBe(PRIYA.name))
  expect(sent).toContain(`GET attention?page=1&per_page=50&by=group&owner=${PRIYA.id}`)
  fireEvent.click(owners()[0] as Element)
  await waitFor(() => expect(history.location.search).toBe(''))
  expect(owners()).toHaveLength(3)
})

test.each([
  ['77', ''],
  ['1', ''],
  ['nobody', ''],
  ['snoozed', '?snoozed=%221%22'],
])('an owner in the address that cannot be shown is corrected to mine: %s', async (owner, corrected) => {
  const { sent, history } = show(undefined, [], { at: `/today?owner=${owner}` })
  await waitFor(() => expect(history.location.search).toBe(corrected))
  await waitFor(() => expect(chosen()).toBe('Mine'))
  expect(sent.some((each) => each.includes('owner=me'))).toBe(true)
})

test('snoozed items are those of the owner in the control', async () => {
  const { sent } = show()
  await screen.findByText(/Mailbox is full/)
  fireEvent.click(screen.getByRole('button', { name: 'Snoozed' }))
  await waitFor(() => expect(sent).toContain('GET attention?page=1&per_page=50&by=group&owner=me&snoozed=1'))
  fireEvent.click(owners()[1] as Element)
  await waitFor(() => expect(sent).toContain('GET attention?page=1&per_page=50&by=group&snoozed=1'))
  expect(screen.getByRole('button', { name: 'Snoozed' }).getAttribute('aria-pressed')).toBe('true')
})

test.each([
  ['', 'Nothing is waiting on your orders.'],
  ['?owner=none', 'Nothing is waiting on unassigned orders.'],
  ['?owner=all', 'Nothing is waiting.'],
  [`?owner=${PRIYA.id}`, 'Nothing is waiting on the orders of Priya Nair.'],
  ['?rule=quiet', 'Nothing is waiting for this reason.'],
  ['?claimed=1', 'Items you claim stay here for four hours.'],
  ['?snoozed=1', 'Snoozed items stay here until they are due back.'],
])('an empty list names its owner in one sentence: %s', async (query, words) => {
  show(undefined, [], { at: `/today${query}`, listed: [] })
  expect(await screen.findByText(words)).toBeTruthy()
})

const second: AttentionItem = { ...item, id: 3, rule: 'quiet', detail: { at: '2026-11-13T12:00:00.000Z' } }

test('an action on a row that stands for several items is taken on all of them, and says how many', async () => {
  const both = [1, 3].map((id) => ({ id, state: 'done', reason: null }))
  const { sent } = show(() => reply({ items: both }), [], { listed: [{ ...item, others: [second] }, failed] })
  await screen.findByText(/Mailbox is full/)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Select Cargo cut-off/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Snooze' }))
  const snooze = within(await screen.findByRole('dialog', { name: 'Snooze 2 items' }))
  fireEvent.click(snooze.getByRole('button', { name: /^Tomorrow/ }))
  await waitFor(() => expect(sent.some((each) => each.startsWith('POST attention/snooze {"ids":[1,3]'))).toBe(true))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The menu and the keyboard do the same.
  fireEvent.click(screen.getAllByRole('button', { name: /^Cargo cut-off of .*: more$/ })[0] as Element)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Waive' }))
  const waive = within(await screen.findByRole('dialog', { name: 'Waive 2 items' }))
  fireEvent.change(waive.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Rolled' } })
  fireEvent.click(waive.getByRole('button', { name: 'Waive' }))
  await waitFor(() => expect(sent).toContain('POST attention/waive {"ids":[1,3],"reason":"Rolled"}'))
})

test('each row stands for itself once the other items are shown', async () => {
  const { sent } = show(undefined, [], { listed: [{ ...item, others: [second] }, failed] })
  await screen.findByText(/Mailbox is full/)
  fireEvent.click(screen.getByRole('button', { name: '2 things' }))
  await screen.findByText(/^No event since/)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Select Cargo cut-off/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Snooze' }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Snooze' })).getByRole('button', { name: /^Tomorrow/ }),
  )
  await waitFor(() => expect(sent.some((each) => each.startsWith('POST attention/1/snooze'))).toBe(true))
})

test('a colleague who was first is named', async () => {
  const message = 'Priya Nair claimed this at 10:02.'
  show(() => Response.json({ code: 409, message, data: { current: item } }, { status: 409 }))
  await screen.findByText(/Mailbox is full/)
  press('j')
  press('c')
  await waitFor(() => expect(toasts.get()[0]?.message).toBe(message))
})

test('a snooze is one press, and a waiver needs a reason', async () => {
  const { sent } = show()
  await screen.findByText(/Mailbox is full/)
  press('j')
  press('h')
  fireEvent.click(await screen.findByRole('button', { name: /^Tomorrow/ }))
  await waitFor(() => expect(sent.some((each) => each.startsWith('POST attention/1/snooze {"until":"'))).toBe(true))
  fireEvent.click(screen.getAllByRole('button', { name: /: more$/ })[0] as Element)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Waive' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waive: Cargo cut-off' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Waive' }))
  expect(await dialog.findByText('This field cannot be empty')).toBeTruthy()
  fireEvent.change(dialog.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Delivered directly' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Waive' }))
  await waitFor(() => expect(sent).toContain('POST attention/1/waive {"reason":"Delivered directly"}'))
})

const type = (name: RegExp, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const openHandOver = async () => {
  const button = await screen.findByRole('button', { name: 'Hand over' })
  button.focus()
  fireEvent.click(button)
  await screen.findByRole('option', { name: MARTA.name })
  return { button, dialog: within(screen.getByRole('dialog', { name: 'Hand over your queue' })) }
}

test('my queue goes to a colleague until a time, and the focus returns to the button', async () => {
  const covers: HandOver[] = []
  const { sent } = show(() => {
    covers.push(handOver(1, ME, MARTA))
    return reply({ items: covers })
  }, covers)
  const { button, dialog } = await openHandOver()
  const options = dialog.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(['Choose a colleague', MARTA.name, PRIYA.name])
  fireEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
  expect(await dialog.findByText('Choose a colleague', { selector: 'p' })).toBeTruthy()
  expect(dialog.getByText('This field cannot be empty')).toBeTruthy()
  type(/^Colleague/, String(MARTA.id))
  type(/^Until/, '11/27/2126')
  type(/^Note/, 'Call the CFS')
  fireEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText(/^Marta Diaz covers your queue until Nov 27 2126 18:00/)).toBeTruthy()
  const body = { toUserId: MARTA.id, until: instantOf('11/27/2126', '18:00', 'UTC'), note: 'Call the CFS' }
  expect(sent).toContain(`POST attention/hand-over ${JSON.stringify(body)}`)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a time that the server refuses is named at its field', async () => {
  const fields = { until: 'A queue is handed over for a year at most' }
  show(() => Response.json({ code: 400, message: 'Invalid', data: fields }, { status: 400 }))
  const { dialog } = await openHandOver()
  type(/^Colleague/, String(MARTA.id))
  type(/^Until/, '11/27/2126')
  fireEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
  await dialog.findByText(fields.until)
  const until = dialog.getByLabelText(/^Until/)
  expect(until.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(until))
})

test('a queue that is covered is taken back with End, and the focus goes to the button that hands it over', async () => {
  const covers = [handOver(1, ME, MARTA)]
  const { sent } = show(() => reply({ items: covers.splice(0) && [] }), covers)
  const end = await screen.findByRole('button', { name: 'End: Marta Diaz covers your queue' })
  end.focus()
  fireEvent.click(end)
  await waitFor(() => expect(screen.queryByText(/covers your queue/)).toBeNull())
  expect(sent).toContain('DELETE attention/hand-over')
  expect(document.activeElement?.textContent).toBe('Hand over')
})

test('queues that I cover are named, also those that come with them; lapsed ones and those of others are not', async () => {
  const sooner = '2126-11-26T09:00:00.000Z'
  show(undefined, [
    handOver(1, PRIYA, ME, { until: sooner, note: 'Ask the carrier' }),
    handOver(2, TOM, PRIYA),
    handOver(3, MARTA, ME, { until: '2026-11-20T08:00:00.000Z' }),
    handOver(4, { id: 8, name: 'Eva Wong' }, { id: 9, name: 'Li Wei' }),
  ])
  const lines = await screen.findByRole('region', { name: 'Handed over' })
  const said = within(lines).getAllByRole('listitem')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'You cover the queue of Priya Nair until Nov 26 2126 9:00Ask the carrier',
    'You cover the queue of Tom Baker, which Priya Nair covers, until Nov 26 2126 9:00',
  ])
  expect(within(lines).queryByRole('button')).toBeNull()
})

test('chips are links: of a rule, of a figure in the same scope, and of sailings with a cut-off', async () => {
  const { sent } = show(undefined, [], { at: '/today?owner=none' })
  const chips = within(await screen.findByRole('list', { name: 'What needs attention' }))
  await chips.findByText('Arrivals this week')
  const links = chips.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    ...['/today?owner=none&rule=mail-failed', '/today?owner=none&rule=cargo-cut-off'],
    ...['arrivals', 'unconfirmed'].map((figure) => `/today?owner=none&figure=${figure}`),
    '/sailings?f.status=in%3Aplanned%2Cclosed&f.nextCutOff=next%3A48h',
  ])
  expect(sent).toContain('GET attention/figures?owner=none')
})

test('several items are changed by one call; those that could not be changed stay selected, with the reason', async () => {
  const reason = 'Priya Nair claimed this at 10:02.'
  const { sent } = show(() =>
    reply({
      items: [
        { id: 1, state: 'done', reason: null },
        { id: 2, state: 'failed', reason },
      ],
    }),
  )
  await screen.findByText(/Mailbox is full/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 2' }))
  fireEvent.click(screen.getByRole('button', { name: 'Claim' }))
  expect((await screen.findByRole('alert')).textContent).toContain(`WXYZ - 1234 - 5678: ${reason}`)
  expect(sent).toContain('POST attention/claim {"ids":[1,2]}')
  expect(screen.getByRole('checkbox', { name: /^Select Mail failed/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('checkbox', { name: /^Select Cargo cut-off/ })).toHaveProperty('checked', false)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Select Cargo cut-off/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Waive' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waive 2 items' }))
  fireEvent.change(dialog.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Rolled' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Waive' }))
  await waitFor(() => expect(sent).toContain('POST attention/waive {"ids":[1,2],"reason":"Rolled"}'))
})

test.each([
  ['', 'This field cannot be empty'],
  ['next week', notADate()],
  ['02/30/2126', notADate()],
  ['11/20/2020', 'Choose a time in the future'],
  ['11/20/2126', 'A snooze lasts a year at most'],
])('an impossible time for a snooze is named at its field: %s', async (typed, message) => {
  const { sent } = show()
  await screen.findByText(/Mailbox is full/)
  press('j')
  press('h')
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }))
  fireEvent.change(dialog.getByLabelText('Another time'), { target: { value: typed } })
  fireEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  await dialog.findByText(message)
  expect(sent.some((each) => each.includes('/snooze'))).toBe(false)
})

test('the bar is there once rows are selected: the action of their rule first; rows of several rules have none', async () => {
  const missed = { ...item, sailing: { id: 3, reference: 'S-2026-0003', vessel: 'EVER GIVEN', voyage: '018E' } }
  const second = { ...missed, id: 5, orderId: 8 }
  const { done } = show(undefined, [], { listed: [missed, second, failed] })
  await screen.findByText(/Mailbox is full/)
  expect(screen.queryByRole('group', { name: 'Selected items' })).toBeNull()
  const tools = () => within(screen.getByRole('group', { name: 'Selected items' }))
  const offered = () =>
    tools()
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'))
  const others = ['Claim', 'Release', 'Snooze', 'Waive', 'Clear the selection']
  for (const box of screen.getAllByRole('checkbox', { name: /^Select Cargo cut-off/ })) fireEvent.click(box)
  expect(offered()).toEqual(['Receive', 'Roll', 'Ask suppliers', ...others])
  fireEvent.click(tools().getByRole('button', { name: 'Receive' }))
  expect(done).toEqual(['Receive 7,8'])
  fireEvent.click(screen.getByRole('checkbox', { name: /^Select Mail failed/ }))
  expect(offered()).toEqual(others)
  fireEvent.click(tools().getByRole('button', { name: 'Clear the selection' }))
  expect(screen.queryByRole('group', { name: 'Selected items' })).toBeNull()
})

const AT_SEA = { id: 3, reference: 'S-2026-0003', vessel: 'EVER GIVEN', voyage: '018E' }
const grouped: AttentionRow = {
  ...{ ...item, sailing: AT_SEA },
  group: {
    id: '3',
    items: [
      { id: 1, orderId: 7, trackingCode: 'ABCD12345678', asked: null },
      { id: 5, orderId: 9, trackingCode: 'QRST12345678', asked: '2026-11-20T09:00:00.000Z' },
    ],
  },
}

test('orders that are dealt with together are one row, whose actions are about all of them', async () => {
  const { done, sent } = show(undefined, [], { listed: [grouped, failed] })
  await screen.findByText(/2 orders not received/)
  expect(screen.getByText(/^1 of 2 asked, last \d+ days ago$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Ask suppliers: 2 orders of S-2026-0003' }))
  expect(done).toEqual(['Ask suppliers 7,9'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Cargo cut-off: 2 orders of S-2026-0003' }))
  expect(screen.getByText('2 items selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '2 orders of S-2026-0003' }))
  await waitFor(() =>
    expect(sent).toContain('GET attention?page=1&per_page=200&by=order&owner=me&rule=cargo-cut-off&group=3'),
  )
})

test('x selects the focused row with all that it stands for', async () => {
  show(undefined, [], { listed: [grouped, failed] })
  await screen.findByText(/Mailbox is full/)
  press('j')
  press('x')
  expect(screen.getByText('2 items selected')).toBeTruthy()
})

test('o opens the order of the focused row', async () => {
  const { history } = show()
  await screen.findByText(/Mailbox is full/)
  press('j')
  press('j')
  press('o')
  await waitFor(() => expect(history.location.pathname).toBe('/orders/8'))
})

test('o on a group asks for its orders, and stays on the page and in the row', async () => {
  const { sent, history } = show(undefined, [], { listed: [grouped, failed] })
  await screen.findByText(/Mailbox is full/)
  press('j')
  const row = document.activeElement?.closest('tr')
  press('o')
  await waitFor(() => expect(sent.some((call) => call.includes('rule=cargo-cut-off&group=3'))).toBe(true))
  expect(row?.contains(document.activeElement)).toBe(true)
  expect(history.location.pathname).toBe('/today')
})

test('the way back from an order gives the focus to the row that it was opened from', async () => {
  const { history } = show()
  await screen.findByText(/Mailbox is full/)
  press('j')
  press('j')
  const marked = document.activeElement?.getAttribute('aria-label')
  press('o')
  await waitFor(() => expect(screen.queryByText(/Mailbox is full/)).toBeNull())
  history.back()
  await screen.findByText(/Mailbox is full/)
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(marked))
  press('k')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Set received: ABCD - 1234 - 5678')
})

test('what was asked, and by whom, stands in the row, which offers to remind', async () => {
  const at = new Date(Date.now() - 10.5 * 60_000).toISOString()
  const asked = { at, to: 'anna@example.test', by: PRIYA }
  const paper = { ...item, rule: 'document' as const, detail: { name: 'Invoice', supplier: 'client' }, asked }
  show(undefined, [], { listed: [paper, failed] })
  expect(await screen.findByText('Asked 10 minutes ago by Priya Nair')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Remind: ABCD/ })).toBeTruthy()
})

test('an old address of what I claimed shows it, of everybody', async () => {
  const { sent } = show(undefined, [], { at: '/today?owner=claimed' })
  await waitFor(() => expect(sent).toContain('GET attention?page=1&per_page=50&by=group&claimed=me'))
  expect(screen.getByRole('button', { name: 'Claimed' }).getAttribute('aria-pressed')).toBe('true')
})

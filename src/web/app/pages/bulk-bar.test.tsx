import '#web/test/setup.ts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { recordOf } from '#contract/lib/record-of.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { ORDER_CANCELLED, RUN_KIND_LABELS } from '#contract/runs/runs.ts'
import { BULK_KINDS, type BulkKind, NO_SUPPLIER_ADDRESS } from '#contract/runs/start-run.ts'
import { SAILING_DATES } from '#contract/sailings/sailing-codes.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { BulkBar } from '#web/features/orders/bulk/bulk-bar.tsx'
import { ordersCall } from '#web/features/orders/list/order-queries.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { pageActions } from '#web/lib/browser/page-actions.ts'
import { listSearch } from '#web/lib/list/list-state.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { clearPicked, type PickedOrder, picked, showRows, tick, tickPage } from '#web/model/bulk/picked.ts'
import { newRun } from '#web/test/new-run.ts'
import { renderInApp } from '#web/test/render.tsx'

const order = (id: number): PickedOrder => ({
  id,
  hashSum: 'ABCD1234',
  customCode: `000${id}`,
  companyName: 'Lamps Ltd',
  updatedAt: `v${id}`,
  lastEventEntryId: null,
})
const PAGE = [order(1), order(2)]

/** Calls to the server: path and body. */
let sent: { path: string; body: never }[]
/** Answers of the server, by path. */
let answers: Record<string, (body: never) => unknown>
const sentTo = (path: string) => sent.filter((each) => each.path === path).map(({ body }) => body)

const RUN = { ...newRun(2), kind: 'status', title: 'Completed' }
const NO_MAILS = { count: 0, recipients: 0, withoutAddress: 0, sample: null }
const preview = (more: object = {}) => ({
  total: 2,
  applies: 2,
  skips: [],
  outcomes: [{ outcome: 'changes', count: 2, ids: [1, 2], reason: null }],
  noAddress: null,
  attachments: null,
  mails: NO_MAILS,
  papers: [],
  conflicts: [],
  asOfId: null,
  ...more,
})

beforeEach(() => {
  sent = []
  answers = {
    'request/booking/get_all': () => ({ items: PAGE, totalCount: 5, numItemsPerPage: 2, currentPageNumber: 1 }),
    'runs/preview': () => preview(),
    runs: () => RUN,
    'runs/9': () => RUN,
    'staff/get_all': () => ({
      items: [
        { id: 1, name: 'Marta' },
        { id: 4, name: 'Tom' },
      ],
      totalCount: 2,
      numItemsPerPage: 100,
      currentPageNumber: 1,
    }),
  }
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const path = new URL(url, 'http://x.test').pathname.replace('/api/', '')
    const read = body === undefined ? undefined : JSON.parse(body)
    sent.push({ path, body: read as never })
    const answer = answers[path]
    if (!answer) return Response.json({ code: 503, message: `No ${path}`, data: null }, { status: 503 })
    return Response.json({ code: 200, message: '', data: answer(read as never) })
  })
  storedToken.set('a token', 1)
  queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'UTC' } as never)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, username: 'Marta', role: ['ROLE_MANAGER'] } as never)
  clearPicked()
})
afterEach(() => {
  cleanup()
  clearPicked()
  localStorage.clear()
  storedToken.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const anyRows = z.object({ items: z.array(z.unknown()), totalCount: z.number() }).loose()

/** The list's own call, except that rows may have nothing but their names. */
function callOf(filters: Record<string, string>) {
  const call = ordersCall(filters)
  const read = async (state: Parameters<typeof call.read>[0]) => {
    const query = new URLSearchParams(call.query(state) as Record<string, string>)
    const reply = await fetch(`/api/request/booking/get_all?${query}`)
    return anyRows.parse(((await reply.json()) as { data: unknown }).data) as never
  }
  return { ...call, read }
}

/** Filters of the list under the bar. */
let filters: Record<string, string> = {}
const scope = () => JSON.stringify(Object.entries(filters))

function Orders() {
  const list = useList<OrderListItem>(callOf(filters))
  return list.page ? <BulkBar list={list} scope={scope()} columns={[]} visibility={undefined} /> : null
}

/** Opens the bar under a list with these filters, and selects its first page. */
async function open(narrowed: Record<string, string> = {}, select: () => void = tickPage) {
  filters = narrowed
  showRows(PAGE, scope())
  select()
  const routeTree = createRootRoute({ component: Orders, validateSearch: listSearch })
  renderInApp(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  return within(await screen.findByRole('group', { name: 'Selected orders' }))
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const SEEN = { orders: PAGE.map(({ id, updatedAt }) => ({ id, updatedAt, lastEventEntryId: null })) }

test('status: the preview follows the form, and the run starts with the versions that were seen', async () => {
  await open()
  press('Status')
  const form = await dialog()
  await form.findByText('Applies to 2')
  fireEvent.change(form.getByLabelText('Status'), { target: { value: '1' } })
  answers['runs/preview'] = () =>
    preview({ applies: 1, skips: [{ reason: 'The status is Cancelled already', count: 1, ids: [2] }] })
  await form.findByText('Applies to 1, skips 1 (1 whose status is Cancelled already)')
  fireEvent.click(form.getByRole('button', { name: /^Change status of/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const asked = { kind: 'status', input: { status: 1, notify: false }, selection: SEEN }
  expect(sentTo('runs/preview').at(-1)).toEqual({ ...asked, orderId: null })
  expect(sentTo('runs')).toEqual([asked])
})

test('in charge: the caller, unless another is chosen; nobody is a choice', async () => {
  await open()
  press('In charge')
  const form = await dialog()
  await form.findByText('Applies to 2')
  expect(sentTo('runs/preview').at(-1)).toMatchObject({ input: { userId: 1 } })
  await form.findByRole('option', { name: 'Tom' })
  fireEvent.change(form.getByLabelText('In charge'), { target: { value: '' } })
  await waitFor(() => expect(sentTo('runs/preview').at(-1)).toMatchObject({ input: { userId: null } }))
  await waitFor(() =>
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Unassign 2 orders' }).disabled).toBe(false),
  )
  fireEvent.click(form.getByRole('button', { name: 'Unassign 2 orders' }))
  await waitFor(() => expect(sentTo('runs')).toEqual([{ kind: 'in-charge', input: { userId: null }, selection: SEEN }]))
})

test('while one change of the selection runs or starts, no second one begins', async () => {
  const bar = await open()
  press('Status')
  const form = await dialog()
  await form.findByText('Applies to 2')
  const send = form.getByRole('button', { name: /^Change status of/ })
  fireEvent.click(send)
  fireEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo('runs')).toHaveLength(1)
  const again = bar.getByRole('button', { name: 'Set event' })
  await waitFor(() => expect(again.getAttribute('aria-disabled')).toBe('true'))
  fireEvent.click(again)
  expect(screen.queryByRole('dialog')).toBeNull()
  answers['runs/9'] = () => ({ ...RUN, state: 'done', done: 2, finishedAt: '2026-11-20T09:06:00.000Z' })
  answers['runs/9/items'] = () => ({ items: [], totalCount: 0, numItemsPerPage: 100, currentPageNumber: 1 })
  await queryClient.invalidateQueries({ queryKey: ['runs', '9'] })
  await waitFor(() => expect(picked.get().orders.size).toBe(0))
})

test('a run that could not be started leaves the dialog open with the reason, and the selection as it is', async () => {
  await open()
  press('Status')
  const form = await dialog()
  await form.findByText('Applies to 2')
  delete answers.runs
  fireEvent.click(form.getByRole('button', { name: /^Change status of/ }))
  expect((await form.findByRole('alert')).textContent).toContain('No runs')
  expect([...picked.get().orders.keys()]).toEqual([1, 2])
})

test('all that match is the filters and the search of the list, up to the newest order that was counted', async () => {
  const bar = await open({ search: 'AB', 'f.status': 'in:0,2', 'f.company': 'has:lamps' })
  press('Select all 5 that match')
  await bar.findAllByText('All 5 orders that match are selected')
  answers['runs/preview'] = () => preview({ total: 5, applies: 5, asOfId: 77 })
  press('Status')
  const form = await dialog()
  await form.findByText('Applies to 5')
  fireEvent.click(form.getByRole('button', { name: /^Change status of/ }))
  const selection = { filters: { status: 'in:0,2', company: 'has:lamps' }, search: 'AB' }
  await waitFor(() => expect(sentTo('runs')).toMatchObject([{ selection: { ...selection, asOfId: 77 } }]))
})

test('all of a list of codes are those orders themselves, from every page', async () => {
  const bar = await open({ codes: 'ABCD12340001,ABCD12340002' })
  const all = [1, 2, 3, 4, 5].map(order)
  answers['request/booking/get_all'] = () => ({ items: all, totalCount: 5, numItemsPerPage: 100, currentPageNumber: 1 })
  press('Select all 5 that match')
  await bar.findAllByText('5 orders selected')
  expect(picked.get()).toMatchObject({ all: null })
  expect([...picked.get().orders.keys()]).toEqual([1, 2, 3, 4, 5])
})

test('by keyboard the box offers the same actions, but none while a change is under way', async () => {
  await open()
  const offered = () => pageActions().filter(({ can }) => can?.() !== false)
  expect(offered().map(({ label }) => label)).toContain('In charge: 2 orders selected')
  await act(async () =>
    offered()
      .find(({ label }) => label === 'Status: 2 orders selected')
      ?.run(),
  )
  const form = await dialog()
  await form.findByText('Applies to 2')
  fireEvent.click(form.getByRole('button', { name: /^Change status of/ }))
  await waitFor(() => expect(offered().map(({ label }) => label)).toEqual(['Clear the selection']))
})

test("'all that match' is not offered while an order of the page is left out", async () => {
  const bar = await open({}, () => tick(order(1), false))
  expect(bar.queryByRole('button', { name: /that match/ })).toBeNull()
})

/** A planned sailing in the server's list, with two containers. */
const sailing = (id: number, vessel: string) => {
  const dates = recordOf(SAILING_DATES, () => null)
  const box = { sizeType: '45G1', maxCbm: 68, maxKg: 26_500, usedCbm: 12.4, usedKg: 900 }
  return {
    ...{
      id,
      reference: `S-2026-000${id}`,
      updatedAt: 'v1',
      createdAt: 'v1',
      vesselId: 3,
      vessel: { id: 3, name: vessel },
    },
    voyage: '018E',
    carrierId: null,
    carrier: null,
    portOfLoading: 'CNNGB',
    portOfDischarge: 'CAVAN',
    portNames: { portOfLoading: 'Ningbo', portOfDischarge: 'Vancouver' },
    depotId: null,
    depot: null,
    ...dates,
    etd: '2026-12-01T00:00:00.000Z',
    nextCutOffAt: null,
    masterBill: '',
    carrierBooking: '',
    carrierSays: [],
    destinationPlaceId: null,
    destinationPlace: null,
    status: 'planned',
    notes: '',
    orderCount: 3,
    receivedCount: 0,
    usedCbm: 12.4,
    usedKg: 900,
    capacityCbm: 136,
    capacityKg: 53_000,
    ...{ freeCbm: 123.6, freeKg: 52_100, fits: id !== 3, writes: [], conflicts: [] },
    ...{ neededCbm: 2, neededKg: 200 },
    judged: [
      { code: 'fits', message: '', orderIds: id === 3 ? [1] : [1, 2] },
      ...(id === 3 ? [{ code: 'country', message: 'goes to Canada', orderIds: [2] }] : []),
    ],
    misfits: id === 3 ? [{ code: 'country', message: 'goes to Canada' }] : [],
    containers: [
      { ...box, id: 51, number: 'TGHU7654321' },
      { ...box, id: 52, number: '' },
    ],
  }
}

/** Opens the dialog 'Load on sailing', which offers three sailings; the first one fits and is chosen. */
async function openLoading() {
  const items = [sailing(1, 'EVER GIVEN'), sailing(2, 'MSC OSCAR'), sailing(3, 'COSCO SAKURA')]
  answers['sailing/fitting'] = () => ({ items, totalCount: 3, numItemsPerPage: 10, currentPageNumber: 1 })
  for (const each of items) answers[`sailing/get/${each.id}`] = () => each
  await open()
  press('Load on sailing')
  const form = await dialog()
  await form.findByRole('radio', { name: /EVER GIVEN/, checked: true })
  const choose = async (name: RegExp) => fireEvent.click(await form.findByRole('radio', { name }))
  const send = form.getByRole<HTMLButtonElement>('button', { name: /^Load/ })
  return { form, choose, send }
}

test('load: the sailing that fits is chosen; the button counts the orders that go', async () => {
  const { form, send } = await openLoading()
  await form.findByText('Applies to 2')
  await waitFor(() => expect(send.textContent).toBe('Load 2 orders'))
  expect(form.getByRole('radio', { name: /EVER GIVEN/ }).closest('label')?.textContent).toContain('Ningbo → Vancouver')
  expect(sentTo('runs/preview').at(-1)).toMatchObject({ kind: 'load', input: { sailingId: 1, containerId: null } })
  expect(sentTo('runs')).toEqual([])
})

test('load: orders for another country go only if that is ticked', async () => {
  const { form, choose } = await openLoading()
  expect(form.queryByRole('checkbox', { name: 'Also load orders for another country' })).toBeNull()
  await choose(/COSCO SAKURA/)
  // The counts open their orders.
  fireEvent.click(form.getByRole('button', { name: '1 goes to Canada' }))
  expect(form.getByRole('link', { name: 'ABCD - 1234 - 0002' })).toBeTruthy()
  fireEvent.click(await form.findByRole('checkbox', { name: 'Also load orders for another country' }))
  await waitFor(() =>
    expect(sentTo('runs/preview').at(-1)).toMatchObject({ input: { sailingId: 3, otherDestinations: true } }),
  )
})

test('load: the orders go on the sailing, into the container that was chosen; another sailing has other containers', async () => {
  const { form, choose, send } = await openLoading()
  const containers = () => form.getByRole<HTMLSelectElement>('combobox', { name: 'Container' })
  await waitFor(() => expect(containers().value).toBe(''))
  expect(within(containers()).getByRole('option', { name: /^TGHU7654321, .*: 12.4 of 68 CBM$/ })).toBeTruthy()
  fireEvent.change(containers(), { target: { value: '51' } })
  await waitFor(() => expect(sentTo('runs/preview').at(-1)).toMatchObject({ input: { containerId: 51 } }))
  await choose(/MSC OSCAR/)
  await waitFor(() => expect(containers().value).toBe(''))
  fireEvent.change(containers(), { target: { value: '52' } })
  answers['runs/preview'] = () =>
    preview({ applies: 1, skips: [{ reason: 'Already on this sailing', count: 1, ids: [2] }] })
  await form.findByText('Applies to 1, skips 1 (1 already on this sailing)')
  await waitFor(() => expect(send.disabled).toBe(false))
  fireEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const input = { sailingId: 2, containerId: 52, otherDestinations: false, takeOver: true }
  expect(sentTo('runs')).toEqual([{ kind: 'load', input, selection: SEEN }])
})

test('load: orders that cannot go leave the button off, and a refusal stays in the dialog', async () => {
  answers['runs/preview'] = () => preview({ applies: 0, skips: [{ reason: ORDER_CANCELLED, count: 2, ids: [1, 2] }] })
  const { form, choose, send } = await openLoading()
  await form.findByText('Applies to none, skips 2 (2 cancelled)')
  expect(send.disabled).toBe(true)
  answers['runs/preview'] = () => preview()
  await choose(/MSC OSCAR/)
  await form.findByText('Applies to 2')
  await waitFor(() => expect(send.disabled).toBe(false))
  delete answers.runs
  fireEvent.click(send)
  expect((await form.findByRole('alert')).textContent).toContain('No runs')
})

test('suppliers: orders whose shipper has no address are named, each with the way to enter it', async () => {
  answers['runs/preview'] = () =>
    preview({
      applies: 1,
      skips: [{ reason: NO_SUPPLIER_ADDRESS, count: 1, ids: [2] }],
      outcomes: [
        { outcome: 'changes', count: 1, ids: [1], reason: null },
        { outcome: 'cannot', count: 1, ids: [2], reason: NO_SUPPLIER_ADDRESS },
      ],
    })
  await open()
  press(RUN_KIND_LABELS['ask-suppliers'])
  const form = await dialog()
  await form.findByText('Applies to 1, skips 1 (1 whose shipper has no e-mail address)')
  const links = form.getAllByRole('link', { name: /^ABCD - 1234 - / })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['ABCD - 1234 - 0002', '/orders/2?tab=shipment&panel=shipper'],
  ])
})

const EVENTS = ['Booking Confirmed', 'Received', 'Departed'].map((name, at) => ({
  ...{ id: at + 1, name, publicStatus: '', emailTemplateId: null, emailTemplate: null, milestone: null },
  ...{ createdAt: 'v1', updatedAt: 'v1' },
}))
const PDF = {
  ...{ id: 5, title: 'Confirmation', subject: 'Confirmed', attaches: 'booking-confirmation', events: [] },
  ...{ system: false, secret: false, trackingDocuments: false, suggestedFor: null, updatedAt: 'v1' },
}
const pageOf = (items: object[]) => ({
  items,
  totalCount: items.length,
  numItemsPerPage: 1000,
  currentPageNumber: 1,
})

const FITTING = {
  ...{ id: 1, reference: 'S-2026-0001', vessel: { id: 3, name: 'EVER GIVEN' }, voyage: '018E' },
  ...{ portOfLoading: 'CNNGB', portOfDischarge: 'CAVAN' },
  ...{ portNames: { portOfLoading: 'Ningbo', portOfDischarge: 'Vancouver' }, depot: null },
  ...{ cargoCutOffAt: null, documentationCutOffAt: null, etd: null, portEta: null },
  ...{ capacityCbm: 136, freeCbm: 120, freeKg: 50_000, fits: true, misfits: [], writes: [], conflicts: [] },
  ...{ judged: [], neededCbm: 2, neededKg: 200 },
}

/** What makes the form of each kind complete, so that its preview is asked for. */
const COMPLETE: Record<BulkKind, (form: Awaited<ReturnType<typeof dialog>>) => unknown> = {
  event: async (form) => fireEvent.change(await form.findByLabelText('Event'), { target: { value: '2' } }),
  status: () => undefined,
  'in-charge': () => undefined,
  // The first sailing that fits is chosen at once.
  load: () => undefined,
  dates: (form) =>
    void fireEvent.change(form.getByLabelText('Estimated time of departure'), { target: { value: '12/24/2027' } }),
  'ask-documents': () => undefined,
  'ask-suppliers': () => undefined,
  'arrival-notice': () => undefined,
}

test.each(BULK_KINDS)('%s: the number on the button is the number that will be done', async (kind) => {
  answers['sailing/fitting'] = () => pageOf([FITTING])
  answers['request/event/get_all'] = () => pageOf(EVENTS)
  answers['template/email/get_all'] = () => pageOf([PDF])
  answers['runs/preview'] = () =>
    preview({
      total: 9,
      applies: 7,
      outcomes: [
        { outcome: 'changes', count: 7, ids: [1, 2, 3, 4, 5, 6, 7], reason: null },
        { outcome: 'cannot', count: 2, ids: [8, 9], reason: 'This order is completed' },
      ],
    })
  const bar = await open()
  fireEvent.click(bar.getByRole('button', { name: kind === 'dates' ? 'Confirmation dates' : RUN_KIND_LABELS[kind] }))
  const form = await dialog()
  await COMPLETE[kind](form)
  const send = await form.findByRole<HTMLButtonElement>('button', { name: / 7 orders$/ })
  await waitFor(() => expect(send.disabled).toBe(false))
  expect(form.getByText('Applies to 7; 2 would fail')).toBeTruthy()
})

test('an event: the next one of all orders is chosen; what it means to them is counted, and each count opens its orders', async () => {
  answers['request/event/get_all'] = () => pageOf(EVENTS)
  answers['template/email/get_all'] = () => pageOf([PDF])
  answers['runs/preview'] = ({ input }: { input: { leaveOut: string[]; attachRequired: boolean } }) =>
    preview({
      applies: input.leaveOut.includes('has-already') ? 1 : 2,
      outcomes: [
        { outcome: 'changes', count: 1, ids: [1], reason: null },
        { outcome: 'has-already', count: 1, ids: [2], reason: 'Has this event already' },
      ],
      noAddress: { count: 1, ids: [1] },
      attachments: { can: 0, cannot: [{ reason: 'Quote: A price is missing', count: 1, ids: [1] }] },
    })
  await open({}, () => {
    showRows(
      PAGE.map((each) => ({ ...each, lastEventId: 1 })),
      scope(),
    )
    tickPage()
  })
  press('Set event')
  const form = await dialog()
  await waitFor(() => expect(form.getByLabelText<HTMLSelectElement>('Event').value).toBe('2'))
  await form.findByRole('button', { name: 'Set event on 1 order' })
  const last = () => sentTo('runs/preview').at(-1) as unknown as { input: object }
  expect(last().input).toMatchObject({
    eventId: 2,
    attach: true,
    attachRequired: false,
    leaveOut: ['has-already', 'further-on'],
  })
  fireEvent.click(form.getByRole('button', { name: '1 order has this event already' }))
  expect(form.getByRole('link', { name: 'ABCD - 1234 - 0002' }).getAttribute('href')).toBe('/orders/2')
  expect(form.getByRole('button', { name: '1 order of these has no e-mail address' })).toBeTruthy()
  expect(form.getByRole('button', { name: '1 order without the PDF. Quote: A price is missing' })).toBeTruthy()
  fireEvent.click(form.getByRole('checkbox', { name: 'Leave out orders that have it' }))
  await form.findByRole('button', { name: 'Set event on 2 orders' })
  expect(last().input).toMatchObject({ leaveOut: ['further-on'] })
})

test('an event: none is chosen if the orders stand at different ones', async () => {
  answers['request/event/get_all'] = () => pageOf(EVENTS)
  answers['template/email/get_all'] = () => pageOf([])
  await open({}, () => {
    showRows(
      PAGE.map((each) => ({ ...each, lastEventId: each.id })),
      scope(),
    )
    tickPage()
  })
  press('Set event')
  const form = await dialog()
  expect((await form.findByLabelText<HTMLSelectElement>('Event')).value).toBe('0')
})

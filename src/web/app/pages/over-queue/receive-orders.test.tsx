import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LoadedOrder } from '#contract/sailings/loadings.ts'
import { sailing } from '#web/features/sailings/shared/sailing.fixture.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ReceiveOrders } from './receive-orders.tsx'

const RECEIVED_BEFORE = '2026-11-20T09:00:00.000Z'
const loaded = (orderId: number, more: Partial<LoadedOrder> = {}): LoadedOrder => ({
  orderId,
  trackingCode: `ABCD1234000${orderId}`,
  companyName: 'Lamps Ltd',
  username: 'lamps',
  transportationMode: 0,
  cityName: 'Ningbo',
  cartageName: 'CFS Kent',
  inCharge: null,
  cargoReadyAt: null,
  bookedCbm: 2,
  bookedKg: 300,
  status: 0,
  position: orderId,
  container: null,
  receivedAt: null,
  pieces: null,
  measuredKg: null,
  measuredCbm: null,
  usedCbm: 2,
  usedKg: 300,
  measuredDiffers: false,
  differs: [],
  ...more,
})
const before = (orderId: number) => loaded(orderId, { receivedAt: RECEIVED_BEFORE, pieces: 4 })

const MAIL = { id: 3, title: 'Cargo received' }
const EVENTS = [
  { id: 1, name: 'Booking Confirmed', milestone: 'confirmed', emailTemplateId: null, emailTemplate: null },
  { id: 2, name: 'Received at CFS', milestone: 'received', emailTemplateId: MAIL.id, emailTemplate: MAIL },
].map((event) => ({ publicStatus: '', createdAt: 'v1', updatedAt: 'v1', ...event }))
const TEMPLATE = {
  ...{
    ...MAIL,
    subject: 'Received',
    system: false,
    secret: false,
    events: [],
    attaches: null,
    trackingDocuments: true,
  },
  ...{ suggestedFor: null, updatedAt: 'v1' },
}
const PREVIEW = {
  ...{ total: 2, applies: 2, skips: [], outcomes: [], noAddress: null, attachments: null, papers: [], conflicts: [] },
  ...{ mails: { count: 2, recipients: 1, withoutAddress: 0, sample: null }, asOfId: null },
}
const pageOf = (items: object[]) => ({ items, totalCount: items.length, numItemsPerPage: 1000, currentPageNumber: 1 })

type Body = Record<string, unknown>
/** Calls to the server with a body. */
let sent: (Body & { path: string })[]
let refused: boolean
let failed: number[]
const sentTo = (path: string) => sent.filter((call) => call.path === path)

beforeEach(() => {
  sent = []
  failed = []
  refused = false
  queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'UTC' } as never)
})

/** Opens the dialog for all of these orders of sailing 9. */
async function open(orders: LoadedOrder[]) {
  const received = ({ orderIds }: { orderIds: number[] }) => ({
    items: orderIds.map((orderId) => ({
      orderId,
      trackingCode: `ABCD1234000${orderId}`,
      state: failed.includes(orderId) ? 'failed' : 'done',
      reason: null,
    })),
    warnings: [],
    sailing: sailing(),
    run: null,
  })
  const answers: Record<string, (body: never) => unknown> = {
    'sailing/9/orders': () => pageOf(orders),
    'request/event/get_all': () => pageOf(EVENTS),
    'template/email/get_all': () => pageOf([TEMPLATE]),
    'runs/preview': () => PREVIEW,
    'sailing/9/received': received,
  }
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const path = new URL(url, 'http://x.test').pathname.replace('/api/', '')
    const read = JSON.parse(body ?? 'null')
    if (read) sent.push({ path, ...read })
    const answer = refused && path === 'sailing/9/received' ? undefined : answers[path]
    if (!answer) return Response.json({ code: 503, message: `No ${path}`, data: null }, { status: 503 })
    return Response.json({ code: 200, message: '', data: answer(read as never) })
  })
  const onClose = vi.fn()
  const orderIds = new Set(orders.map(({ orderId }) => orderId))
  renderInApp(<ReceiveOrders sailingId={9} orderIds={orderIds} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog'))
  const button = (name: string) => dialog.getByRole<HTMLButtonElement>('button', { name })
  const value = (name: string) => dialog.getByLabelText<HTMLSelectElement>(name).value
  return { dialog, button, value, onClose }
}

test('receiving tells the clients by default: event and mail of the milestone go along, with what was measured', async () => {
  const { dialog, button, value, onClose } = await open([loaded(1), loaded(2)])
  await waitFor(() => expect(value('Set event')).toBe('2'))
  expect(value('Send mail')).toBe('3')
  await dialog.findByText('Applies to 2 · 2 mails to 1 address')
  fireEvent.change(dialog.getByLabelText('CBM of ABCD - 1234 - 0002'), { target: { value: '2.5' } })
  fireEvent.click(button('Receive'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const nothing = { pieces: null, weightKg: null, volumeCbm: null }
  expect(sentTo('sailing/9/received')).toMatchObject([
    {
      orderIds: [1, 2],
      eventId: 2,
      emailTemplateId: 3,
      measured: [
        { orderId: 1, ...nothing },
        { orderId: 2, ...nothing, volumeCbm: 2.5 },
      ],
    },
  ])
})

test('without an event nothing is counted, and no mail goes', async () => {
  const { dialog, button, value } = await open([loaded(1), loaded(2)])
  await waitFor(() => expect(value('Set event')).toBe('2'))
  fireEvent.change(dialog.getByLabelText('Set event'), { target: { value: '' } })
  expect(dialog.getByLabelText<HTMLSelectElement>('Send mail').disabled).toBe(true)
  expect(dialog.queryByText(/^Applies to/)).toBeNull()
  fireEvent.click(button('Receive'))
  await waitFor(() =>
    expect(sentTo('sailing/9/received')).toMatchObject([{ orderIds: [1, 2], eventId: null, emailTemplateId: null }]),
  )
})

test('orders received before stay as they are beside others, unless they are ticked', async () => {
  const { dialog, button } = await open([loaded(1), before(2)])
  expect(screen.getByRole('dialog', { name: 'Receive 1 order' })).toBeTruthy()
  expect(dialog.queryByLabelText('CBM of ABCD - 1234 - 0002')).toBeNull()
  fireEvent.click(dialog.getByRole('checkbox', { name: '1 order was received before: set the new time for it too' }))
  expect(screen.getByRole('dialog', { name: 'Receive 2 orders' })).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Pieces of ABCD - 1234 - 0002').value).toBe('4')
  fireEvent.click(button('Receive'))
  await waitFor(() => expect(sentTo('sailing/9/received')).toMatchObject([{ orderIds: [1, 2] }]))
})

test('orders that were all received before keep their event; their receipts can be taken back', async () => {
  const { button, value, onClose } = await open([before(1), before(2)])
  expect(value('Set event')).toBe('')
  fireEvent.click(button('Not received after all'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo('sailing/9/received')).toEqual([
    { path: 'sailing/9/received', orderIds: [1, 2], at: null, measured: [] },
  ])
})

test('a figure that is refused says so at its field, and a refusal keeps what was typed', async () => {
  const { dialog, button, onClose } = await open([loaded(1)])
  const volume = dialog.getByLabelText<HTMLInputElement>('CBM of ABCD - 1234 - 0001')
  fireEvent.change(volume, { target: { value: 'much' } })
  fireEvent.click(button('Receive'))
  await waitFor(() => expect(volume.getAttribute('aria-invalid')).toBe('true'))
  expect(sentTo('sailing/9/received')).toEqual([])
  fireEvent.change(volume, { target: { value: '3' } })
  refused = true
  fireEvent.click(button('Receive'))
  expect((await dialog.findByRole('alert')).textContent).toContain('No sailing/9/received')
  expect(volume.value).toBe('3')
  expect(onClose).not.toHaveBeenCalled()
})

test('orders that could not be received are named', async () => {
  failed = [2]
  const { button, onClose } = await open([loaded(1), loaded(2)])
  fireEvent.click(button('Receive'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(toasts.get().map(({ message }) => message)).toContain('Not received: ABCD - 1234 - 0002')
})

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DATE } from '#contract/lib/messages.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { eventChoices, templateChoices } from './date-change-calls.ts'
import { DateChangeForm } from './date-change-form.tsx'
import { RunView } from './run-view.tsx'

const day = (n: number) => `2027-03-${n}T00:00:00.000Z`
const AT = '2027-01-01T00:00:00.000Z'
const row = (id: number, more: object = {}) => ({
  id,
  trackingCode: `ABCD1234000${id}`,
  companyName: 'Lamps Ltd',
  updatedAt: AT,
  fields: [{ field: 'portEstimatedTimeOfArrivalAt', from: day(12), to: day(17) }],
  differs: false,
  toldPortEta: null,
  toldPlaceEta: null,
  mail: { to: `client${id}@lamps.test`, template: { id: 3, title: 'Delay' }, shiftDays: 5 },
  conflict: null,
  ...more,
})
const RUN = {
  id: 9,
  kind: 'dates',
  title: 'S-2026-0001',
  state: 'running',
  total: 2,
  done: 0,
  failed: 0,
  skipped: 0,
  heldUntil: null,
  createdBy: null,
  createdAt: AT,
  startedAt: AT,
  finishedAt: null,
}

interface Answer {
  code?: number
  message?: string
  data: unknown
}

/** A server that answers by path; returns the bodies that it got. */
function serve(answers: Record<string, Answer>) {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const path = url.replace(/^\/api\//, '').replace(/\?.*$/, '')
    const { code = 200, message = '', data } = answers[path] ?? { code: 404, message: path, data: null }
    if (body) sent.push({ path, ...JSON.parse(body) })
    return new Response(JSON.stringify({ code, message, data }), { status: code })
  })
  return sent
}

const shown = (part: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </MantineProvider>,
  )

function open(answers: Record<string, Answer>) {
  const template = {
    id: 3,
    title: 'Delay',
    subject: 'Delay',
    system: false,
    events: [],
    attaches: null,
    trackingDocuments: true,
    suggestedFor: null,
    updatedAt: AT,
  }
  queryClient.setQueryData(templateChoices.queryKey, [template] as never)
  queryClient.setQueryData(eventChoices.queryKey, [])
  const sent = serve(answers)
  const started = vi.fn()
  const subject = { path: 'sailing/4', name: 'S-2027-0001', dates: { portEta: day(12), etd: day(10) } }
  shown(<DateChangeForm subject={subject} onCancel={() => undefined} onStarted={started} />)
  return { sent, started }
}

const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Estimated time of arrival at port'), { target: { value: text } })
const preview = (...orders: object[]) => ({
  data: {
    updatedAt: AT,
    dates: [{ field: 'portEta', from: day(12), to: day(17) }],
    warnings: [],
    orders,
    suggestedTemplate: { id: 3, title: 'Delay' },
    mails: { count: 3, clients: 2 },
    sample: null,
  },
})

test('a typed date says how far it moves; the button counts ticked orders, and exactly those are sent', async () => {
  const own = row(3, {
    differs: true,
    fields: [{ field: 'portEstimatedTimeOfArrivalAt', from: day(14), to: day(17) }],
  })
  const { sent, started } = open({
    'sailing/4/date-change/preview': preview(row(1), row(2), own, row(5, { mail: null })),
    'sailing/4/date-change': { data: RUN },
  })
  type('03/17/2027')
  await screen.findByText('moves 5 days later (Fri Mar 12 → Wed Mar 17 2027)')
  // An order that differs is not ticked, and says why.
  screen.getByText('was Sun Mar 14 2027, sailing said Fri Mar 12 2027')
  await screen.findByRole('button', { name: 'Change 3 orders' })
  fireEvent.change(screen.getByLabelText('Send mail'), { target: { value: '3' } })
  await screen.findByRole('button', { name: 'Change 3 orders, mail 2 clients' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Change ABCD - 1234 - 0002' }))
  const button = await screen.findByRole('button', { name: 'Change 2 orders, mail 1 client' })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  fireEvent.click(button)
  await waitFor(() => expect(started).toHaveBeenCalledWith(RUN))
  expect(sent.at(-1)).toMatchObject({
    path: 'sailing/4/date-change',
    updatedAt: AT,
    dates: { portEta: day(17) },
    mode: 'shift',
    emailTemplateId: 3,
    onePerClient: true,
    orders: [
      { id: 1, updatedAt: AT, apply: true, mail: true },
      { id: 2, apply: false, mail: false },
      { id: 3, apply: false, mail: false },
      { id: 5, apply: true, mail: false },
    ],
  })
  expect(sent.at(-1)?.dates).not.toHaveProperty('etd')
})

test('the mail for changed dates is offered with the clients who would get it; one address is one mail, or not', async () => {
  const shared = { to: 'client@lamps.test', template: null, shiftDays: 5 }
  const { sent } = open({
    'sailing/4/date-change/preview': preview(
      row(1, { mail: shared }),
      row(2, { mail: { ...shared, to: 'CLIENT@lamps.test' } }),
    ),
  })
  type('03/17/2027')
  fireEvent.click(await screen.findByRole('button', { name: "Send 'Delay' to 2 clients" }))
  expect(screen.getByLabelText<HTMLSelectElement>('Send mail').value).toBe('3')
  expect(screen.queryByRole('button', { name: /^Send 'Delay'/ })).toBeNull()
  await screen.findByRole('button', { name: 'Change 2 orders, mail 1 client' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'One mail per client, with all orders in it' }))
  await screen.findByRole('button', { name: 'Change 2 orders, send 2 mails to 1 client' })
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ emailTemplateId: 3, onePerClient: false }))
})

test('a refusal stands at its field', async () => {
  const message = 'The arrival is before the departure'
  open({ 'sailing/4/date-change/preview': { code: 400, message, data: { 'dates.portEta': message } } })
  type('03/02/2027')
  await screen.findByText(message)
  const arrival = screen.getByLabelText('Estimated time of arrival at port')
  await waitFor(() => expect(arrival.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('button', { name: 'Change dates' }).hasAttribute('disabled')).toBe(true)
})

test('nothing is asked before the first date has settled: a question without dates would be refused', async () => {
  const { sent } = open({ 'sailing/4/date-change/preview': preview(row(1)) })
  type('03/17/2027')
  await screen.findByRole('button', { name: 'Change 1 order' })
  expect(sent.map(({ dates }) => dates)).toEqual([{ portEta: day(17) }])
})

test('a text that is no date is named at once, and asks nothing', async () => {
  const { sent } = open({})
  type('soon')
  await screen.findByText(DATE)
  expect(sent).toEqual([])
})

test('a run shows its progress; failed orders have their reason and Apply again; Undo is there while mails are held', async () => {
  const over = {
    ...RUN,
    state: 'done',
    done: 1,
    failed: 1,
    rows: { waiting: 0, done: 1, failed: 1, skipped: 0, undone: 0 },
    reasons: [],
    mails: { waiting: 1, sent: 0, failed: 0, unsent: 0, cancelled: 0 },
    finishedAt: '2027-01-01T00:00:10.000Z',
    heldUntil: '2027-01-01T00:01:10.000Z',
  }
  const item = {
    orderId: 2,
    clientId: null,
    offerId: null,
    reference: null,
    row: null,
    trackingCode: 'ABCD12340002',
    companyName: 'Lamps Ltd',
    state: 'failed',
  }
  const items = [{ ...item, reason: 'changed by Marta at 10:02' }]
  const answers: Record<string, Answer> = {
    'runs/9': { data: over },
    'runs/9/items': { data: { items, totalCount: 1, numItemsPerPage: 1000, currentPageNumber: 1 } },
  }
  serve(answers)
  shown(<RunView started={RUN as never} onClose={() => undefined} />)
  await screen.findByText('1 of 2 orders changed, 1 failed')
  // A slow machine may show the minute a few seconds later.
  await screen.findByText(/Mails leave in (60|5\d) s\./)
  await screen.findByText(/changed by Marta at 10:02/)
  screen.getByRole('button', { name: 'Apply again' })
  answers['runs/9'] = { data: { ...over, state: 'undone', done: 0 } }
  answers['runs/9/undo'] = answers['runs/9']
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone, 1 had failed')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Apply again' })).toBeNull()
})

test('a run without mails never says that mails leave', async () => {
  const over = {
    ...RUN,
    state: 'done',
    done: 2,
    failed: 0,
    finishedAt: '2027-01-01T00:00:10.000Z',
    heldUntil: '2027-01-01T00:01:10.000Z',
    reasons: [],
    rows: { waiting: 0, done: 2, failed: 0, skipped: 0, undone: 0 },
    mails: { waiting: 0, sent: 0, failed: 0, unsent: 0, cancelled: 0 },
  }
  serve({ 'runs/9': { data: over } })
  shown(<RunView started={RUN as never} onClose={() => undefined} />)
  await screen.findByText(/^Undo takes everything back for (60|5\d) s\.$/)
  expect(screen.queryByText(/Mails leave/)).toBeNull()
})

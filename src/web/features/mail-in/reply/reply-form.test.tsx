import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Draft } from '#contract/drafts/drafts.ts'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import { testMail } from '#web/features/mail-in/shared/mail-in.fixture.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ReplyForm } from './reply-form.tsx'

// The editor needs a frame of the server.
vi.mock('#web/ui/rich-text/rich-text.tsx', () => ({
  RichText: ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  ),
}))

const order = { ...testOrder, id: 7, email: 'anna@client.example' }
const ok = (data: unknown) => Response.json({ code: 200, message: '', data })
const page = (items: readonly object[]) => ({
  items,
  totalCount: items.length,
  numItemsPerPage: 20,
  currentPageNumber: 1,
})
const replied = {
  mail: { id: 90, state: 'queued', sentAt: null, reason: null, sendAt: '2126-11-20T10:00:10.000Z' },
  entryId: null,
  mailIn: { ...testMail, state: 'answered' },
}
const draft: Draft = {
  ...{ kind: 'reply', id: 5, tab: 'k', baseVersion: null, shape: 1, revision: 1, by: 'Assistant' },
  values: { html: '<p>Prepared</p>', tone: 'kind' },
  ...{ createdAt: '2026-11-20T10:02:00Z', updatedAt: '2026-11-20T10:02:00Z' },
}

interface Shown {
  mail?: MailIn
  bounced?: readonly object[]
  drafts?: readonly Draft[]
  send?: () => Response
}

async function show({ mail = testMail, bounced = [], drafts = [], send = () => ok(replied) }: Shown = {}) {
  neverRead(settingsQuery.queryKey)
  queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'UTC', mailHoldSeconds: 10 } as never)
  storedToken.set('T'.repeat(43), 1)
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'http://x.test').pathname.slice(5)
    if (method !== 'GET') sent.push({ path: `${method} ${path}`, body: body ? JSON.parse(String(body)) : undefined })
    if (path.endsWith('/reply') && method === 'POST') return send()
    if (path === 'drafts') return ok(drafts)
    if (method === 'PUT') return ok({ ...draft, by: null })
    if (path.startsWith('admin/mail') && method === 'GET') return ok(page(bounced))
    if (path === 'request/booking/get/7') return ok(order)
    if (path === 'document/category/get_all') return ok(page([]))
    return method === 'GET' ? new Promise<Response>(() => {}) : ok(null)
  })
  const closed = vi.fn()
  const rootRoute = createRootRoute({ component: () => <ReplyForm mail={mail} onClose={closed} /> })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  const { unmount } = renderInApp(<RouterProvider router={router as never} />)
  await screen.findByLabelText(/^To/)
  return { sent, closed, unmount }
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const write = (text: string) => fireEvent.change(field(/^Text/), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a reply goes to the client of the order, others by a press, and can be undone while it is held', async () => {
  const { sent, closed } = await show()
  expect([field(/^To/).value, field(/^Subject/).value]).toEqual(['anna@client.example', 'Re: Papers'])
  screen.getByText('This is the client of the order')
  press('Copy to tom@client.example')
  write('<p>Thank you</p>')
  press('Send')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent.find(({ path }) => path === 'POST mail-in/5/reply')?.body).toEqual({
    ...{ to: ['anna@client.example'], cc: ['tom@client.example'], subject: 'Re: Papers', html: '<p>Thank you</p>' },
    ...{ eventId: null, templateId: null, documents: [] },
  })
  expect(toasts.get()[0]?.title).toBe('The reply will be sent')
  toasts.get()[0]?.actions[0]?.run()
  await waitFor(() => expect(sent.at(-1)?.path).toBe('PUT drafts/reply/5'))
  expect(sent.at(-2)?.path).toBe('POST admin/mail/90/cancel')
  // The typed text is a draft again.
  expect(sent.at(-1)?.body).toMatchObject({
    ...{ revision: null, shape: 1 },
    values: { to: 'anna@client.example', cc: 'tom@client.example', subject: 'Re: Papers', html: '<p>Thank you</p>' },
  })
  expect(hasUnsaved()).toBe(false)
})

test('with an event, undoing takes back both', async () => {
  const { sent, closed } = await show({ send: () => ok({ ...replied, entryId: 12 }) })
  write('<p>Thank you</p>')
  press('Send')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(toasts.get()[0]?.title).toBe('The reply will be sent, and the event was set')
  toasts.get()[0]?.actions[0]?.run()
  await waitFor(() => expect(sent.some(({ path }) => path === 'POST request/event/entry/12/undo')).toBe(true))
})

test('without a mail server the reply is kept unsent, and there is nothing to undo', async () => {
  const unsent = { ...replied.mail, state: 'unsent', sendAt: null, reason: 'not sent: no mail server configured' }
  const { closed } = await show({ send: () => ok({ ...replied, mail: unsent }) })
  write('<p>Thank you</p>')
  press('Send')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(toasts.get()[0]).toMatchObject({
    title: 'No mail server is configured: the reply is kept unsent',
    actions: [],
  })
})

test('a wrong address is named at its field, and nothing is sent', async () => {
  const { sent } = await show()
  fireEvent.change(field(/^To/), { target: { value: 'Anna <anna@client.example>, tom' } })
  write('<p>Thank you</p>')
  press('Send')
  await screen.findByText('tom: Please, enter valid email address')
  expect(sent.some(({ path }) => path.endsWith('/reply'))).toBe(false)
})

test('a refusal keeps what was typed', async () => {
  const message = 'Marta is working on this mail.'
  await show({ send: () => Response.json({ code: 409, message, data: null }, { status: 409 }) })
  write('<p>Thank you</p>')
  press('Send')
  await screen.findByText(message)
  expect(field(/^Text/).value).toBe('<p>Thank you</p>')
})

test('an address from which a mail came back warns', async () => {
  const bounce = { code: '5.1.1', text: 'User unknown', at: '2026-11-20T10:00:00.000Z', mailInId: 8, soft: false }
  const delivery = {
    ...{ id: 3, role: 'to', name: '', address: 'Anna@client.example', state: 'bounced', attempts: 1 },
    ...{ reason: '550 5.1.1 User unknown', sentAt: null, bounce },
  }
  const mail = {
    ...{ id: 30, kind: 'event', orderId: 7, orderIds: [7], templateTitle: null, subject: 'Loaded', createdBy: null },
    ...{ createdAt: '2026-11-20T09:00:00.000Z', sendAt: null, deliveries: [delivery] },
    ...{ messageId: null, inReplyTo: null, threadId: null },
  }
  await show({ bounced: [mail] })
  await screen.findByText('An earlier mail to Anna@client.example came back')
  screen.getByText('Nov 20 2026 10:00: 550 5.1.1 User unknown')
})

test('what is typed is kept as a draft when the reply is left', async () => {
  const { sent, unmount } = await show()
  write('<p>Half</p>')
  expect(hasUnsaved()).toBe(true)
  unmount()
  const kept = sent.find(({ path }) => path === 'PUT drafts/reply/5')?.body
  expect(kept).toMatchObject({ shape: 1, values: { html: '<p>Half</p>', to: 'anna@client.example' } })
})

test('a draft that a program prepared is offered, with what the form has no place for', async () => {
  await show({ drafts: [draft] })
  fireEvent.click(await screen.findByRole('button', { name: /^Open: Draft by key Assistant/ }))
  expect(field(/^Text/).value).toBe('<p>Prepared</p>')
  expect(field(/^To/).value).toBe('anna@client.example')
  screen.getByText('tone: "kind"')
})

import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { listSearch } from '#web/lib/list/list-state.ts'
import { renderInApp } from '#web/test/render.tsx'
import { InboxPage } from './inbox-page.tsx'
import { rowOf, testFile, testMail } from './shared/mail-in.fixture.ts'

const other: MailIn = {
  ...testMail,
  ...{ id: 6, subject: 'Where is it', fromName: 'Somebody', fromAddress: 'x@stranger.example', threadId: 4 },
  ...{ orderId: null, orders: [], matched: null, verified: false, clientId: null, text: 'Where is my cargo?' },
  suggestions: [{ orderId: 9, trackingCode: 'WXYZ12345678', reason: 'The only open order of the sender' }],
}
const paper: Paper = {
  ...{ id: 70, orderId: 7, requirementId: 1, name: 'Packing list', categoryId: 2, supplier: 'client', makes: null },
  ...{ category: { id: 2, name: 'Packing lists' }, mandatory: true, basis: null, offsetDays: 0, dueAt: null },
  ...{ dueByHand: false, overdue: false, noLongerAsked: false, state: 'open', documentId: null, document: null },
  ...{ reason: '', requestedAt: null, requestedTo: null, updatedAt: '2026-11-20T10:00:00.000Z' },
}
const reply = (data: unknown) => Response.json({ code: 200, message: '', data })
const refused = (message: string) => Response.json({ code: 409, message, data: null }, { status: 409 })

interface Shown {
  at?: string
  mails?: readonly MailIn[]
  admin?: boolean
  inboxes?: readonly object[]
  change?: (path: string) => Response
}

/** Opens the inbox with these mails. */
function show({ at = '/inbox', mails = [testMail, other], admin = false, inboxes = [], change }: Shown = {}) {
  for (const { queryKey } of [settingsQuery, sessionQuery]) neverRead(queryKey)
  queryClient.setQueryData(sessionQuery.queryKey, { id: 1, role: [admin ? Role.ADMIN : Role.MANAGER] } as never)
  const sent: string[] = []
  const page = (items: readonly object[]) => ({
    ...{ items, totalCount: items.length, numItemsPerPage: 25, currentPageNumber: 1 },
    counts: { mine: items.length, new: items.length, unmatched: 1, waiting: 0 },
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'http://x.test')
    const path = pathname.slice(5)
    sent.push(`${method} ${path}${search} ${body ?? ''}`.trim())
    const mail = mails.find(({ id }) => path.startsWith(`mail-in/${id}`))
    if (method !== 'GET') return change?.(path) ?? reply(path.includes('/files/') ? mail?.files[0] : mail)
    if (path === 'mail-in') return reply(page(mails.map(rowOf)))
    if (path.startsWith('inbox/')) return reply(page(inboxes))
    if (path.endsWith('/thread'))
      return reply(mail ? [{ ...mail, direction: 'in', at: mail.receivedAt, snippet: '' }] : [])
    if (mail) return reply(mail)
    if (path === 'document/category/get_all') return reply(page([{ id: 2, name: 'Packing lists' }]))
    if (path.endsWith('/requirements')) return reply({ items: [paper], there: 0, total: 1, links: [] })
    return path.startsWith('request/booking/get/') ? reply({ ...testOrder, id: 7 }) : new Promise<Response>(() => {})
  })
  const rootRoute = createRootRoute({ validateSearch: listSearch.loose() })
  const pages = ['/inbox', '/integrations', '/orders/$orderId', '/sailings/$sailingId'].map((path) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      component: path === '/inbox' ? InboxPage : () => null,
    }),
  )
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree: rootRoute.addChildren(pages), history })
  renderInApp(<RouterProvider router={router as never} />)
  return { sent, history }
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const rows = () => within(screen.getByRole('list', { name: 'Mails' })).getAllByRole('link')

test('the list says who wrote, about which order, and what is odd; the views count', async () => {
  show({ mails: [{ ...testMail, verified: false }, other] })
  const list = await screen.findByRole('list', { name: 'Mails' })
  await within(list).findByText('Papers')
  const texts = rows().map(({ textContent }) => textContent)
  expect(texts[0]).toMatch(/^Anna Lee.*Papers.*New.*ABCD - 1234 - 5678Not verified$/)
  expect(texts[1]).toMatch(/^Somebody.*Unmatched$/)
  const views = within(screen.getByRole('navigation', { name: 'Views' })).getAllByRole('link')
  expect(views.map(({ textContent }) => textContent?.trim())).toEqual([
    ...['Mine 2', 'New 2', 'Unmatched 1', 'Waiting for the client 0', 'All', 'Closed', 'Ignored'],
  ])
})

test('j and k go from mail to mail; c claims and e closes the open one', async () => {
  const { sent, history } = show()
  await screen.findByText('Papers')
  press('j')
  await waitFor(() => expect(history.location.search).toContain('mail=5'))
  await screen.findByText('Here they are.')
  press('j')
  await waitFor(() => expect(history.location.search).toContain('mail=6'))
  press('k')
  await screen.findByText('Here they are.')
  press('c')
  await waitFor(() => expect(sent).toContain('POST mail-in/5/claim'))
  press('e')
  await waitFor(() => expect(sent).toContain('POST mail-in/5/close'))
  await waitFor(() => expect(toasts.get().map(({ title }) => title)).toEqual(['Claimed for four hours', 'Closed']))
  expect(toasts.get()[1]?.actions.map(({ label }) => label)).toEqual(['Undo'])
})

test('mails are selected and closed together; those that refuse stay selected, with the reason', async () => {
  const { sent } = show({
    change: (path) => (path.startsWith('mail-in/6') ? refused('Marta is working on this mail.') : reply(testMail)),
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2' }))
  const bar = within(screen.getByRole('group', { name: 'Selected mails' }))
  bar.getByText('2 mails selected')
  fireEvent.click(bar.getByRole('button', { name: 'Close' }))
  await screen.findByText('Where is it: Marta is working on this mail.')
  expect(sent.filter((each) => each.startsWith('POST'))).toEqual(['POST mail-in/5/close', 'POST mail-in/6/close'])
  bar.getByText('1 mail selected')
  expect(toasts.get()[0]?.title).toBe('1 mail closed')
})

test('a view can be narrowed to the mail of one owner', async () => {
  const { sent, history } = show({ at: '/inbox?view=new' })
  fireEvent.change(await screen.findByLabelText('Owner'), { target: { value: 'none' } })
  await waitFor(() => expect(history.location.search).toContain('owner=none'))
  await waitFor(() => expect(sent.some((each) => /^GET mail-in\?.*owner=none.*state=new/.test(each))).toBe(true))
})

test('a colleague who works on the mail is named when it cannot be claimed', async () => {
  show({ at: '/inbox?mail=5', change: () => refused('Marta is working on this mail.') })
  await screen.findByText('Here they are.')
  press('c')
  await waitFor(() => expect(toasts.get()[0]?.message).toBe('Marta is working on this mail.'))
})

test('quoted text is folded, and refused files say why', async () => {
  const files = [testFile({ id: 2, name: 'x.ics', state: 'refused', reason: 'This file type is not accepted' })]
  show({ at: '/inbox?mail=5', mails: [{ ...testMail, files, leftOut: ['files'], automatic: 'list' }] })
  const quoted = (await screen.findByText('Quoted text')).closest('details')
  expect(quoted?.open).toBe(false)
  expect(quoted?.textContent).toContain('> Please send them.')
  screen.getByText('x.ics · 2 KB: This file type is not accepted. It stays in the raw text.')
  screen.getByText('It has more than 50 files: the others were left out.')
  expect(screen.getAllByText('Mailing list').length).toBeGreaterThan(0)
})

test('one key puts a file onto the paper that its name suggests', async () => {
  const files = [testFile({ suggestion: { categoryId: 2, requirementId: 70 } })]
  const { sent } = show({ at: '/inbox?mail=5', mails: [{ ...testMail, files }] })
  await screen.findByRole('button', { name: 'File as Packing list: Packing list.pdf' })
  press('f')
  const body = { orderId: 7, categoryId: 2, requirementId: 70 }
  await waitFor(() => expect(sent).toContain(`POST mail-in/5/files/1/file ${JSON.stringify(body)}`))
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Packing list.pdf is now Packing list'))
})

test('a file that is dropped on a paper is filed as it', async () => {
  const { sent } = show({ at: '/inbox?mail=5', mails: [{ ...testMail, files: [testFile({})] }] })
  await screen.findByText('Packing list.pdf')
  const papers = await screen.findByRole('region', { name: 'Open papers' })
  const data = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
    types: ['application/x-quayside-mail-file'],
  }
  fireEvent.dragStart(screen.getByText('Packing list.pdf').closest('li') as Element, { dataTransfer })
  fireEvent.drop(within(papers).getByText('Packing list'), { dataTransfer })
  await waitFor(() => expect(sent.some((each) => each.startsWith('POST mail-in/5/files/1/file'))).toBe(true))
})

test('an unmatched mail offers the orders that it may be about', async () => {
  const { sent } = show({ at: '/inbox?mail=6' })
  fireEvent.click(await screen.findByRole('button', { name: 'Link with WXYZ - 1234 - 5678' }))
  await waitFor(() => expect(sent).toContain('POST mail-in/6/link {"orderIds":[9]}'))
})

test('without a mailbox and without mail there is only the way to set one up, for administrators', async () => {
  show({ mails: [], admin: true })
  await screen.findByText('No mailbox yet')
  expect(screen.getByRole('link', { name: 'Set up a mailbox' }).getAttribute('href')).toContain('mailboxes')
  expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
})

test('others read that an administrator sets one up', async () => {
  show({ mails: [] })
  await screen.findByText(/once an administrator sets up a mailbox/)
  expect(screen.queryByRole('link', { name: 'Set up a mailbox' })).toBeNull()
})

const failing = {
  ...{ id: 1, name: 'Desk', address: 'desk@quayside.example', host: 'imap.example', port: 993, tls: true },
  ...{ username: 'desk', folder: 'INBOX', active: true, moveTo: null, passwordSet: true, seenAt: null },
  ...{ failingSince: '2026-11-20T10:00:00.000Z', reason: 'Wrong password.', updatedAt: '2026-11-20T10:00:00.000Z' },
}

test('a mailbox that cannot be read is named with its reason', async () => {
  show({ admin: true, inboxes: [failing] })
  expect((await screen.findByRole('alert')).textContent).toContain('Desk cannot be read since Nov 20 2026 10:00')
})

test('several are one notice, so that the mails keep their room', async () => {
  show({ admin: true, inboxes: [failing, { ...failing, id: 2, name: 'Papers', reason: 'Gone.' }] })
  const { textContent } = await screen.findByRole('alert')
  expect(textContent).toContain('2 mailboxes cannot be read')
  expect(textContent).toContain('Desk cannot be read since Nov 20 2026 10:00: Wrong password.')
  expect(textContent).toContain('Papers cannot be read since Nov 20 2026 10:00: Gone.')
})

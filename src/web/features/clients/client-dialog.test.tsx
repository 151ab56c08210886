import { QueryObserver } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import type { Client } from '#contract/clients/clients.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ClientDialog } from './client-dialog.tsx'

const base: Client = {
  id: 7,
  username: 'Sofia Lindqvist',
  companyName: 'Fjord Kitchen Supply',
  companyAddress: '12 Harbour Road, Bergen',
  email: 'sofia@example.test',
  phone: '4712345678',
  canadianBusinessNumber: '123456789',
  confirmed: true,
  role: [Role.CLIENT],
  orders: 0,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
}

/** A network that answers the first save with a change by another user, and stores the next ones. */
function network() {
  const theirs = { ...base, companyName: 'Fjord Kitchens', updatedAt: '2026-01-02T03:04:06.000Z' }
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_url: string, { body = '{}' }: { body?: string }) => {
    const changes = JSON.parse(body)
    sent.push(changes)
    const stale = changes.updatedAt === base.updatedAt
    const reply = stale
      ? { code: 409, message: 'Changed by someone else', data: theirs }
      : { code: 200, message: '', data: { ...theirs, ...changes } }
    return new Response(JSON.stringify(reply), { status: reply.code })
  })
  return sent
}

test('once the toast of a merged save shows, leaving asks nothing, however slowly the list is read again', async () => {
  const sent = network()
  let answer = (_rows: readonly []): void => undefined
  const list = new QueryObserver(queryClient, {
    queryKey: ['clients', 'list'],
    queryFn: () => new Promise<readonly []>((done) => (answer = done)),
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = list.subscribe(() => undefined)
  const closed = vi.fn()
  renderInApp(<ClientDialog client={base} onClose={closed} />)
  fireEvent.change(screen.getByLabelText(/^Company address/), { target: { value: '2 My Street' } })
  expect(hasUnsaved()).toBe(true)
  const said: boolean[] = []
  const unsubscribe = toasts.subscribe(() => queueMicrotask(() => queueMicrotask(() => said.push(hasUnsaved()))))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  expect(sent.map(({ companyAddress }) => companyAddress)).toEqual(['2 My Street', '2 My Street'])
  expect(said).toEqual([])
  answer([])
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(said).toEqual([false])
  expect(hasUnsaved()).toBe(false)
  unsubscribe()
  stop()
})

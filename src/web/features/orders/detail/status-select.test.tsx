import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { StatusSelect } from './status-select.tsx'

const order = { ...testOrder, status: OrderStatus.IN_PROGRESS }

/** The select over a server that refuses the first saves; returns the addresses and bodies of saves. */
function open(failures: number) {
  const sent: [path: string, body: object][] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (body === undefined) return Response.json({ code: 200, message: 'OK', data: [] })
    sent.push([path, JSON.parse(body)])
    if (sent.length <= failures) throw new TypeError('Failed to fetch')
    return Response.json({ code: 200, message: 'OK', data: { ...order, ...JSON.parse(body) } })
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <StatusSelect head={order} order={order} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return sent
}
const select = () => screen.getByLabelText<HTMLSelectElement>('Status')
const choose = (status: OrderStatus) => fireEvent.change(select(), { target: { value: String(status) } })
const question = () => screen.findByRole('dialog', { name: 'Change status' })
const press = async (name: string) => fireEvent.click(within(await question()).getByRole('button', { name }))

test('another status is asked about first, without a mail unless wanted; Cancel leaves the old one', async () => {
  const sent = open(0)
  choose(OrderStatus.COMPLETED)
  expect(within(await question()).getByLabelText<HTMLInputElement>('Notify user').checked).toBe(false)
  await press('Cancel')
  expect(select().value).toBe(String(OrderStatus.IN_PROGRESS))
  expect(sent).toEqual([])
})

test('a save that fails leaves the question open with the reason and what was chosen; the next one is said', async () => {
  const sent = open(1)
  choose(OrderStatus.CANCELLED)
  fireEvent.click(within(await question()).getByLabelText('Notify user'))
  await press('Change status')
  expect((await within(await question()).findByRole('alert')).textContent).toContain('The server cannot be reached')
  expect(within(await question()).getByLabelText<HTMLInputElement>('Notify user').checked).toBe(true)
  await press('Change status')
  await waitFor(() => expect(toasts.get().at(-1)?.title).toBe('Order status was changed successfully'))
  expect(sent.map(([path, body]) => [path, body])).toEqual(
    Array.from({ length: 2 }, () => [
      expect.stringMatching(/booking\/edit\/70\?notify=1$/),
      expect.objectContaining({ status: OrderStatus.CANCELLED }),
    ]),
  )
})

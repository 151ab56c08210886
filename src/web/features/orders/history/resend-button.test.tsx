import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { ResendButton } from './resend-button.tsx'

test('a resend is asked about with its address, and the next one waits a minute', async () => {
  queryClient.setQueryData(orderQuery(testOrder.id).queryKey, testOrder)
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    if (method === 'POST') sent.push(path)
    const data = method === 'POST' ? { sentAt: new Date().toISOString(), mail: null } : []
    return Response.json({ code: 200, message: 'OK', data })
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ResendButton orderId={testOrder.id} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Resend request info' }))
  const question = await screen.findByRole('dialog', { name: 'Resend request info' })
  expect(question.textContent).toContain('Attention! Booking request will be sent to the customer again')
  expect(question.textContent).toContain(`Mail goes to ${testOrder.email}`)
  expect(sent).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Resend' }))
  const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: /^Resend request info \((59|60) s\)$/ })
  expect(waiting.disabled).toBe(true)
  expect(sent).toEqual([expect.stringMatching(/request\/booking\/resend\/70$/)])
})

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { PriceDialog } from './price-dialog.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a price that a colleague enters while the dialog is open shows in it, and is not replaced', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  // The order and item have only fields that the dialog reads.
  const read = (price: number | null, updatedAt: string) =>
    queryClient.setQueryData(orderQuery(7).queryKey, { estimatedTransportation: price, updatedAt } as never)
  read(null, '2026-11-20T09:00:00.000Z')
  const item = {
    trackingCode: 'ABCD12345678',
    companyName: 'Lamps Ltd',
    cityName: '',
    cartageName: '',
  } as AttentionItem
  renderInApp(<PriceDialog item={item} orderId={7} onClose={() => {}} />)
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  fireEvent.change(screen.getByLabelText(/^Transport cost/), { target: { value: '900' } })
  expect(save.disabled).toBe(false)
  await act(async () => read(500, '2026-11-20T09:05:00.000Z'))
  await screen.findByText('A price has already been entered: $500.00.')
  expect(save.disabled).toBe(true)
})

// @vitest-environment happy-dom
import '#web/test/setup.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BOOKING_PANELS } from '#contract/orders/bookings.ts'
import { ORDER_PANELS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { PrintSheet } from '#web/features/orders/detail/print-sheet.tsx'
import { EditablePanel } from '#web/features/orders/panels/editable-panel.tsx'
import { usePanelDrafts } from '#web/features/orders/panels/use-panel-drafts.ts'
import { historyQuery } from '#web/features/orders/shared/orders.ts'
import { BookingPanelFields } from '#web/features/quotes/booking-panels.tsx'
import { fieldsOf } from '#web/features/quotes/shared/form-state.ts'
import { copiedOrder } from '#web/features/quotes/state/copied-order.ts'
import { newOrderDraft } from '#web/features/quotes/state/new-order-values.ts'
import { testClient } from '#web/features/quotes/state/test-client.fixture.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

// The copy of the field table has one more row, which is the only place that names the new field; every
// screen runs over it.
vi.mock('#contract/orders/field-table.ts', async (original) => {
  const { withOneMoreField } = await import('#contract/orders/field-table.fixture.ts')
  return withOneMoreField(await original<typeof import('#contract/orders/field-table.ts')>())
})

// The order has only fields that the components read.
const order = {
  id: 5,
  hashSum: 'ABCD1234',
  customCode: '5678',
  created: 1_767_225_600,
  status: 0,
  cityName: 'Ningbo',
  cartageName: 'ONT8',
  lastEventName: null,
  lastEventTime: null,
  shipmentDescription: 'Lamps',
  warehouseNote: 'Keep dry',
  bookingConfirmation: null,
  price: null,
} as unknown as Order

const show = (element: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
    </MantineProvider>,
  )

function panelOf<P extends { key: string }>(panels: readonly P[], key: string): P {
  const found = panels.find((panel) => panel.key === key)
  if (!found) throw new Error(`There is no panel ${key}`)
  return found
}

function ShipmentPanel() {
  return <EditablePanel panel={panelOf(ORDER_PANELS, 'shipment')} order={order} drafts={usePanelDrafts()} />
}

test('a new field shows in its panel, and is edited in its form', () => {
  show(<ShipmentPanel />)
  expect(screen.getByText('Warehouse note').parentElement?.textContent).toContain('Keep dry')
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(screen.getByLabelText<HTMLInputElement>('Warehouse note').value).toBe('Keep dry')
})

test('the print view shows a new field', () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 404, message: 'Not in this test', data: null }))
  show(<PrintSheet order={order} />)
  expect(screen.getByText('Warehouse note').parentElement?.textContent).toContain('Keep dry')
})

test('the print view shows the names of ports and cities; a code only if it has no name', () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 404, message: 'Not in this test', data: null }))
  // The order has only fields that the sheet reads.
  const confirmed = {
    portOfLoading: 'CNNGB',
    portOfDischarge: 'XXOLD',
    placeNames: { portOfLoading: 'Ningbo', portOfDischarge: '' },
    vessel: null,
  }
  show(<PrintSheet order={{ ...order, bookingConfirmation: confirmed } as unknown as Order} />)
  const shown = (label: string) => screen.getByText(label).parentElement?.textContent
  expect(shown('Port of loading')).toBe('Port of loadingNingbo')
  expect(shown('Port of discharge')).toBe('Port of dischargeXXOLD')
})

test('the print view strikes out a withdrawn event and gives the reason', () => {
  // The entry has only fields that the sheet reads.
  const entry = { id: 1, date: '2026-01-02T03:04:00.000Z', event: { name: 'Departed' }, comment: 'On time' }
  const withdrawn = { ...entry, id: 2, withdrawnAt: entry.date, withdrawReason: 'Wrong order' }
  queryClient.setQueryData(historyQuery(5).queryKey, [{ ...entry, withdrawnAt: null }, withdrawn] as never)
  show(<PrintSheet order={order} />)
  const rows = screen.getAllByRole('row', { hidden: true }).slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Jan 2 2026 3:04DepartedOn time',
    'Jan 2 2026 3:04DepartedWithdrawn: Wrong order',
  ])
  expect(rows.map((row) => row.querySelector('s')?.textContent)).toEqual([undefined, 'Departed'])
  queryClient.clear()
})

test('the booking form asks for a new field, and its draft keeps it', () => {
  const booking = newOrderDraft.shape.booking
  expect(Object.keys(booking.shape)).toContain('warehouseNote')
  const values = Object.fromEntries(Object.keys(booking.shape).map((name) => [name, 'typed']))
  const fields = fieldsOf({ values: booking.parse({ ...values, sendMail: true }), errors: {} }, () => {})
  show(<BookingPanelFields panel={panelOf(BOOKING_PANELS, 'shipment').fields} fields={fields} />)
  expect(screen.getByLabelText<HTMLInputElement>('Warehouse note').value).toBe('typed')
})

test('a copied order starts with the value of a new field', () => {
  expect(copiedOrder(testClient, { ...testOrder, ...order }).booking.values).toMatchObject({
    warehouseNote: 'Keep dry',
  })
})

import type { ColumnName } from '#contract/accounts/session.ts'
import { COLUMN_TITLES } from '#contract/orders/list/order-columns.ts'
import { ORDER_SORTS, type OrderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { orderStatusLook } from '#web/features/orders/shared/order-looks.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { InChargeCell } from './in-charge-cell.tsx'
import { SetEventLink } from './set-event-link.tsx'

type OrderColumn = Column<OrderListItem> & { id: ColumnName }

/** Columns of the orders list; dates in the server's time zone. `onSetEvent` opens a row's next event. */
export function orderColumns({ date, dateTime }: Dates, onSetEvent: (orderId: number) => void): OrderColumn[] {
  const column = (
    id: ColumnName,
    width: number,
    cell: OrderColumn['cell'],
    rest: Partial<OrderColumn> = {},
  ): OrderColumn => ({
    id,
    header: COLUMN_TITLES[id],
    width,
    cell,
    sortable: ORDER_SORTS[id] !== undefined,
    ...rest,
  })
  return [
    column('id', 50, (order) => order.id, { card: 'none' }),
    column('date', 100, (order) => date(order.created)),
    column('user', 82, (order) => order.username || EMPTY, { wraps: true }),
    column('company', 113, (order) => order.companyName || EMPTY, { wraps: true }),
    column('trackingCode', 196, (order) => formatTrackingCode(trackingCodeOf(order)), {
      extra: (order) => (
        <>
          <SetEventLink order={order} onOpen={onSetEvent} />
          <CopyIcon value={trackingCodeOf(order)} what="tracking code" />
        </>
      ),
      wideExtra: true,
      card: 'title',
    }),
    column('event', 88, (order) => order.lastEventName ?? EMPTY, { wraps: true }),
    column('origin', 116, (order) => order.cityName || EMPTY, { wraps: true }),
    column('destination', 111, (order) => order.cartageName || EMPTY, { wraps: true }),
    column('volume', 66, (order) => quantity(order.shipmentVolume), { align: 'right', card: 'none' }),
    column('status', 112, (order) => <StatusBadge {...orderStatusLook(order.status)} />, { card: 'aside' }),
    column('lastUpdate', 112, (order) => dateTime(order.lastEventTime), { wraps: true, card: 'none' }),
    column('inCharge', 110, (order) => <InChargeCell order={order} />, { noLink: true, card: 'none' }),
  ]
}

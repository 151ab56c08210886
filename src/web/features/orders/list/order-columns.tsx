import type { OrderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import type { ColumnName } from '#contract/session/session.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import { orderStatusLook } from '#web/model/orders/order-looks.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { InChargeCell } from './in-charge-cell.tsx'
import { ORDER_SORTS } from './order-queries.ts'
import { SetEventLink } from './set-event-link.tsx'

type OrderColumn = Column<OrderListItem> & { id: ColumnName }

/** Column labels of the list and its settings. */
export const COLUMN_TITLES: Record<ColumnName, string> = {
  id: 'ID',
  date: 'Date',
  user: 'User',
  company: 'Company',
  trackingCode: 'Tracking Code',
  event: 'Event',
  origin: 'Origin',
  destination: 'Destination',
  volume: 'Volume',
  status: 'Status',
  lastUpdate: 'Last update',
  inCharge: 'In charge',
}

/** The columns of the orders list, dates in the server's time zone; `onSetEvent` opens the next event of a row. */
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
    column('id', 52, (order) => order.id, { card: 'none' }),
    column('date', 101, (order) => date(order.created)),
    column('user', 82, (order) => order.username || EMPTY, { wraps: true }),
    column('company', 126, (order) => order.companyName || EMPTY, { wraps: true }),
    column('trackingCode', 198, (order) => formatTrackingCode(trackingCodeOf(order)), {
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
    column('origin', 130, (order) => order.cityName || EMPTY, { wraps: true }),
    column('destination', 119, (order) => order.cartageName || EMPTY, { wraps: true }),
    column('volume', 66, (order) => quantity(order.shipmentVolume), { align: 'right', card: 'none' }),
    column('status', 110, (order) => <StatusBadge {...orderStatusLook(order.status)} />, { card: 'aside' }),
    column('lastUpdate', 110, (order) => dateTime(order.lastEventTime), { wraps: true, card: 'none' }),
    column('inCharge', 110, (order) => <InChargeCell order={order} />, { noLink: true, card: 'none' }),
  ]
}

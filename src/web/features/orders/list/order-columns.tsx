import type { OrderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import type { ColumnName } from '#contract/session/session.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import { orderStatusLook } from '#web/model/orders/order-looks.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { ORDER_SORTS } from './order-queries.ts'

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
}

/** The columns of the orders list, dates in the server's time zone. */
export function orderColumns({ date, dateTime }: Dates): OrderColumn[] {
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
    column('id', 54, (order) => order.id),
    column('date', 94, (order) => date(order.created)),
    column('user', 106, (order) => order.username || EMPTY),
    column('company', 120, (order) => order.companyName || EMPTY),
    column('trackingCode', 156, (order) => formatTrackingCode(trackingCodeOf(order)), {
      extra: (order) => <CopyIcon value={trackingCodeOf(order)} what="tracking code" />,
    }),
    column('event', 128, (order) => order.lastEventName ?? EMPTY),
    column('origin', 98, (order) => order.cityName || EMPTY),
    column('destination', 118, (order) => order.cartageName || EMPTY),
    column('volume', 78, (order) => quantity(order.shipmentVolume), { align: 'right' }),
    column('status', 108, (order) => <StatusBadge {...orderStatusLook(order.status)} />),
    column('lastUpdate', 134, (order) => dateTime(order.lastEventTime)),
  ]
}

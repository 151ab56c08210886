import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import type { OrderListRow } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { orderStatusLook } from '#web/features/orders/shared/order-looks.ts'
import { type Dates, EMPTY, LONG_DATE } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { furtherColumns } from './further-columns.ts'
import { InChargeCell } from './in-charge-cell.tsx'
import { type OrderColumn, orderColumn } from './order-column.ts'
import { SetEventLink } from './set-event-link.tsx'

/** The icon of a status, with its gap. */
const STATUS_ICON = 24
/** Names of events are as long as an office makes them. */
const LONGEST_EVENT = 240

const codeOf = (order: OrderListRow) => formatTrackingCode(trackingCodeOf(order))
const eventOf = (order: OrderListRow) => order.lastEventName ?? EMPTY

/**
 * Columns of the orders list; dates in the server's time zone. Only names may be cut: every other column fits
 * its texts. `onSetEvent` opens a row's next event.
 */
export function orderColumns(dates: Dates, onSetEvent: (orderId: number) => void): OrderColumn[] {
  const { date, dateTime, recent } = dates
  return [
    orderColumn('id', 50, (order) => order.id, { fits: ({ id }) => String(id), card: 'none' }),
    orderColumn('date', 100, (order) => date(order.created), { fits: LONG_DATE }),
    orderColumn('user', 62, (order) => order.username || EMPTY, { wraps: true }),
    orderColumn('company', 90, (order) => order.companyName || EMPTY, { wraps: true }),
    orderColumn('trackingCode', 172, codeOf, {
      fits: codeOf,
      extra: (order) => <CopyIcon value={trackingCodeOf(order)} what="tracking code" />,
      card: 'title',
    }),
    orderColumn('event', 150, eventOf, {
      fits: eventOf,
      most: LONGEST_EVENT,
      wraps: true,
      extra: (order) => <SetEventLink order={order} onOpen={onSetEvent} />,
    }),
    ...furtherColumns(dates),
    orderColumn('origin', 64, (order) => order.cityName || EMPTY, { wraps: true }),
    orderColumn('destination', 80, (order) => order.cartageName || EMPTY, { wraps: true }),
    orderColumn('volume', 84, (order) => quantity(order.shipmentVolume), {
      fits: (order) => quantity(order.shipmentVolume),
      align: 'right',
      card: 'none',
    }),
    orderColumn('status', 112, (order) => <StatusBadge {...orderStatusLook(order.status)} />, {
      fits: STATUS_LABELS,
      room: STATUS_ICON,
      card: 'aside',
    }),
    orderColumn('lastUpdate', 142, (order) => recent(order.lastEventTime), {
      fits: (order) => recent(order.lastEventTime),
      wraps: true,
      title: (order) => dateTime(order.lastEventTime),
      card: 'none',
    }),
    orderColumn('inCharge', 110, (order) => <InChargeCell order={order} />, { noLink: true, card: 'none' }),
  ]
}

import { useQuery } from '@tanstack/react-query'
import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import {
  CONFIRMATION_DAYS,
  CONFIRMATION_LABELS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
} from '#contract/orders/confirmation.ts'
import type { PanelKey } from '#contract/orders/field-kinds.ts'
import { ORDER_LABELS, ORDER_PANELS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { namesOf, showField } from '#web/features/orders/shared/order-values.ts'
import { historyQuery } from '#web/features/orders/shared/orders.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { PrintColumns, PrintFrame, PrintWide } from '#web/ui/page/print-frame.tsx'

/** Blocks of the sheet and the panels that they print; references and requests only when filled in. */
const BLOCKS: readonly { title: string; panels: readonly PanelKey[]; filledOnly?: true }[] = [
  { title: 'Client', panels: ['contact'] },
  { title: 'Shipper', panels: ['shipper'] },
  { title: 'Shipment', panels: ['quote'] },
  { title: 'Goods and references', panels: ['shipment', 'amazon', 'request'], filledOnly: true },
]
const fieldsOf = (panels: readonly PanelKey[]) =>
  ORDER_PANELS.filter(({ key }) => panels.includes(key)).flatMap(({ fields }) => fields)

type Line = readonly [label: string, value: string]

/** The order on A4, for print only: parties, shipment, confirmation, then all events on further pages. */
export function PrintSheet({ order }: { order: Order }) {
  const { date, dateTime } = useDates()
  const code = formatTrackingCode(trackingCodeOf(order))
  const names = namesOf(order)
  return (
    <PrintFrame
      title={code}
      about={
        <>
          {STATUS_LABELS[order.status]} · ordered {date(order.created)} · {order.lastEventName ?? 'No event yet'}{' '}
          {order.lastEventTime && dateTime(order.lastEventTime)}
        </>
      }
    >
      <PrintColumns>
        {BLOCKS.map(({ title, panels, filledOnly }) => (
          <Block
            key={title}
            title={title}
            lines={fieldsOf(panels)
              .filter((field) => !filledOnly || order[field])
              .map((field) => [ORDER_LABELS[field], showField(field, order[field], names)])}
          />
        ))}
      </PrintColumns>
      {order.bookingConfirmation && <Confirmation stored={order.bookingConfirmation} />}
      <Events orderId={order.id} />
    </PrintFrame>
  )
}

function Block({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Confirmation({ stored }: { stored: BookingConfirmation }) {
  const { dateTime } = useDates()
  const { date } = datesIn('UTC')
  const named = (key: keyof typeof CONFIRMATION_LABELS, value: string): Line => [CONFIRMATION_LABELS[key], value]
  const lines = [
    ...CONFIRMATION_PLACES.map((key) => named(key, stored.placeNames[key] || stored[key] || EMPTY)),
    ...CONFIRMATION_TIMES.map((key) => named(key, dateTime(stored[key]))),
    ...CONFIRMATION_DAYS.map((key) => named(key, date(stored[key]))),
    named('vessel', stored.vessel?.name ?? EMPTY),
    named('vesselVoyage', stored.vesselVoyage || EMPTY),
  ]
  return (
    <PrintWide>
      <Block title="Booking confirmation" lines={lines} />
    </PrintWide>
  )
}

function Events({ orderId }: { orderId: number }) {
  const { data: entries = [] } = useQuery(historyQuery(orderId))
  const { dateTime } = useDates()
  if (entries.length === 0) return null
  return (
    <section>
      <h2>Events</h2>
      <table>
        <thead>
          <tr>
            <th>Date</th>
            <th>Event</th>
            <th>Comment</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, date, event, comment, withdrawnAt, withdrawReason }) => (
            <tr key={id}>
              <td>{dateTime(date)}</td>
              <td>{withdrawnAt ? <s>{event.name}</s> : event.name}</td>
              <td>{withdrawnAt ? `Withdrawn: ${withdrawReason}` : comment}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

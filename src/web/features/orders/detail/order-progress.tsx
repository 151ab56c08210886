import { Progress } from '@mantine/core'
import { IconBuildingWarehouse, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { arrivalOf, departureOf, formatDaysLeft } from '#contract/orders/progress.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import classes from './order-progress.module.css'
import { PanelLink } from './panel-link.tsx'

/** UTC, because departure and arrival are days. */
const { date } = datesIn('UTC')

/**
 * The second row of an order: its origin with the departure, how far it is, and its destination with the arrival.
 * A cancelled order has no bar.
 */
export function OrderProgress({ head, order }: { head: OrderListItem; order: Order | undefined }) {
  const progress = order?.progress ?? null
  const text = progress ? formatDaysLeft(progress) : ''
  const dates = order?.bookingConfirmation ?? null
  const departure = departureOf(dates)
  const arrival = arrivalOf(dates)
  return (
    <section className={classes.way} aria-label="Origin to destination">
      <Place icon={IconMapPin} name={head.cityName}>
        {order && <Call label={departure?.actual ? 'Departed' : 'ETD'} full="Departure" at={departure?.at} />}
      </Place>
      <div className={classes.bar}>
        {head.status !== OrderStatus.CANCELLED && (
          <>
            <Progress.Root size={6} radius="xl" className={classes.track}>
              <Progress.Section
                value={progress?.percent ?? 0}
                aria-label="Progress"
                aria-valuetext={progress ? `${progress.percent}%, ${text}` : undefined}
              />
            </Progress.Root>
            <span className={classes.percent}>{progress ? `${progress.percent}%` : '\u00a0'}</span>
            <span className={classes.left}>{text}</span>
          </>
        )}
      </div>
      <Place icon={IconBuildingWarehouse} name={head.cartageName} end>
        {order && <Call label={arrival?.actual ? 'Arrived' : 'ETA'} full="Arrival" at={arrival?.at} />}
      </Place>
    </section>
  )
}

interface PlaceProps {
  icon: typeof IconMapPin
  name: string
  end?: boolean
  /** Its date. */
  children: ReactNode
}

function Place({ icon: Icon, name, end, children }: PlaceProps) {
  return (
    <div className={classes.place} data-end={end || undefined}>
      <Icon className={classes.icon} size={16} aria-hidden />
      <span className={classes.name} title={name}>
        {name || EMPTY}
      </span>
      <span className={classes.date}>{children}</span>
    </div>
  )
}

/** A day of the voyage; a narrow screen leaves out its year. */
function Call({ label, full, at }: { label: string; full: string; at: string | undefined }) {
  const [, day = EMPTY, year = ''] = /^(.*?)( \d{4})?$/.exec(date(at)) ?? []
  return (
    <PanelLink panel="confirmation">
      <abbr title={full} className={classes.label}>
        {label}
      </abbr>{' '}
      {day}
      <span className={classes.year}>{year}</span>
    </PanelLink>
  )
}

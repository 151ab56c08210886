import { Progress } from '@mantine/core'
import { IconBuildingWarehouse, IconMapPin } from '@tabler/icons-react'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatDaysLeft } from '#contract/orders/progress.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import classes from './order.module.css'

/** Progress of the shipment from origin to destination; a cancelled order shows those two alone. */
export function OrderProgress({ head, order }: { head: OrderListItem; order: Order | undefined }) {
  const progress = order?.progress ?? null
  const text = progress ? formatDaysLeft(progress) : ''
  return (
    <section className={classes.progress} aria-label="Origin to destination">
      <div className={classes.place}>
        <IconMapPin size={16} aria-hidden />
        <span>{head.cityName || EMPTY}</span>
      </div>
      {head.status !== OrderStatus.CANCELLED && (
        <div className={classes.way}>
          <div className={classes.wayText}>
            <span>{progress ? `${progress.percent}%` : '\u00a0'}</span>
            <span>{text}</span>
          </div>
          <Progress.Root size="md" radius="xl">
            <Progress.Section
              value={progress?.percent ?? 0}
              aria-label="Progress"
              aria-valuetext={progress ? `${progress.percent}%, ${text}` : undefined}
            />
          </Progress.Root>
        </div>
      )}
      <div className={classes.place} data-end>
        <IconBuildingWarehouse size={16} aria-hidden />
        <span>{head.cartageName || EMPTY}</span>
      </div>
    </section>
  )
}

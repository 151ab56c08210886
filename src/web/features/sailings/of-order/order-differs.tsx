import { Button } from '@mantine/core'
import type { Order } from '#contract/orders/orders.ts'
import { DifferenceTable } from '#web/features/sailings/shared/difference-table.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './of-order.module.css'
import { useTakeOver } from './use-take-over.ts'

/** Fields in which the confirmation differs from the sailing, and a button that takes over its values. */
export function OrderDiffers({ order: { id, sailing } }: { order: Order }) {
  return sailing && sailing.differs.length > 0 ? <Differs orderId={id} sailing={sailing} /> : null
}

function Differs({ orderId, sailing }: { orderId: number; sailing: NonNullable<Order['sailing']> }) {
  const { takeOver, busy } = useTakeOver(orderId, sailing)
  const { reference, differs } = sailing
  return (
    <div className={classes.notice}>
      <Notice warn title={`Differs from ${reference}`}>
        <DifferenceTable differs={differs} />
        <Button mt="sm" size="compact-sm" variant="default" loading={busy} onClick={takeOver}>
          Take over
        </Button>
      </Notice>
    </div>
  )
}

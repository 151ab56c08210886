import { IconGripVertical } from '@tabler/icons-react'
import type { DragEvent } from 'react'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Ticked } from '#web/lib/list/selection.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { SelectBox } from '#web/ui/list/select-box.tsx'
import classes from './cargo.module.css'
import { type DraggedOrders, startDrag } from './drag-orders.ts'

interface Cargo {
  orderId: number
  trackingCode: string
}

/** The box that selects an order, and a handle that drags it, with the other selected ones if it is one of them. */
export const selectColumn = (
  ticked: Ticked,
  from: DraggedOrders['from'],
  odditiesOf: (orderIds: readonly number[]) => string[] = () => [],
): Column<Cargo> => {
  const drag = (orderId: number) => ({
    onDragStart: (event: DragEvent) => {
      const chosen = [...ticked.get()]
      const orderIds = chosen.includes(orderId) ? chosen : [orderId]
      startDrag(event, { orderIds, from, oddities: odditiesOf(orderIds) })
    },
  })
  return {
    id: 'select',
    header: 'Select',
    width: 78,
    // The handle and the box, which take no share of the rest.
    fits: [],
    room: 62,
    noLink: true,
    card: 'aside',
    cell: ({ orderId, trackingCode }) => (
      <span className={classes.select}>
        <span
          className={classes.handle}
          draggable
          aria-hidden
          title="Drag onto a container"
          data-handle={orderId}
          {...drag(orderId)}
        >
          <IconGripVertical size={16} />
        </span>
        <SelectBox ticked={ticked} id={orderId} label={`Select ${formatTrackingCode(trackingCode)}`} />
      </span>
    ),
  }
}

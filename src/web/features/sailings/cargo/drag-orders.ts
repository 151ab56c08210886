import { type DragEvent, useState } from 'react'
import { z } from 'zod'

/** Our own type: no other data that is dragged over the page is taken. */
const TYPE = 'application/x-quayside-orders'

const dragged = z.object({
  orderIds: z.array(z.int()).min(1),
  from: z.enum(['loaded', 'candidates']),
  /** What is asked before they are loaded. */
  oddities: z.array(z.string()),
})
/** Orders that are dragged, and the list that they come from. */
export type DraggedOrders = z.infer<typeof dragged>

/** Starts to drag orders. */
export function startDrag({ dataTransfer }: DragEvent, orders: DraggedOrders) {
  dataTransfer.setData(TYPE, JSON.stringify(orders))
  dataTransfer.effectAllowed = 'move'
}

const takes = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(TYPE)

/** The dropped orders; null for any other data. */
function readDrop({ dataTransfer }: DragEvent): DraggedOrders | null {
  try {
    return dragged.safeParse(JSON.parse(dataTransfer.getData(TYPE))).data ?? null
  } catch {
    return null
  }
}

/** Lets orders be dropped on an element; buttons in the lists do the same without a mouse. */
export function useOrderDrop(onDrop: (orders: DraggedOrders) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      const orders = takes(event) ? readDrop(event) : null
      if (!orders) return
      event.preventDefault()
      event.stopPropagation()
      onDrop(orders)
    },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { ReceiveDialog } from '#web/features/sailings/cargo/receive-dialog.tsx'
import { useCargo } from '#web/features/sailings/cargo/use-cargo.ts'
import { loadedQuery } from '#web/features/sailings/shared/loaded-query.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/feedback/toast.ts'

interface ReceiveOrdersProps {
  sailingId: number
  orderIds: ReadonlySet<number>
  onClose: () => void
}

/** The dialog of the sailing that receives cargo, for these orders. What could not be received is named. */
export function ReceiveOrders({ sailingId, orderIds, onClose }: ReceiveOrdersProps) {
  const cargo = useCargo(sailingId)
  const { data, error } = useQuery(loadedQuery(sailingId, null))
  const fault = faultOf(error)
  useEffect(() => {
    if (!fault) return
    showError(fault.message)
    onClose()
  }, [fault, onClose])
  if (!data) return null
  const orders = data.filter(({ orderId }) => orderIds.has(orderId))
  const done = (failed: readonly number[] | null) => {
    onClose()
    const left = orders.filter(({ orderId }) => failed?.includes(orderId))
    if (left.length > 0)
      showError(`Not received: ${left.map(({ trackingCode }) => formatTrackingCode(trackingCode)).join(', ')}`)
  }
  return <ReceiveDialog cargo={cargo} orders={orders} onClose={onClose} onDone={done} />
}

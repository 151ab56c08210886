import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { ConfirmationEditor } from '#web/features/orders/panels/confirmation-editor.tsx'
import { confirmationValues } from '#web/features/orders/panels/confirmation-values.ts'
import { CONFIRMATION } from '#web/features/orders/panels/shipment-panels.ts'
import { usePanelDrafts } from '#web/features/orders/panels/use-panel-drafts.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'

/** The form of an order's Booking Confirmation; calls `onDone` once it is saved or cancelled. */
export function OrderConfirmation({ orderId, onDone }: { orderId: number; onDone: () => void }) {
  const { key } = CONFIRMATION
  const { timeZone } = useDates()
  const query = useQuery(orderQuery(orderId))
  const drafts = usePanelDrafts()
  const begun = useRef(false)
  const { data: order } = query
  const begin = useEffectEvent((base: Order) => {
    if (begun.current) return
    begun.current = true
    drafts.edit(key, base, confirmationValues(base.bookingConfirmation, timeZone))
  })
  useEffect(() => {
    if (order) begin(order)
  }, [order])
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (drafts.closed === key) done()
  }, [drafts.closed])
  const draft = drafts.of(key)
  const fault = faultOf(query.error)
  if (!order) return fault && <Fault {...fault} onRetry={() => void query.refetch()} />
  return draft ? <ConfirmationEditor order={order} draft={draft} drafts={drafts} /> : null
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'
import { eventsQuery, templatesQuery } from '#web/features/orders/shared/set-event/set-event-queries.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { SetEventForm, type SetEventFormProps } from './set-event-form.tsx'
import { SetEventWaits } from './set-event-waits.tsx'

interface SetEventOfProps extends Pick<SetEventFormProps, 'step' | 'onDone' | 'onCancel'> {
  orderId: number
}

/** The form for an order, once the latest order, events, templates and categories are loaded. */
export function SetEventOf({ orderId, ...form }: SetEventOfProps) {
  const order = useQuery(orderQuery(orderId))
  const events = useQuery(eventsQuery)
  const templates = useQuery(templatesQuery)
  const categories = useQuery(categoriesQuery)
  const fault = failedLookUp(order, events, templates, categories)
  // A cached order might name an event that is no longer the current one.
  const [ready, setReady] = useState(false)
  if (!ready && order.data && (!order.isStale || order.isError)) setReady(true)
  if (fault && !ready) return <Fault {...fault} />
  if (!ready || !order.data || !events.data || !templates.data || !categories.data) return <SetEventWaits />
  return (
    <div className={classes.room}>
      <SetEventForm
        head={order.data}
        events={events.data}
        templates={templates.data}
        categories={categories.data}
        {...form}
      />
    </div>
  )
}

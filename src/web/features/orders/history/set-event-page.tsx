import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { useOrder } from '#web/model/orders/use-order.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { categoriesQuery, eventsQuery, templatesQuery } from './event-queries.ts'
import { SetEventForm } from './set-event-form.tsx'

const route = getRouteApi('/staff/set-event/$orderId')

export function SetEventPage() {
  const { orderId } = route.useParams()
  const { order } = useOrder(orderId)
  const code = order ? formatTrackingCode(trackingCodeOf(order)) : ''
  return (
    <Page narrow>
      <PageTitle
        title="Set next event status"
        documentTitle={`Set event of order ${code || orderId}`}
        aside={
          order && (
            <TextLink to="/orders/$orderId" params={{ orderId }}>
              {code} · {order.companyName || order.yourName}
            </TextLink>
          )
        }
      />
      {order ? <WithChoices key={orderId} head={order} /> : <Skeleton h={420} />}
    </Page>
  )
}

/** The form, once events, templates and categories are loaded. */
function WithChoices({ head }: { head: Order }) {
  const events = useQuery(eventsQuery)
  const templates = useQuery(templatesQuery)
  const categories = useQuery(categoriesQuery)
  const fault = failedLookUp(events, templates, categories)
  if (fault) return <Fault {...fault} />
  if (!events.data || !templates.data || !categories.data) return <Skeleton h={420} />
  return <SetEventForm head={head} events={events.data} templates={templates.data} categories={categories.data} />
}

import { getRouteApi, useRouter } from '@tanstack/react-router'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { useOrder } from '#web/features/orders/shared/use-order.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { showEventSet } from './post-event.ts'
import { SetEventOf } from './set-event-of.tsx'
import { SetEventWaits } from './set-event-waits.tsx'

const route = getRouteApi('/staff/set-event/$orderId')

export function SetEventPage() {
  const { orderId } = route.useParams()
  const { order } = useOrder(orderId)
  const router = useRouter()
  const leave = () => void router.navigate({ to: '/orders/$orderId', params: { orderId }, replace: true })
  const holdSeconds = useSettings()?.mailHoldSeconds ?? 0
  const code = order ? formatTrackingCode(trackingCodeOf(order)) : ''
  return (
    <Page>
      <PageTitle
        title="Set next event status"
        documentTitle={`Set event for order ${code || orderId}`}
        aside={
          order && (
            <TextLink to="/orders/$orderId" params={{ orderId }}>
              {code} · {order.companyName || order.yourName}
            </TextLink>
          )
        }
      />
      {order ? (
        <SetEventOf
          key={orderId}
          orderId={orderId}
          onDone={(entry) => {
            showEventSet({ entry, holdSeconds, next: null })
            leave()
          }}
          onCancel={leave}
        />
      ) : (
        <SetEventWaits />
      )}
    </Page>
  )
}

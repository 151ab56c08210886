import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'
import { useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { showEventSet } from './post-event.ts'
import { SetEventWaits } from './set-event-waits.tsx'

/** The form comes after the drawer: it brings editors and files along. */
const SetEventOf = lazyPart(async () => (await import('./set-event-of.tsx')).SetEventOf)

const WIDTH = 1160

interface SetEventDrawerProps {
  /** The order; undefined while the drawer is closed. */
  orderId: number | undefined
  /** The order below this one in the list it was opened from. */
  next?: number
  /** True to begin with the next step of the shipment. */
  step?: boolean
}

/** Set event over the page that it was opened from. */
export function SetEventDrawer({ orderId, next, step = false }: SetEventDrawerProps) {
  const { open, close } = useSetEventOver()
  const holdSeconds = useSettings()?.mailHoldSeconds ?? 0
  // The order that still shows while the drawer slides away.
  const [shown, setShown] = useState(orderId)
  if (orderId !== undefined && orderId !== shown) setShown(orderId)
  return (
    <SideDrawer
      opened={orderId !== undefined}
      onClose={close}
      title={shown !== undefined && <Title orderId={shown} />}
      width={WIDTH}
      returnTo={() => document.querySelector<HTMLElement>(`[data-set-event="${shown}"]`)}
    >
      {shown !== undefined && (
        <PartBoundary>
          <Suspense fallback={<SetEventWaits />}>
            <SetEventOf
              key={shown}
              orderId={shown}
              step={step}
              onCancel={close}
              onDone={(entry) => {
                showEventSet({ entry, holdSeconds, next: next === undefined ? null : () => open(next) })
                close()
              }}
            />
          </Suspense>
        </PartBoundary>
      )}
    </SideDrawer>
  )
}

/** A title with other words than the labels inside, since it names the dialog. */
function Title({ orderId }: { orderId: number }) {
  const { data: order } = useQuery(orderQuery(orderId))
  return (
    <span className={classes.title}>
      Set event
      {order && (
        <TextLink to="/orders/$orderId" params={{ orderId }} replace className={classes.titleLink}>
          {formatTrackingCode(trackingCodeOf(order))} · {order.companyName || order.yourName}
        </TextLink>
      )}
    </span>
  )
}

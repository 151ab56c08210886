import { Button } from '@mantine/core'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './cargo.module.css'
import type { Cargo, Place } from './use-cargo.ts'

/** The orders that the last action at this place could not do, and what to check after it. */
export function CargoOutcome({ cargo: { outcome, dismiss }, place }: { cargo: Cargo; place: Place }) {
  if (outcome?.place !== place) return null
  const { failed, warnings } = outcome
  return (
    <div className={classes.outcome}>
      <Notice warn role="alert" title={titleOf(failed.length)}>
        <ul className={classes.reasons}>
          {failed.map(({ orderId, trackingCode, reason }) => (
            <li key={orderId}>
              <TextLink to="/orders/$orderId" params={{ orderId }}>
                {trackingCode ? formatTrackingCode(trackingCode) : `Order ${orderId}`}
              </TextLink>
              : {reason}
            </li>
          ))}
          {warnings.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      </Notice>
    </div>
  )
}

const titleOf = (count: number) =>
  count === 0 ? 'Please check' : count === 1 ? '1 order could not be done' : `${count} orders could not be done`

import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { ALL_ROWS } from '#web/lib/list/list-state.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './integrations.module.css'
import { deliveriesCall, deliveryLook, replay } from './webhook-calls.ts'

/** Milliseconds between two reads while it is open: attempts come by themselves. */
const LOOK_MS = 3_000
const PER_PAGE = 50

/** Deliveries to a webhook, with every attempt, and Replay. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...pageQuery(deliveriesCall(webhook.id), { ...ALL_ROWS, perPage: PER_PAGE, page }),
    refetchInterval: LOOK_MS,
  })
  const fault = query.data ? null : faultOf(query.error)
  const { items = [], totalCount = 0, numItemsPerPage = 1 } = query.data ?? {}
  const pages = Math.max(1, Math.ceil(totalCount / numItemsPerPage))
  return (
    <Dialog opened onClose={onClose} title={`Deliveries to ${new URL(webhook.url).host}`} size="xl">
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {query.data && items.length === 0 && (
        <EmptyState icon={IconSend} title="No deliveries yet">
          Each message appears here with its attempts.
        </EmptyState>
      )}
      <ul aria-label="Deliveries">
        {items.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} active={webhook.active} />
        ))}
      </ul>
      {pages > 1 && (
        <div className={classes.buttons}>
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Delivery({ delivery, active }: { delivery: WebhookDelivery; active: boolean }) {
  const { dateTime } = useDates()
  const { run, busy } = useAttempt()
  const { event, orderId, attempts, nextAt, messageId, state, body } = delivery
  return (
    <li className={classes.delivery}>
      <div className={classes.exampleHead}>
        <span>
          <strong>{event}</strong>, {dateTime(delivery.createdAt)}
        </span>
        {orderId !== null && (
          <span>
            <TextLink to="/orders/$orderId" params={{ orderId }}>
              Order {orderId}
            </TextLink>
          </span>
        )}
        <StatusBadge {...deliveryLook(delivery)} />
      </div>
      {attempts.length > 0 && (
        <ol className={classes.attempts} aria-label="Attempts">
          {attempts.map(({ at, status, error, ms }) => (
            <li key={at}>
              {dateTime(at)}: {error ?? `Answered ${status}`}, {ms} ms
            </li>
          ))}
        </ol>
      )}
      {state === 'waiting' && nextAt !== null && <p className={classes.dim}>Next attempt: {dateTime(nextAt)}</p>}
      <details>
        <summary>Message {messageId}</summary>
        <code className={classes.secret}>{body}</code>
      </details>
      {active && state !== 'waiting' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          aria-label={`Replay ${messageId}`}
          onClick={() => void run(() => replay(delivery))}
        >
          Replay
        </Button>
      )}
    </li>
  )
}

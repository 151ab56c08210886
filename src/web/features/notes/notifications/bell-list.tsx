import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Notification, NotificationKind } from '#contract/notes/notifications.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { latestQuery, markRead } from '#web/features/notes/shared/notifications.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import classes from './bell.module.css'

const DID: Record<NotificationKind, string> = {
  mention: 'mentioned you',
  assigned: 'gave you a task',
  note: 'wrote on your order',
  done: 'finished your task',
  'rate-set-refused': 'could not apply your rate set',
}

/** The latest notifications; each leads to the notes of its order. */
export function BellList({ onLeave }: { onLeave: () => void }) {
  const query = useQuery(latestQuery)
  const { run, busy } = useAttempt()
  const fault = faultOf(query.error)
  const { items, counts } = query.data ?? {}
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        {/* The heading takes the focus: the panel opens before there is anything else to focus. */}
        <b tabIndex={-1} data-autofocus className={classes.title}>
          Notifications
        </b>
        {counts && counts.unread > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            loading={busy}
            onClick={() => void run(() => markRead({ all: true }))}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {fault && !items && <Fault {...fault} onRetry={() => void query.refetch()} />}
      {!fault && !items && <LoadingBlock height={80} />}
      {items?.length === 0 && (
        <p className={classes.none}>Nothing yet. Whoever mentions you in a note, or gives you a task, shows up here.</p>
      )}
      <ul className={classes.list}>
        {items?.map((item) => (
          <li key={item.id}>
            <Item item={item} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Item({ item, onLeave }: { item: Notification; onLeave: () => void }) {
  const { dateTime } = useDates()
  const open = () => {
    onLeave()
    // The page shows the note in any case, even if it cannot be marked as read.
    if (item.readAt === null) void markRead({ ids: [item.id] }).catch(() => undefined)
  }
  const look = {
    preload: false,
    className: classes.item,
    'data-unread': item.readAt === null || undefined,
    onClick: open,
  } as const
  const at = dateTime(item.createdAt)
  const words = (
    <>
      <span>
        <b>{item.actor?.name ?? 'Quayside'}</b> {DID[item.kind]}
        {item.readAt === null && <VisuallyHidden>, unread</VisuallyHidden>}
      </span>
      <span className={classes.text}>{item.text}</span>
      <span className={classes.where}>
        {item.orderId === null
          ? `It is a draft again · ${at}`
          : `${formatTrackingCode(item.trackingCode)} · ${item.companyName} · ${at}`}
      </span>
    </>
  )
  if (item.orderId === null)
    return (
      <Link to="/freight" search={{ set: item.rateSet?.id }} {...look}>
        {words}
      </Link>
    )
  return (
    <Link to="/orders/$orderId" params={{ orderId: item.orderId }} search={{ notes: true }} {...look}>
      {words}
    </Link>
  )
}

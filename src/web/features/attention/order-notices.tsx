import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { ItemAction } from './actions/item-action.tsx'
import { ItemMenu, type OpenDialog } from './item-menu.tsx'
import { type Notice, noticesOf, sentenceOfAll } from './notices.ts'
import classes from './order-notices.module.css'
import { orderAttentionQuery, unwaiveItem } from './shared/attention.ts'
import { dueWords, exactDue } from './shared/item-words.ts'

const SnoozeDialog = lazyPart(async () => (await import('./changes/snooze-dialog.tsx')).SnoozeDialog)
const WaiveDialog = lazyPart(async () => (await import('./changes/waive-dialog.tsx')).WaiveDialog)

interface OrderNoticesProps {
  orderId: number
  /** Takes the action on an item. */
  act: (item: AttentionItem) => void
}

/**
 * The open items of an order, a line for each rule with the queue's own actions; waived ones say why, and who
 * waived them.
 */
export function OrderNotices({ orderId, act }: OrderNoticesProps) {
  const { data } = useQuery(orderAttentionQuery(orderId))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  if (!data || data.length === 0) return null
  const close = () => setDialog(null)
  return (
    <section className={classes.notices} aria-label="Needs attention">
      <ul className={classes.list}>
        {noticesOf(data).map((notice) => (
          <Line key={notice.first.id} notice={notice} act={act} open={setDialog} />
        ))}
        {data
          .filter(({ waivedReason }) => waivedReason !== null)
          .map((item) => (
            <Waived key={item.id} item={item} />
          ))}
      </ul>
      {dialog && (
        <PartBoundary over>
          <Suspense fallback={null}>
            {dialog.what === 'snooze' && <SnoozeDialog items={dialog.items} onClose={close} />}
            {dialog.what === 'waive' && <WaiveDialog items={dialog.items} onClose={close} />}
          </Suspense>
        </PartBoundary>
      )}
    </section>
  )
}

interface LineProps extends Pick<OrderNoticesProps, 'act'> {
  notice: Notice
  open: (dialog: OpenDialog) => void
}

function Line({ notice, act, open }: LineProps) {
  const dates = useDates()
  const { first, items } = notice
  const due = dueWords(first, Date.now())
  const rule = RULE_LABELS[first.rule]
  const sentence = sentenceOfAll(items, dates)
  const onIt = [...new Set(items.flatMap(({ claimedBy }) => claimedBy?.name ?? []))]
  const Icon = first.severity === 3 ? IconAlertTriangle : IconInfoCircle
  return (
    <li
      className={classes.line}
      data-urgent={first.severity === 3 || undefined}
      data-asleep={first.snoozedUntil !== null || undefined}
    >
      <Icon className={classes.icon} size={16} aria-hidden />
      <span className={classes.what} title={sentence}>
        <strong>{rule}</strong> {sentence}
      </span>
      <span className={classes.due} data-late={due.late || undefined} title={exactDue(first, dates)}>
        {due.words}
      </span>
      {onIt.length > 0 && <span className={classes.state}>{onIt.join(', ')} is on it</span>}
      {first.snoozedUntil && <span className={classes.state}>Snoozed until {dates.dateTime(first.snoozedUntil)}</span>}
      <span className={classes.actions}>
        <ItemAction item={first} name={rule} act={act} />
        <ItemMenu item={{ ...first, group: items }} open={open} />
      </span>
    </li>
  )
}

function Waived({ item: { id, rule, waivedBy, waivedReason } }: { item: AttentionItem }) {
  return (
    <li className={classes.line} data-asleep>
      <span className={classes.what}>
        {RULE_LABELS[rule]}, waived by {waivedBy?.name}: {waivedReason}
      </span>
      <span className={classes.actions}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void unwaiveItem(id).catch(showError)}
          aria-label={`Take back the waiver of ${RULE_LABELS[rule]}`}
        >
          Take back
        </Button>
      </span>
    </li>
  )
}

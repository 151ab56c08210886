import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { ItemMenu, type OpenDialog } from './item-menu.tsx'
import { type Notice, noticesOf, sentenceOfAll } from './notices.ts'
import classes from './order-notices.module.css'
import { orderAttentionQuery, unwaiveItem } from './shared/attention.ts'
import type { Act } from './shared/item-actions.ts'
import { askedWords, dueWords, exactDue } from './shared/item-words.ts'
import { RowActions } from './shared/row-actions.tsx'

const SnoozeDialog = lazyPart(async () => (await import('./changes/snooze-dialog.tsx')).SnoozeDialog)
const WaiveDialog = lazyPart(async () => (await import('./changes/waive-dialog.tsx')).WaiveDialog)

interface OrderNoticesProps {
  orderId: number
  /** Takes the action on an item. */
  act: Act
  /** A notice of the page itself, which the queue does not know; urgent ones stand first. */
  own?: OwnNotice | null
}

/** 'Booking confirmation' with the words that go on from it. */
interface OwnNotice {
  title: string
  words: string
  urgent: boolean
  action: ReactNode
}

/**
 * The open items of an order, a line for each rule with the queue's own actions; waived ones say why, and who
 * waived them. The most urgent line shows, the others on request: the history stands below them.
 */
export function OrderNotices({ orderId, act, own = null }: OrderNoticesProps) {
  const { data = NONE } = useQuery(orderAttentionQuery(orderId))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [all, setAll] = useState(false)
  const ownLine = own && ((end: ReactNode) => <Own key="own" notice={own} end={end} />)
  const lines = [
    ...(own?.urgent && ownLine ? [ownLine] : []),
    ...noticesOf(data).map((notice) => (end: ReactNode) => (
      <Line key={notice.first.id} notice={notice} act={act} open={setDialog} end={end} />
    )),
    ...(own && !own.urgent && ownLine ? [ownLine] : []),
    ...data
      .filter(({ waivedReason }) => waivedReason !== null)
      .map((item) => (end: ReactNode) => <Waived key={item.id} item={item} end={end} />),
  ]
  if (lines.length === 0) return null
  const close = () => setDialog(null)
  const more = lines.length > 1 && (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-expanded={all}
      aria-label={all ? 'Show less of what needs attention' : `+${lines.length - 1} more that need attention`}
      onClick={() => setAll(!all)}
    >
      {all ? 'Show less' : `+${lines.length - 1} more`}
    </Button>
  )
  return (
    <section className={classes.notices} aria-label="Needs attention">
      <ul className={classes.list}>
        {(all ? lines : lines.slice(0, 1)).map((line, at) => line(at === 0 ? more : null))}
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

const NONE: AttentionItem[] = []

interface EndProps {
  /** The button that shows the other lines, in the first one. */
  end: ReactNode
}

interface LineProps extends EndProps, Pick<OrderNoticesProps, 'act'> {
  notice: Notice
  open: (dialog: OpenDialog) => void
}

function Line({ notice, act, open, end }: LineProps) {
  const dates = useDates()
  const { first, items } = notice
  const rest = items.filter(({ id }) => id !== first.id)
  const due = dueWords(first, Date.now())
  const asked = askedWords(first, Date.now())
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
      {asked && <span className={classes.state}>{asked}</span>}
      {onIt.length > 0 && <span className={classes.state}>{onIt.join(', ')} is on it</span>}
      {first.snoozedUntil && <span className={classes.state}>Snoozed until {dates.dateTime(first.snoozedUntil)}</span>}
      <span className={classes.actions}>
        <RowActions items={[first]} name={rule} act={act} />
        <ItemMenu item={{ ...first, key: first.id, all: [first, ...rest], group: null }} open={open} />
        {end}
      </span>
    </li>
  )
}

function Own({ notice: { title, words, urgent, action }, end }: EndProps & { notice: OwnNotice }) {
  const Icon = urgent ? IconAlertTriangle : IconInfoCircle
  return (
    <li className={classes.line} data-urgent={urgent || undefined}>
      <Icon className={classes.icon} size={16} aria-hidden />
      <span className={classes.what} title={`${title} ${words}`}>
        <strong>{title}</strong> {words}
      </span>
      <span className={classes.actions}>
        {action}
        {end}
      </span>
    </li>
  )
}

function Waived({ item: { id, rule, waivedBy, waivedReason }, end }: EndProps & { item: AttentionItem }) {
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
        {end}
      </span>
    </li>
  )
}

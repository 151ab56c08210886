import type { AttentionItem } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import type { Ticked } from '#web/lib/list/selection.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { SelectBox } from '#web/ui/list/select-box.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { ItemAction } from './actions/item-action.tsx'
import type { QueueRow } from './queue-rows.ts'
import { dueWords, exactDue, sentenceOf } from './shared/item-words.ts'
import classes from './today.module.css'

interface Hands {
  /** Ids of the selected rows. */
  ticked: Ticked
  dates: Dates
  now: number
  act: (item: AttentionItem) => void
  unfold: (orderId: number) => void
}

export function queueColumns({ ticked, dates, now, act, unfold }: Hands): Column<QueueRow>[] {
  return [
    {
      id: 'select',
      header: 'Select',
      width: 56,
      noLink: true,
      card: 'aside',
      cell: (row) => (
        <SelectBox ticked={ticked} id={row.id} label={`Select ${RULE_LABELS[row.rule]}: ${nameOf(row)}`} />
      ),
    },
    { id: 'due', header: 'Due', width: 142, cell: (row) => <Due row={row} dates={dates} now={now} />, card: 'wide' },
    {
      id: 'what',
      header: 'What',
      width: 260,
      card: 'title',
      cell: (row) => <What row={row} dates={dates} unfold={unfold} />,
    },
    { id: 'order', header: 'Order', width: 186, card: 'wide', cell: (row) => <OrderOf row={row} /> },
    {
      id: 'lane',
      header: 'Lane',
      width: 124,
      wraps: true,
      card: 'wide',
      cell: ({ cityName, cartageName }) => [cityName, cartageName].filter(Boolean).join(' → ') || EMPTY,
    },
    { id: 'inCharge', header: 'In charge', width: 90, wraps: true, cell: ({ inCharge }) => inCharge?.name ?? EMPTY },
    {
      id: 'action',
      header: 'Action',
      width: 164,
      card: 'wide',
      cell: (row) => <ItemAction item={row} name={nameOf(row)} act={act} />,
    },
  ]
}

/** The name of an item: its order, else its rule. */
const nameOf = ({ trackingCode, rule }: AttentionItem) =>
  trackingCode ? formatTrackingCode(trackingCode) : RULE_LABELS[rule]

function Due({ row, dates, now }: { row: AttentionItem; dates: Dates; now: number }) {
  const { words, late } = dueWords(row, now)
  return (
    <time
      className={classes.due}
      data-late={late || undefined}
      data-urgent={row.severity === 3 || undefined}
      dateTime={row.dueAt ?? undefined}
      title={exactDue(row, dates)}
    >
      {words}
    </time>
  )
}

function What({ row, dates, unfold }: { row: QueueRow; dates: Dates; unfold: (orderId: number) => void }) {
  const sentence = sentenceOf(row, dates)
  return (
    <span className={classes.what} data-part={row.isPart || undefined}>
      <span className={classes.sentence} title={sentence}>
        <span className={classes.rule}>{RULE_LABELS[row.rule]}</span> {sentence}
      </span>
      <State row={row} dates={dates} unfold={unfold} />
    </span>
  )
}

/**
 * The state of a row, on a line of its own, which no sentence cuts off: its number of items, who is on it,
 * and until when it is snoozed.
 */
function State({ row, dates, unfold }: { row: QueueRow; dates: Dates; unfold: (orderId: number) => void }) {
  const { orderId, unfolded, things, claimedBy, snoozedUntil } = row
  const folds = unfolded !== undefined && orderId !== null
  if (!folds && !claimedBy && !snoozedUntil) return null
  return (
    <span className={classes.state}>
      {folds && (
        <button type="button" className={classes.more} aria-expanded={unfolded} onClick={() => unfold(orderId)}>
          {things} things
        </button>
      )}
      {claimedBy && <span>{claimedBy.name} is on it</span>}
      {snoozedUntil && <span>Snoozed until {dates.dateTime(snoozedUntil)}</span>}
    </span>
  )
}

function OrderOf({ row: { orderId, trackingCode, companyName, username } }: { row: AttentionItem }) {
  if (orderId === null || trackingCode === null) return EMPTY
  return (
    <span className={classes.order}>
      <TextLink to="/orders/$orderId" params={{ orderId }}>
        {formatTrackingCode(trackingCode)}
      </TextLink>
      <span className={classes.dim}>{companyName || username}</span>
    </span>
  )
}

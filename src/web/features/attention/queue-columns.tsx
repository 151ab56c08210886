import { VisuallyHidden } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import type { Ticked } from '#web/lib/list/selection.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PageBox, SelectBox } from '#web/ui/list/select-box.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import type { QueueRow } from './changes/row-items.ts'
import { groupSentence, ordersOf } from './group-words.ts'
import type { Act } from './shared/item-actions.ts'
import { askedWords, briefOf, dueWords, exactDue, sentenceOf, spanOf } from './shared/item-words.ts'
import { RowActions } from './shared/row-actions.tsx'
import classes from './today.module.css'

interface Hands {
  /** Keys of the selected rows, and of all rows. */
  ticked: Ticked
  keys: readonly number[]
  dates: Dates
  now: number
  act: Act
  unfold: (row: QueueRow) => void
  /** Who looks, whose own rows name nobody in charge. */
  me: number | undefined
}

/** Columns of the queue. The head of the first is the box that selects all. */
export function queueColumns({ ticked, keys, dates, now, act, unfold, me }: Hands): Column<QueueRow>[] {
  return [
    {
      id: 'select',
      header: 'Select',
      control: <PageBox ticked={ticked} ids={keys} />,
      width: 40,
      noLink: true,
      card: 'aside',
      cell: (row) => (
        <SelectBox ticked={ticked} id={row.key} label={`Select ${RULE_LABELS[row.rule]}: ${nameOf(row)}`} />
      ),
    },
    {
      id: 'what',
      header: 'What',
      width: 360,
      card: 'title',
      cell: (row) => <What row={row} dates={dates} now={now} unfold={unfold} />,
    },
    { id: 'order', header: 'Order', width: 160, card: 'wide', cell: (row) => <OrderOf row={row} unfold={unfold} /> },
    {
      id: 'company',
      header: 'Company',
      width: 160,
      wraps: 'whole',
      card: 'wide',
      cell: (row) => <CompanyOf row={row} me={me} />,
    },
    {
      id: 'sailing',
      header: 'Sailing',
      width: 140,
      wraps: 'whole',
      card: 'wide',
      cell: (row) => <SailingOf row={row} />,
    },
    {
      id: 'action',
      header: 'Action',
      width: 262,
      wraps: 'whole',
      card: 'wide',
      cell: (row) => <RowActions items={row.group ? row.all : [row]} name={nameOf(row)} act={act} />,
    },
  ]
}

/** The name of a row: its order or orders, else its rule. */
export function nameOf(row: QueueRow): string {
  const { trackingCode, rule, group, sailing, companyName, username } = row
  if (group)
    return `${ordersOf(group)} of ${rule === 'document' ? companyName || username : (sailing?.reference ?? '')}`
  return trackingCode ? formatTrackingCode(trackingCode) : RULE_LABELS[rule]
}

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

interface WhatProps {
  row: QueueRow
  dates: Dates
  now: number
  unfold: (row: QueueRow) => void
}

function What({ row, dates, now, unfold }: WhatProps) {
  const brief = row.group ? groupSentence(row, row.group) : briefOf(row, dates)
  return (
    <span className={classes.what} data-part={row.isPart || undefined}>
      <span className={classes.sentence} title={row.group ? brief : sentenceOf(row, dates)}>
        <span className={classes.rule}>{RULE_LABELS[row.rule]}</span> {brief}
      </span>
      <span className={classes.state}>
        <Due row={row} dates={dates} now={now} />
        {row.group && row.rule !== 'document' && <span>{exactDue(row, dates)}</span>}
        <State row={row} dates={dates} now={now} unfold={unfold} />
      </span>
    </span>
  )
}

/** The state of a row: its number of items, what was asked, who is on it, and until when it is snoozed. */
function State({ row, dates, now, unfold }: WhatProps) {
  const { group, unfolded, things, all, isPart, claimedBy, snoozedUntil } = row
  const asked = group ? groupAsked(row, now) : askedWords(row, now)
  return (
    <>
      {!group && unfolded !== undefined && (
        <button type="button" className={classes.more} aria-expanded={unfolded} onClick={() => unfold(row)}>
          {things} things
        </button>
      )}
      {isPart && all.length > 1 && <span>{all.length} things</span>}
      {asked && <span title={row.asked?.to ? `To ${row.asked.to}` : undefined}>{asked}</span>}
      {!group && claimedBy && <span>{claimedBy.name} is on it</span>}
      {snoozedUntil && <span>Snoozed until {dates.dateTime(snoozedUntil)}</span>}
    </>
  )
}

/** How many of a group were asked, and when last; null if nobody was. */
function groupAsked({ group }: QueueRow, now: number): string | null {
  const times = group?.items.flatMap(({ asked }) => asked ?? []) ?? []
  const last = times.sort().at(-1)
  if (last === undefined) return null
  const ago = `${spanOf(now - Date.parse(last))} ago`
  const total = group?.items.length ?? 0
  return times.length === total ? `Asked ${ago}` : `${times.length} of ${total} asked, last ${ago}`
}

function OrderOf({ row, unfold }: Pick<WhatProps, 'row' | 'unfold'>) {
  const { orderId, trackingCode, group, unfolded } = row
  if (group)
    return (
      <button
        type="button"
        className={classes.more}
        aria-expanded={unfolded}
        aria-label={nameOf(row)}
        onClick={() => unfold(row)}
      >
        {ordersOf(group)}
      </button>
    )
  if (orderId === null || trackingCode === null) return EMPTY
  return (
    <TextLink to="/orders/$orderId" params={{ orderId }} className={classes.order}>
      {formatTrackingCode(trackingCode)}
    </TextLink>
  )
}

/** The client, and who is in charge if that is somebody else. A group by sailing has orders of several clients. */
function CompanyOf({ row: { group, rule, companyName, username, inCharge }, me }: { row: QueueRow; me: Hands['me'] }) {
  if (group && rule !== 'document') return ''
  return (
    <>
      {companyName || username}
      {!group && inCharge && inCharge.id !== me && (
        <span className={classes.second} title="In charge">
          <IconUser size={13} aria-hidden /> <VisuallyHidden>In charge:</VisuallyHidden> {inCharge.name}
        </span>
      )}
    </>
  )
}

function SailingOf({ row: { sailing, group, rule } }: { row: QueueRow }) {
  if (!sailing || (group && rule === 'document')) return ''
  return (
    <>
      <TextLink to="/sailings/$sailingId" params={{ sailingId: String(sailing.id) }}>
        {sailing.reference}
      </TextLink>{' '}
      <span className={classes.second}>{`${sailing.vessel} ${sailing.voyage}`}</span>
    </>
  )
}

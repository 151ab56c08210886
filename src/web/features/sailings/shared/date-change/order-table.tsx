import { ActionIcon, Checkbox } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatAt } from '#contract/lib/format.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { DateChangePreview, DateChangeRow } from '#contract/sailings/date-change.ts'
import { FOLLOWED, type FollowedField } from '#contract/sailings/sailing-codes.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import type { Column } from '#web/ui/list/list-columns.ts'
import { ListTable } from '#web/ui/list/list-table.tsx'
import { type Choices, canApply, choose, type Goes, isApplied, isMailed } from './choices.ts'
import classes from './date-change.module.css'
import { dayRange, differsWords, shortDay } from './date-words.ts'

interface OrderTableProps {
  preview: DateChangePreview
  choices: Choices
  goes: Goes
  stale: boolean
  timeZone: string
  /** Shows the mail of an order. */
  onShowMail: (id: number) => void
}

type Field = DateChangeRow['fields'][number]['field']
const CODE = (row: DateChangeRow) => formatTrackingCode(row.trackingCode)

/** The move of one date of an order, 'Thu Mar 12 → Tue Mar 17 2026'; '-' if it does not change. */
function moved({ fields }: DateChangeRow, field: Field): string {
  const move = fields.find((each) => each.field === field)
  if (!move) return EMPTY
  if (move.from && move.to) return dayRange(move.from, move.to)
  return move.to ? shortDay(move.to) : `${move.from ? shortDay(move.from) : ''} → none`
}

function ApplyBox({ row, choices, goes }: { row: DateChangeRow } & Pick<OrderTableProps, 'choices' | 'goes'>) {
  const choice = useStore(choices)[row.id]
  return (
    <Checkbox
      aria-label={`Change ${CODE(row)}`}
      checked={isApplied(row, choice, goes)}
      disabled={!canApply(row, goes)}
      onChange={({ currentTarget }) => choose(choices, row.id, { apply: currentTarget.checked })}
    />
  )
}

function MailBox({ row, choices, goes }: { row: DateChangeRow } & Pick<OrderTableProps, 'choices' | 'goes'>) {
  const choice = useStore(choices)[row.id]
  if (!row.mail) return <span className={classes.dim}>No mail: the arrival moves too little</span>
  return (
    <Checkbox
      label={row.mail.to}
      aria-label={`Mail ${row.mail.to} about ${CODE(row)}`}
      checked={isMailed(row, choice, goes)}
      disabled={!goes.mail || !isApplied(row, choice, goes)}
      onChange={({ currentTarget }) => choose(choices, row.id, { mail: currentTarget.checked })}
    />
  )
}

function columnsOf({ preview, choices, goes, timeZone }: Omit<OrderTableProps, 'stale' | 'onShowMail'>) {
  const said = (field: Field) => {
    // The cast: undefined for the place, which a sailing does not have.
    const date = FOLLOWED[field as FollowedField]
    return preview.dates.find((each) => each.field === date)?.from ?? null
  }
  const columns: Column<DateChangeRow>[] = [
    {
      id: 'apply',
      header: 'Change',
      width: 76,
      noLink: true,
      card: 'aside',
      cell: (row) => <ApplyBox row={row} choices={choices} goes={goes} />,
    },
    { id: 'trackingCode', header: 'Order', width: 168, card: 'title', cell: CODE },
    { id: 'companyName', header: 'Company', width: 150, wraps: true, cell: (row) => row.companyName || EMPTY },
    {
      id: 'port',
      header: 'Port ETA',
      width: 130,
      wraps: true,
      cell: (row) => moved(row, 'portEstimatedTimeOfArrivalAt'),
    },
    {
      id: 'place',
      header: 'Place ETA',
      width: 130,
      wraps: true,
      cell: (row) => moved(row, 'placeEstimatedTimeOfArrivalAt'),
    },
    {
      id: 'told',
      header: 'Last told',
      width: 130,
      wraps: true,
      cell: ({ toldPortEta }) => (toldPortEta ? shortDay(toldPortEta) : 'Never'),
    },
    {
      id: 'mail',
      header: 'Mail',
      width: 220,
      noLink: true,
      card: 'wide',
      wraps: true,
      cell: (row) => <MailBox row={row} choices={choices} goes={goes} />,
    },
    {
      id: 'note',
      header: 'Note',
      width: 190,
      card: 'wide',
      wraps: true,
      cell: (row) => noteOf(row, said, timeZone),
    },
  ]
  return columns
}

/** The reason why an order is not ticked, and who is editing it. */
function noteOf(row: DateChangeRow, said: (field: Field) => string | null, timeZone: string): string {
  const { conflict } = row
  return [
    differsWords(row, said),
    row.fields.length === 0 ? 'Nothing changes' : '',
    conflict ? `edited by ${conflict.by} ${formatAt(conflict.at, timeZone)}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

/** Orders that the change concerns, each with its effect. */
export function OrderTable({ preview, choices, goes, stale, timeZone, onShowMail }: OrderTableProps) {
  const { event, mail } = goes
  const columns = useMemo(
    () => columnsOf({ preview, choices, goes: { event, mail }, timeZone }),
    [preview, choices, event, mail, timeZone],
  )
  const actions = useMemo(
    () => (row: DateChangeRow) =>
      row.mail && (
        <ActionIcon size={28} aria-label={`Show the mail of ${CODE(row)}`} onClick={() => onShowMail(row.id)}>
          <IconEye size={18} aria-hidden />
        </ActionIcon>
      ),
    [onShowMail],
  )
  return (
    <ListTable
      label="Orders"
      columns={columns}
      rows={preview.orders}
      rowKey={({ id }) => id}
      actions={mail ? actions : undefined}
      sort={null}
      onSort={() => {}}
      stale={stale}
      empty={<p className={classes.dim}>No order in progress is concerned.</p>}
    />
  )
}

import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { EMPTY } from '#web/lib/format/dates.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'

/** A column of a reference list; its heading is the resource's. */
export type RecordColumn<Row> = Omit<Column<Row>, 'header'>
type Cells<Name extends string, Value> = RecordColumn<Record<Name, Value>>

/** A field's plain value; '-' when empty. */
export const textColumn = <const Name extends string>(id: Name, width: number): Cells<Name, string | number> => ({
  id,
  width,
  cell: (row) => row[id] || EMPTY,
})

/** The ID column of every reference list. */
export const idColumn: Cells<'id', number> = { id: 'id', width: 60, cell: ({ id }) => id, card: 'none' }

/** A number, right-aligned, with a fixed number of decimals. */
export const numberColumn = <const Name extends string>(
  id: Name,
  width: number,
  decimals = 0,
): Cells<Name, number> => ({ id, width, align: 'right', cell: (row) => row[id].toFixed(decimals) })

/** A column with the name of a record. */
export const namedColumn = <const Name extends string>(id: Name, width: number): Cells<Name, { name: string }> => ({
  id,
  width,
  cell: (row) => row[id].name,
})

/** The words for a flag that is on and one that is off. */
export type FlagLabels = readonly [on: string, off: string]
/** Words for a setting. */
export const ON_OFF: FlagLabels = ['On', 'Off']
/** Words for a property. */
export const YES_NO: FlagLabels = ['Yes', 'No']

/** A column for a flag, shown as word and icon. */
export const flagColumn = <const Name extends string>(
  id: Name,
  width: number,
  [on, off]: FlagLabels,
): Cells<Name, boolean> => ({
  id,
  width,
  cell: (row) =>
    row[id] ? (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        {on}
      </StatusBadge>
    ) : (
      <StatusBadge tone="neutral" icon={IconCircleMinus}>
        {off}
      </StatusBadge>
    ),
})

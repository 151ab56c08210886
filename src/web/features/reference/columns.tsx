import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { EMPTY } from '#web/lib/dates.ts'
import type { Column } from '#web/ui/list-columns.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

type Cells<Name extends string, Value> = Column<Record<Name, Value>>

/** A field as it is; '-' when empty. */
export const textColumn = <const Name extends string>(
  id: Name,
  header: string,
  width: number,
): Cells<Name, string | number> => ({ id, header, width, cell: (row) => row[id] || EMPTY })

export const idColumn: Cells<'id', number> = { id: 'id', header: 'ID', width: 60, cell: ({ id }) => id }

/** A number, right-aligned, with as many decimals as given. */
export const numberColumn = <const Name extends string>(
  id: Name,
  header: string,
  width: number,
  decimals = 0,
): Cells<Name, number> => ({ id, header, width, align: 'right', cell: (row) => row[id].toFixed(decimals) })

/** A named record. */
export const namedColumn = <const Name extends string>(
  id: Name,
  header: string,
  width: number,
): Cells<Name, { name: string }> => ({ id, header, width, cell: (row) => row[id].name })

/** A yes or no, said by word and icon. */
export const flagColumn = <const Name extends string>(
  id: Name,
  header: string,
  width: number,
): Cells<Name, boolean> => ({
  id,
  header,
  width,
  cell: (row) =>
    row[id] ? (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        Yes
      </StatusBadge>
    ) : (
      <StatusBadge tone="neutral" icon={IconCircleMinus}>
        No
      </StatusBadge>
    ),
})

import { Skeleton } from '@mantine/core'
import type { Column } from './list-columns.ts'
import classes from './list-table.module.css'

const WIDTHS = ['72%', '48%', '64%', '84%', '56%'] as const

interface ListSkeletonProps {
  columns: readonly Pick<Column<unknown>, 'id' | 'align'>[]
  rows: number
  withActions: boolean
}

/** Placeholder rows until the first answer; visible only after 150 ms. */
export function ListSkeleton({ columns, rows, withActions }: ListSkeletonProps) {
  const shown = Array.from({ length: Math.min(rows, 30) }, (_, index) => index)
  return (
    <tbody className={classes.skeleton} aria-hidden>
      {shown.map((row) => (
        <tr key={row}>
          {columns.map((column, place) => (
            <td key={column.id} data-align={column.align}>
              <div className={classes.plain}>
                <Skeleton h={10} w={WIDTHS[(row + place) % WIDTHS.length]} radius="xl" />
              </div>
            </td>
          ))}
          {withActions && <td />}
        </tr>
      ))}
    </tbody>
  )
}

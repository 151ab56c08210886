import type { ReactNode } from 'react'
import type { Sort } from '#web/lib/list/list-state.ts'
import type { Column } from './list-columns.ts'
import { ListHead } from './list-head.tsx'
import { ListRows } from './list-rows.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import classes from './list-table.module.css'
import { useListModel } from './use-list-model.ts'

interface ListTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Columns switched off, by id. */
  visibility?: Record<string, boolean>
  /** Undefined until the first reply. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Where a row leads: each of its cells links there. */
  rowHref?: (row: Row) => string
  /** A plain click on a row; without it the browser follows the link. */
  onOpen?: (row: Row) => void
  /** The pointer or the focus is on a row: prefetches its page. */
  onIntent?: (row: Row) => void
  /** Controls at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** The sorted column, and how to choose another; columns with a `value` are sorted in the browser. */
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** The rows are still those of the previous page. */
  stale?: boolean
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Rows the skeleton shows. */
  expectedRows?: number
  /** 32 px rows. */
  compact?: boolean
  /** Fills the container's height and scrolls inside, under a sticky header. */
  fill?: boolean
}

/** The product's one list. A plain table: Mantine's brings 20 KB of scroll area that nothing here uses. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows, stale, compact, fill, label, empty, sort, onSort } = props
  const model = useListModel({ ...props, rows: rows ?? NONE })
  const width = model.columns.reduce((sum, column) => sum + column.width, props.actions ? ACTIONS_WIDTH : 0)
  return (
    <div
      className={classes.scroller}
      data-fill={fill || undefined}
      data-scroll-restoration-id="list"
      data-compact={compact || undefined}
    >
      <table className={classes.table} style={{ minWidth: width }} aria-label={label} aria-busy={stale || !rows}>
        <colgroup>
          {model.columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
          {props.actions && <col style={{ width: ACTIONS_WIDTH }} />}
        </colgroup>
        <ListHead columns={model.columns} sort={sort} onSort={onSort} withActions={props.actions !== undefined} />
        {rows ? (
          <ListRows {...props} columns={model.columns} rows={model.rows} />
        ) : (
          <ListSkeleton
            columns={model.columns}
            rows={props.expectedRows ?? 10}
            withActions={props.actions !== undefined}
          />
        )}
      </table>
      {rows?.length === 0 && empty}
    </div>
  )
}

const NONE: never[] = []
const ACTIONS_WIDTH = 56

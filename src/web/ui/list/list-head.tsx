import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { Sort } from '#web/lib/list/list-state.ts'
import { type Column, ROLE } from './list-columns.ts'
import classes from './list-table.module.css'

interface ListHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** The heading of the actions, '' to name them for screen readers only; undefined without actions. */
  actionsTitle: string | undefined
}

/** The sticky header of a list: sortable columns are buttons, the sorted one has `aria-sort`. */
export function ListHead<Row>({ columns, sort, onSort, actionsTitle }: ListHeadProps<Row>) {
  return (
    <thead className={classes.head} role={ROLE.rows}>
      <tr role={ROLE.row}>
        {columns.map((column) => {
          const direction = sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined
          return (
            <th
              key={column.id}
              scope="col"
              role={ROLE.columnTitle}
              data-align={column.align}
              data-sortable={column.sortable}
              aria-sort={direction}
            >
              {column.sortable ? (
                <UnstyledButton
                  className={classes.sort}
                  data-sorted={direction !== undefined || undefined}
                  onClick={() => onSort({ column: column.id, descending: direction === 'ascending' })}
                >
                  <span>{column.header}</span>
                  <SortIcon direction={direction} />
                </UnstyledButton>
              ) : (
                <span className={classes.title}>{column.header}</span>
              )}
            </th>
          )
        })}
        {actionsTitle !== undefined && (
          <th scope="col" role={ROLE.columnTitle}>
            <span className={actionsTitle ? classes.title : classes.hidden}>{actionsTitle || 'Actions'}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | undefined }) {
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconSelector
  return <Icon size={14} aria-hidden className={classes.sortIcon} />
}

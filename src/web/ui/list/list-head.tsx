import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { Sort } from '#web/lib/list/list-state.ts'
import type { Column } from './list-columns.ts'
import classes from './list-table.module.css'

interface ListHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | null
  onSort: (sort: Sort) => void
  withActions: boolean
}

/** The sticky header of a list: sortable columns are buttons, the sorted one has `aria-sort`. */
export function ListHead<Row>({ columns, sort, onSort, withActions }: ListHeadProps<Row>) {
  return (
    <thead className={classes.head}>
      <tr>
        {columns.map((column) => {
          const direction = sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined
          return (
            <th key={column.id} scope="col" data-align={column.align} aria-sort={direction}>
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
        {withActions && (
          <th scope="col">
            <span className={classes.hidden}>Actions</span>
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

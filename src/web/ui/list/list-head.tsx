import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { memo, useCallback, useRef } from 'react'
import type { Sort } from '#web/lib/list/list-state.ts'
import { type Column, ROLE } from './list-columns.ts'
import classes from './list-table.module.css'

interface ListHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** The heading of the actions, '' for screen readers only; undefined without actions. */
  actionsTitle: string | undefined
}

/** The sticky header of a list: sortable columns are buttons, and the sorted one has `aria-sort`. */
export function ListHead<Row>({ columns, sort, onSort, actionsTitle }: ListHeadProps<Row>) {
  // A ref to keep one function: a click renders only the headings that it changes.
  const latest = useRef(onSort)
  latest.current = onSort
  const toSort = useCallback((next: Sort) => latest.current(next), [])
  return (
    <thead className={classes.head} role={ROLE.rows}>
      <tr role={ROLE.row}>
        {columns.map(({ id, header, control, align, sortable }) => (
          <HeadCell
            key={id}
            id={id}
            header={header}
            control={control}
            align={align}
            sortable={sortable}
            direction={sort?.column === id ? (sort.descending ? 'descending' : 'ascending') : undefined}
            onSort={toSort}
          />
        ))}
        {actionsTitle !== undefined && (
          <th scope="col" role={ROLE.columnTitle} data-actions>
            {actionsTitle ? (
              <span className={classes.title}>{actionsTitle}</span>
            ) : (
              <VisuallyHidden>Actions</VisuallyHidden>
            )}
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadCellProps extends Pick<Column<unknown>, 'id' | 'header' | 'control' | 'align' | 'sortable'> {
  direction: 'ascending' | 'descending' | undefined
  onSort: (sort: Sort) => void
}

const HeadCell = memo(function HeadCell({ id, header, control, align, sortable, direction, onSort }: HeadCellProps) {
  return (
    <th
      scope="col"
      role={ROLE.columnTitle}
      data-align={align}
      data-sortable={sortable}
      data-control={control ? true : undefined}
      aria-sort={direction}
    >
      {sortable ? (
        <UnstyledButton
          className={classes.sort}
          data-sorted={direction !== undefined || undefined}
          onClick={() => onSort({ column: id, descending: direction === 'ascending' })}
        >
          <span>{header}</span>
          <SortIcon direction={direction} />
        </UnstyledButton>
      ) : (
        <span className={classes.title}>{control ?? header}</span>
      )}
    </th>
  )
})

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | undefined }) {
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconSelector
  return <Icon size={14} aria-hidden className={classes.sortIcon} />
}

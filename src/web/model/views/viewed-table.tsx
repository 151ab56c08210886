import type { ComponentProps } from 'react'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import type { ViewedRows } from './use-viewed-list.ts'
import { ViewBar, type ViewBarProps } from './view-bar.tsx'
import classes from './viewed-table.module.css'

type BarProps = Omit<ViewBarProps, 'titles' | 'exported'>
type TableProps<Row> = Omit<ComponentProps<typeof PagedTable<Row>>, 'list' | 'columns' | 'compact' | 'rowKey'>

interface ViewedTableProps<Row> extends TableProps<Row> {
  viewed: ViewedRows<Row>
  /** The views, and what of the list the screen itself decides. */
  bar: BarProps & { exported?: Omit<NonNullable<ViewBarProps['exported']>, 'query'> }
}

/** A list with views: their tabs, filters, columns and export above its table. */
export function ViewedTable<Row extends { id: number }>({ viewed, bar, ...table }: ViewedTableProps<Row>) {
  const { shown, all, list, columns, compact } = viewed
  const { exported, ...more } = bar
  return (
    <>
      {/* Keeps room for the views, so that the table stays where it is when they arrive. */}
      <div className={classes.place} data-narrowed={Object.keys(shown?.filters ?? {}).length > 0 || undefined}>
        <ViewBar
          {...more}
          titles={Object.fromEntries(all.map(({ id, header }) => [id, header]))}
          {...(exported && { exported: { ...exported, query: list.shown } })}
        />
      </div>
      <PagedTable {...table} list={list} columns={columns} compact={compact.on} rowKey={({ id }) => id} />
    </>
  )
}

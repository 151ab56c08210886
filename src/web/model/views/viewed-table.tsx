import { type ComponentProps, Suspense } from 'react'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { idlePart } from '#web/ui/parts/lazy-part.tsx'
import type { ViewedRows } from './use-viewed-list.ts'
import type { ViewBarProps } from './view-bar.tsx'
import classes from './viewed-table.module.css'

/** Not part of the first screen. */
const ViewBar = idlePart(() => import('./view-bar.tsx').then((part) => part.ViewBar))

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
        <Suspense>
          <ViewBar
            {...more}
            titles={Object.fromEntries(all.map(({ id, header }) => [id, header]))}
            {...(exported && { exported: { ...exported, query: list.shown } })}
          />
        </Suspense>
      </div>
      <PagedTable {...table} list={list} columns={columns} compact={compact.on} rowKey={({ id }) => id} />
    </>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { PAGE_SIZES, type PageSize } from '#contract/lib/envelope.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { useCompactRows } from '#web/lib/list/row-choices.ts'
import type { List } from '#web/lib/list/use-list.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LiveList } from '#web/ui/live/live-list.tsx'
import { ListTable } from './list-table.tsx'
import { Pager } from './pager.tsx'

type TableProps<Row> = Omit<
  ComponentProps<typeof ListTable<Row>>,
  'rows' | 'sort' | 'onSort' | 'stale' | 'expectedRows' | 'fill' | 'compact' | 'marks'
>

interface PagedTableProps<Row> extends TableProps<Row> {
  list: List<Row>
  /** The row height of a view; by default that of all lists. */
  compact?: boolean
  /** Called with the rows per page that somebody chose. */
  onPerPage?: (perPage: PageSize) => void
  /** A hint between the pager's two ends. */
  hint?: ReactNode
}

/** A paged list: the table, the pager, and an error with Retry. */
export function PagedTable<Row>({ list, compact: ofView, onPerPage, hint, ...table }: PagedTableProps<Row>) {
  const { page, query, state } = list
  const compact = useCompactRows()
  const fault = faultOf(query.error)
  usePageActions(
    table.columns
      .filter(({ id, sortable }) => sortable && table.visibility?.[id] !== false)
      .map(({ id: column, header }) => ({
        label: `Sort by ${header}`,
        typed: true,
        run: () => list.setSort({ column, descending: list.sort.column === column && !list.sort.descending }),
      })),
  )
  const unread = fault !== null && !page
  return (
    <>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {page && <LiveList list={list} rowKey={table.rowKey} />}
      {!unread && (
        <ListTable
          {...table}
          fill
          marks={list.key}
          rows={page?.items}
          sort={list.sort}
          onSort={list.setSort}
          stale={list.stale}
          expectedRows={state.perPage}
          compact={ofView ?? compact.on}
        />
      )}
      {page && (
        <Pager
          page={page.currentPageNumber}
          asked={list.wanted.page}
          perPage={list.wanted.perPage}
          total={page.totalCount}
          capped={page.totalCapped}
          sizes={PAGE_SIZES}
          onPage={(next) => list.change({ page: next })}
          onPerPage={(perPage) => {
            list.change({ perPage })
            const known = PAGE_SIZES.find((size) => size === perPage)
            if (known) onPerPage?.(known)
          }}
          hint={hint}
          onIntent={list.prefetch}
        />
      )}
    </>
  )
}

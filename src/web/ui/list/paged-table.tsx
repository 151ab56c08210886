import type { ComponentProps } from 'react'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useCompactRows } from '#web/lib/list/compact-rows.ts'
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
}

/** A paged list: the table, the pager, and an error with Retry. */
export function PagedTable<Row>({ list, compact: ofView, ...table }: PagedTableProps<Row>) {
  const { page, query, state } = list
  const compact = useCompactRows()
  const fault = faultOf(query.error)
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
          onPerPage={(perPage) => list.change({ perPage })}
          onIntent={list.prefetch}
        />
      )}
    </>
  )
}

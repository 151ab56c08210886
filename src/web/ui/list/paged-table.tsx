import type { ComponentProps } from 'react'
import { Fault } from '#web/ui/feedback/fault.tsx'
import type { ColumnSort } from './list-columns.ts'
import { ListTable } from './list-table.tsx'
import { Pager } from './pager.tsx'

interface PagedTableProps<Row>
  extends Omit<ComponentProps<typeof ListTable<Row>>, 'rows' | 'sort' | 'onSort' | 'stale' | 'expectedRows' | 'fill'> {
  /** The page at the address of the list, and how to change what it shows. */
  list: {
    page: { items: Row[]; totalCount: number; currentPageNumber: number } | undefined
    state: { perPage: number }
    sort: ColumnSort
    setSort: (sort: ColumnSort) => void
    change: (next: { page?: number; perPage?: number }) => void
    prefetch: (page: number) => void
    query: { isError: boolean; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  }
  /** What went wrong, when it did. */
  fault: { message: string; requestId: string | null } | null
  sizes: readonly number[]
}

/** A list with what stands around it: its failure with Retry, the table, the pager. */
export function PagedTable<Row>({ list, fault, sizes, ...table }: PagedTableProps<Row>) {
  const { page, query, state } = list
  return (
    <>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {!(fault && !page) && (
        <ListTable
          {...table}
          fill
          rows={page?.items}
          sort={list.sort}
          onSort={list.setSort}
          stale={query.isPlaceholderData}
          expectedRows={state.perPage}
        />
      )}
      {page && (
        <Pager
          page={page.currentPageNumber}
          perPage={state.perPage}
          total={page.totalCount}
          sizes={sizes}
          onPage={(next) => list.change({ page: next })}
          onPerPage={(perPage) => list.change({ perPage })}
          onIntent={list.prefetch}
        />
      )}
    </>
  )
}

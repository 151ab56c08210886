import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import type { OrderListItem, QuoteListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { orderStatusLook } from '#web/features/orders/shared/order-looks.ts'
import { ORDERS } from '#web/features/orders/shared/orders.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import { NEWEST_FIRST, pageQuery } from '#web/lib/list/list-call.ts'
import { type ListState, type Sort, useListState } from '#web/lib/list/list-state.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { ListTable } from '#web/ui/list/list-table.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { LiveList } from '#web/ui/live/live-list.tsx'
import { quotesCall } from './order-queries.ts'
import classes from './orders.module.css'

const columns = ({ date }: Dates): Column<QuoteListItem>[] => [
  { id: 'id', header: 'ID', width: 80, sortable: true, cell: (row) => row.id, card: 'none' },
  {
    id: 'date',
    header: 'Date',
    width: 120,
    sortable: true,
    cell: (row) => date(row.created),
  },
  {
    id: 'number',
    header: 'Shipment number',
    width: 190,
    card: 'title',
    sortable: true,
    cell: (row) => formatTrackingCode(trackingCodeOf(row)),
  },
  {
    id: 'supplier',
    header: 'Supplier',
    width: 200,
    sortable: true,
    cell: (row) => row.companyNameShipper || EMPTY,
  },
  {
    id: 'volume',
    header: 'Volume',
    width: 100,
    align: 'right',
    sortable: true,
    cell: (row) => quantity(row.shipmentVolume),
  },
  {
    id: 'fba',
    header: '# FBA',
    width: 140,
    sortable: true,
    cell: (row) => row.shipmentId || EMPTY,
  },
  {
    id: 'status',
    header: 'Status',
    width: 130,
    card: 'aside',
    sortable: true,
    cell: (row) => <StatusBadge {...orderStatusLook(row.status)} />,
  },
]

/** Sort and page in the page's address, which keeps scroll and history. */
function useOwnList() {
  const { state, pending, change } = useListState()
  const set = (next: Partial<ListState>) => change(next, { replace: true, resetScroll: false })
  const sorted = (one: ListState) => ({ ...one, sort: one.sort ?? NEWEST_FIRST, search: '' })
  // A click shows at once, in the heading and the pager.
  return { state: sorted(state), asked: sorted(pending ?? state), waiting: pending !== null, set }
}

const sameSort = (one: Sort, other: Sort) => one.column === other.column && one.descending === other.descending

/** All orders of the client, this one included, page by page; without a scrollbar of its own. */
export function QuotesTable({ head }: { head: Pick<OrderListItem, 'userId' | 'username'> }) {
  const router = useRouter()
  const { state, asked, waiting, set } = useOwnList()
  const call = quotesCall(head.userId)
  const query = useQuery(pageQuery(call, state))
  const dates = useDates()
  const shown = useMemo(() => columns(dates), [dates])
  const to = ({ id }: QuoteListItem) => ({ to: '/orders/$orderId', params: { orderId: id } }) as const
  const fault = faultOf(query.error)
  if (fault && !query.data) {
    return <Fault {...fault} onRetry={() => void query.refetch()} />
  }
  const page = query.data
  return (
    <div className={classes.quotes}>
      {page && <LiveList list={{ call, state, query }} rowKey={(row) => row.id} />}
      <ListTable
        compact
        marks={ORDERS}
        label={`All orders of ${head.username}`}
        columns={shown}
        rows={page?.items}
        rowKey={(row) => row.id}
        rowHref={hrefOf}
        onOpen={(row) => void router.navigate(to(row))}
        onIntent={(row) => void router.preloadRoute(to(row))}
        sort={asked.sort}
        onSort={(sort) => set({ sort: sameSort(sort, NEWEST_FIRST) ? null : sort })}
        stale={waiting || query.isPlaceholderData}
        expectedRows={5}
        empty={<EmptyState icon={IconPackage} title="No orders" />}
      />
      {page && (
        <Pager
          page={page.currentPageNumber}
          asked={waiting ? asked.page : undefined}
          perPage={asked.perPage}
          total={page.totalCount}
          sizes={PAGE_SIZES}
          onPage={(next) => set({ page: next })}
          onPerPage={(perPage) => set({ perPage })}
        />
      )}
    </div>
  )
}

const hrefOf = ({ id }: QuoteListItem) => `/orders/${id}`

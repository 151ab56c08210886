import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { OrderListItem } from '#contract/orders.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { useCompactRows } from '#web/lib/compact-rows.ts'
import { useDates } from '#web/lib/dates.ts'
import { PAGE_SIZES } from '#web/lib/list-state.ts'
import { useSessionUser } from '#web/lib/session.ts'
import { Fault } from '#web/ui/fault.tsx'
import { ListTable } from '#web/ui/list-table.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { ColumnSettingsButton } from './column-settings.tsx'
import { NoOrders } from './no-orders.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderSearch } from './order-search-box.tsx'
import { useOrdersList } from './use-orders-list.ts'

export function OrdersPage() {
  const router = useRouter()
  const list = useOrdersList()
  const { state, change, page, query } = list
  const settings = useSessionUser()?.orderColumnSettings
  const dates = useDates()
  const compact = useCompactRows()
  const toOrder = ({ id }: OrderListItem) => ({ to: '/orders/$orderId', params: { orderId: id } }) as const
  const open = (row: OrderListItem) => void router.navigate(toOrder(row))
  return (
    <Page fill>
      <PageTitle title="Orders">
        <OrderSearch
          value={state.search}
          onChange={(search) => change({ search, sort: state.sort }, { replace: true })}
          onEnter={() => page?.items.length === 1 && page.items[0] && open(page.items[0])}
        />
        {settings && <ColumnSettingsButton settings={settings} />}
        <DensityButton compact={compact.on} onClick={compact.flip} />
      </PageTitle>
      {query.isError && (
        <Fault
          message={messageOf(query.error)}
          requestId={query.error instanceof ApiError ? query.error.requestId : null}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!(query.isError && !page) && (
        <ListTable
          fill
          label="Orders"
          columns={orderColumns(dates)}
          visibility={settings}
          rows={page?.items}
          rowKey={(row) => row.id}
          rowHref={(row) => router.buildLocation(toOrder(row)).href}
          onOpen={open}
          onIntent={(row) => void router.preloadRoute(toOrder(row))}
          sort={list.sort}
          onSort={list.setSort}
          stale={query.isPlaceholderData}
          expectedRows={state.perPage}
          compact={compact.on}
          empty={<NoOrders search={state.search} onClear={() => change({ search: '' })} />}
        />
      )}
      {page && (
        <Pager
          page={page.currentPageNumber}
          perPage={state.perPage}
          total={page.totalCount}
          sizes={PAGE_SIZES}
          onPage={(next) => change({ page: next })}
          onPerPage={(perPage) => change({ perPage })}
          onIntent={list.prefetch}
        />
      )}
    </Page>
  )
}

function DensityButton({ compact, onClick }: { compact: boolean; onClick: () => void }) {
  const Icon = compact ? IconBaselineDensitySmall : IconBaselineDensityMedium
  return (
    <ActionIcon
      size={36}
      variant="default"
      aria-label="Compact rows"
      title={compact ? 'Roomy rows' : 'Compact rows'}
      aria-pressed={compact}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

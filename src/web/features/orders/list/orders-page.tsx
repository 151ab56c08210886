import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { useCompactRows } from '#web/lib/list/compact-rows.ts'
import type { Sort } from '#web/lib/list/list-state.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { useSessionUser } from '#web/model/session/session.ts'
import { useDates } from '#web/model/session/settings.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { ColumnSettingsButton } from './column-settings.tsx'
import { NoOrders } from './no-orders.tsx'
import { orderColumns } from './order-columns.tsx'
import { ordersCall } from './order-queries.ts'
import { OrderSearch } from './order-search-box.tsx'
import { useOpenOnly } from './use-open-only.ts'

/** The server's default, as the ID column shows it. */
const NEWEST_FIRST: Sort = { column: 'id', descending: true }

export function OrdersPage() {
  const router = useRouter()
  const list = useList(ordersCall, { byDefault: NEWEST_FIRST })
  const { state, change, searchFor } = list
  const settings = useSessionUser()?.orderColumnSettings
  const dates = useDates()
  const columns = useMemo(() => orderColumns(dates), [dates])
  const compact = useCompactRows()
  const toOrder = ({ id }: OrderListItem) => ({ to: '/orders/$orderId', params: { orderId: id } }) as const
  const open = (row: OrderListItem) => void router.navigate(toOrder(row))
  const askFor = useOpenOnly(list, open)
  return (
    <Page fill>
      <PageTitle title="Orders">
        <OrderSearch value={state.search} onChange={searchFor} onAsked={askFor} />
        {settings && <ColumnSettingsButton settings={settings} />}
        <DensityButton compact={compact.on} onClick={compact.flip} />
      </PageTitle>
      <PagedTable
        label="Orders"
        list={list}
        columns={columns}
        visibility={settings}
        rowKey={(row) => row.id}
        rowHref={({ id }) => `/orders/${id}`}
        onOpen={open}
        onIntent={(row) => void router.preloadRoute(toOrder(row))}
        empty={<NoOrders search={state.search} onClear={() => change({ search: '' })} />}
      />
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
      title={compact ? 'Comfortable rows' : 'Compact rows'}
      aria-pressed={compact}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

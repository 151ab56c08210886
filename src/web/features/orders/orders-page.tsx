import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { OrderListItem } from '#contract/orders.ts'
import { faultOf } from '#web/lib/api-error.ts'
import { useCompactRows } from '#web/lib/compact-rows.ts'
import { useDates } from '#web/lib/dates.ts'
import { PAGE_SIZES, type Sort } from '#web/lib/list-state.ts'
import { useSessionUser } from '#web/lib/session.ts'
import { usePageOf } from '#web/lib/use-page-of.ts'
import { Page } from '#web/ui/page.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
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
  const list = usePageOf(ordersCall, NEWEST_FIRST)
  const { state, change, searchFor } = list
  const settings = useSessionUser()?.orderColumnSettings
  const dates = useDates()
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
        fault={faultOf(list.query.error)}
        sizes={PAGE_SIZES}
        columns={orderColumns(dates)}
        visibility={settings}
        rowKey={(row) => row.id}
        rowHref={(row) => router.buildLocation(toOrder(row)).href}
        onOpen={open}
        onIntent={(row) => void router.preloadRoute(toOrder(row))}
        compact={compact.on}
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
      title={compact ? 'Roomy rows' : 'Compact rows'}
      aria-pressed={compact}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

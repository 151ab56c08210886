import { ActionIcon } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { useCompactRows } from '#web/lib/list/compact-rows.ts'
import { focusedRow } from '#web/lib/list/focused-row.ts'
import type { Sort } from '#web/lib/list/list-state.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { useEventOver, useSetEventOver } from '#web/model/orders/set-event-over.ts'
import { useSessionUser } from '#web/model/session/session.ts'
import { useDates } from '#web/model/system/settings.ts'
import { PartBoundary } from '#web/ui/feedback/part-boundary.tsx'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { ColumnSettingsButton } from './column-settings.tsx'
import { orderColumns } from './order-columns.tsx'
import { ordersCall } from './order-queries.ts'
import { OrderSearch } from './order-search-box.tsx'
import classes from './orders.module.css'
import { useOpenOnly } from './use-open-only.ts'

/** Most lists have orders. */
const NoOrders = lazyPart(() => import('./no-orders.tsx').then((part) => part.NoOrders))

/** The server's default, as the ID column shows it. */
const NEWEST_FIRST: Sort = { column: 'id', descending: true }

interface OrdersListProps {
  /** Set event over the list: for the order that the address names, and the one below it. */
  drawer: (orderId: number | undefined, next: number | undefined) => ReactNode
  /** Above the list. */
  chips: ReactNode
}

export function OrdersList({ drawer, chips }: OrdersListProps) {
  const router = useRouter()
  const list = useList(ordersCall, { byDefault: NEWEST_FIRST })
  const { state, change, searchFor } = list
  const settings = useSessionUser()?.orderColumnSettings
  const visibility = useMemo(() => settings && { inCharge: false, ...settings }, [settings])
  const dates = useDates()
  const { open: setEvent } = useSetEventOver()
  const columns = useMemo(() => orderColumns(dates, setEvent), [dates, setEvent])
  const compact = useCompactRows()
  const toOrder = ({ id }: OrderListItem) => ({ to: '/orders/$orderId', params: { orderId: id } }) as const
  const open = (row: OrderListItem) => void router.navigate(toOrder(row))
  const askFor = useOpenOnly(list, open)
  const event = useEventOver()
  const rows = list.page?.items ?? []
  useShortcuts({
    e: () => {
      const row = focusedRow(rows) ?? (rows.length === 1 ? rows[0] : undefined)
      if (row) setEvent(row.id)
    },
  })
  // After the frame that answers a click in the list.
  const tools = useDeferredValue(
    <>
      <OrderSearch value={state.search} onChange={searchFor} onAsked={askFor} />
      {settings && <ColumnSettingsButton settings={settings} />}
    </>,
  )
  return (
    <Page fill>
      <PageTitle title="Orders">
        {tools}
        {/* Not deferred: it responds to its own click. */}
        <DensityButton compact={compact.on} onClick={compact.flip} />
      </PageTitle>
      <div className={classes.chips}>
        <Suspense>{chips}</Suspense>
      </div>
      <PagedTable
        label="Orders"
        list={list}
        columns={columns}
        visibility={visibility}
        rowKey={(row) => row.id}
        rowHref={({ id }) => `/orders/${id}`}
        onOpen={open}
        onIntent={(row) => void router.preloadRoute(toOrder(row))}
        empty={
          <PartBoundary>
            <Suspense>
              <NoOrders search={state.search} onClear={() => change({ search: '' })} />
            </Suspense>
          </PartBoundary>
        }
      />
      {drawer(event, rows[rows.findIndex(({ id }) => id === event) + 1]?.id)}
    </Page>
  )
}

function DensityButton({ compact, onClick }: { compact: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      size={36}
      variant="default"
      aria-label="Compact rows"
      title={compact ? 'Comfortable rows' : 'Compact rows'}
      aria-pressed={compact}
      onClick={onClick}
    >
      <span className={classes.lines} data-compact={compact || undefined} />
    </ActionIcon>
  )
}

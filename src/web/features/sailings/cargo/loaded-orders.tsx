import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { LoadedOrder } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { loadedQuery } from '#web/features/sailings/shared/loaded-query.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import type { Sort } from '#web/lib/list/list-state.ts'
import { useSelection } from '#web/lib/list/selection.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { ListTable } from '#web/ui/list/list-table.tsx'
import classes from './cargo.module.css'
import { CargoOutcome } from './cargo-outcome.tsx'
import { useOrderDrop } from './drag-orders.ts'
import { loadedColumns } from './loaded-columns.tsx'
import { LoadedTools, type Opened } from './loaded-tools.tsx'
import { type Cargo, ordersDone } from './use-cargo.ts'

const NONE: LoadedOrder[] = []
const BY_POSITION: Sort = { column: 'position', descending: false }

interface LoadedOrdersProps {
  sailing: Sailing
  cargo: Cargo
}

/** Orders on a sailing, and the actions on selected ones. Candidates can be dropped here. */
export function LoadedOrders({ sailing, cargo }: LoadedOrdersProps) {
  const router = useRouter()
  const [sort, setSort] = useState<Sort | null>(null)
  const query = useQuery(loadedQuery(sailing.id, sort))
  const rows = query.data ?? NONE
  const ids = useMemo(() => rows.map(({ orderId }) => orderId), [rows])
  const selection = useSelection(ids)
  const [opened, setOpened] = useState<Opened>(null)
  const dates = useDates()
  const { ticked } = selection
  const columns = useMemo(
    () => loadedColumns(dates, ticked, (order) => setOpened({ what: 'differs', orders: [order] })),
    [dates, ticked],
  )
  const drop = useOrderDrop(({ orderIds, from, oddities }) => {
    if (from === 'candidates')
      void cargo.run({ oddities, place: 'loaded', done: ordersDone('loaded'), call: ({ load }) => load(orderIds) })
  })
  useReceiving(sailing, selection.chosen, rows, setOpened)
  const fault = query.data ? null : faultOf(query.error)
  const to = ({ orderId }: LoadedOrder) => ({ to: '/orders/$orderId', params: { orderId } }) as const
  return (
    <section className={classes.orders} aria-labelledby="sailing-orders" {...drop}>
      <SectionHead id="sailing-orders" title="Orders" count={rows.length} />
      <LoadedTools
        sailing={sailing}
        cargo={cargo}
        rows={rows}
        selection={selection}
        opened={opened}
        onOpen={setOpened}
      />
      <CargoOutcome cargo={cargo} place="loaded" />
      {fault ? (
        <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <div className={classes.list}>
          <ListTable
            label={`Orders on ${sailing.reference}`}
            columns={columns}
            rows={query.data}
            rowKey={({ orderId }) => orderId}
            rowHref={({ orderId }) => `/orders/${orderId}`}
            onOpen={(row) => void router.navigate(to(row))}
            onIntent={(row) => void router.preloadRoute(to(row))}
            sort={sort ?? BY_POSITION}
            onSort={setSort}
            stale={query.isPlaceholderData}
            expectedRows={5}
            empty={
              <EmptyState icon={IconPackage} title="No orders aboard yet">
                Select orders below and load them, or drag them onto a container.
              </EmptyState>
            }
          />
        </div>
      )}
    </section>
  )
}

/** Receives, by the box, the selected orders; without a selection all that were not received. */
function useReceiving(
  { id, status }: Sailing,
  chosen: readonly number[],
  rows: readonly LoadedOrder[],
  onOpen: (opened: Opened) => void,
): void {
  const wanted = new Set(chosen)
  const orders = rows.filter(({ orderId, receivedAt }) => (wanted.size > 0 ? wanted.has(orderId) : !receivedAt))
  const ended = status === 'arrived' || status === 'cancelled'
  usePageActions([
    {
      label: 'Receive cargo',
      name: `receive ${id}`,
      can: () => !ended && orders.length > 0,
      run: () => onOpen({ what: 'receive', orders }),
    },
  ])
}

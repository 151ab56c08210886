import { ActionIcon, Button } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react'
import type { ColumnSettings } from '#contract/accounts/session.ts'
import { fieldOfParameter } from '#contract/lib/filters.ts'
import { columnOfFilter, FURTHER_COLUMNS, isFurther, ORDER_COLUMNS } from '#contract/orders/list/order-columns.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { askForNewOrder } from '#web/features/orders/shared/new-order.ts'
import { useEventOver, useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { focusedRow } from '#web/lib/list/focused-row.ts'
import { chooseRows, useRowChoices } from '#web/lib/list/row-choices.ts'
import { useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import type { ShownView } from '#web/model/views/view-state.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { type BarOf, BulkPart } from './bulk-part.tsx'
import { ColumnSettingsButton } from './column-settings.tsx'
import { CompactHint } from './compact-hint.tsx'
import { orderColumns } from './order-columns.tsx'
import { ordersCall } from './order-queries.ts'
import { OrderSearch } from './order-search-box.tsx'
import classes from './orders.module.css'
import { useSelectColumns } from './select-column.tsx'
import { useOpenOnly } from './use-open-only.ts'

/** A lazy part, because most lists have orders. */
const NoOrders = lazyPart(() => import('./no-orders.tsx').then((part) => part.NoOrders))

interface OrdersListProps {
  /** Set event over the list: for the order in the address, and then the one below it. */
  drawer: (orderId: number | undefined, next: number | undefined) => ReactNode
  /** The bar with the actions on selected orders. */
  bar: (of: BarOf) => ReactNode
  /** Chips above the list. */
  chips: ReactNode
}

export function OrdersList({ drawer, bar, chips }: OrdersListProps) {
  const router = useRouter()
  const shown = useShownView('orders')
  const settings = useSessionUser()?.orderColumnSettings
  const { visibility, more } = useShownColumns(shown, settings)
  const dates = useDates()
  const { open: setEvent } = useSetEventOver()
  const all = useMemo(() => orderColumns(dates, setEvent), [dates, setEvent])
  const choices = useRowChoices()
  const usual = useMemo(() => ({ perPage: choices.rowsPerPage ?? undefined, own: true }), [choices.rowsPerPage])
  const viewed = useViewedList(shown, all, ordersCall(shown?.filters, more), usual)
  const { list, compact } = viewed
  const { state, change, searchFor } = list
  const columns = useSelectColumns(viewed.columns)
  const chosenColumns = all.flatMap(({ id }) => (visibility?.[id] === false ? [] : id))
  const isOfView = shown?.columns !== undefined || isNarrower(shown)
  const toOrder = ({ id }: OrderListItem) => ({ to: '/orders/$orderId', params: { orderId: id } }) as const
  const open = (row: OrderListItem) => void router.navigate(toOrder(row))
  const askFor = useOpenOnly(list, open)
  const event = useEventOver()
  const rows = list.page?.items ?? []
  const aimed = () => focusedRow(rows) ?? (rows.length === 1 ? rows[0] : undefined)
  usePageActions([
    {
      label: 'Set event',
      keys: 'e',
      can: () => aimed() !== undefined,
      run: () => {
        const row = aimed()
        if (row) setEvent(row.id)
      },
    },
  ])
  // The tools render after the frame that answers a click in the list.
  const tools = useDeferredValue(
    <>
      <OrderSearch value={state.search} onChange={searchFor} onAsked={askFor} />
      {settings && <ColumnSettingsButton settings={settings} ofView={isOfView} chosenColumns={chosenColumns} />}
    </>,
  )
  return (
    <Page fill>
      <PageTitle title="Orders">
        {tools}
        {/* The column settings are not deferred: they respond to their own click. */}
        <DensityButton compact={compact.on} onClick={compact.flip} />
        <Button onClick={askForNewOrder}>New order</Button>
      </PageTitle>
      <div className={classes.chips}>
        <Suspense>{chips}</Suspense>
      </div>
      <ViewedTable
        label="Orders"
        viewed={{ ...viewed, columns }}
        bar={{
          list: 'orders',
          chosenColumns,
          ownColumns: true,
          perPage: state.perPage,
          exported: { path: 'request/booking', name: 'Orders', imports: 'orders' },
        }}
        visibility={shown?.columns ? undefined : visibility}
        onPerPage={shown?.viewed?.view ? undefined : (rowsPerPage) => chooseRows({ rowsPerPage })}
        hint={choices.compactRows === null && !shown?.density && <CompactHint />}
        rowHref={({ id }) => `/orders/${id}`}
        onOpen={open}
        onIntent={(row) => void router.preloadRoute(toOrder(row))}
        empty={
          <PartBoundary>
            <Suspense>
              <NoOrders
                search={state.search}
                narrowed={shown?.viewed !== undefined}
                onClear={() => change({ search: '' })}
              />
            </Suspense>
          </PartBoundary>
        }
      />
      <BulkPart list={list} bar={bar} columns={columns} visibility={shown?.columns ? undefined : visibility} />
      {drawer(event, rows[rows.findIndex(({ id }) => id === event) + 1]?.id)}
    </Page>
  )
}

/** True for a built-in view other than the whole list. */
const isNarrower = (shown: ShownView | null) => (shown?.viewed?.builtIn ? shown.viewed.builtIn.key !== 'all' : false)

/**
 * Columns without a saved view: those of the settings, and those that a filter or the sorting is about. With
 * one, the view has its own. `more` is true if any of them needs values beyond the usual.
 */
function useShownColumns(shown: ShownView | null, settings: ColumnSettings | undefined) {
  const { sort }: { sort?: unknown } = useSearch({ strict: false })
  const asked = Object.entries(shown?.filters ?? {}).flatMap(([name, value]) =>
    // Of one value, the filter itself says what the column would say in every row.
    String(value).startsWith('is:') ? [] : (columnOfFilter(fieldOfParameter(name) ?? '') ?? []),
  )
  const sorted = ORDER_COLUMNS.find((id) => typeof sort === 'string' && sort.startsWith(`${id}.`))
  const beside = [...asked, ...(sorted ? [sorted] : [])].filter((id) => isFurther(id)).join()
  const visibility = useMemo((): Record<string, boolean> | undefined => {
    const further = Object.fromEntries(FURTHER_COLUMNS.map((id) => [id, beside.split(',').includes(id)]))
    return settings && { inCharge: false, ...settings, ...further }
  }, [settings, beside])
  return { visibility, more: shown?.columns ? shown.columns.some(isFurther) : beside !== '' }
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

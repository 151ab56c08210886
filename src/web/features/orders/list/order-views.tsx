import { COLUMNS } from '#contract/accounts/session.ts'
import { COLUMN_TITLES } from '#contract/orders/list/order-columns.ts'
import { useCompactRows } from '#web/lib/list/compact-rows.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import { ViewBar } from '#web/model/views/view-bar.tsx'

interface OrderViewsProps {
  visibility: Record<string, boolean> | undefined
  /** Parameters of the list. */
  query: Filters
}

/** The views of the orders list. Without a saved one, its columns are those of the column settings. */
export function OrderViews({ visibility, query }: OrderViewsProps) {
  const compact = useCompactRows()
  const columns = COLUMNS.filter((id) => visibility?.[id] !== false)
  return (
    <ViewBar
      list="orders"
      titles={COLUMN_TITLES}
      usual={{ columns, density: compact.on ? 'compact' : 'normal' }}
      ownColumns
      exported={{ path: 'request/booking', name: 'Orders', query, imports: 'orders' }}
    />
  )
}

import { useQueries } from '@tanstack/react-query'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { MOST_NAMED, NamedRows } from '#web/features/runs/shared/counted.tsx'
import { picked } from '#web/model/bulk/picked.ts'
import { orderQuery } from './orders.ts'

/** Orders by code and company. */
export function OrderNames({ ids }: { ids: readonly number[] }) {
  const shown = ids.slice(0, MOST_NAMED)
  const known = picked.get().orders
  const read = useQueries({ queries: shown.map((id) => ({ ...orderQuery(id), enabled: !known.has(id) })) })
  const rows = shown.map((id, at) => {
    const order = known.get(id) ?? read[at]?.data
    const name = order ? formatTrackingCode(trackingCodeOf(order)) : `Order ${id}`
    return { id, href: `/orders/${id}`, name, company: order?.companyName ?? '' }
  })
  return <NamedRows rows={rows} more={ids.length - shown.length} />
}

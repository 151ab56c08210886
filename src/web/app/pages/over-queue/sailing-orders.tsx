import { useQuery } from '@tanstack/react-query'
import { LoadedOrders } from '#web/features/sailings/cargo/loaded-orders.tsx'
import { useCargo } from '#web/features/sailings/cargo/use-cargo.ts'
import { sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'

/** The orders on a sailing, with their measured figures. */
export function SailingOrders({ sailingId }: { sailingId: number }) {
  const query = useQuery(sailingQuery(sailingId))
  const cargo = useCargo(sailingId)
  const fault = faultOf(query.error)
  if (!query.data) return fault && <Fault {...fault} onRetry={() => void query.refetch()} />
  return <LoadedOrders sailing={query.data} cargo={cargo} />
}

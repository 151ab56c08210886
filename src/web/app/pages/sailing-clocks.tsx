import { useQuery } from '@tanstack/react-query'
import { ClocksPanel } from '#web/features/free-time/clocks-panel.tsx'
import { containersQuery } from '#web/features/sailings/shared/sailings.ts'

/** The clocks of all cargo of a sailing; those of its containers can be set. */
export function SailingClocks({ sailingId }: { sailingId: number }) {
  const { data: containers } = useQuery(containersQuery({ sailingId }))
  return <ClocksPanel owner={{ sailingId }} containers={containers ?? []} />
}

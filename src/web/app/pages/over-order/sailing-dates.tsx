import { useQuery } from '@tanstack/react-query'
import { ChangeDatesOf } from '#web/features/sailings/shared/date-change/change-dates.tsx'
import { sailingQuery } from '#web/features/sailings/shared/sailings.ts'

/** The dialog that changes the dates of a sailing, over another page. */
export function SailingDates({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(sailingQuery(id))
  return data ? <ChangeDatesOf sailing={data} onClose={onClose} /> : null
}

import { useQuery } from '@tanstack/react-query'
import type { PlannedDate } from '#contract/sailings/sailing-codes.ts'
import { ChangeDatesOf } from '#web/features/sailings/shared/date-change/change-dates.tsx'
import { sailingQuery } from '#web/features/sailings/shared/sailings.ts'

interface SailingDatesProps {
  id: number
  /** Dates that are filled in at first. */
  suggested?: Partial<Record<PlannedDate, string>> | undefined
  onClose: () => void
}

/** The dialog that changes the dates of a sailing, over another page. */
export function SailingDates({ id, suggested, onClose }: SailingDatesProps) {
  const { data } = useQuery(sailingQuery(id))
  return data ? <ChangeDatesOf sailing={data} suggested={suggested} onClose={onClose} /> : null
}

import { CHOOSE } from '#contract/lib/messages.ts'
import { ACTUAL_DATES, NOT_YET, SAILING_STATUS_LABELS, type SailingStatus } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { invalid } from '#server/errors.ts'

type Said = Pick<Sailing, 'status' | 'atd' | 'portAta'>
const DAY = 86_400_000

/**
 * Throws 400 for an actual date later than tomorrow: actual dates are days of any time zone, and tomorrow may
 * have begun somewhere.
 */
function checkActualDates(said: Said): void {
  const late = ACTUAL_DATES.filter((date) => Date.parse(said[date] ?? '') > Date.now() + DAY)
  if (late.length > 0) throw invalid(Object.fromEntries(late.map((date) => [date, NOT_YET])))
}

/**
 * The status of a sailing with these dates: it follows the actual ones, never the other way. Without them
 * staff choose it; a sailing whose actual date was taken back is planned again. Throws 400 at the status or
 * the date.
 */
export function statusOf(said: Said, before: Said | null): SailingStatus {
  checkActualDates(said)
  const { status, atd, portAta } = said
  const chosen = status !== (before?.status ?? 'planned')
  const reached = portAta ? 'arrived' : atd ? 'departed' : null
  if (!reached) {
    if (status !== 'departed' && status !== 'arrived') return status
    if (chosen) throw invalid({ status: `Enter the actual time of ${status === 'departed' ? 'departure' : 'arrival'}` })
    return 'planned'
  }
  if (before?.status === 'cancelled')
    throw invalid({ [portAta && !before.portAta ? 'portAta' : 'atd']: 'This sailing was cancelled' })
  if (chosen && status !== reached)
    throw invalid({ status: status === 'cancelled' ? `This sailing has ${reached}` : CHOOSE })
  return reached
}

/** 'This sailing has departed.' */
export const isIn = (status: SailingStatus) =>
  status === 'departed' || status === 'arrived'
    ? `This sailing has ${status}.`
    : `This sailing is ${SAILING_STATUS_LABELS[status].toLowerCase()}.`

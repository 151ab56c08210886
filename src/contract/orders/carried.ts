import { z } from 'zod'
import { type OrderStatus, STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDate, formatDateTime } from '#contract/lib/format.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { RELEASE_LABELS } from '#contract/releases/releases.ts'
import { CONFIRMATION_LABELS } from './confirmation.ts'

export const ONLY_DELIVERED_COMPLETES = 'Only an event with the milestone Delivered completes an order'

/** Values beside the history that an event can set, with the names that staff read. */
const LABELS = {
  receivedAt: 'Received at the CFS',
  actualTimeOfDepartureAt: CONFIRMATION_LABELS.actualTimeOfDepartureAt,
  portActualTimeOfArrivalAt: CONFIRMATION_LABELS.portActualTimeOfArrivalAt,
  customsReleasedAt: RELEASE_LABELS.customsReleasedAt,
  status: 'Status',
}
export type CarriedField = keyof typeof LABELS

/**
 * A value that an event also set: the receipt of the order's loading, a day of its booking confirmation (00:00
 * UTC), the release by customs, or its status.
 */
export const carriedValue = z.object({
  what: z
    .literal(keysOf(LABELS))
    .describe(
      'The value: receivedAt of the loading, a date of the booking confirmation, customsReleasedAt of the release, or the status.',
    ),
  from: z.union([z.string(), z.int()]).nullable(),
  to: z.union([z.string(), z.int()]),
})
export type CarriedValue = z.infer<typeof carriedValue>

const asStatus = (value: unknown) => STATUS_LABELS[value as OrderStatus] ?? String(value) // one of the codes

/** A carried value as staff read it: 'Actual time of departure Nov 24 2026', 'Status Completed'. */
export function showCarried({ what, to }: Pick<CarriedValue, 'what' | 'to'>, timeZone: string): string {
  const value =
    what === 'status'
      ? asStatus(to)
      : what === 'receivedAt' || what === 'customsReleasedAt'
        ? formatDateTime(String(to), timeZone)
        : formatDate(String(to))
  return `${LABELS[what]} ${value}`
}

import { Button } from '@mantine/core'
import type { Order } from '#contract/orders/orders.ts'
import { SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import { fieldOfSailing } from '#web/features/sailings/shared/difference-table.tsx'
import { useTakeOver } from './use-take-over.ts'

/**
 * The difference between an order's booking confirmation and its sailing, in words that go on from 'Booking
 * confirmation'; urgent if the two are not one voyage. Null without one.
 */
export function differenceOf({ sailing }: Pick<Order, 'sailing'>): { words: string; urgent: boolean } | null {
  if (!sailing || sailing.differs.length === 0) return null
  const { reference, contradicts, differs } = sailing
  if (contradicts)
    return {
      words: `says ${contradicts.confirmed}, but the order is on ${reference}, ${contradicts.sailing}`,
      urgent: true,
    }
  const labels = differs.map(({ field }) => SAILING_LABELS[fieldOfSailing(field)])
  return { words: `differs from ${reference}: ${labels.join(', ')}`, urgent: false }
}

/** Gives the confirmation the values of the sailing. */
export function TakeFromSailing({ orderId, sailing }: { orderId: number; sailing: NonNullable<Order['sailing']> }) {
  const { takeOver, busy } = useTakeOver(orderId, sailing)
  return (
    <Button size="compact-xs" variant="default" loading={busy} onClick={takeOver}>
      Take from the sailing
    </Button>
  )
}

import { IconBan, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { ORDER_STATUSES } from '#contract/order-fields.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

const LOOKS = [
  { tone: 'info', icon: IconProgress },
  { tone: 'neutral', icon: IconBan },
  { tone: 'good', icon: IconCircleCheck },
] as const

/** In progress, Cancelled or Completed: by word and icon, then by colour. */
export function OrderStatus({ status }: { status: number }) {
  const look = LOOKS[status] ?? LOOKS[0]
  return (
    <StatusBadge tone={look.tone} icon={look.icon}>
      {ORDER_STATUSES[status] ?? status}
    </StatusBadge>
  )
}

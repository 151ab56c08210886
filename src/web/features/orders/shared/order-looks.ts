import { IconBan, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { STATUS_LABELS } from '#contract/codes/order-codes.ts'

const LOOKS = [
  { tone: 'info', icon: IconProgress },
  { tone: 'neutral', icon: IconBan },
  { tone: 'good', icon: IconCircleCheck },
] as const

/** An order's status as a StatusBadge shows it: In progress, Cancelled or Completed. */
export const orderStatusLook = (status: number) => ({
  ...(LOOKS[status] ?? LOOKS[0]),
  children: STATUS_LABELS[status] ?? status,
})

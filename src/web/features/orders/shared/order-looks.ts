import { IconBan, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { STATUS_LABELS } from '#contract/codes/order-codes.ts'

const LOOKS = [
  { tone: 'info', icon: IconProgress },
  { tone: 'neutral', icon: IconBan },
  { tone: 'good', icon: IconCircleCheck },
] as const

/** The badge of an order's status: In progress, Cancelled or Completed. */
export const orderStatusLook = (status: number) => ({
  ...(LOOKS[status] ?? LOOKS[0]),
  children: STATUS_LABELS[status] ?? status,
})

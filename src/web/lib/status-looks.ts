import {
  IconAlertCircle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconMailCheck,
  IconMailOff,
  IconProgress,
  IconSend,
} from '@tabler/icons-react'
import { MAIL_STATE_LABELS, type MailState } from '#contract/mails.ts'
import { ORDER_STATUSES } from '#contract/order-fields.ts'

const ORDER_LOOKS = [
  { tone: 'info', icon: IconProgress },
  { tone: 'neutral', icon: IconBan },
  { tone: 'good', icon: IconCircleCheck },
] as const

const MAIL_LOOKS = {
  queued: { tone: 'info', icon: IconClock },
  sending: { tone: 'info', icon: IconSend },
  sent: { tone: 'good', icon: IconMailCheck },
  failed: { tone: 'bad', icon: IconAlertCircle },
  unsent: { tone: 'warn', icon: IconMailOff },
  cancelled: { tone: 'neutral', icon: IconBan },
} as const

/** An order's status as a StatusBadge shows it: In progress, Cancelled or Completed. */
export const orderStatusLook = (status: number) => ({
  ...(ORDER_LOOKS[status] ?? ORDER_LOOKS[0]),
  children: ORDER_STATUSES[status] ?? status,
})

/** Where a mail stands, as a StatusBadge shows it. */
export const mailStateLook = (state: MailState) => ({ ...MAIL_LOOKS[state], children: MAIL_STATE_LABELS[state] })

import { IconAlertCircle, IconBan, IconClock, IconMailCheck, IconMailOff, IconSend } from '@tabler/icons-react'
import { MAIL_STATE_LABELS, type MailState } from '#contract/mails.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

const LOOKS = {
  queued: { tone: 'info', icon: IconClock },
  sending: { tone: 'info', icon: IconSend },
  sent: { tone: 'good', icon: IconMailCheck },
  failed: { tone: 'bad', icon: IconAlertCircle },
  unsent: { tone: 'warn', icon: IconMailOff },
  cancelled: { tone: 'neutral', icon: IconBan },
} as const

/** Where a mail stands: by word and icon, then by colour. */
export function MailStateBadge({ state }: { state: MailState }) {
  const look = LOOKS[state]
  return (
    <StatusBadge tone={look.tone} icon={look.icon}>
      {MAIL_STATE_LABELS[state]}
    </StatusBadge>
  )
}

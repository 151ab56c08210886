import {
  IconAlertCircle,
  IconBan,
  IconClock,
  IconMailCheck,
  IconMailOff,
  IconMailX,
  IconSend,
} from '@tabler/icons-react'
import { MAIL_STATE_LABELS, type MailState } from '#contract/codes/mail-state.ts'

const LOOKS = {
  queued: { tone: 'info', icon: IconClock },
  sending: { tone: 'info', icon: IconSend },
  sent: { tone: 'good', icon: IconMailCheck },
  failed: { tone: 'bad', icon: IconAlertCircle },
  unsent: { tone: 'warn', icon: IconMailOff },
  bounced: { tone: 'bad', icon: IconMailX },
  cancelled: { tone: 'neutral', icon: IconBan },
} as const

/** The badge of a mail's delivery state. */
export const mailStateLook = (state: MailState) => ({ ...LOOKS[state], children: MAIL_STATE_LABELS[state] })

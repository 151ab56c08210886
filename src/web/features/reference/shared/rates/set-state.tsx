import { IconCalendarEvent, IconCircleCheck, IconCircleX, IconHistory, IconPencil } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { RateSet, RateSetState } from '#contract/rates/rate-sets.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { STATE_WORDS } from './set-words.ts'

const LOOKS: Record<RateSetState, Pick<ComponentProps<typeof StatusBadge>, 'tone' | 'icon'>> = {
  draft: { tone: 'neutral', icon: IconPencil },
  scheduled: { tone: 'info', icon: IconCalendarEvent },
  current: { tone: 'good', icon: IconCircleCheck },
  past: { tone: 'neutral', icon: IconHistory },
  cancelled: { tone: 'neutral', icon: IconCircleX },
}

/** The state of a set by icon and word. */
export const SetState = ({ set: { state, undoneAt } }: { set: Pick<RateSet, 'state' | 'undoneAt'> }) => (
  <StatusBadge {...LOOKS[state]}>{undoneAt ? 'Undone' : STATE_WORDS[state]}</StatusBadge>
)

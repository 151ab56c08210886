import { IconBan, IconClockPause, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { changeAll } from './changes/change-several.ts'
import { claimOrRelease, isMine } from './changes/claim.ts'
import { itemsOf, type QueueRow } from './changes/row-items.ts'
import { nameOf } from './queue-columns.tsx'

export type OpenDialog = { what: 'snooze' | 'waive'; items: readonly AttentionItem[] } | null

interface ItemMenuProps {
  item: QueueRow
  open: (dialog: OpenDialog) => void
}

/** Further actions on an item and those that its row stands for. */
export function ItemMenu({ item, open }: ItemMenuProps) {
  const items = itemsOf(item)
  const of = item.orderId === null ? '' : ` of ${nameOf(item)}`
  return (
    <RowMenu
      label={`${RULE_LABELS[item.rule]}${of}: more`}
      actions={[
        { label: isMine(item) ? 'Release' : 'Claim', icon: IconHandStop, onClick: () => claimOrRelease(items) },
        item.snoozedUntil
          ? {
              label: 'Wake',
              icon: IconPlayerPlay,
              onClick: () => void changeAll(items, 'snooze', { until: null }).catch(showError),
            }
          : { label: 'Snooze', icon: IconClockPause, onClick: () => open({ what: 'snooze', items }) },
        { label: 'Waive', icon: IconBan, onClick: () => open({ what: 'waive', items }) },
      ]}
    />
  )
}

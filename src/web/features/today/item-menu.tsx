import { IconBan, IconClockPause, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { snoozeItem } from '#web/model/attention/attention.ts'
import { claimOrRelease, isMine } from '#web/model/attention/claim.ts'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import type { OpenDialog } from './today-view.tsx'

interface ItemMenuProps {
  item: AttentionItem
  open: (dialog: OpenDialog) => void
}

/** What else can be done with an item. */
export function ItemMenu({ item, open }: ItemMenuProps) {
  const of = item.trackingCode ? ` of ${formatTrackingCode(item.trackingCode)}` : ''
  return (
    <RowMenu
      label={`${RULE_LABELS[item.rule]}${of}: more`}
      actions={[
        { label: isMine(item) ? 'Release' : 'Claim', icon: IconHandStop, onClick: () => claimOrRelease(item) },
        item.snoozedUntil
          ? { label: 'Wake', icon: IconPlayerPlay, onClick: () => void snoozeItem(item.id, null).catch(showError) }
          : { label: 'Snooze', icon: IconClockPause, onClick: () => open({ what: 'snooze', item }) },
        { label: 'Waive', icon: IconBan, onClick: () => open({ what: 'waive', item }) },
      ]}
    />
  )
}

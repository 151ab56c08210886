import type { AttentionItem } from '#contract/attention/attention.ts'
import { SnoozeForm } from '#web/features/attention/shared/snooze-form.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { changeAll, countedItems, doneOf, type Refused } from './change-several.ts'

interface SnoozeDialogProps {
  items: readonly AttentionItem[]
  onClose: () => void
  /** Called with the items that could not be snoozed. */
  onDone?: (refused: Refused[]) => void
}

/** Takes items out of the way until a time that is one press away, or any other. */
export function SnoozeDialog({ items, onClose, onDone }: SnoozeDialogProps) {
  const { dateTime } = useDates()
  const snooze = async (until: string) => {
    const refused = await changeAll(items, 'snooze', { until })
    const done = doneOf(items, refused)
    const what = items.length === 1 ? 'Snoozed' : `${countedItems(done.length)} snoozed`
    const undo = () => void changeAll(done, 'snooze', { until: null }).catch(showError)
    showSuccess(`${what} until ${dateTime(until)}`, { label: 'Undo', run: undo })
    onDone?.(refused)
    onClose()
  }
  const title = items.length === 1 ? 'Snooze' : `Snooze ${countedItems(items.length)}`
  const dueAt = items.length === 1 ? (items[0]?.dueAt ?? null) : null
  return <SnoozeForm title={title} dueAt={dueAt} snooze={snooze} onClose={onClose} />
}

import { Text, Textarea } from '@mantine/core'
import { type AttentionItem, waiveInput } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { unwaiveItem } from '#web/features/attention/shared/attention.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { changeAll, countedItems, doneOf, type Refused } from './change-several.ts'

interface WaiveDialogProps {
  items: readonly AttentionItem[]
  onClose: () => void
  /** Called with the items that could not be waived. */
  onDone?: (refused: Refused[]) => void
}

/** The effect of waiving these items. An item about no order is hidden for as long as its cause lasts. */
function effectOf(items: readonly AttentionItem[]): string {
  if (items.length > 1) return 'Hides these for everyone until their orders are closed. The reason stays on each order.'
  return items[0]?.orderId === null
    ? 'Hides this for everyone until it is settled.'
    : 'Hides this for everyone until the order is closed. The reason stays on the order.'
}

/** Asks why items need nothing, and waives them. */
export function WaiveDialog({ items, onClose, onDone }: WaiveDialogProps) {
  const [first] = items
  const form = useForm({
    schema: waiveInput,
    initialValues: { reason: '' },
    save: async (body) => {
      const refused = await changeAll(items, 'waive', body)
      const done = doneOf(items, refused)
      const undo = () => void Promise.all(done.map(({ id }) => unwaiveItem(id))).catch(showError)
      showSuccess(items.length === 1 ? 'Waived' : `${countedItems(done.length)} waived`, { label: 'Undo', run: undo })
      onDone?.(refused)
      onClose()
    },
  })
  const what = first && items.length === 1 ? `: ${RULE_LABELS[first.rule]}` : ` ${countedItems(items.length)}`
  return (
    <FormDialog form={form} title={`Waive${what}`} confirm="Waive" onClose={onClose}>
      <Text mb="sm">{effectOf(items)}</Text>
      <Textarea label="Reason" withAsterisk data-autofocus autosize minRows={2} {...form.getInputProps('reason')} />
    </FormDialog>
  )
}

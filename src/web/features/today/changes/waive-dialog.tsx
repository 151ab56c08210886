import { Text, Textarea } from '@mantine/core'
import { type AttentionItem, waiveInput } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { unwaiveItem } from '#web/model/attention/attention.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { changeAll, countedItems, doneOf, type Refused } from './change-several.ts'

interface WaiveDialogProps {
  items: readonly AttentionItem[]
  onClose: () => void
  /** Called with what could not be waived. */
  onDone?: (refused: Refused[]) => void
}

/** Says why items need nothing. */
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
  const who = items.length === 1 ? 'It leaves' : 'They leave'
  const whose = items.length === 1 ? 'its cause or the order' : 'their causes or orders'
  return (
    <FormDialog form={form} title={`Waive${what}`} confirm="Waive" onClose={onClose}>
      <Text mb="sm">
        {who} the queue for everybody until {whose} {items.length === 1 ? 'ends' : 'end'}. The reason stays on the
        order.
      </Text>
      <Textarea label="Reason" withAsterisk data-autofocus autosize minRows={2} {...form.getInputProps('reason')} />
    </FormDialog>
  )
}

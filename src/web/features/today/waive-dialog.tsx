import { Text, Textarea } from '@mantine/core'
import { type AttentionItem, waiveInput } from '#contract/attention/attention.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { unwaiveItem, waiveItem } from '#web/model/attention/attention.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'

/** Says why an item needs nothing. */
export function WaiveDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const form = useForm({
    schema: waiveInput,
    initialValues: { reason: '' },
    save: async (body) => {
      await waiveItem(item.id, body)
      showSuccess('Waived', { label: 'Undo', run: () => void unwaiveItem(item.id).catch(showError) })
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={`Waive: ${RULE_LABELS[item.rule]}`} confirm="Waive" onClose={onClose}>
      <Text mb="sm">
        It leaves the queue for everybody until its cause or the order ends. The reason stays on the order.
      </Text>
      <Textarea label="Reason" withAsterisk data-autofocus autosize minRows={2} {...form.getInputProps('reason')} />
    </FormDialog>
  )
}

import { Text, Textarea } from '@mantine/core'
import type { EventEntry } from '#contract/orders/orders.ts'
import { withdrawEntryInput } from '#contract/orders/set-event.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { withdrawEntry } from './entry-changes.ts'
import classes from './events.module.css'
import { ToldAlready } from './told-already.tsx'

/** Withdraws an entry for a reason; shows whether the client already knows about it. */
export function WithdrawDialog({ entry, onClose }: { entry: EventEntry; onClose: () => void }) {
  const fields = useForm({
    schema: withdrawEntryInput,
    initialValues: { reason: '' },
    save: async (body) => {
      await withdrawEntry(entry.id, body)
      showSuccess('The event was withdrawn')
      onClose()
    },
  })
  return (
    <FormDialog
      form={fields}
      title={`Withdraw ${entry.event.name}`}
      confirm="Withdraw"
      danger
      className={classes.change}
      onClose={onClose}
    >
      <ToldAlready entry={entry} waiting="Its mail has not been sent yet and will be cancelled." />
      <Text>
        The event stays in the history, struck through, but no longer counts. The newest other event becomes the order's
        current event.
      </Text>
      <Textarea label="Reason" withAsterisk data-autofocus autosize minRows={2} {...fields.getInputProps('reason')} />
    </FormDialog>
  )
}

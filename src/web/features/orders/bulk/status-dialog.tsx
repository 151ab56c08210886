import { Checkbox, NativeSelect } from '@mantine/core'
import { OrderStatus, STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { RUN_INPUTS } from '#contract/runs/start-run.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { MailSample } from './mail-sample.tsx'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, useBulk } from './use-bulk.ts'

/** Changes the status of the selected orders. */
export function StatusDialog({ orders, onClose }: BulkDialogProps) {
  const form = useForm({
    schema: RUN_INPUTS.status,
    initialValues: { status: OrderStatus.COMPLETED, notify: false },
    save: (values): Promise<void> => start(values),
  })
  const { status, notify } = form.values
  const { preview, start, ready } = useBulk('status', { status, notify }, onClose)
  return (
    <FormDialog
      form={form}
      title="Change status"
      confirm={buttonOf(preview, 'Change status of')}
      disabled={!ready}
      onClose={onClose}
    >
      <div className={classes.form}>
        <NativeSelect
          label="Status"
          data-autofocus
          data={STATUS_LABELS.map((label, value) => ({ label, value: String(value) }))}
          {...form.getInputProps('status')}
          value={String(status)}
          onChange={
            // The cast: the value of one of the options.
            ({ currentTarget }) => form.setFieldValue('status', Number(currentTarget.value) as typeof status)
          }
        />
        <Checkbox label="Notify users" {...form.getInputProps('notify', { type: 'checkbox' })} />
        {notify && <MailSample preview={preview} orders={orders} />}
      </div>
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

import { Textarea } from '@mantine/core'
import { RUN_INPUTS } from '#contract/runs/start-run.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { MailSample } from './mail-sample.tsx'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, useBulk } from './use-bulk.ts'

/** The message that suits most; staff change it as they need. */
const MESSAGE = `We have not received this cargo yet.
Please tell us when it will arrive at the warehouse.`

/** Asks the shippers of the selected orders for their cargo. */
export function AskSuppliersDialog({ orders, onClose }: BulkDialogProps) {
  const form = useForm({
    schema: RUN_INPUTS['ask-suppliers'],
    initialValues: { message: MESSAGE },
    save: (values): Promise<void> => start(values),
  })
  const { message = '' } = form.values
  const { preview, start, ready } = useBulk('ask-suppliers', message?.trim() ? { message } : null, onClose)
  return (
    <FormDialog
      form={form}
      title="Ask suppliers"
      confirm={buttonOf(preview, 'Ask suppliers of')}
      disabled={!ready}
      onClose={onClose}
    >
      <div className={classes.form}>
        <Textarea
          label="Message"
          description="The facts of the shipment follow it: code, client, origin, vessel and cargo cut-off."
          withAsterisk
          data-autofocus
          autosize
          minRows={3}
          {...form.getInputProps('message')}
        />
        <MailSample preview={preview} orders={orders} />
      </div>
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

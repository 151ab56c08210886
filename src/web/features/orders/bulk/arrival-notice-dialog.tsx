import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RUN_INPUTS } from '#contract/runs/start-run.ts'
import { templatesQuery } from '#web/features/orders/shared/set-event/set-event-queries.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { MailSample } from './mail-sample.tsx'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, useBulk } from './use-bulk.ts'

/** Makes the arrival notices of orders and mails them to their clients. */
export function ArrivalNoticeDialog({ orders, onClose }: BulkDialogProps) {
  const templates = useQuery(templatesQuery).data ?? []
  const form = useForm({
    schema: RUN_INPUTS['arrival-notice'],
    initialValues: { emailTemplateId: null as number | null, again: false },
    save: (values): Promise<void> => start(values),
  })
  const { emailTemplateId = null, again } = form.values
  const { preview, start, ready } = useBulk('arrival-notice', { emailTemplateId, again }, onClose)
  return (
    <FormDialog
      form={form}
      title="Send arrival notices"
      confirm={buttonOf(preview, 'Notify clients of')}
      disabled={!ready}
      onClose={onClose}
    >
      <div className={classes.form}>
        <NativeSelect
          label="Mail"
          description="The arrival notice is made as a PDF and attached."
          data-autofocus
          data={[
            { value: '', label: 'The template that attaches it' },
            { group: 'Templates', items: templates.map(({ id, title }) => ({ value: String(id), label: title })) },
          ]}
          {...form.getInputProps('emailTemplateId')}
          value={emailTemplateId === null ? '' : String(emailTemplateId)}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('emailTemplateId', value === '' ? null : Number(value))
          }
        />
        <Checkbox label="Also to those who got theirs already" {...form.getInputProps('again', { type: 'checkbox' })} />
        <MailSample preview={preview} orders={orders} />
      </div>
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

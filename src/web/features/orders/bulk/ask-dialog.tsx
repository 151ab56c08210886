import { NativeSelect } from '@mantine/core'
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

/** Asks the clients of the selected orders for missing papers. */
export function AskDialog({ orders, onClose }: BulkDialogProps) {
  const templates = useQuery(templatesQuery).data ?? []
  const form = useForm({
    schema: RUN_INPUTS['ask-documents'],
    initialValues: { emailTemplateId: null as number | null },
    save: (values): Promise<void> => start(values),
  })
  const { emailTemplateId = null } = form.values
  const { preview, start, ready } = useBulk('ask-documents', { emailTemplateId }, onClose)
  return (
    <FormDialog
      form={form}
      title="Ask for documents"
      confirm={buttonOf(preview, 'Ask clients of')}
      disabled={!ready}
      onClose={onClose}
    >
      <div className={classes.form}>
        <NativeSelect
          label="Mail"
          data-autofocus
          data={[
            { value: '', label: 'Documents requested' },
            { group: 'Templates', items: templates.map(({ id, title }) => ({ value: String(id), label: title })) },
          ]}
          {...form.getInputProps('emailTemplateId')}
          value={emailTemplateId === null ? '' : String(emailTemplateId)}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('emailTemplateId', value === '' ? null : Number(value))
          }
        />
        <MailSample preview={preview} orders={orders} />
      </div>
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import { RUN_INPUTS } from '#contract/runs/start-run.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, useBulk } from './use-bulk.ts'

/** Assigns the selected orders: to the caller, unless another is chosen. */
export function InChargeDialog({ onClose }: BulkDialogProps) {
  const staff = useQuery(staffQuery).data?.items ?? []
  const user = useSessionUser()
  const form = useForm({
    schema: RUN_INPUTS['in-charge'],
    initialValues: { userId: user?.id ?? null },
    save: (values): Promise<void> => start(values),
  })
  const { userId } = form.values
  const { preview, start, ready } = useBulk('in-charge', { userId }, onClose)
  return (
    <FormDialog
      form={form}
      title={IN_CHARGE}
      confirm={buttonOf(preview, userId ? 'Assign' : 'Unassign')}
      disabled={!ready}
      onClose={onClose}
    >
      <NativeSelect
        label={IN_CHARGE}
        data-autofocus
        data={[
          { value: '', label: 'Unassigned' },
          ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('userId')}
        value={userId ? String(userId) : ''}
        onChange={({ currentTarget }) => form.setFieldValue('userId', Number(currentTarget.value) || null)}
      />
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

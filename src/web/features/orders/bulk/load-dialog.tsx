import { useState } from 'react'
import { RUN_INPUTS } from '#contract/runs/start-run.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { ContainerSelect, containerOf } from '#web/features/sailings/shared/container-select.tsx'
import { SailingSelect } from '#web/features/sailings/shared/sailing-select.tsx'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, useBulk } from './use-bulk.ts'

/** Loads the selected orders on a sailing. */
export function LoadDialog({ onClose }: BulkDialogProps) {
  const [sailing, setSailing] = useState<Sailing | null>(null)
  const form = useForm({
    schema: RUN_INPUTS.load,
    // The schema asks for a sailing.
    initialValues: { sailingId: 0, containerId: null },
    save: (values): Promise<void> => start(values),
  })
  const { sailingId, containerId } = form.values
  const { preview, start, ready } = useBulk('load', sailingId ? { sailingId, containerId } : null, onClose)
  return (
    <FormDialog
      form={form}
      title="Load on sailing"
      confirm={buttonOf(preview, 'Load')}
      size="lg"
      disabled={!ready}
      onClose={onClose}
    >
      <div className={classes.form}>
        <SailingSelect
          label="Sailing"
          value={sailing}
          onChange={(chosen) => {
            form.setValues({ sailingId: chosen?.id ?? 0, containerId: null })
            setSailing(chosen)
          }}
          error={form.errors.sailingId}
        />
        {sailing && (
          <ContainerSelect
            sailing={sailing}
            value={containerId ? String(containerId) : ''}
            onChange={(value) => form.setFieldValue('containerId', containerOf(value))}
          />
        )}
      </div>
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

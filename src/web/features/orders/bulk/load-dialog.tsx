import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RUN_INPUTS } from '#contract/runs/start-run.ts'
import type { FittingSailing } from '#contract/sailings/loadings.ts'
import { ContainerSelect, containerOf } from '#web/features/sailings/shared/container-select.tsx'
import { roomWords } from '#web/features/sailings/shared/fitting.ts'
import { SailingPicker } from '#web/features/sailings/shared/sailing-picker.tsx'
import { sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, useBulk } from './use-bulk.ts'

/** Loads the selected orders on a sailing; those for another country only if that is ticked. */
export function LoadDialog({ orders, onClose }: BulkDialogProps) {
  const [sailing, setSailing] = useState<FittingSailing | null>(null)
  const form = useForm({
    schema: RUN_INPUTS.load,
    // The schema asks for a sailing.
    // The summary says which confirmations are overwritten.
    initialValues: { sailingId: 0, containerId: null, otherDestinations: false, takeOver: true },
    save: (values): Promise<void> => start(values),
  })
  const { sailingId, containerId, otherDestinations = false } = form.values
  const whole = useQuery({ ...sailingQuery(sailingId), enabled: sailingId > 0 }).data
  const input = sailingId ? { sailingId, containerId, otherDestinations, takeOver: true } : null
  const { preview, start, ready } = useBulk('load', input, onClose)
  const tight = sailing ? roomWords(sailing, { cbm: sailing.neededCbm, kg: sailing.neededKg }) : []
  const abroad = sailing?.misfits.some(({ code }) => code === 'country')
  return (
    <FormDialog
      // A chosen sailing is no typed input that could be lost.
      form={{ ...form, isDirty: () => false }}
      title="Load on sailing"
      confirm={buttonOf(preview, 'Load')}
      size={860}
      disabled={!ready}
      onClose={onClose}
    >
      <div className={classes.form}>
        <SailingPicker
          orderIds={orders.map(({ id }) => id)}
          skipsLoaded
          value={sailing}
          onChange={(chosen) => {
            form.setValues({ sailingId: chosen.id, containerId: null, otherDestinations: false, takeOver: true })
            setSailing(chosen)
          }}
          error={form.errors.sailingId}
        />
        {whole && (
          <ContainerSelect
            sailing={whole}
            value={containerId ? String(containerId) : ''}
            onChange={(value) => form.setFieldValue('containerId', containerOf(value))}
          />
        )}
        {abroad && (
          <Checkbox
            label="Also load orders for another country"
            {...form.getInputProps('otherDestinations', { type: 'checkbox' })}
          />
        )}
      </div>
      {tight.length > 0 && (
        <Notice warn role="alert" title="More than the sailing has room for">
          {tight.map((words) => (
            <div key={words}>{words}</div>
          ))}
        </Notice>
      )}
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

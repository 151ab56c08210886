import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type LoadedOrder, rollInput } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { SailingSelect } from '#web/features/sailings/shared/sailing-select.tsx'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './cargo.module.css'
import { type Cargo, ordersDone } from './use-cargo.ts'

interface RollDialogProps {
  sailing: Sailing
  cargo: Cargo
  orders: LoadedOrder[]
  onClose: () => void
  /** Called with the ids of orders that could not be done. */
  onDone: (failed: readonly number[] | null) => void
}

const schema = rollInput.pick({ toSailingId: true, reason: true })

/** Rolls orders to a later sailing, with the reason. */
export function RollDialog({ sailing, cargo, orders, onClose, onDone }: RollDialogProps) {
  const [to, setTo] = useState<Sailing | null>(null)
  const form = useForm({
    schema,
    // The schema asks for a sailing.
    initialValues: { toSailingId: 0, reason: '' },
    save: async ({ toSailingId, reason }) => {
      const ids = orders.map(({ orderId }) => orderId)
      const failed = await cargo.perform({
        place: 'loaded',
        done: ordersDone(`rolled to ${to?.reference}`),
        call: ({ roll }) => roll(ids, toSailingId, reason),
      })
      release()
      onDone(failed)
    },
  })
  const release = useUnsaved(form.isDirty())
  return (
    <FormDialog
      form={form}
      title={orders.length === 1 ? 'Roll 1 order' : `Roll ${orders.length} orders`}
      confirm="Roll"
      size="lg"
      className={classes.form}
      onClose={onClose}
    >
      <SailingSelect
        label="To sailing"
        except={sailing.id}
        value={to}
        onChange={(chosen) => {
          form.setFieldValue('toSailingId', chosen?.id ?? 0)
          setTo(chosen)
        }}
        error={form.errors.toSailingId}
      />
      <TextInput
        label="Reason"
        withAsterisk
        autoComplete="off"
        placeholder="Missed the cut-off"
        {...form.getInputProps('reason')}
      />
      <p className={classes.dim}>
        Their containers stay behind. Booking confirmations follow to the new sailing where they still hold this one's
        values.
      </p>
    </FormDialog>
  )
}

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type FittingSailing, type LoadedOrder, rollInput } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { judgeForAll, oddities } from '#web/features/sailings/shared/fitting.ts'
import { SailingPicker } from '#web/features/sailings/shared/sailing-picker.tsx'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
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

/** Rolls orders to a later sailing, with the reason. The dialog asks once about a misfit. */
export function RollDialog({ sailing, cargo, orders, onClose, onDone }: RollDialogProps) {
  const [to, setTo] = useState<FittingSailing | null>(null)
  const [asked, setAsked] = useState<readonly string[]>([])
  const ids = orders.map(({ orderId }) => orderId)
  const wanting = { orderIds: ids, from: [sailing.id] }
  const form = useForm({
    schema,
    // The schema asks for a sailing.
    initialValues: { toSailingId: 0, reason: '' },
    save: async ({ toSailingId, reason }) => {
      if (!to) return
      const judged = asked.length > 0 ? to : await judgeForAll(wanting, to)
      const odd = oddities(judged, { count: ids.length, verb: 'rolling' })
      if (odd.length > 0 && asked.length === 0) {
        setTo(judged)
        setAsked(odd)
        return
      }
      const failed = await cargo.perform({
        place: 'loaded',
        done: ordersDone(`rolled to ${to.reference}`),
        call: ({ roll }) => roll(ids, toSailingId, { reason, takeOver: judged.conflicts.length > 0 }),
      })
      release()
      onDone(failed)
    },
  })
  const isTyped = form.values.reason !== ''
  const release = useUnsaved(isTyped)
  return (
    <FormDialog
      form={{ ...form, isDirty: () => isTyped }}
      title={orders.length === 1 ? 'Roll 1 order' : `Roll ${orders.length} orders`}
      confirm={asked.length > 0 ? 'Roll all the same' : 'Roll'}
      size={860}
      className={classes.form}
      onClose={onClose}
    >
      <SailingPicker
        {...wanting}
        value={to}
        onChange={(chosen) => {
          form.setFieldValue('toSailingId', chosen.id)
          setTo(chosen)
          setAsked([])
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
      {asked.length > 0 && (
        <Notice warn role="alert" title="Roll all the same?">
          {asked.map((odd) => (
            <div key={odd}>{odd}</div>
          ))}
        </Notice>
      )}
    </FormDialog>
  )
}

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoadedOrder, rollInput } from '#contract/sailings/loadings.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { vesselAndVoyage } from '#web/model/sailings/sailing-looks.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import classes from './cargo.module.css'
import { type Cargo, ordersDone } from './use-cargo.ts'

interface RollDialogProps {
  sailing: Sailing
  cargo: Cargo
  orders: LoadedOrder[]
  onClose: () => void
  /** Called with the orders that could not be done. */
  onDone: (failed: readonly number[] | null) => void
}

const schema = rollInput.pick({ toSailingId: true, reason: true })
const { date } = datesIn('UTC')
const labelOf = (sailing: Sailing) => `${sailing.reference} · ${vesselAndVoyage(sailing)} · ETD ${date(sailing.etd)}`

/** Rolls orders to a later sailing, with the reason. */
export function RollDialog({ sailing, cargo, orders, onClose, onDone }: RollDialogProps) {
  const [search, setSearch] = useState('')
  const offers = resourceQueries(sailings).offered(search, { status: 'planned' })
  const { data = [], isFetching } = useQuery(offers)
  const found = data.filter(({ id }) => id !== sailing.id)
  const [label, setLabel] = useState('')
  const form = useForm({
    schema,
    // The check asks for one.
    initialValues: { toSailingId: 0, reason: '' },
    save: async ({ toSailingId, reason }) => {
      const ids = orders.map(({ orderId }) => orderId)
      const reference = label.split(' · ', 1)[0] ?? ''
      const failed = await cargo.perform({
        place: 'loaded',
        done: ordersDone(`rolled to ${reference}`),
        call: ({ roll }) => roll(ids, toSailingId, reason),
      })
      release()
      onDone(failed)
    },
  })
  const release = useUnsaved(form.isDirty())
  const { toSailingId } = form.values
  return (
    <FormDialog
      form={form}
      title={orders.length === 1 ? 'Roll 1 order' : `Roll ${orders.length} orders`}
      confirm="Roll"
      size="lg"
      className={classes.form}
      onClose={onClose}
    >
      <SearchSelect
        label="To sailing"
        data-autofocus
        withAsterisk
        placeholder="Search by vessel, voyage or reference"
        clearButtonProps={{ 'aria-label': 'Clear to sailing' }}
        value={toSailingId ? String(toSailingId) : null}
        chosen={label}
        onChange={(value, option) => {
          form.setFieldValue('toSailingId', Number(value ?? 0))
          setLabel(option?.label ?? '')
        }}
        onSearch={setSearch}
        searching={isFetching}
        data={withChosen(
          found.map((each) => ({ value: String(each.id), label: labelOf(each) })),
          toSailingId ? { value: String(toSailingId), label } : null,
        )}
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

interface Option {
  value: string
  label: string
}
const withChosen = (offered: Option[], chosen: Option | null) =>
  !chosen || offered.some(({ value }) => value === chosen.value) ? offered : [chosen, ...offered]

import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { withRules } from '#contract/lib/rules.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type LoadedOrder, receivedInput } from '#contract/sailings/loadings.ts'
import { ToldFields } from '#web/features/sailings/shared/told/told-fields.tsx'
import { useTold } from '#web/features/sailings/shared/told/use-told.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { instantsOf, timesRule, typedDateFields, typedDates } from '#web/lib/saving/typed-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import classes from './cargo.module.css'
import { MeasuredTable } from './measured-table.tsx'
import { type Cargo, ordersDone } from './use-cargo.ts'

const DATES = { times: ['at'], days: [] }
const measuredFigures = receivedInput.shape.measured.unwrap()
const schema: z.ZodObject = withRules(
  z.object({ ...typedDateFields(DATES), measured: measuredFigures }),
  (value: Record<string, unknown>, add) => {
    timesRule(DATES, value, add)
    if (value.at === '') add('at', 'This field cannot be empty')
  },
)

interface ReceiveDialogProps {
  cargo: Cargo
  orders: LoadedOrder[]
  onClose: () => void
  /** Called with the ids of orders that could not be done. */
  onDone: (failed: readonly number[] | null) => void
}

/** The most orders with fields for figures: more rows would be slow to type in. */
const MOST_MEASURED = 50

const typed = (value: number | null) => (value === null ? '' : String(value))

/** Figures measured earlier, as typed. */
const typedFigures = ({ orderId, pieces, measuredKg, measuredCbm }: LoadedOrder) => ({
  orderId,
  pieces: typed(pieces),
  weightKg: typed(measuredKg),
  volumeCbm: typed(measuredCbm),
})

/**
 * Marks cargo as received at the CFS, with the measured figures, and tells the clients. Orders received before
 * stay as they are beside others, unless they are ticked.
 */
export function ReceiveDialog({ cargo, orders, onClose, onDone }: ReceiveDialogProps) {
  const { timeZone } = useDates()
  const fresh = orders.filter(({ receivedAt }) => !receivedAt)
  const before = orders.length - fresh.length
  const [again, setAgain] = useState(fresh.length === 0)
  const chosen = again ? orders : fresh
  const ids = chosen.map(({ orderId }) => orderId)
  const measuring = orders.length > MOST_MEASURED ? [] : orders
  // Orders that were all received before keep the event that they have.
  const tells = useTold(fresh.length === 0 ? null : 'received')
  const form = useForm({
    schema,
    initialValues: {
      ...typedDates({ at: (fresh.length === 0 && orders[0]?.receivedAt) || new Date().toISOString() }, DATES, timeZone),
      measured: measuring.map(typedFigures),
    },
    save: async (values) => {
      const { at = null } = instantsOf(values, DATES, timeZone)
      const failed = await cargo.perform({
        place: 'loaded',
        done: ordersDone('received'),
        call: ({ receive }) => {
          const measured = measuredFigures.parse(values.measured)
          return receive({
            orderIds: ids,
            at,
            measured: measured.filter(({ orderId }) => ids.includes(orderId)),
            ...tells.told,
          })
        },
      })
      done(failed)
    },
  })
  const release = useUnsaved(form.isDirty() || tells.chosen)
  const { at = null } = instantsOf(form.values, DATES, timeZone)
  const field = (key: string) => ({
    value: String(form.values[key] ?? ''),
    onChange: (text: string) => form.setFieldValue(key, text),
    error: form.errors[key],
  })
  const done = (failed: readonly number[] | null) => {
    release()
    onDone(failed)
  }
  return (
    <FormDialog
      form={form}
      title={ids.length === 1 ? 'Receive 1 order' : `Receive ${ids.length} orders`}
      confirm="Receive"
      size="xl"
      className={classes.form}
      onClose={onClose}
    >
      <DateTimeField label="Received" day={field('at')} time={field('atTime')} />
      {before > 0 && fresh.length > 0 && <Again count={before} checked={again} onChange={setAgain} />}
      <ToldFields of={tells} orderIds={ids} date={at} errors={form.errors} />
      <Measured orders={measuring} ids={ids} input={(path) => form.getInputProps(path)} />
      {fresh.length === 0 && <TakeBack cargo={cargo} orderIds={ids} disabled={form.saving} onDone={done} />}
    </FormDialog>
  )
}

interface AgainProps {
  /** Orders that were received before. */
  count: number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether orders that were received before get the new time too. */
const Again = ({ count, checked, onChange }: AgainProps) => (
  <Checkbox
    label={
      count === 1
        ? '1 order was received before: set the new time for it too'
        : `${count} orders were received before: set the new time for them too`
    }
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

interface MeasuredProps {
  /** Orders that have fields in the form, in its order. */
  orders: readonly LoadedOrder[]
  /** Those that are received now. */
  ids: readonly number[]
  input: (path: string) => object
}

/** Fields for what was measured. */
function Measured({ orders, ids, input }: MeasuredProps) {
  const rows = orders.map((order, index) => ({
    key: order.orderId,
    code: formatTrackingCode(order.trackingCode),
    booked: `${shortQuantity(order.bookedCbm)} CBM, ${shortQuantity(order.bookedKg)} kg`,
    input: (name: string, label: string) => (
      <TextInput
        size="xs"
        aria-label={`${label} of ${formatTrackingCode(order.trackingCode)}`}
        inputMode="decimal"
        autoComplete="off"
        {...input(`measured.${index}.${name}`)}
      />
    ),
  }))
  return (
    <>
      {orders.length > 0 && <MeasuredTable rows={rows.filter(({ key }) => ids.includes(key))} />}
      <p className={classes.dim}>
        {orders.length > 0
          ? 'Leave empty what was not measured: then the booked figure counts. Measured figures never change the price.'
          : `Select at most ${MOST_MEASURED} orders to enter what was measured.`}
      </p>
    </>
  )
}

interface TakeBackProps extends Pick<ReceiveDialogProps, 'cargo' | 'onDone'> {
  orderIds: readonly number[]
  disabled: boolean
}

/** The button that takes receipts back. */
function TakeBack({ cargo, orderIds, disabled, onDone }: TakeBackProps) {
  const takeBack = async () => {
    const failed = await cargo.run({
      place: 'loaded',
      done: (count) => (count === 1 ? 'Receipt of 1 order taken back' : `Receipts of ${count} orders taken back`),
      call: ({ receive }) => receive({ orderIds, at: null, measured: [] }),
    })
    onDone(failed)
  }
  return (
    <div>
      <Button size="xs" variant="default" disabled={disabled} onClick={() => void takeBack()}>
        Not received after all
      </Button>
    </div>
  )
}

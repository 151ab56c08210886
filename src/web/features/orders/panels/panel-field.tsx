import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ORDER_LABELS } from '#contract/orders/order-fields.ts'
import type { OrderField } from '#web/model/orders/save-order.ts'
import { WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import classes from './shipment.module.css'
import type { FormValues } from './shipment-panels.ts'

export type PanelForm = Pick<
  UseFormReturnType<FormValues>,
  'values' | 'getInputProps' | 'setFieldValue' | 'setValues' | 'errors'
>

const LONG: readonly OrderField[] = [
  'additionalInfo',
  'additionalInformationShipper',
  'shipmentDescription',
  'additionalInformation',
]
const NUMBERS: readonly OrderField[] = ['shipmentVolume', 'shipmentWeight', 'shipmentValue', 'estimatedTransportation']
const FLAGS: readonly OrderField[] = ['cargoInsurance', 'customBrokerage']
const PHONES: readonly OrderField[] = ['phone', 'phoneShipper']
const EMAILS: readonly OrderField[] = ['email', 'emailShipper']

const modeOf = (field: OrderField) =>
  NUMBERS.includes(field) ? 'decimal' : EMAILS.includes(field) ? 'email' : undefined

/** A field of an order by what it holds: text, number, flag. */
export function PanelField({ field, form, required }: { field: OrderField; form: PanelForm; required?: boolean }) {
  const label = ORDER_LABELS[field]
  if (FLAGS.includes(field)) {
    return <Checkbox label={label} className={classes.flag} {...form.getInputProps(field, { type: 'checkbox' })} />
  }
  const input = { label, withAsterisk: required, autoComplete: 'off', ...form.getInputProps(field) }
  if (PHONES.includes(field)) return <PhoneField {...input} />
  if (!LONG.includes(field)) return <TextInput inputMode={modeOf(field)} {...input} />
  return (
    <WideField>
      <Textarea autosize minRows={2} maxRows={8} {...input} />
    </WideField>
  )
}

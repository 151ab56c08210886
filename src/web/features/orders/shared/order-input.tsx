import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { FieldKind } from '#contract/orders/field-kinds.ts'
import { ORDER_FIELDS, type OrderField } from '#contract/orders/field-table.ts'
import { ORDER_LABELS } from '#contract/orders/order-fields.ts'
import { WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import classes from './order-input.module.css'

const INPUT_MODES: Partial<Record<FieldKind, 'decimal' | 'email'>> = {
  quantity: 'decimal',
  money: 'decimal',
  email: 'email',
}

interface OrderInputProps {
  field: OrderField
  /** Value, change handler and error of a field, from the form. */
  getInputProps: (field: OrderField, options?: { type: 'checkbox' }) => object
  required: boolean
  label?: string
}

/** The input for an order's field, by kind. The panel supplies its own inputs for modes, terms and places. */
export function OrderInput({ field, getInputProps, required, label = ORDER_LABELS[field] }: OrderInputProps) {
  const { kind } = ORDER_FIELDS[field]
  if (kind === 'flag') {
    return <Checkbox label={label} className={classes.flag} {...getInputProps(field, { type: 'checkbox' })} />
  }
  const input = { label, withAsterisk: required, autoComplete: 'off', ...getInputProps(field) }
  if (kind === 'phone') return <PhoneField {...input} />
  if (kind !== 'longText') return <TextInput inputMode={INPUT_MODES[kind]} {...input} />
  return (
    <WideField>
      <Textarea autosize minRows={2} maxRows={8} {...input} />
    </WideField>
  )
}

import { Checkbox } from '@mantine/core'
import { type BookingField, bookingLabel, isRequired } from '#contract/orders/order-fields.ts'
import { OrderInput } from '#web/features/orders/shared/order-input.tsx'
import type { Fields } from '#web/features/quotes/shared/form-state.ts'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import type { BookingValues } from './state/new-order-values.ts'

interface BookingFieldsProps {
  /** The fields of this panel. */
  panel: readonly BookingField[]
  fields: Fields<BookingValues>
}

/** The inputs of one panel of the booking form. */
export function BookingPanelFields({ panel, fields }: BookingFieldsProps) {
  return (
    <FieldGrid>
      {panel.map((field) => (
        <OrderInput
          key={field}
          field={field}
          getInputProps={() => fields.text(field)}
          label={bookingLabel(field)}
          required={isRequired(field, 'booking')}
        />
      ))}
    </FieldGrid>
  )
}

export function SendMail({ fields, values }: { fields: Fields<BookingValues>; values: BookingValues }) {
  return (
    <Checkbox
      mt="md"
      label="Send the booking mail"
      description={`Goes to ${values.email || 'the client'} and to the mail-copy addresses.`}
      {...fields.check('sendMail')}
    />
  )
}

import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import type { Fields } from './state/form-state.ts'
import type { BookingValues } from './state/new-order-values.ts'

export interface BookingFieldsProps {
  fields: Fields<BookingValues>
  values: BookingValues
}

export function ContactFields({ fields }: BookingFieldsProps) {
  return (
    <FieldGrid>
      <TextInput label="Name" withAsterisk {...fields.text('yourName')} />
      <TextInput label="Company name" withAsterisk {...fields.text('companyName')} />
      <TextInput label="Company address" withAsterisk {...fields.text('companyAddress')} />
      <TextInput label="Email" type="email" withAsterisk {...fields.text('email')} />
      <PhoneField label="Phone" withAsterisk {...fields.text('phone')} />
      <WideField>
        <Textarea label="Additional info" rows={2} {...fields.text('additionalInfo')} />
      </WideField>
    </FieldGrid>
  )
}

export function ShipperFields({ fields }: BookingFieldsProps) {
  return (
    <FieldGrid>
      <TextInput label="Company name" withAsterisk {...fields.text('companyNameShipper')} />
      <TextInput label="Company address" withAsterisk {...fields.text('companyAddressShipper')} />
      <TextInput label="Name of the person in charge" withAsterisk {...fields.text('namePersonCharge')} />
      <TextInput label="Email" type="email" withAsterisk {...fields.text('emailShipper')} />
      <PhoneField label="Phone" withAsterisk {...fields.text('phoneShipper')} />
      <WideField>
        <Textarea label="Additional info" rows={2} {...fields.text('additionalInformationShipper')} />
      </WideField>
    </FieldGrid>
  )
}

export function ShipmentFields({ fields }: BookingFieldsProps) {
  return (
    <>
      <Textarea label="Description of goods" withAsterisk rows={2} {...fields.text('shipmentDescription')} />
      <TextInput label="Shipment purchase reference (PO)" mt="sm" {...fields.text('shipmentPurchase')} />
    </>
  )
}

export function AmazonFields({ fields }: BookingFieldsProps) {
  return (
    <FieldGrid>
      <TextInput label="Amazon Ref ID" withAsterisk {...fields.text('amazonRefId')} />
      <TextInput label="Shipment ID (PO)" withAsterisk {...fields.text('shipmentId')} />
    </FieldGrid>
  )
}

export function RequestFields({ fields, values }: BookingFieldsProps) {
  return (
    <>
      <Textarea label="Additional information" rows={3} {...fields.text('additionalInformation')} />
      <Checkbox
        mt="md"
        label="Send the booking mail"
        description={`Goes to ${values.email || 'the client'} and to the mail-copy addresses.`}
        {...fields.check('sendMail')}
      />
    </>
  )
}

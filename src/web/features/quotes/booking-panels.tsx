import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import type { BookingValues } from './new-order-values.ts'

/** What of the booking form the panels need. */
export interface BookingInputs {
  values: { email?: string | null }
  getInputProps: (name: keyof BookingValues, options?: { type: 'checkbox' }) => object
}

const field = (form: BookingInputs, name: keyof BookingValues) => ({ autoComplete: 'off', ...form.getInputProps(name) })

export function ContactFields({ form }: { form: BookingInputs }) {
  return (
    <FieldGrid>
      <TextInput label="Name" withAsterisk {...field(form, 'yourName')} />
      <TextInput label="Company name" withAsterisk {...field(form, 'companyName')} />
      <TextInput label="Company address" withAsterisk {...field(form, 'companyAddress')} />
      <TextInput label="Email" type="email" withAsterisk {...field(form, 'email')} />
      <PhoneField label="Phone" withAsterisk {...field(form, 'phone')} />
      <WideField>
        <Textarea label="Additional info" rows={2} {...field(form, 'additionalInfo')} />
      </WideField>
    </FieldGrid>
  )
}

export function ShipperFields({ form }: { form: BookingInputs }) {
  return (
    <FieldGrid>
      <TextInput label="Company name" withAsterisk {...field(form, 'companyNameShipper')} />
      <TextInput label="Company address" withAsterisk {...field(form, 'companyAddressShipper')} />
      <TextInput label="Name of the person in charge" withAsterisk {...field(form, 'namePersonCharge')} />
      <TextInput label="Email" type="email" withAsterisk {...field(form, 'emailShipper')} />
      <PhoneField label="Phone" withAsterisk {...field(form, 'phoneShipper')} />
      <WideField>
        <Textarea label="Additional info" rows={2} {...field(form, 'additionalInformationShipper')} />
      </WideField>
    </FieldGrid>
  )
}

export function ShipmentFields({ form }: { form: BookingInputs }) {
  return (
    <>
      <Textarea label="Description of goods" withAsterisk rows={2} {...field(form, 'shipmentDescription')} />
      <TextInput label="Shipment purchase reference (PO)" mt="sm" {...field(form, 'shipmentPurchase')} />
    </>
  )
}

export function AmazonFields({ form }: { form: BookingInputs }) {
  return (
    <FieldGrid>
      <TextInput label="Amazon Ref ID" withAsterisk {...field(form, 'amazonRefId')} />
      <TextInput label="Shipment ID (PO)" withAsterisk {...field(form, 'shipmentId')} />
    </FieldGrid>
  )
}

export function RequestFields({ form }: { form: BookingInputs }) {
  return (
    <>
      <Textarea label="Additional information" rows={3} {...field(form, 'additionalInformation')} />
      <Checkbox
        mt="md"
        label="Send the booking mail"
        description={`Goes to ${form.values.email || 'the client'} and to the mail-copy addresses.`}
        {...form.getInputProps('sendMail', { type: 'checkbox' })}
      />
    </>
  )
}

import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { failedLookUp } from '#web/lib/api/failed-look-up.ts'
import { useMailCopies } from '#web/model/mails/mail-copies.ts'
import { MailGoesTo } from '#web/model/mails/mail-goes-to.tsx'
import { destinationsQuery } from '#web/model/reference/lanes.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { portsQuery } from './new-order-queries.ts'
import type { RequestValues } from './new-order-values.ts'
import classes from './quotes.module.css'
import { grouped } from './shipment-form.tsx'

interface QuoteRequestFormProps {
  values: RequestValues
  form: {
    errors: Record<string, unknown>
    getInputProps: (name: keyof RequestValues) => object
    setFieldValue: (name: 'origin' | 'destination', value: number | null) => void
    submit: (event: FormEvent<HTMLFormElement>) => void
    saving: boolean
    fault: { message: string; requestId: string | null } | null
  }
}

const chosen = (id: number | null) => (id === null ? null : String(id))

/** Asks for the price of a full container. */
export function QuoteRequestForm({ values, form }: QuoteRequestFormProps) {
  const ports = useQuery(portsQuery)
  const destinations = useQuery(destinationsQuery)
  const fault = failedLookUp(ports, destinations)
  const copies = useMailCopies(true)
  const field = (name: keyof RequestValues) => ({ autoComplete: 'off', ...form.getInputProps(name) })
  const select = {
    searchable: true,
    openOnFocus: false,
    clearable: true,
    placeholder: 'Choose',
    nothingFoundMessage: 'Nothing found',
  }
  return (
    <form onSubmit={form.submit} noValidate className={classes.panel} aria-labelledby="quote-request">
      <h2 className={classes.heading} id="quote-request">
        Quote Request
      </h2>
      {fault && <Fault {...fault} />}
      <FieldGrid>
        <TextInput label="Name" withAsterisk {...field('name')} />
        <Select
          label="Origin port"
          {...select}
          disabled={!ports.data}
          data={ports.data?.map(({ id, name, code }) => ({ value: String(id), label: `${name} (${code})` })) ?? []}
          value={chosen(values.origin)}
          onChange={(id) => form.setFieldValue('origin', id ? Number(id) : null)}
          error={form.errors.origin as string}
        />
        <TextInput label="Email" type="email" withAsterisk {...field('email')} />
        <PhoneField label="Phone" withAsterisk {...field('phoneNumber')} />
        <Select
          label="Destination"
          {...select}
          disabled={!destinations.data}
          data={grouped(destinations.data ?? [])}
          value={chosen(values.destination)}
          onChange={(id) => form.setFieldValue('destination', id ? Number(id) : null)}
          error={form.errors.destination as string}
        />
        <TextInput label="Volume, CBM" inputMode="decimal" {...field('volume')} />
        <TextInput label="Weight, KG" inputMode="decimal" {...field('weight')} />
        <WideField>
          <Textarea label="Message" withAsterisk rows={3} {...field('message')} />
        </WideField>
        <WideField>
          <Textarea label="Description of goods" rows={2} {...field('destinationGoods')} />
        </WideField>
      </FieldGrid>
      {values.email && <MailGoesTo address={values.email} copies={copies} />}
      {form.fault && <Fault {...form.fault} />}
      <Button type="submit" className={classes.next} loading={form.saving}>
        Send request
      </Button>
    </form>
  )
}

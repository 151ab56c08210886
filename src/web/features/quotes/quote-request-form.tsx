import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMailCopies } from '#web/features/mail/shared/mail-copies.ts'
import { MailGoesTo } from '#web/features/mail/shared/mail-goes-to.tsx'
import { grouped } from '#web/features/quotes/shared/shipment-form.tsx'
import { destinationsQuery } from '#web/features/reference/shared/lanes.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import classes from './quotes.module.css'
import { portsQuery } from './state/new-order-queries.ts'
import type { QuoteRequest } from './state/use-new-order.ts'

const chosen = (id: number | null) => (id === null ? null : String(id))

/** Requests a quote for a full container. */
export function QuoteRequestForm({ request }: { request: QuoteRequest }) {
  const { values, errors, text, set } = request
  const ports = useQuery(portsQuery)
  const destinations = useQuery(destinationsQuery)
  const fault = failedLookUp(ports, destinations)
  const copies = useMailCopies()
  const select = {
    clearable: true,
    placeholder: 'Choose',
  }
  return (
    <form onSubmit={request.submit} noValidate className={classes.panel} aria-labelledby="quote-request">
      <h2 className={classes.heading} id="quote-request">
        Quote Request
      </h2>
      {fault && <Fault {...fault} />}
      <FieldGrid>
        <TextInput label="Name" withAsterisk {...text('name')} />
        <ChoiceSelect
          label="Origin port"
          noun="port"
          {...select}
          disabled={!ports.data}
          data={ports.data?.map(({ id, name, code }) => ({ value: String(id), label: `${name} (${code})` })) ?? []}
          value={chosen(values.origin)}
          onChange={(id) => set({ origin: id ? Number(id) : null })}
          error={errors.origin}
        />
        <TextInput label="Email" type="email" withAsterisk {...text('email')} />
        <PhoneField label="Phone" withAsterisk {...text('phoneNumber')} />
        <ChoiceSelect
          label="Destination"
          {...select}
          disabled={!destinations.data}
          data={grouped(destinations.data ?? [])}
          value={chosen(values.destination)}
          onChange={(id) => set({ destination: id ? Number(id) : null })}
          error={errors.destination}
        />
        <TextInput label="Volume, CBM" inputMode="decimal" {...text('volume')} />
        <TextInput label="Weight, KG" inputMode="decimal" {...text('weight')} />
        <WideField>
          <Textarea label="Message" withAsterisk rows={3} {...text('message')} />
        </WideField>
        <WideField>
          <Textarea label="Description of goods" rows={2} {...text('destinationGoods')} />
        </WideField>
      </FieldGrid>
      {values.email && <MailGoesTo address={values.email} copies={copies} />}
      {request.fault && <Fault {...request.fault} />}
      <Button type="submit" className={classes.next} loading={request.saving}>
        Send request
      </Button>
    </form>
  )
}

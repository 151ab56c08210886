import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ports } from '#contract/reference/ports.ts'
import { grouped } from '#web/features/quotes/shared/shipment-form.tsx'
import { destinationsQuery } from '#web/features/reference/shared/lanes.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import type { OptionInputs } from './offer-values.ts'

interface FclFieldsProps {
  inputs: OptionInputs
  /** Messages by the server's names, below `inputs`. */
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<OptionInputs>) => void
}

const portsQuery = resourceQueries(ports).all()
const chosen = (id: number | null) => (id === null ? null : String(id))
const idOf = (value: string | null) => (value === null ? null : Number(value))

/** What is known of a container that is offered: all of it may be left out. */
export function FclFields({ inputs, errors, onChange }: FclFieldsProps) {
  const origins = useQuery(portsQuery).data
  const destinations = useQuery(destinationsQuery).data
  return (
    <FieldGrid>
      <ChoiceSelect
        label="Origin port"
        noun="port"
        clearable
        placeholder="Choose"
        disabled={!origins}
        data={origins?.map(({ id, name, code }) => ({ value: String(id), label: `${name} (${code})` })) ?? []}
        value={chosen(inputs.origin)}
        onChange={(value) => onChange({ origin: idOf(value) })}
        error={errors.origin}
      />
      <ChoiceSelect
        label="Destination"
        clearable
        placeholder="Choose"
        disabled={!destinations}
        data={grouped(destinations ?? [])}
        value={chosen(inputs.cartageId)}
        onChange={(value) => onChange({ cartageId: idOf(value) })}
        error={errors.cartageId}
      />
      <TextInput
        label="Volume, CBM"
        inputMode="decimal"
        autoComplete="off"
        value={inputs.volume}
        onChange={(event) => onChange({ volume: event.currentTarget.value })}
        error={errors.volume}
      />
      <TextInput
        label="Weight, KG"
        inputMode="decimal"
        autoComplete="off"
        value={inputs.weight}
        onChange={(event) => onChange({ weight: event.currentTarget.value })}
        error={errors.weight}
      />
    </FieldGrid>
  )
}

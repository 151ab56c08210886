import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { vesselAndVoyage } from './sailing-looks.ts'

const { date } = datesIn('UTC')
const labelOf = (sailing: Sailing) => `${sailing.reference} · ${vesselAndVoyage(sailing)} · ETD ${date(sailing.etd)}`

interface SailingSelectProps {
  label: string
  value: Sailing | null
  onChange: (sailing: Sailing | null) => void
  error: ReactNode
  /** A sailing that is not offered. */
  except?: number
}

/** The choice of a planned sailing, searched on the server by vessel, voyage or reference. */
export function SailingSelect({ label, value, onChange, error, except }: SailingSelectProps) {
  const [search, setSearch] = useState('')
  const { data = [], isFetching } = useQuery(resourceQueries(sailings).offered(search, { status: 'planned' }))
  const found = data.filter(({ id }) => id !== except)
  return (
    <SearchSelect
      label={label}
      noun="sailing"
      data-autofocus
      withAsterisk
      placeholder="Search by vessel, voyage or reference"
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      value={value ? String(value.id) : null}
      chosen={value ? labelOf(value) : ''}
      onChange={(id) => onChange(found.find((each) => String(each.id) === id) ?? null)}
      onSearch={setSearch}
      searching={isFetching}
      data={found.map((each) => ({ value: String(each.id), label: labelOf(each) }))}
      error={error}
    />
  )
}

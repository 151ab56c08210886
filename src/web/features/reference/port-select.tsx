import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ports } from '#contract/reference/ports.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import type { InputProps } from '#web/ui/resource/fields.tsx'
import { placeLabel, placeOptions, usePlace } from './shared/places.ts'

interface PortSelectProps {
  input: InputProps
  onChange: (code: string | null) => void
}

/** The choice of a port by code or name; the value is its code, null for none. */
export function PortSelect({ input, onChange }: PortSelectProps) {
  const value = String(input.value ?? '')
  const chosen = placeLabel(usePlace(value))
  const [search, setSearch] = useState('')
  const { data = [], isFetching } = useQuery(resourceQueries(ports).offered(search))
  return (
    <SearchSelect
      {...input}
      placeholder="Search by code or name"
      clearButtonProps={{ 'aria-label': `Clear ${input.label.toLowerCase()}` }}
      value={value || null}
      chosen={chosen}
      onChange={onChange}
      onSearch={setSearch}
      searching={isFetching}
      data={placeOptions(data)}
    />
  )
}

import { useState } from 'react'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { placeLabel, placeOptions, useOfferedPlaces, usePlace } from './places.ts'

interface PlaceFieldProps {
  label: string
  /** The code of the place. */
  value: string
  onChange: (code: string) => void
  error: React.ReactNode
  required?: boolean
}

/** The choice of a place by code: ports, then cities, searched on the server. */
export function PlaceField({ label, value, onChange, error, required }: PlaceFieldProps) {
  const chosen = placeLabel(usePlace(value))
  const [search, setSearch] = useState('')
  const { ports, cities, searching } = useOfferedPlaces(search)
  return (
    <SearchSelect
      label={label}
      noun="port"
      withAsterisk={required}
      placeholder="Search by code or name"
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      value={value || null}
      chosen={chosen}
      onChange={(code) => onChange(code ?? '')}
      onSearch={setSearch}
      searching={searching}
      data={[
        { group: 'Ports', items: placeOptions(ports) },
        { group: 'Cities', items: placeOptions(cities) },
      ]}
      error={error}
    />
  )
}

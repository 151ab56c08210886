import { useState } from 'react'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import type { InputProps } from '#web/ui/resource/fields.tsx'
import { type Place, placeLabel, placeOptions, useOfferedPlaces, usePlace } from './shared/places.ts'

interface PlaceSelectProps {
  input: InputProps
  /** Called with the new and the previous choice once the form has it. */
  onPlace: (place: Place | null, before: Place | null) => void
}

/** The choice of a port or city by one search; the value is its code. */
export function PlaceSelect({ input, onPlace }: PlaceSelectProps) {
  const value = String(input.value ?? '')
  const now = usePlace(value)
  const [search, setSearch] = useState('')
  const { ports, cities, searching } = useOfferedPlaces(search)
  const all = [...ports, ...cities]
  const placeOf = (code: string) => all.find((place) => place.code === code) ?? null
  return (
    <SearchSelect
      {...input}
      noun="port or city"
      withAsterisk
      placeholder="Search by code or name"
      clearButtonProps={{ 'aria-label': `Clear ${input.label.toLowerCase()}` }}
      value={value || null}
      chosen={placeLabel(now)}
      onChange={(code) => {
        input.onChange(code ?? '')
        onPlace(code ? placeOf(code) : null, value ? now : null)
      }}
      onSearch={setSearch}
      searching={searching}
      data={[
        { group: 'Ports', items: placeOptions(ports) },
        { group: 'Cities', items: placeOptions(cities) },
      ]}
    />
  )
}

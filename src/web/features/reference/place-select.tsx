import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cities } from '#contract/cities.ts'
import { ports } from '#contract/ports.ts'
import { resourceQueries } from '#web/lib/use-resource.ts'
import type { InputProps } from './fields.tsx'

interface Place {
  code: string
  name: string
}
interface PlaceSelectProps {
  input: InputProps
  /** Called with what was chosen and what it was before. */
  onPlace: (place: Place | null, before: Place | null) => void
}

const optionsOf = (places: readonly Place[]) =>
  places.map(({ code, name }) => ({ value: code, label: `${code} — ${name}` }))

/** One search over ports and cities; the value is the code. */
export function PlaceSelect({ input, onPlace }: PlaceSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.split(' — ', 1)[0] ?? '', 200)
  const foundPorts = useQuery(resourceQueries(ports).offered(search)).data ?? []
  const foundCities = useQuery(resourceQueries(cities).offered(search)).data ?? []
  const value = String(input.value ?? '')
  const all: Place[] = [
    ...foundPorts,
    ...foundCities.filter(({ code }) => !foundPorts.some((port) => port.code === code)),
  ]
  const isKnown = all.some(({ code }) => code === value)
  const placeOf = (code: string) => all.find((place) => place.code === code) ?? null
  return (
    <Select
      {...input}
      openOnFocus={false}
      withAsterisk
      placeholder="Search by code or name"
      value={value || null}
      onChange={(code) => {
        onPlace(code ? placeOf(code) : null, placeOf(value))
        input.onChange(code ?? '')
      }}
      data={[
        ...(value && !isKnown ? [{ group: 'Now', items: [{ value, label: value }] }] : []),
        { group: 'Ports', items: optionsOf(foundPorts) },
        { group: 'Cities', items: optionsOf(all.slice(foundPorts.length)) },
      ]}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing found"
      maxDropdownHeight={260}
    />
  )
}

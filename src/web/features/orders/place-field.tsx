import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cities } from '#contract/cities.ts'
import { ports } from '#contract/ports.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { resourceQueries } from '#web/lib/use-resource.ts'

const TYPING_PAUSE = 200
const SEPARATOR = ' — '

interface Place {
  code: string
  name: string
}
const labelOf = ({ code, name }: Place) => `${code}${SEPARATOR}${name}`
const asOptions = (places: readonly Place[]) => places.map((place) => ({ value: place.code, label: labelOf(place) }))

async function findName(code: string): Promise<string> {
  for (const resource of [ports, cities]) {
    const found = await queryClient.fetchQuery(resourceQueries(resource).offered(code))
    const place = found.find((each) => each.code === code)
    if (place) return place.name
  }
  return ''
}

const placeNameQuery = (code: string) =>
  queryOptions({
    queryKey: ['place-name', code],
    queryFn: () => findName(code),
    enabled: code !== '',
    staleTime: 60_000,
  })

/** 'USLAX — Los Angeles' of a code; the code alone while the name is not known. */
export function usePlaceLabel(code: string): string {
  const { data } = useQuery(placeNameQuery(code))
  return data ? labelOf({ code, name: data }) : code
}

interface PlaceFieldProps {
  label: string
  /** The code. */
  value: string
  onChange: (code: string) => void
  error: React.ReactNode
}

/** A place by code: ports, then cities, searched on the server. */
export function PlaceField({ label, value, onChange, error }: PlaceFieldProps) {
  const chosen = usePlaceLabel(value)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === chosen ? '' : typed.split(SEPARATOR, 1)[0]?.trim(), TYPING_PAUSE)
  const foundPorts = useQuery(resourceQueries(ports).offered(search ?? '')).data ?? []
  const foundCities = useQuery(resourceQueries(cities).offered(search ?? '')).data ?? []
  const onlyCities = foundCities.filter(({ code }) => !foundPorts.some((port) => port.code === code))
  const known = [...foundPorts, ...onlyCities].some(({ code }) => code === value)
  return (
    <Select
      label={label}
      placeholder="Search by code or name"
      searchable
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
      data={[
        ...(value && !known ? [{ value, label: chosen }] : []),
        { group: 'Ports', items: asOptions(foundPorts) },
        { group: 'Cities', items: asOptions(onlyCities) },
      ]}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing found"
      maxDropdownHeight={260}
      error={error}
    />
  )
}

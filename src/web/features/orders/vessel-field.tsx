import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { vessels } from '#contract/vessels.ts'
import { resourceQueries } from '#web/lib/use-resource.ts'

const TYPING_PAUSE = 200
const chosenVessel = z.object({ id: z.int(), name: z.string() }).nullable().catch(null)

interface VesselFieldProps {
  label: string
  /** `{ id, name }` or null. */
  value: unknown
  onChange: (vessel: { id: number; name: string } | null) => void
  error: React.ReactNode
}

/** A vessel by name or IMO number, searched on the server. */
export function VesselField({ label, value, onChange, error }: VesselFieldProps) {
  const chosen = chosenVessel.parse(value)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), TYPING_PAUSE)
  const { data: found = [] } = useQuery(resourceQueries(vessels).offered(search))
  const offered = found.map(({ id, name }) => ({ value: String(id), label: name }))
  const known = found.some(({ id }) => id === chosen?.id)
  return (
    <Select
      label={label}
      placeholder="Search by name or IMO number"
      searchable
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear vessel' }}
      value={chosen ? String(chosen.id) : null}
      onChange={(id, option) => onChange(id === null ? null : { id: Number(id), name: option.label })}
      data={chosen && !known ? [{ value: String(chosen.id), label: chosen.name }, ...offered] : offered}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing found"
      maxDropdownHeight={260}
      error={error}
    />
  )
}

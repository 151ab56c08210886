import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { vessels } from '#contract/reference/vessels.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'

const chosenVessel = z.object({ id: z.int(), name: z.string() }).nullable().catch(null)

interface VesselFieldProps {
  label: string
  /** The vessel, `{ id, name }`, or null. */
  value: unknown
  onChange: (vessel: { id: number; name: string } | null) => void
  error: React.ReactNode
}

/** The choice of a vessel by name or IMO number, searched on the server. */
export function VesselField({ label, value, onChange, error }: VesselFieldProps) {
  const chosen = chosenVessel.parse(value)
  const [search, setSearch] = useState('')
  const { data: found = [], isFetching } = useQuery(resourceQueries(vessels).offered(search))
  return (
    <SearchSelect
      label={label}
      noun="vessel"
      placeholder="Search by name or IMO number"
      clearButtonProps={{ 'aria-label': 'Clear vessel' }}
      value={chosen ? String(chosen.id) : null}
      chosen={chosen?.name ?? ''}
      onChange={(_, option) => onChange(option && { id: Number(option.value), name: option.label })}
      onSearch={setSearch}
      searching={isFetching}
      data={found.map(({ id, name }) => ({ value: String(id), label: name }))}
      error={error}
    />
  )
}

import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DESTINATIONS_PATH, destination } from '#contract/cartages.ts'
import { resourceQueries } from '#web/lib/use-resource.ts'
import type { InputProps } from './fields.tsx'

const DESTINATIONS = resourceQueries({ path: DESTINATIONS_PATH, row: destination, sortable: [] }).all()

/** A destination code: those in use are suggested, a new one may be typed. */
export function DestinationInput({ input }: { input: InputProps }) {
  const { data = [] } = useQuery(DESTINATIONS)
  return (
    <Autocomplete
      {...input}
      openOnFocus={false}
      withAsterisk
      data={data.map(({ dest }) => dest)}
      description="Freight rate and cartage are matched by it"
      autoComplete="off"
    />
  )
}

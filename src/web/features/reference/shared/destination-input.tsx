import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { DESTINATIONS_PATH, destination } from '#contract/reference/cartages.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { SuggestField } from '#web/ui/form/suggest-field.tsx'
import type { InputProps } from '#web/ui/resource/fields.tsx'

const DESTINATIONS = resourceQueries({ key: 'destinations', path: DESTINATIONS_PATH, row: destination, sortable: [] })

/** An input for a destination code: suggests those in use, takes new ones. */
export function DestinationInput({ input }: { input: InputProps }) {
  const [search] = useDebouncedValue(String(input.value ?? '').trim(), 200)
  const { data = [] } = useQuery(DESTINATIONS.offered(search))
  return (
    <SuggestField
      {...input}
      withAsterisk
      data={data.map(({ dest }) => dest)}
      description="A freight rate applies to the cartages with the same Dest"
    />
  )
}

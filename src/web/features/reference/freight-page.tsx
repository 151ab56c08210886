import { IconCurrencyDollar } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Lane } from '#contract/rates/rate-entities.ts'
import { destinationKey, FREIGHT_VALUES_PATH, freight, freightValues } from '#contract/reference/freight.ts'
import { DestinationInput } from '#web/features/reference/shared/destination-input.tsx'
import { RatesPage } from '#web/features/reference/shared/rates/rates-page.tsx'
import { request } from '#web/lib/api/api.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { idColumn, numberColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { type Field, numberField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

const FIELDS: readonly Field<typeof freight.row, typeof freight.input>[] = [
  numberField('tier', 'Tier', { whole: true, width: 'half' }),
  { name: 'dest', label: 'Dest', width: 'half', render: (input) => <DestinationInput input={input} /> },
  numberField('cbm', 'CBM', { unit: 'USD', width: 'half' }),
  numberField('mt', 'MT', { unit: 'USD', width: 'half' }),
]

/** Values in use. Their key is below the resource's, so that saving a rate refreshes them. */
const VALUES = queryOptions({
  queryKey: [freight.key, 'values'],
  queryFn: () => request(freightValues, FREIGHT_VALUES_PATH),
})

export function FreightPage() {
  const { data = { tiers: [], dests: [] } } = useQuery(VALUES)
  const { filters, setFilter } = useFilters(['tier', 'dest'])
  const select = (name: 'tier' | 'dest', label: string, values: (string | number)[]) => (
    <ChoiceSelect
      aria-label={label}
      placeholder={label}
      w={140}
      clearable
      clearButtonProps={{ 'aria-label': `Any ${label}` }}
      data={values.map(String)}
      value={filters[name] ?? null}
      onChange={(value) => setFilter(name, value)}
    />
  )
  const tools = (
    <>
      {select('tier', 'Tier', data.tiers)}
      {select('dest', 'Dest', data.dests)}
    </>
  )
  const { tier, dest } = filters
  const shows = useCallback(
    (lane: Lane) =>
      (tier === undefined || lane.tier === Number(tier)) &&
      (dest === undefined || destinationKey(lane.dest) === destinationKey(dest)),
    [tier, dest],
  )
  return (
    <RatesPage
      entity="freight"
      filters={filters}
      tools={tools}
      shows={shows}
      today={(parts) => (
        <ReferenceScreen
          resource={freight}
          title="Freight"
          icon={IconCurrencyDollar}
          about="Ocean freight rates by depot tier and destination, per CBM and per metric ton, appear here."
          nameOf={(row) => `tier ${row.tier}, ${row.dest}`}
          importing="A CSV or Excel file with the columns Tier, Dest, CBM and MT, as exported. Rows are matched by Tier and Dest; rates missing from the file stay unchanged."
          call={resourceQueries(freight).list(filters)}
          tools={tools}
          columns={[
            idColumn,
            numberColumn('tier', 90),
            { ...textColumn('dest', 200), card: 'title' },
            numberColumn('cbm', 130, 2),
            numberColumn('mt', 130, 2),
          ]}
          fields={FIELDS}
          blank={{ tier: '', dest: '', cbm: '', mt: '' }}
          {...parts}
        />
      )}
    />
  )
}

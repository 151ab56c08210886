import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import { codeKey } from '#contract/lib/text.ts'

/** A destination of rates as it is compared: 'us wc_lax' is USWC-LAX. `destination_key` of the database. */
export const destinationKey = codeKey

/** Ocean freight from a tier of depots to a destination, in USD per CBM and per metric ton. */
export const freight = defineResource({
  key: 'freight',
  path: 'value/freight',
  name: 'Freight',
  schema: 'FreightRate',
  about: 'Ocean freight by tier and destination.',
  scope: 'reference',
  named: 'Tier {tier} → {dest}',
  row: z.object({ ...versioned, tier: z.int(), dest: z.string(), cbm: z.number(), mt: z.number() }),
  input: z.object({
    tier: f.integer(),
    dest: f.keyText('Dest', 10),
    cbm: f.decimal(2),
    mt: f.decimal(2),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'tier', 'dest', 'cbm', 'mt'],
  searchable: ['dest'],
  filterable: ['tier', 'dest'],
  columns: { id: 'ID', tier: 'Tier', dest: 'Dest', cbm: 'CBM', mt: 'MT' },
  conflict: { field: 'dest', message: 'Freight already exists' },
})
export type Freight = z.infer<typeof freight.row>

/** Tiers and destinations that have rates. */
export const freightValues = z.object({ tiers: z.array(z.int()), dests: z.array(z.string()) })
export const FREIGHT_VALUES_PATH = 'value/freight/values'

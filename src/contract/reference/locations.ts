import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'

/** Places where suppliers' cargo is picked up, with the pre-carriage to the depot in whole USD. */
export const locations = defineResource({
  key: 'locations',
  path: 'admin/pick-up-location',
  name: 'Location',
  label: 'Pick-up location',
  about: 'Where cargo is picked up, and the pre-carriage.',
  scope: 'reference',
  refs: { cityId: 'cities', depotId: 'depots' },
  row: z.object({
    ...versioned,
    cityId: z.int(),
    city: namedRecord.extend({ code: z.string() }),
    depotId: z.int(),
    depot: namedRecord,
    visibility: z.boolean(),
    precarFixed: z.int(),
    precarVar: z.int(),
    precarVarMin: z.int(),
  }),
  input: z.object({
    cityId: f.id(),
    depotId: f.id(),
    precarFixed: f.roundedAmount(),
    precarVar: f.roundedAmount(),
    precarVarMin: f.roundedAmount(),
    visibility: f.flag().default(true),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'city', 'depot', 'precarFixed', 'precarVar', 'precarVarMin', 'visibility'],
  searchable: ['city', 'depot'],
  columns: {
    id: 'ID',
    city: 'Name',
    depot: 'Depot',
    precarFixed: 'PRECAR_FIXED',
    precarVar: 'PRECAR_VAR',
    precarVarMin: 'PRECAR_VAR_MIN',
    visibility: 'Visibility',
  },
  filterable: ['cityId', 'depotId', 'visibility'],
  conflict: { field: 'cityId', message: 'Location already exists' },
})
export type Location = z.infer<typeof locations.row>

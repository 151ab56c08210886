import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'

/** Warehouses where goods are consolidated. Amounts in whole USD. */
export const depots = defineResource({
  key: 'depots',
  path: 'value/depot',
  name: 'Depot',
  about: 'Where cargo is consolidated.',
  scope: 'reference',
  refs: { originIds: 'origins' },
  row: z.object({
    ...versioned,
    createdAt: z.string(),
    name: z.string(),
    /** The code of its port or city. */
    code: z.string(),
    tier: z.int(),
    /** True for a depot in service. Others are not offered or in the grid, and have no prices. */
    status: z.boolean(),
    /** True for a depot that is offered as an origin. */
    visibility: z.boolean(),
    origins: z.array(namedRecord),
    originIds: z.array(z.int()),
    depotFixed: z.int(),
    depotVar: z.int(),
    depotVarMin: z.int(),
  }),
  input: z.object({
    code: f.code('Port / city'),
    name: f.requiredText('Name', 150),
    originIds: z
      .array(f.id())
      .min(1, REQUIRED)
      .max(100, f.tooMany(100))
      .transform((ids) => [...new Set(ids)].sort((a, b) => a - b)),
    tier: f.integer(),
    status: f.flag().default(true),
    visibility: f.flag().default(true),
    depotFixed: f.roundedAmount(),
    depotVar: f.roundedAmount(),
    depotVarMin: f.roundedAmount(),
  }),
  operations: ALL_OPERATIONS,
  sortable: [
    'id',
    'name',
    'code',
    'tier',
    'status',
    'visibility',
    'depotFixed',
    'depotVar',
    'depotVarMin',
    'createdAt',
    'updatedAt',
  ],
  searchable: ['name', 'code'],
  columns: {
    id: 'ID',
    name: 'Name',
    code: 'Code',
    origins: 'Category',
    tier: 'Tier',
    depotFixed: 'DEPOT_FIXED',
    depotVar: 'DEPOT_VAR',
    depotVarMin: 'DEPOT_VAR_MIN',
    visibility: 'Visibility',
    status: 'Status',
  },
  filterable: ['tier', 'status', 'visibility'],
  conflict: { field: 'name', message: 'Depot already exists' },
})
export type Depot = z.infer<typeof depots.row>

/** One of the four fixed kinds of origin, one for each trade term, with its visible depots. */
export const origin = z.object({
  id: z.int(),
  name: z.string(),
  shipmentTradeTerms: z.int(),
  depot: z.array(namedRecord),
})
export type Origin = z.infer<typeof origin>
export const ORIGINS_PATH = 'admin/value/origin'

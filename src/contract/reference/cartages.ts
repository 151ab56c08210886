import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'

/** Destinations. `dest` selects the freight rate; excluded ones are collected at the warehouse. */
export const cartages = defineResource({
  key: 'cartages',
  path: 'value/cartage',
  name: 'Cartage',
  about: 'Where shipments are delivered.',
  scope: 'reference',
  refs: { categoryId: 'cartageCategories' },
  row: z.object({
    ...versioned,
    name: z.string(),
    categoryId: z.int(),
    category: namedRecord,
    dest: z.string(),
    /** True for a visible cartage. */
    status: z.boolean(),
    exclusion: z.boolean(),
    /** True if the category is Amazon's; set by the category. */
    amazon: z.boolean(),
  }),
  input: z.object({
    categoryId: f.id(),
    name: f.requiredText('Name', 150),
    dest: f.keyText('Dest', 10),
    status: f.flag().default(true),
    exclusion: f.flag().default(false),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'category', 'dest', 'status', 'exclusion'],
  searchable: ['name', 'category', 'dest'],
  columns: { id: 'ID', name: 'Name', category: 'Category', dest: 'Dest', status: 'Visibility', exclusion: 'Exclusion' },
  filterable: ['categoryId', 'dest', 'status', 'exclusion'],
})
export type Cartage = z.infer<typeof cartages.row>

/** A fixed category with its visible cartages. */
export const cartageCategory = z.object({
  id: z.int(),
  name: z.string(),
  isAmazon: z.boolean(),
  cartages: z.array(namedRecord),
})
export type CartageCategory = z.infer<typeof cartageCategory>
/** The path, spelled as in the specification. */
export const CARTAGE_CATEGORIES_PATH = 'admin/value/cartage-cartegory'
export const DESTINATIONS_PATH = 'value/cartage/uniq_destination'
export const destination = z.object({ dest: z.string() })

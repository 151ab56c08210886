import { z } from 'zod'
import { listOf, PAGE_SIZES } from '#contract/lib/envelope.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** The lists that have views. */
export const VIEWED_LISTS = ['orders', 'clients', 'mails', 'audit', 'sailings', 'offers', 'arrivals'] as const
export type ViewedList = (typeof VIEWED_LISTS)[number]

export const DENSITIES = ['normal', 'compact'] as const
export type Density = (typeof DENSITIES)[number]
export const DIRECTIONS = ['asc', 'desc'] as const

/** The definition of a view. Filters are texts as in the address: { status: 'in:0,2' }. */
export const viewDefinition = z.object({
  filters: z.record(z.string(), z.string()),
  search: z.string(),
  sort: z.array(z.object({ field: z.string(), direction: z.literal(DIRECTIONS) })),
  /** Every column of the list, in order. */
  columns: z.array(z.object({ id: z.string(), shown: z.boolean() })),
  perPage: z.literal(PAGE_SIZES),
  density: z.literal(DENSITIES),
  /** Tracking codes of a view of orders that were pasted; absent without any. */
  codes: z.array(z.string()).optional(),
})
export type ViewDefinition = z.infer<typeof viewDefinition>

/** A saved view, and how the caller uses it. */
export const view = z.object({
  id: z.int(),
  list: z.literal(VIEWED_LISTS),
  name: z.string(),
  ownerId: z.int().nullable(),
  /** Null if the owner has left: the view is then the team's. */
  owner: namedRecord.nullable(),
  shared: z.boolean(),
  definition: viewDefinition,
  /** True if the caller may change and delete it. */
  editable: z.boolean(),
  pinned: z.boolean(),
  /** The place among the pinned views, from 0. */
  position: z.int(),
  isDefault: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})
export type View = z.infer<typeof view>

/** A person's views of a list, and the one that they opened last: its id, or the name of a built-in one. */
export const viewPage = listOf(view).extend({ last: z.string().nullable() })

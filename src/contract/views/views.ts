import { z } from 'zod'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { DENSITIES, DIRECTIONS, VIEWED_LISTS } from './view.ts'

const VIEW_NAME = { label: 'Name', max: 60 } as const
/** Days for which a deleted view can be restored. */
export const VIEW_TRASH_DAYS = 30
/** The most views that a person has of one list. */
export const MOST_VIEWS = 100
/** The count at which counts of views stop: more reads '99+'. */
export const MOST_VIEW_COUNT = 99
/** The most views that one call counts. */
export const MOST_COUNTS = 50
/** The most tracking codes of a view: those of the list. */
const MOST_VIEW_CODES = 200
const MOST_SORTS = 3
const MOST_COLUMNS = 60

export const VIEW_LABELS = {
  name: 'Name',
  list: 'List',
  shared: 'Shared with all staff',
  filters: 'Filters',
  search: 'Search',
  codes: 'Tracking codes',
  sort: 'Sorted by',
  columns: 'Columns',
  perPage: 'Rows per page',
  density: 'Row height',
  pinned: 'Pinned',
  position: 'Position',
  isDefault: 'Opens first',
}

export const NO_COLUMNS = 'Keep at least one column.'
/** The message at a column that the definition has named before. */
export const NAMED_TWICE = 'This column is named twice'
export const OF_THE_TEAM = 'This view belongs to the team now. It stays shared.'
export const TOO_MANY_VIEWS = `You have ${MOST_VIEWS} views of this list. Delete one of them first.`
/** The message to a caller who changes somebody else's view. */
export const notYourView = (owner: string) => `Only ${owner} can change this view. You can save it as a new one.`

const name = () => f.requiredText(VIEW_NAME.label, VIEW_NAME.max)
const word = () => z.string({ error: CHOOSE }).min(1, CHOOSE).max(60, CHOOSE)

/** A definition in a call; an absent part is the list's own. */
export const viewDefinitionInput = z.object({
  filters: z.record(z.string().max(60), z.string({ error: 'Send this filter as operator:value' })).default({}),
  search: f.text('Search', 200),
  sort: z
    .array(z.object({ field: word(), direction: f.oneOf(DIRECTIONS) }))
    .max(MOST_SORTS, f.tooMany(MOST_SORTS))
    .default([]),
  columns: z
    .array(z.object({ id: word(), shown: f.flag() }))
    .min(1, NO_COLUMNS)
    .max(MOST_COLUMNS, f.tooMany(MOST_COLUMNS))
    .default([]),
  perPage: f.oneOf(PAGE_SIZES).default(PAGE_SIZES[0]),
  density: f.oneOf(DENSITIES).default('normal'),
  codes: z.array(z.string().max(60)).max(MOST_VIEW_CODES, f.tooMany(MOST_VIEW_CODES)).optional(),
})

/** The body of POST views. */
export const viewInput = z.object({
  list: f.oneOf(VIEWED_LISTS),
  name: name(),
  shared: f.flag().default(false),
  definition: viewDefinitionInput,
})

/** The body of PUT views/{id}: an absent field stays. */
export const viewPatch = z
  .object({ name: name(), shared: f.flag(), definition: viewDefinitionInput, updatedAt: f.version() })
  .partial()

/** The body of PUT views/{id}/prefs: an absent field stays. */
export const viewPrefsInput = z
  .object({ pinned: f.flag(), position: f.integer({ max: 1000 }), isDefault: f.flag() })
  .partial()

/** The body of PUT views/last: the view that was opened, by its id or the name of a built-in one. */
export const lastViewInput = z.object({
  list: f.oneOf(VIEWED_LISTS),
  view: z.string({ error: CHOOSE }).regex(/^[a-z0-9-]{1,20}$/, CHOOSE),
})

/** Rows that each view shows, by its id. */
export const viewCounts = z.record(z.string(), z.object({ count: z.int(), capped: z.boolean() }))
export type ViewCounts = z.infer<typeof viewCounts>

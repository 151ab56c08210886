import { sql } from 'kysely'
import { z } from 'zod'
import { MAX_PER_PAGE, MOST_COUNTED, PAGE_SIZES, type Page } from '#contract/lib/envelope.ts'
import { type FilterFields, type Filters, filterMeaning, filterParameter } from '#contract/lib/filters.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { isVisible } from '#contract/lib/text.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'

export type Direction = 'asc' | 'desc'
/** A parsed list query: page (from 1), sort keys, search and filters. */
export interface ListQuery<Key extends string = string> {
  page: number
  perPage: number
  order: { key: Key; direction: Direction }[]
  search: string
  /** Values of the filtered columns. */
  filters?: Record<string, string[]>
  /** The filters of the list's declaration, `f.…`; none where the list has none. */
  where?: Filters
}

/** The sort keys and filters of a list. */
interface Columns {
  sortable?: readonly string[]
  filterable?: readonly string[]
  paged?: boolean
  searched?: boolean
  /** Fields with declared filters, `f.…`. */
  filters?: FilterFields
  /** Further parameters. */
  more?: Record<string, z.ZodType>
}

const several = z.union([z.string(), z.array(z.string())])

/**
 * The query of a list: all parameters it takes. `order[field]` is one literal key; nothing is nested. Other
 * parameters get here only where they are ignored (`http/unknown-parameters.ts`).
 */
export function listQuerystring(columns: Columns) {
  const { sortable = [], filterable = [], filters: declared = {}, paged = true, searched = true, more } = columns
  const page = { page: z.string().optional(), per_page: z.string().optional() }
  const filters: Record<string, z.ZodType> = {}
  for (const name of filterable) filters[name] = several.optional()
  for (const [name, field] of Object.entries(declared))
    filters[filterParameter(name)] = several.optional().describe(filterMeaning(field))
  return z
    .object({
      ...(paged ? page : {}),
      ...(searched ? { search: z.string().max(200, maxLength('Search', 200)).optional() } : {}),
      ...filters,
      ...more,
    })
    .catchall(several)
    .meta({ order: sortable })
}

/** The older form of sorting, `sort={column}&type=asc|desc`, for a list without a filter of that name. */
export const olderSort = ({ sortable = [], filterable = [] }: Columns): Record<string, z.ZodType> =>
  sortable.length === 0 || filterable.includes('type')
    ? {}
    : {
        sort: z
          .string()
          .meta({ enum: [...sortable] })
          .optional(),
        type: z
          .string()
          .meta({ enum: ['asc', 'desc'] })
          .optional(),
      }

function wholeNumber(raw: unknown, name: string, fallback: number, max: number): number {
  if (raw === undefined) return fallback
  const value = typeof raw === 'string' && /^\d{1,9}$/.test(raw) ? Number(raw) : 0
  if (value < 1 || value > max) {
    const allowed = max === MAX_PER_PAGE ? `from 1 to ${max}` : 'from 1'
    throw invalid({ [name]: `${name} must be a whole number ${allowed}` })
  }
  return value
}

/** Reads page, size, order and search. Throws 400, naming the sortable fields. */
export function parseListQuery<Key extends string>(
  query: Record<string, unknown>,
  sortable: readonly Key[],
): ListQuery<Key> {
  const order: { key: Key; direction: Direction }[] = []
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith('order')) continue
    const field = /^order\[([A-Za-z_]{1,40})\]$/.exec(name)?.[1]
    const key = sortable.find((each) => each === field)
    if (!key) throw invalid({ [name.slice(0, 60)]: `Unknown sort field. Allowed: ${sortable.join(', ')}` })
    if (value !== 'asc' && value !== 'desc') throw invalid({ [name]: 'Unknown sort direction. Allowed: asc, desc' })
    order.push({ key, direction: value })
  }
  return {
    page: wholeNumber(query.page, 'page', 1, 999_999_999),
    perPage: wholeNumber(query.per_page, 'per_page', PAGE_SIZES[0], MAX_PER_PAGE),
    order,
    search: typeof query.search === 'string' && isVisible(query.search) ? query.search.trim() : '',
  }
}

/** The values of each filter; repeated ones are alternatives. */
export function parseFilters(query: Record<string, unknown>, filterable: readonly string[]): Record<string, string[]> {
  const sent = filterable.map((name) => [name, [query[name] ?? []].flat().map(String)] as const)
  return Object.fromEntries(sent.filter(([, values]) => values.length > 0))
}

/**
 * The order of a list without any narrowing and with one sort field at most; null for any other. There are
 * few, so their queries are made once (`madeOnceEach`).
 */
export const plainSorting = ({ order, search, filters = {}, where = {} }: ListQuery): string | null =>
  search === '' && order.length <= 1 && Object.keys({ ...filters, ...where }).length === 0
    ? `by ${order.map(({ key, direction }) => `${key} ${direction}`).join()}`
    : null

/** The number of the page to answer: a page past the last is the last. */
export const clampPage = (page: number, perPage: number, total: number) =>
  Math.max(1, Math.min(page, Math.ceil(total / perPage)))

/**
 * Counts and reads the requested page in one trip. A page past the end becomes the last one, which is read
 * then.
 */
export async function paginate<T>(
  query: Pick<ListQuery, 'page' | 'perPage'>,
  count: () => Promise<number>,
  read: (limit: number, offset: number) => Promise<T[]>,
): Promise<Page<T>> {
  const { page, perPage } = query
  const [totalCount, asked] = await Promise.all([count(), read(perPage, (page - 1) * perPage)])
  const currentPageNumber = clampPage(page, perPage, totalCount)
  const items = currentPageNumber === page ? asked : await read(perPage, (currentPageNumber - 1) * perPage)
  return { items, totalCount, numItemsPerPage: perPage, currentPageNumber }
}

/** `paginate` for a filtered list: its count stops at one more than MOST_COUNTED. */
export async function paginateCapped<T>(
  query: Pick<ListQuery, 'page' | 'perPage'>,
  count: () => Promise<number>,
  read: (limit: number, offset: number) => Promise<T[]>,
): Promise<Page<T>> {
  let counted = 0
  const capped = async () => {
    counted = await count()
    return Math.min(counted, MOST_COUNTED)
  }
  const page = await paginate(query, capped, read)
  return { ...page, totalCapped: counted > MOST_COUNTED }
}

/** A part of a list; a reversed one counts from the end. */
export interface Stretch {
  limit: number
  offset: number
  reversed: boolean
}

/**
 * `paginate` for lists that keep growing: pages past the middle are read from the end of the index. The last
 * page is read in full, with rows of the page before, so that its statement is the same however many rows it
 * has.
 */
export async function paginateLong<T>(
  { page, perPage }: Pick<ListQuery, 'page' | 'perPage'>,
  count: () => Promise<number>,
  read: (stretch: Stretch) => Promise<T[]>,
): Promise<Page<T>> {
  const totalCount = await count()
  const currentPageNumber = clampPage(page, perPage, totalCount)
  const offset = (currentPageNumber - 1) * perPage
  const limit = Math.min(perPage, totalCount - offset)
  const reversed = offset > totalCount / 2
  const last = reversed && offset + limit === totalCount
  const items = last
    ? (await read({ limit: perPage, offset: 0, reversed })).slice(-limit)
    : await read({ limit, offset: reversed ? totalCount - offset - limit : offset, reversed })
  return { items, totalCount, numItemsPerPage: perPage, currentPageNumber }
}

/** The exact row count of a table whose triggers keep one in `totals`. */
export async function keptTotal(db: Db, table: string): Promise<number> {
  const total = sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from totals where name = ${table}`
  return (await total.execute(db)).rows[0]?.n ?? 0
}

/** The opposite direction. */
export const flip = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

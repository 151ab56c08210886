import { sql } from 'kysely'
import { MOST_COUNTED, type Page } from '#contract/lib/envelope.ts'
import type { FilterTexts } from '#contract/lib/filters.ts'
import type { Db } from '#server/db/client.ts'
import type { FilterClock } from '#server/resource/filters/columns.ts'
import { allMet, allOf, type Narrowed } from './filters/narrowed.ts'
import { clampPage, type Direction, type ListQuery } from './paginate.ts'

/** A sort key: an SQL expression and its direction. The last one decides between equal rows. */
export interface SortKey {
  by: string
  direction: Direction
  /** True if rows without a value come last in either direction. */
  emptyLast?: true
  /** The join that the expression needs, which keeps every row once. SQL. */
  join?: string
  /** Where the list is in this order, if not in its own table: the rows that have a value. SQL. */
  walk?: { from: string; live: string; order: string }
}

/** The table of a list, with what its sort keys need. */
export const sortedFrom = (from: string, keys: readonly SortKey[]) =>
  sql.raw([from, ...keys.flatMap(({ join }) => join ?? [])].join(' '))

const directionOf = ({ direction, emptyLast }: SortKey) => `${direction}${emptyLast ? ' nulls last' : ''}`

/** The ORDER BY of sort keys. */
export const orderOf = (keys: readonly SortKey[]) => keys.map((key) => `${key.by} ${directionOf(key)}`).join(', ')

/** The list with what can be known before its matches are looked for. */
const withKnown = async (db: Db, list: Narrowed) => (list.known ? list.known(db) : list)

/** Counts up to one more than `most`. */
export async function countNarrowed(db: Db, narrowed: Narrowed, most = MOST_COUNTED): Promise<number> {
  const list = await withKnown(db, narrowed)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${sql.raw(list.from)} where ${allOf(list)} limit ${most + 1}) found`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** The filters and the search of a view; `codes` only where the list takes them. */
export interface Kept {
  filters: FilterTexts
  search: string
  codes?: readonly string[] | undefined
}
/** Whose `me` it is, and the clock of relative days. */
export interface Asker extends FilterClock {
  userId: number
}
/**
 * Counts what a view shows, up to one more than `most` (10 000). Throws 400 at a filter that cannot be read.
 */
export type CountKept = (db: Db, kept: Kept, asker: Asker, most?: number) => Promise<number>

/** A page: rows, and the rows before it. */
interface Part {
  limit: number
  offset: number
}
/** How many matches were counted, and the ids of a page. */
interface Ids {
  n: number
  ids: number[]
}

/** The first matches of a list by id, one more than `most`, in its order: both their number and the page. */
async function foundById(db: Db, list: Narrowed, direction: Direction, part: Part, most: number): Promise<Ids> {
  const id = sql.raw(`${list.alias}.id`)
  const { rows } = await sql<Ids>`
    with found as materialized (select array(
      select ${id} from ${sql.raw(list.from)}
      where ${allOf(list)} order by ${id} ${sql.raw(direction)} limit ${most + 1}
    ) as ids)
    select cardinality(ids) as n, ids[${part.offset + 1}:${part.offset + part.limit}] as ids from found`.execute(db)
  return rows[0] ?? { n: 0, ids: [] }
}

/** The sort keys as columns s1, s2 … of a subquery, and the order by these. */
function sorting(keys: readonly SortKey[]) {
  const columns = keys.map(({ by }, index) => `${by} as s${index + 1}`)
  const order = keys.map((key, index) => `s${index + 1} ${directionOf(key)}`)
  return { columns: sql.raw(columns.join(', ')), order: sql.raw(order.join(', ')) }
}

/**
 * Counts the matches up to one more than `most` and sorts those found: the page, if that was all of them.
 * The index of a filter finds the matches, so that a rare value costs nothing, whatever the list is sorted
 * by.
 */
async function foundFirst(db: Db, list: Narrowed, keys: readonly SortKey[], part: Part, most: number): Promise<Ids> {
  const { columns, order } = sorting(keys)
  const { rows } = await sql<Ids>`
    with found as materialized (
      select ${sql.raw(list.alias)}.id as id, ${columns} from ${sortedFrom(list.from, keys)}
      where ${allOf(list)} limit ${most + 1}
    )
    select (select count(*)::int from found) as n,
      array(select id from found order by ${order} limit ${part.limit} offset ${part.offset}) as ids`.execute(db)
  return rows[0] ?? { n: 0, ids: [] }
}

/** Rows that are looked at one by one in the order of the list, before all matches are sorted instead. */
const WALKED = 20_000

/** A page of frequent matches: the beginning of the list is read in its order until there are enough. */
async function walkedFirst(
  db: Db,
  list: Narrowed,
  keys: readonly SortKey[],
  { limit, offset }: Part,
): Promise<number[]> {
  const alias = sql.raw(list.alias)
  const order = sql.raw(orderOf(keys))
  const own = { from: sortedFrom(list.from, keys), live: list.live, order: orderOf(keys) }
  const other = keys[0]?.walk
  const walk = other ? { ...other, from: sortedFrom(other.from, keys.slice(1)) } : own
  const { rows } = await sql<{ id: number }>`
    select ${alias}.id as id from (
      select ${alias}.* from ${walk.from} where ${sql.raw(walk.live)}
      order by ${sql.raw(walk.order)} limit ${WALKED}
    ) ${sortedFrom(list.alias, keys)} where ${allMet('true', list.conditions)} order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  )
  if (rows.length === limit) return rows.map(({ id }) => id)
  return sortedAll(db, list, keys, { limit, offset })
}

/** A page of frequent matches that the beginning of the list has too few of: all are found, and sorted. */
async function sortedAll(db: Db, list: Narrowed, keys: readonly SortKey[], { limit, offset }: Part): Promise<number[]> {
  const { columns, order } = sorting(keys)
  // `offset 0` keeps the planner from walking the index of the order after all.
  const { rows } = await sql<{ id: number }>`
    select id from (
      select ${sql.raw(list.alias)}.id as id, ${columns} from ${sortedFrom(list.from, keys)}
      where ${allOf(list)} offset 0
    ) found order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The direction of a list by id alone; null for any other. */
const directionById = ({ alias }: Narrowed, [key, ...more]: readonly SortKey[]): Direction | null =>
  key && more.length === 0 && key.by === `${alias}.id` ? key.direction : null

/** The ids of a page of a narrowed list; a page past the last is the last one. */
async function pageOfIds(
  db: Db,
  list: Narrowed,
  keys: readonly SortKey[],
  { page, perPage }: Pick<ListQuery, 'page' | 'perPage'>,
  most: number,
): Promise<Page<number>> {
  const direction = directionById(list, keys)
  const find = (part: Part) =>
    direction ? foundById(db, list, direction, part, most) : foundFirst(db, list, keys, part, most)
  const { n, ids } = await find({ limit: perPage, offset: (page - 1) * perPage })
  const totalCount = Math.min(n, most)
  const currentPageNumber = clampPage(page, perPage, totalCount)
  const part = { limit: perPage, offset: (currentPageNumber - 1) * perPage }
  const last = { ...part, limit: Math.min(perPage, totalCount - part.offset) }
  const inOrder = direction !== null || n <= most
  const items = async () => {
    if (!inOrder) return walkedFirst(db, list, keys, last)
    return (currentPageNumber === page ? ids : (await find(part)).ids).slice(0, last.limit)
  }
  return {
    items: await items(),
    totalCount,
    totalCapped: n > most,
    numItemsPerPage: perPage,
    currentPageNumber,
  }
}

interface PageOptions<Row> {
  keys: readonly SortKey[]
  /** Reads the rows with these ids, in any order. */
  read: (ids: readonly number[]) => Promise<Row[]>
  /** Counts up to this many. */
  most?: number | undefined
}

/**
 * A page of a narrowed list with its total up to `most` (10 000). In a list by id, both come from its first
 * matches; in any other, rare matches are found first and then sorted, and frequent ones are met on a walk
 * through the list in its order.
 */
export async function narrowedPage<Row extends { id: number }>(
  db: Db,
  list: Narrowed,
  query: Pick<ListQuery, 'page' | 'perPage'>,
  { keys, read, most = MOST_COUNTED }: PageOptions<Row>,
): Promise<Page<Row>> {
  const { items: ids, ...page } = await pageOfIds(db, await withKnown(db, list), keys, query, most)
  const rows = ids.length > 0 ? await read(ids) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  // A row that went in between is left out.
  return { ...page, items: ids.flatMap((id) => byId.get(id) ?? []) }
}

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { MOST_COUNTED } from '#contract/lib/envelope.ts'
import type { Filters } from '#contract/lib/filters.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach, planned } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Condition } from '#server/resource/filters/columns.ts'
import { containsNumber } from './folded.ts'
import {
  type Direction,
  flip,
  keptTotal,
  type ListQuery,
  paginate,
  paginateCapped,
  paginateLong,
  plainSorting,
  type Stretch,
} from './paginate.ts'

type Select = SelectQueryBuilder<DB, never, unknown>

/** Differences between reading a table and its plain columns. */
export interface ReadOptions<Row> {
  /** Selects rows as callers receive them, if that is more than the table's columns. */
  read?: (db: Db) => unknown
  /**
   * Columns ('c.name') or expressions behind fields that are not columns of the table: to sort, search and
   * filter.
   */
  columns?: Partial<Record<keyof Row & string, string | RawBuilder<unknown>>>
  /** Finds what was typed, if not in the searchable columns one by one. */
  search?: (typed: string) => Condition
  /**
   * True for a table whose triggers keep its total (`totals`): counting it would take longer than reading a page. Its first page is
   * read together with the total, any other one from the nearer end.
   */
  keepsTotal?: true
  /** True if connections plan the reading of a record once: not with `*`, whose columns the next migration changes. */
  plannedOnce?: true
  /** True for a list whose newest rows come first unless it is sorted. */
  newestFirst?: true
  /** The conditions of a list's filters, `f.…`. */
  narrow?: (where: Filters) => Condition[]
}

/** The columns behind the fields of a table, by their names. */
const columnsOf =
  (table: string, other: Record<string, string | RawBuilder<unknown> | undefined>) => (name: string) => {
    const found = other[name] ?? `${table}.${name}`
    return typeof found === 'string' ? sql.ref(found) : found
  }

/** A value that a filter is to equal, as a save would store it: 'CNSHA' for 'cn sha'. */
function stored({ input }: Pick<Resource, 'input'>, name: string, value: string): string {
  const read = input.shape[name]?.safeParse(value)
  return read?.success && typeof read.data === 'string' ? read.data : value
}

const storedIn = (resource: Pick<Resource, 'input'>, name: string, values: readonly string[]) =>
  values.map((value) => stored(resource, name, value))

/** By what a list is sorted: the id comes last, in the direction of the first key, or as usual. */
const sortKeys = ({ order }: ListQuery, usual: Direction): [key: string, direction: Direction][] => [
  ...order.map(({ key, direction }): [string, Direction] => [key, direction]),
  ['id', order[0]?.direction ?? usual],
]

/** How many rows a query finds, counted up to one more than `most`. */
async function countFound(db: Db, found: Select, most: number): Promise<number> {
  const rows = found
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(most + 1)
  return (await sql<{ n: number }>`select count(*)::int as n from (${rows}) found`.execute(db)).rows[0]?.n ?? 0
}

/** Reads a table: one record, and pages with search, filters and order. The casts: see table-store.ts. */
export function tableReads<R extends z.ZodObject>(db: Db, resource: Resource<R>, options: ReadOptions<z.output<R>>) {
  const table = resource.key
  type Row = z.output<R> & { id: number; updatedAt: string }
  const read = (from: Db) => {
    const plain = () =>
      (from as unknown as { selectFrom(name: string): Select })
        .selectFrom(table)
        .select(Object.keys(resource.row.shape) as never)
    return (options.read?.(from) ?? plain()) as SelectQueryBuilder<DB, never, Row>
  }
  const column = columnsOf(table, options.columns ?? {})
  const narrowed = (from: Db, { search, filters = {}, where = {} }: ListQuery) => {
    let query = read(from)
    const texts = (resource.searchable ?? []).map((name) => sql`${column(name)}`)
    if (search && texts.length > 0) query = query.where(options.search?.(search) ?? containsNumber(texts, search))
    for (const [name, values] of Object.entries(filters))
      query = query.where(sql<boolean>`${column(name)}::text = any(${storedIn(resource, name, values)})`)
    for (const condition of options.narrow?.(where) ?? []) query = query.where(condition)
    return query
  }
  const find = async (from: Db, id: number): Promise<Row> => {
    const row = await read(from)
      .where(sql<boolean>`${column('id')} = ${id}`)
      .$if(options.plannedOnce ?? false, planned)
      .executeTakeFirst()
    if (!row) throw notFound(resource.name)
    return row as Row
  }
  const inOrder = (found: SelectQueryBuilder<DB, never, Row>, query: ListQuery, reversed = false) => {
    let rows = found
    for (const [key, direction] of sortKeys(query, options.newestFirst ? 'desc' : 'asc'))
      rows = rows.orderBy(column(key), reversed ? flip(direction) : direction)
    return rows
  }
  const sorted = (from: Db, query: ListQuery, reversed = false) => inOrder(narrowed(from, query), query, reversed)
  /** A page. Rows that are more than columns are made for the page alone, not for all rows before it. */
  const pageOf = (on: Db, query: ListQuery, { limit, offset, reversed }: Stretch) => {
    const page = sorted(on, query, reversed).limit(limit).offset(offset)
    if (!options.read) return page
    const ids = page.clearSelect().select(sql<number>`${column('id')}`.as('id'))
    return inOrder(read(on).where(sql<boolean>`${column('id')} = any(array(${ids}))`), query)
  }
  const all = (query: ListQuery, from: Db) => inBatches<Row>(from, sorted(from, query).compile())
  const made = madeOnceEach<DB>()
  /** How many rows match, counted up to one more than `most`. */
  const countUpTo = (query: ListQuery, most: number, from = db): Promise<number> =>
    countFound(from, narrowed(from, query), most)
  const list = (query: ListQuery, from = db) => {
    const key = plainSorting(query)
    const count = made(key && `count ${key}`, (on: Db) =>
      narrowed(on, query).clearSelect().select(sql<number>`count(*)`.as('n')),
    )
    const total = async () =>
      key && options.keepsTotal ? keptTotal(from, table) : ((await from.executeQuery(count(from))).rows[0]?.n ?? 0)
    const page = (reversed: boolean) =>
      made(key && `${key}${reversed ? ' from the end' : ''}`, (on: Db, limit: number, offset: number) =>
        pageOf(on, query, { limit, offset, reversed }),
      )
    const stretch = async ({ limit, offset, reversed }: Stretch) =>
      (await from.executeQuery(page(reversed)(from, limit, offset))).rows as Row[]
    const read = (limit: number, offset: number) => stretch({ limit, offset, reversed: false })
    if (Object.keys(query.where ?? {}).length > 0)
      return paginateCapped(query, () => countUpTo(query, MOST_COUNTED, from), read)
    if (key && options.keepsTotal && options.read && query.page > 1) return paginateLong(query, total, stretch)
    return paginate(query, total, read)
  }
  return { find, list, countUpTo, all }
}

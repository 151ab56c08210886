import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { MOST_COUNTED } from '#contract/lib/envelope.ts'
import type { Filters } from '#contract/lib/filters.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Condition } from '#server/resource/filters/columns.ts'
import { containsNumber } from './folded.ts'
import { keptTotal, type ListQuery, paginate, paginateCapped, plainSorting } from './paginate.ts'

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
  /** True for a table whose triggers keep its total (`totals`): counting it would take longer than reading a page. */
  keepsTotal?: true
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
      query = query.where(
        sql<boolean>`${column(name)}::text = any(${values.map((value) => stored(resource, name, value))})`,
      )
    for (const condition of options.narrow?.(where) ?? []) query = query.where(condition)
    return query
  }
  const find = async (from: Db, id: number): Promise<Row> => {
    const row = await read(from)
      .where(sql<boolean>`${column('id')} = ${id}`)
      .executeTakeFirst()
    if (!row) throw notFound(resource.name)
    return row as Row
  }
  const inOrder = (found: SelectQueryBuilder<DB, never, Row>, { order }: ListQuery) => {
    let rows = found
    for (const { key, direction } of order) rows = rows.orderBy(column(key), direction)
    return rows.orderBy(column('id'), order[0]?.direction ?? (options.newestFirst ? 'desc' : 'asc'))
  }
  const sorted = (from: Db, query: ListQuery) => inOrder(narrowed(from, query), query)
  /** A page. Rows that are more than columns are made for the page alone, not for all rows before it. */
  const pageOf = (on: Db, query: ListQuery, limit: number, offset: number) => {
    const page = sorted(on, query).limit(limit).offset(offset)
    if (!options.read) return page
    const ids = page.clearSelect().select(sql<number>`${column('id')}`.as('id'))
    return inOrder(read(on).where(sql<boolean>`${column('id')} = any(array(${ids}))`), query)
  }
  const all = (query: ListQuery, from: Db) => inBatches<Row>(from, sorted(from, query).compile())
  const made = madeOnceEach<DB>()
  /** How many rows match, counted up to one more than `most`. */
  const countUpTo = async (query: ListQuery, most: number, from = db): Promise<number> => {
    const found = narrowed(from, query)
      .clearSelect()
      .select(sql<number>`1`.as('one'))
      .limit(most + 1)
    return (await sql<{ n: number }>`select count(*)::int as n from (${found}) found`.execute(from)).rows[0]?.n ?? 0
  }
  const list = (query: ListQuery, from = db) => {
    const key = plainSorting(query)
    const count = made(key && `count ${key}`, (on: Db) =>
      narrowed(on, query).clearSelect().select(sql<number>`count(*)`.as('n')),
    )
    const total = async () =>
      key && options.keepsTotal ? keptTotal(from, table) : ((await from.executeQuery(count(from))).rows[0]?.n ?? 0)
    const page = made(key, (on: Db, limit: number, offset: number) => pageOf(on, query, limit, offset))
    const read = async (limit: number, offset: number) =>
      (await from.executeQuery(page(from, limit, offset))).rows as Row[]
    if (Object.keys(query.where ?? {}).length > 0)
      return paginateCapped(query, () => countUpTo(query, MOST_COUNTED, from), read)
    return paginate(query, total, read)
  }
  return { find, list, countUpTo, all }
}

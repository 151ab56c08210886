import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { containsPattern, type ListQuery, paginate, plainSorting } from './paginate.ts'

type Select = SelectQueryBuilder<DB, never, unknown>

/** Where reading a table differs from its plain columns. */
export interface ReadOptions<Row> {
  /** Selects rows in their wire shape, if that is more than the table's columns. */
  read?: (db: Db) => unknown
  /** The column ('c.name') or expression behind a field that is not a column of the table: to sort, search and filter. */
  columns?: Partial<Record<keyof Row & string, string | RawBuilder<unknown>>>
}

/** Reads a table: one record, and pages with search, filters and order. The casts: see table-store.ts. */
export function tableReads<R extends z.ZodObject>(
  db: Db,
  table: string,
  resource: Resource<R>,
  options: ReadOptions<z.output<R>>,
) {
  type Row = z.output<R> & { id: number; updatedAt: string }
  const read = (from: Db) => {
    const plain = () =>
      (from as unknown as { selectFrom(name: string): Select })
        .selectFrom(table)
        .select(Object.keys(resource.row.shape) as never)
    return (options.read?.(from) ?? plain()) as SelectQueryBuilder<DB, never, Row>
  }
  const column = (name: string) => {
    const found = options.columns?.[name] ?? `${table}.${name}`
    return typeof found === 'string' ? sql.ref(found) : found
  }

  const narrowed = (from: Db, { search, filters = {} }: ListQuery) => {
    let query = read(from)
    if (search && resource.searchable?.length) {
      const hits = resource.searchable.map((name) => sql`${column(name)} ilike ${containsPattern(search)}`)
      query = query.where(sql<boolean>`(${sql.join(hits, sql` or `)})`)
    }
    for (const [name, values] of Object.entries(filters))
      query = query.where(sql<boolean>`${column(name)}::text = any(${values})`)
    return query
  }
  const find = async (from: Db, id: number): Promise<Row> => {
    const row = await read(from)
      .where(sql<boolean>`${column('id')} = ${id}`)
      .executeTakeFirst()
    if (!row) throw notFound(resource.name)
    return row as Row
  }
  const made = madeOnceEach<DB>()
  const list = (query: ListQuery, from = db) => {
    const key = plainSorting(query)
    const count = made(key && `count ${key}`, (on: Db) =>
      narrowed(on, query).clearSelect().select(sql<number>`count(*)`.as('n')),
    )
    const page = made(key, (on: Db, limit: number, offset: number) => {
      let rows = narrowed(on, query)
      for (const { key, direction } of query.order) rows = rows.orderBy(column(key), direction)
      return rows
        .orderBy(column('id'), query.order[0]?.direction ?? 'asc')
        .limit(limit)
        .offset(offset)
    })
    return paginate(
      query,
      async () => (await from.executeQuery(count(from))).rows[0]?.n ?? 0,
      async (limit, offset) => (await from.executeQuery(page(from, limit, offset))).rows as Row[],
    )
  }
  return { find, list }
}

import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type ChangedPage, changedListOf, envelope, listOf, type Page } from '#contract/lib/envelope.ts'
import type { FilterFields } from '#contract/lib/filters.ts'
import type { Db } from '#server/db/client.ts'
import { readAheadOf, type Sent } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { type ChangedQuery, changedParameters, plainChanges, readChangedQuery } from '#server/resource/changed/asked.ts'
import { sentFilters } from '#server/resource/filters/read-filters.ts'
import { type ListQuery, listQuerystring, olderSort, parseFilters, parseListQuery } from './paginate.ts'

/** A list as its call describes it. */
interface PagedList<Row extends z.ZodType, Key extends string> {
  paths: readonly string[]
  tag: string
  row: Row
  sortable: readonly Key[]
  filterable?: readonly string[]
  /** Filters, `f.…`. */
  filters?: FilterFields
  /** False for a list that cannot be searched. */
  searched?: boolean
  /** Reads the changes, for programs that keep a copy. */
  changed?: (query: ChangedQuery, from: Db) => Promise<ChangedPage<z.output<Row>>>
  config?: FastifyContextConfig
}

type Query = Record<string, unknown>

/** Translates the older form of sorting, `sort={column}&type=asc|desc`, into `order[column]`. */
function withSort(query: Query, filterable: readonly string[]): Query {
  const { sort, type = 'asc', ...rest } = query
  if (sort === undefined || filterable.includes('type')) return query
  return { ...rest, [`order[${String(sort).slice(0, 40)}]`]: type }
}

type Columns<Key extends string> = Pick<PagedList<z.ZodType, Key>, 'sortable' | 'filterable' | 'filters'>

/**
 * The page, order, search and filters of a call; `me` in a filter is this person. A filter may begin like a
 * sort key (`order_id`). Throws 400.
 */
export function readListQuery<Key extends string>(
  sent: Query,
  { sortable, filterable = [], filters = {} }: Columns<Key>,
  userId = 0,
): ListQuery<Key> {
  const unfiltered = Object.fromEntries(Object.entries(sent).filter(([key]) => !filterable.includes(key)))
  return {
    ...parseListQuery(withSort(unfiltered, filterable), sortable),
    filters: parseFilters(sent, filterable),
    where: sentFilters(filters, sent, userId),
  }
}

/**
 * `GET` of a list, a page at a time, read from a replica where there is one: the call behind every paged
 * table.
 */
export function pagedList<Row extends z.ZodType, Key extends string>(
  app: FastifyInstance,
  { paths, tag, row, changed, config = {}, ...columns }: PagedList<Row, Key>,
  list: (query: ListQuery<Key>, from: Db) => Promise<Page<z.output<Row>>>,
): void {
  const more = { ...olderSort(columns), ...(changed ? changedParameters : {}) }
  const querystring = listQuerystring({ ...columns, more })
  const answer = changed ? changedListOf(row) : listOf(row)
  const schema = { tags: [tag], querystring, response: { 200: envelope(answer) } }
  const ahead = (sent: Sent) => {
    const since = changed && plainChanges(sent.query)
    if (since) return (from: Db) => changed(since, from)
    const query = plainPage(sent.query, columns)
    return query && ((from: Db) => list(query, from))
  }
  for (const path of paths) {
    app.get<{ Querystring: Query }>(path, { config: { ahead, ...config }, schema }, async (request) => {
      const since = changed && readChangedQuery(request.query)
      if (since) {
        const read = readAheadOf<ChangedPage<z.output<Row>>>(request)
        return ok(await (read ?? request.read((from) => changed(since, from))))
      }
      const query = readListQuery(request.query, columns, request.session?.userId)
      // The page that was read ahead is the same page of the same list.
      const early = readAheadOf<Page<z.output<Row>>>(request)
      if (early) return ok(await early)
      return ok(await request.read((from) => list(query, from)))
    })
  }
}

/**
 * Parameters with which a page is read before the call is checked: they name a page and its order, and cost
 * little.
 */
const PLAIN = /^(?:page|per_page|order\[\w+\])$/

/** The query of a plain page; null for any other, which must be checked first. */
export function plainPage<Key extends string>(sent: Query, columns: Columns<Key>): ListQuery<Key> | null {
  if (!Object.keys(sent).every((name) => PLAIN.test(name))) return null
  try {
    return readListQuery(sent, columns)
  } catch {
    return null
  }
}

/** The filters of a list that takes one value each. A repeated one becomes 'a,b', which no rule accepts. */
export const singleFilters = ({ filters = {} }: ListQuery): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.join()]))

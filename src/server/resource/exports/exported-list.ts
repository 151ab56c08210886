import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { FilterFields } from '#contract/lib/filters.ts'
import type { Resource } from '#contract/lib/resource.ts'
import type { Db } from '#server/db/client.ts'
import { sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import type { FilterClock } from '#server/resource/filters/columns.ts'
import { readListQuery } from '#server/resource/paged-list.ts'
import { type ListQuery, listQuerystring, olderSort } from '#server/resource/paginate.ts'
import type { Reader } from '#server/resource/store.ts'
import { dateCell, dayCell, type SheetBatches, type SheetCell } from '#server/sheets/sheet-table.ts'
import { COUNTED_SHEET, formatOf, sheetFormat } from './format.ts'
import { type ExportPools, type ExportThread, sendExport } from './send-export.ts'
import { cellsOf } from './serve-export.ts'

/** A column of an exported list. */
export interface ExportColumn<Row> {
  field: string
  heading: string
  /** Dates are shown on the clock of the time zone. */
  cell(row: Row, timeZone: string): SheetCell
}

/** A value as people read it in a file: records by name, lists joined, flags as Yes or No. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(cellOf).join(', ')
  const { name, title } = { name: null, title: null, ...value }
  return cellOf(name ?? title)
}

/** Dates as the database's reader writes them. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/
/** Fields of days without a time. */
const DAYS: ReadonlySet<string> = new Set(['day', 'validFrom', 'validTo'])

/** The cell of a field. Fields that end in 'At' are times; other dates are days, kept at 00:00 UTC or without a time. */
function fieldCell(field: string, value: unknown, timeZone: string): SheetCell {
  if (typeof value === 'string' && DAYS.has(field) && PLAIN_DAY.test(value))
    return dateCell(value, { timeZone: 'UTC', day: true })
  if (typeof value !== 'string' || !INSTANT.test(value)) return cellOf(value)
  return field.endsWith('At') ? dateCell(value, { timeZone }) : dayCell(value, { timeZone })
}

/** The columns of the resource's list. */
export const columnsOf = <R extends z.ZodObject>({ columns = {} }: Resource<R>): ExportColumn<z.output<R>>[] =>
  Object.entries(columns).map(([field, heading]) => ({
    field,
    heading: String(heading),
    // The cast: rows are objects.
    cell: (row, timeZone) => fieldCell(field, (row as Record<string, unknown>)[field], timeZone),
  }))

/** A list that is exported, whatever its rows are. */
export interface ExportedList {
  path: string
  name: string
  querystring: z.ZodObject
  /** Parses the query of a call. Throws 400. */
  read: (sent: Record<string, unknown>, userId: number) => ListQuery
  count: (db: Db, asked: Asked, most: number) => Promise<number>
  table: (db: Db, asked: Asked) => SheetBatches
}

/** All rows of a list with this search, these filters and this order. */
interface Asked extends Pick<FilterClock, 'timeZone'> {
  query: ListQuery
}

/** An export in a thread: the list and the query. */
interface ListExport extends Asked {
  path: string
}

interface ListOptions<Row> {
  /** Columns of the file, where they differ from the fields. */
  exported?: readonly ExportColumn<Row>[]
  /** Filters of the list, `f.…`. */
  filters?: FilterFields
}

/** The list of a resource for export, with the columns it declares or with columns of its own. */
export function exportedList<R extends z.ZodObject>(
  resource: Resource<R>,
  readerOn: (db: Db, clock: Pick<FilterClock, 'timeZone'>) => Reader<z.output<R>>,
  { exported: columns = columnsOf(resource), filters = {} }: ListOptions<z.output<R>> = {},
): ExportedList {
  const { path, name } = resource
  const more = { ...olderSort(resource), format: sheetFormat }
  return {
    path,
    name,
    querystring: listQuerystring({ ...resource, filters, paged: false, more }),
    read: (sent, userId) => readListQuery(sent, { ...resource, filters }, userId),
    count: (db, { query, ...clock }, most) => readerOn(db, clock).countUpTo(query, most, db),
    table: (db, { query, ...clock }) => ({
      headings: columns.map(({ heading }) => heading),
      batches: cellsOf(readerOn(db, clock).all(query, db), (row) =>
        columns.map(({ cell }) => cell(row, clock.timeZone)),
      ),
    }),
  }
}

/** The table of one of these lists, in a thread. */
export const listSheet =
  (lists: readonly ExportedList[]) =>
  (db: Db, { path, ...asked }: ListExport): SheetBatches => {
    const list = lists.find((each) => each.path === path)
    if (!list) throw new Error(`This thread does not export ${path}`)
    return list.table(db, asked)
  }

interface ExportServices extends ExportPools {
  config: Pick<FilterClock, 'timeZone'>
}

/**
 * `GET {e}/export?format=csv|xlsx` of each list: all its rows with this search, these filters and this order.
 */
export function exportRoutes(
  app: FastifyInstance,
  services: ExportServices,
  lists: readonly ExportedList[],
  thread: ExportThread,
): void {
  for (const { path, name, querystring, read, count } of lists) {
    const options = { ...DOWNLOAD, config: COUNTED_SHEET, schema: { tags: [name], querystring } }
    app.get<{ Querystring: Record<string, unknown> }>(`/${path}/export`, options, async (request, reply) => {
      const format = formatOf(request.query)
      const asked: Asked = {
        query: read(request.query, sessionOf(request).userId),
        timeZone: services.config.timeZone,
      }
      const input: ListExport = { path, ...asked }
      return sendExport(request, reply, services, {
        ...thread,
        name,
        format,
        input,
        count: (db, most) => count(db, asked, most),
      })
    })
  }
}

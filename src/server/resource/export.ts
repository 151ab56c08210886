import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import { invalid } from '#server/errors.ts'
import { SHEET_FORMATS, SHEET_TYPES, type SheetCell, type SheetFormat, sheetFile } from '#server/sheets/write-sheet.ts'
import { readListQuery } from './paged-list.ts'
import { listQuerystring, olderSort } from './paginate.ts'
import type { Reader } from './store.ts'

/** Maximum rows of one file. */
const MAX_ROWS = 50_000

/** A column of an exported list. */
export interface ExportColumn<Row> {
  field: string
  heading: string
  cell: (row: Row) => SheetCell
}

/** A value as people read it in a file: records by name, lists joined, flags as Yes or No. */
function cellOf(value: unknown): SheetCell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(cellOf).join(', ')
  const { name, title } = { name: null, title: null, ...value }
  return cellOf(name ?? title)
}

/** The columns of the resource's list. */
export const columnsOf = <R extends z.ZodObject>({ columns = {} }: Resource<R>): ExportColumn<z.output<R>>[] =>
  Object.entries(columns).map(([field, heading]) => ({
    field,
    heading: String(heading),
    cell: (row) => cellOf((row as Record<string, unknown>)[field]), // rows are objects
  }))

/** The parameter `format`; `formatOf` refuses others with a message of its own. */
export const sheetFormat = z
  .string()
  .meta({ enum: [...SHEET_FORMATS], default: SHEET_FORMATS[0] })
  .optional()
/** The config of a call that returns a file of a table. */
export const SHEET_REPLY = { documented: { download: Object.values(SHEET_TYPES) } }

/** The requested format. Throws 400. */
export function formatOf({ format = 'csv' }: Record<string, unknown>): SheetFormat {
  const found = SHEET_FORMATS.find((each) => each === format)
  if (!found) throw invalid({ format: `format is ${SHEET_FORMATS.join(' or ')}` })
  return found
}

/** `GET {e}/export?format=csv|xlsx`: all rows of the list with this search, these filters and this order. */
export function exportRoute<R extends z.ZodObject>(
  app: FastifyInstance,
  resource: Resource<R>,
  reader: Reader<z.output<R>>,
  columns: readonly ExportColumn<z.output<R>>[] = columnsOf(resource),
): void {
  const { path, name } = resource
  const querystring = listQuerystring({
    ...resource,
    paged: false,
    more: { ...olderSort(resource), format: sheetFormat },
  })
  const options = { config: SHEET_REPLY, schema: { tags: [name], querystring } }
  app.get<{ Querystring: Record<string, unknown> }>(`/${path}/export`, options, async (request, reply) => {
    const { query } = request
    const format = formatOf(query)
    const all = { ...readListQuery(query, resource), perPage: MAX_ROWS }
    const { items, totalCount } = await request.read((db) => reader.list(all, db))
    if (totalCount > MAX_ROWS) throw invalid({ search: `No more than ${MAX_ROWS} rows: please narrow the list` })
    const rows = items.map((row) => columns.map(({ cell }) => cell(row)))
    const { body, headers } = await sheetFile({ headings: columns.map(({ heading }) => heading), rows }, format, name)
    return reply.headers(headers).send(body)
  })
}

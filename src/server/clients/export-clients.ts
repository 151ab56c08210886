import { sql } from 'kysely'
import { CLIENT_COLUMN_TITLES, type ClientColumn } from '#contract/clients/client-columns.ts'
import { CLIENT_LABELS, type Client } from '#contract/clients/clients.ts'
import { formatPhone } from '#contract/lib/format.ts'
import { CLIENT_COLUMNS } from '#server/accounts/read-client.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import { allOf } from '#server/resource/filters/narrowed.ts'
import type { SheetBatches } from '#server/sheets/sheet-table.ts'
import { type ClientsQuery, narrowedClients, sortKeys } from './list-clients.ts'

/** An export of the list of clients as a person sees it. */
export interface ClientsExport {
  query: ClientsQuery
  columns: readonly (ClientColumn | keyof typeof CLIENT_LABELS)[]
  timeZone: string
  /** The time that relative days are counted from. */
  now: Date
}

/** Titles of the list; a file with all fields has the form's labels. */
const TITLES = { ...CLIENT_LABELS, ...CLIENT_COLUMN_TITLES }

const cellOf = (row: Client, column: ClientsExport['columns'][number]) =>
  column === 'phone' ? formatPhone(row.phone) : row[column]

/** All clients of a view, in its order and with its columns. */
export function clientsSheet(db: Db, { query, columns, ...clock }: ClientsExport): SheetBatches {
  const list = narrowedClients(query, clock)
  const sorted = sql.raw(
    sortKeys(query.order)
      .map(({ by, direction }) => `${by} ${direction}`)
      .join(', '),
  )
  const all = sql<Client>`select ${sql.raw(CLIENT_COLUMNS)} from ${sql.raw(list.from)} where ${allOf(list)} order by ${sorted}`
  return {
    headings: columns.map((column) => TITLES[column]),
    batches: cellsOf(inBatches<Client>(db, all.compile(db)), (row) => columns.map((column) => cellOf(row, column))),
  }
}

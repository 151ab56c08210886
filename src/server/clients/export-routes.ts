import { CLIENT_COLUMN_TITLES } from '#contract/clients/client-columns.ts'
import { CLIENT_FILTERS } from '#contract/clients/client-filters.ts'
import { CLIENT_LABELS, CLIENT_SORT_KEYS } from '#contract/clients/clients.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import {
  COUNTED_SHEET,
  chosenColumns,
  formatOf,
  sheetColumns,
  sheetFields,
  sheetFormat,
  wantsAllFields,
} from '#server/resource/exports/format.ts'
import { sendExport } from '#server/resource/exports/send-export.ts'
import { countNarrowed } from '#server/resource/filtered-page.ts'
import { readListQuery } from '#server/resource/paged-list.ts'
import { listQuerystring, olderSort } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import type { ClientsExport } from './export-clients.ts'
import { narrowedClients } from './list-clients.ts'

const LIST = { sortable: CLIENT_SORT_KEYS, filters: CLIENT_FILTERS }
const COLUMNS = keysOf(CLIENT_COLUMN_TITLES)
const QUERY = listQuerystring({
  ...LIST,
  paged: false,
  more: { ...olderSort(LIST), format: sheetFormat, columns: sheetColumns(COLUMNS), fields: sheetFields },
})

/** Exports the list of clients as a file: its filters, search, order and columns. */
export function clientExportRoutes(app: App, services: Services): void {
  app.get(
    '/admin/user/export',
    { ...DOWNLOAD, config: COUNTED_SHEET, schema: { tags: ['Clients'], querystring: QUERY } },
    async (request, reply) => {
      const columns = wantsAllFields(request.query) ? keysOf(CLIENT_LABELS) : chosenColumns(request.query, COLUMNS)
      const format = formatOf(request.query)
      const { order, search, where = {} } = readListQuery(request.query, LIST, sessionOf(request).userId)
      const clock = { timeZone: services.config.timeZone, now: new Date() }
      const input: ClientsExport = { query: { order, search, where }, columns, ...clock }
      return sendExport(request, reply, services, {
        file: 'clients-export-thread',
        beside: import.meta.url,
        name: 'Clients',
        format,
        input,
        count: (db, most) => countNarrowed(db, narrowedClients(input.query, clock), most),
      })
    },
  )
}

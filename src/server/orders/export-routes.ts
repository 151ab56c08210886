import type { FastifyReply, FastifyRequest } from 'fastify'
import { SHOWN_COLUMNS } from '#contract/accounts/session.ts'
import { ORDER_COLUMNS } from '#contract/orders/list/order-columns.ts'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { exportedOrders } from '#contract/orders/list/order-selection.ts'
import { ORDER_SORT_KEYS } from '#contract/orders/order-list.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import type { OrdersExport } from '#server/orders/list/export-orders.ts'
import { narrowedOrders, type OrderNarrowing } from '#server/orders/list/order-conditions.ts'
import { orderChoice, readOrderQuery } from '#server/orders/list/order-query.ts'
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
import { listQuerystring } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'

const FILE = { format: sheetFormat, columns: sheetColumns(ORDER_COLUMNS), fields: sheetFields }
const LIST = { sortable: ORDER_SORT_KEYS, paged: false }
const QUERY = listQuerystring({ ...LIST, filters: ORDER_FILTERS, more: { ...orderChoice, ...FILE } })
const NAMED_QUERY = listQuerystring({ ...LIST, searched: false, more: FILE })

/** Exports the orders list as a file: its filters, search, order and columns; or only the ticked orders. */
export function orderExportRoutes(app: App, services: Services): void {
  const send = (request: FastifyRequest, reply: FastifyReply, named: Pick<OrderNarrowing, 'ids'> = {}) => {
    const sent = { ...(request.query as Record<string, unknown>) } // checked by the route's schema
    const columns = chosenColumns(sent, ORDER_COLUMNS, SHOWN_COLUMNS)
    const format = formatOf(sent)
    const { query, narrowing: listed } = readOrderQuery(sent, sessionOf(request).userId)
    const narrowing = { ...listed, ...named }
    const clock = { timeZone: services.config.timeZone, now: new Date() }
    const input: OrdersExport = { narrowing, order: query.order, columns, whole: wantsAllFields(sent), ...clock }
    return sendExport(request, reply, services, {
      file: 'orders-export-thread',
      beside: import.meta.url,
      name: 'Orders',
      format,
      input,
      count: (db, most) => countNarrowed(db, narrowedOrders(narrowing, clock), most),
    })
  }
  const path = '/request/booking/export'
  const tags = ['Orders']
  app.get(path, { ...DOWNLOAD, config: COUNTED_SHEET, schema: { tags, querystring: QUERY } }, (request, reply) =>
    send(request, reply),
  )
  app.post(
    path,
    {
      ...DOWNLOAD,
      config: { ...COUNTED_SHEET, transient: true },
      schema: { tags, querystring: NAMED_QUERY, body: exportedOrders },
    },
    (request, reply) => send(request, reply, request.body),
  )
}

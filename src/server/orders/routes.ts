import { z } from 'zod'
import { envelope, listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { pathId, version } from '#contract/lib/fields.ts'
import { confirmationInput } from '#contract/orders/confirmation.ts'
import { orderFields } from '#contract/orders/order-fields.ts'
import { CLIENT_ORDER_SORT_KEYS, quoteListItem } from '#contract/orders/order-list.ts'
import { type Order, order, resendReply } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/client.ts'
import { forbidden } from '#server/errors.ts'
import { type App, readAheadOf, type Sent } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { editConfirmation } from '#server/orders/confirmation/edit-confirmation.ts'
import { ordersOfClient } from '#server/orders/list/orders-of-client.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { documentRoutes } from './document-routes.ts'
import { editOrder } from './edit-order.ts'
import { orderExportRoutes } from './export-routes.ts'
import { inChargeRoutes } from './in-charge.ts'
import { listRoutes } from './list-routes.ts'
import { readOrder } from './read-order.ts'
import { resendRequest } from './resend.ts'

const idParams = z.object({ id: pathId })
const tags = ['Orders']
const one = { 200: envelope(order) }

export function orderRoutes(app: App, services: Services): void {
  listRoutes(app, services)
  orderExportRoutes(app, services)
  readRoutes(app)
  editRoutes(app, services)
  documentRoutes(app, services)
  inChargeRoutes(app, services)
}

function readRoutes(app: App): void {
  const ahead = ({ params }: Sent) => {
    const id = pathId.safeParse(params.id).data
    return id === undefined ? null : (from: Db) => readOrder(from, id)
  }
  app.get(
    '/request/booking/get/:id',
    {
      config: { access: 'client', ahead },
      schema: { tags, params: idParams, response: one },
    },
    async (request) => {
      const session = sessionOf(request)
      const { id } = request.params
      const found = await (readAheadOf<Order>(request) ?? request.read((from) => readOrder(from, id)))
      if (!session.staff && found.userId !== session.userId) throw forbidden()
      return ok(session.staff ? found : { ...found, sailing: null, offer: null })
    },
  )

  app.get(
    '/request/booking/get/user/:id',
    {
      config: {
        access: 'client',
        documented: { headers: { 'X-Total-Count': 'The number of all orders, with an array' } },
      },
      schema: {
        tags,
        params: idParams,
        querystring: listQuerystring({ sortable: CLIENT_ORDER_SORT_KEYS }),
        response: { 200: envelope(z.union([z.array(quoteListItem), listOf(quoteListItem)])) },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { id } = request.params
      if (!session.staff && id !== session.userId) throw forbidden()
      const { page, per_page } = request.query
      const paged = page !== undefined || per_page !== undefined
      const query = parseListQuery(
        { ...(paged ? {} : { per_page: String(MAX_PER_PAGE) }), ...request.query },
        CLIENT_ORDER_SORT_KEYS,
      )
      const found = await request.read((db) => ordersOfClient(db, id, query))
      if (paged) return ok(found)
      reply.header('x-total-count', found.totalCount)
      return ok(found.items)
    },
  )
}

function editRoutes(app: App, services: Services): void {
  app.put(
    '/request/booking/edit/:id',
    {
      config: { documented: { body: orderFields.partial().extend({ updatedAt: version() }) } },
      schema: {
        tags,
        params: idParams,
        querystring: z.object({ notify: z.enum(['0', '1'], { error: 'notify is 0 or 1' }).default('0') }),
        body: z.looseObject({ updatedAt: version() }),
        response: one,
      },
    },
    async (request) => {
      const { updatedAt: version, ...body } = request.body
      const edit = { orderId: request.params.id, body, version, notify: request.query.notify === '1' }
      return ok(await run(request, services, editOrder, edit))
    },
  )

  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url: '/request/booking/:id/confirmation/edit',
      schema: { tags, params: idParams, body: confirmationInput, response: one },
      handler: async (request) => {
        const edit = { orderId: request.params.id, input: request.body }
        return ok(await run(request, services, editConfirmation, edit))
      },
    })
  }

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/request/booking/resend/:id',
      config: { writes: true },
      schema: { tags, params: idParams, response: { 200: envelope(resendReply) } },
      handler: async (request) => ok(await run(request, services, resendRequest, { orderId: request.params.id })),
    })
  }
}

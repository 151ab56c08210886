import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { ORDER_SORT_KEYS, orderListItem } from '#contract/orders/order-list.ts'
import { publicTracking } from '#contract/orders/orders.ts'
import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { listOrders, searchOrders } from '#server/orders/list-orders.ts'
import { trackPublicly } from '#server/orders/public-tracking.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'

const tags = ['Orders']
const LIST = listQuerystring({ sortable: ORDER_SORT_KEYS })
// The handler refuses several codes, and none, with one message.
const SEARCH = listQuerystring({
  sortable: ORDER_SORT_KEYS,
  searched: false,
  more: { tracking_code: z.union([z.string(), z.array(z.string())]).optional() },
})

export function listRoutes(app: App, services: Services): void {
  const { db, pool } = services
  const trackings = createLimit(pool, 'tracking', 60, 60)

  app.get(
    '/request/booking/get_all',
    { schema: { tags, querystring: LIST, response: { 200: envelope(listOf(orderListItem)) } } },
    async (request) => {
      const query = parseListQuery(request.query, ORDER_SORT_KEYS)
      if (query.search === '') return ok(await request.read((from) => listOrders(from, query)))
      return ok(await request.read((from) => searchOrders(from, query.search, query)))
    },
  )

  const either = z.union([listOf(orderListItem), publicTracking])
  app.get(
    '/request/booking/search',
    {
      config: { access: 'public' },
      schema: { tags, querystring: SEARCH, response: { 200: envelope(either) } },
    },
    async (request) => {
      const typed = request.query.tracking_code
      if (typeof typed !== 'string' || typed.length > 60) throw invalid({ tracking_code: 'Send one tracking code' })
      if (request.session?.staff) {
        const query = parseListQuery(request.query, ORDER_SORT_KEYS)
        return ok(await request.read((from) => searchOrders(from, typed, query)))
      }
      await trackings.take(addressKey(request.ip))
      const code = parseTrackingCode(typed)
      const found = code.length === 12 ? await trackPublicly(db, code) : null
      if (!found) throw notFound('Order')
      return ok(found)
    },
  )
}

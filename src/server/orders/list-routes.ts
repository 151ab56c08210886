import { z } from 'zod'
import { changedListOf, envelope, listOf, type Page } from '#contract/lib/envelope.ts'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { ORDER_SORT_KEYS, type OrderListItem, orderListRow } from '#contract/orders/order-list.ts'
import { publicTracking } from '#contract/orders/orders.ts'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import { invalid, notFound } from '#server/errors.ts'
import { type App, readAheadOf, type Sent } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { ok } from '#server/http/reply.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createOpenLimit } from '#server/http/security/open-limit.ts'
import { changedOrders } from '#server/orders/list/changed-orders.ts'
import { withFurther } from '#server/orders/list/further-columns.ts'
import { listNarrowed, listOrders, searchOrders } from '#server/orders/list/list-orders.ts'
import { isNarrowed, orderChoice, readOrderQuery } from '#server/orders/list/order-query.ts'
import { changedParameters, plainChanges, readChangedQuery } from '#server/resource/changed/asked.ts'
import { plainPage } from '#server/resource/paged-list.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import type { Services } from '#server/services.ts'
import { trackPublicly } from './public-tracking.ts'

const tags = ['Orders']
const more = z.string().optional().describe('true for what further columns show, in `more` of each row')
const LIST = listQuerystring({
  sortable: ORDER_SORT_KEYS,
  filters: ORDER_FILTERS,
  more: { ...orderChoice, ...changedParameters, more },
})
// The handler answers several codes, and none, with one message.
const SEARCH = listQuerystring({
  sortable: ORDER_SORT_KEYS,
  searched: false,
  more: { tracking_code: z.union([z.string(), z.array(z.string())]).optional(), more },
})

type Orders = Page<OrderListItem>
const COLUMNS = { sortable: ORDER_SORT_KEYS }

/** A tracking code as it was sent; null if it is too long, or was sent more than once. */
const sentCode = (sent: unknown) => (typeof sent === 'string' && sent.length <= 60 ? sent : null)

/** The page with what further columns show, if the call asks for that. Throws 400. */
async function furtherIfAsked(from: Db, query: Record<string, unknown>, page: Orders): Promise<Orders> {
  return queryFlag(query, 'more') ? { ...page, items: await withFurther(from, page.items) } : page
}

const pageAhead = (sent: Sent) => {
  const changed = plainChanges(sent.query)
  if (changed) return (from: Db) => changedOrders(from, changed)
  const query = plainPage(sent.query, COLUMNS)
  return query && ((from: Db) => listOrders(from, query))
}

/** Only a whole code is searched ahead: it finds one order at most. */
const codeAhead = ({ query: { tracking_code: sent, ...more } }: Sent, staff: boolean) => {
  const code = sentCode(sent)
  if (!staff || code === null || parseTrackingCode(code).length < CODE_LENGTH) return null
  const query = plainPage(more, COLUMNS)
  return query && ((from: Db) => searchOrders(from, code, query))
}

export function listRoutes(app: App, services: Services): void {
  const { db, pool } = services
  const { timeZone } = services.config
  const trackings = createOpenLimit(pool, 'tracking', 60, 60)

  app.get(
    '/request/booking/get_all',
    {
      config: { ahead: pageAhead },
      schema: { tags, querystring: LIST, response: { 200: envelope(changedListOf(orderListRow)) } },
    },
    async (request) => {
      const ahead = readAheadOf<Orders | Awaited<ReturnType<typeof changedOrders>>>(request)
      if (ahead) return ok(await ahead)
      const changed = readChangedQuery(request.query)
      if (changed) return ok(await request.read((from) => changedOrders(from, changed)))
      const { query, narrowing } = readOrderQuery(request.query, sessionOf(request).userId)
      const read = (from: Db) => {
        if (isNarrowed(narrowing)) return listNarrowed(from, query, narrowing, { timeZone })
        return query.search === '' ? listOrders(from, query) : searchOrders(from, query.search, query)
      }
      return ok(await request.read(async (from) => furtherIfAsked(from, request.query, await read(from))))
    },
  )

  const either = z.union([listOf(orderListRow), publicTracking])
  app.get(
    '/request/booking/search',
    {
      config: { access: 'public', ahead: codeAhead },
      schema: { tags, querystring: SEARCH, response: { 200: envelope(either) } },
    },
    async (request) => {
      const typed = sentCode(request.query.tracking_code)
      if (typed === null) throw invalid({ tracking_code: 'Send one tracking code' })
      if (request.session?.staff) {
        const ahead = readAheadOf<Orders>(request)
        if (ahead) return ok(await ahead)
        const query = parseListQuery(request.query, ORDER_SORT_KEYS)
        return ok(
          await request.read(async (from) =>
            furtherIfAsked(from, request.query, await searchOrders(from, typed, query)),
          ),
        )
      }
      await trackings.take(addressKey(request.ip))
      const code = parseTrackingCode(typed)
      const found = code.length === CODE_LENGTH ? await trackPublicly(db, code) : null
      if (!found) throw notFound('Order')
      return ok(found)
    },
  )
}

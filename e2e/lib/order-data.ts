import { LOGGED_IN_ELSEWHERE } from '#contract/accounts/session.ts'
import { orderListItem, type QuoteListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { RunningServer } from './server.ts'

/** A minimal valid PDF; the text makes it unique. */
export const pdf = (text = 'Quayside') =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )

/** The tracking code as stored. */
export const codeOf = (order: Pick<Order, 'hashSum' | 'customCode'>) => `${order.hashSum}${order.customCode}`
/** The tracking code as shown on screens. */
export const shownCode = (order: Pick<Order, 'hashSum' | 'customCode'>) =>
  codeOf(order).replace(/^(.{4})(.{4})(.{4})$/, '$1 - $2 - $3')

const sessions = new WeakMap<RunningServer, ReturnType<RunningServer['tokenOf']>>()

/**
 * Calls the API as an administrator, in a session that no page uses; throws on failure. The tests of a worker
 * share the session. A new session begins if pages have opened so many that this one was ended as the least
 * used.
 */
export async function asAdmin(server: RunningServer) {
  const begin = () => {
    const session = server.tokenOf('admin')
    sessions.set(server, session)
    return session
  }
  return async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const ask = async (session = begin()) => server.call<T>(path, { method, body, token: (await session).token })
    let reply = await ask(sessions.get(server))
    if (reply.message === LOGGED_IN_ELSEWHERE) reply = await ask()
    if (reply.code !== 200) throw new Error(`${method} ${path}: ${reply.message}`)
    return reply.data
  }
}

/** The orders of a worker's server as they were first read, and those that its tests use. */
const known = new Map<number, Order>()
const taken = new Set<number>()

/** The newest matching order that no other test of this worker uses, with all its details. */
export async function findOrder(
  server: RunningServer,
  fits: (order: Order) => boolean | Promise<boolean> = () => true,
): Promise<Order> {
  const call = await asAdmin(server)
  const read = (id: number) => call<Order>(`request/booking/get/${id}`)
  for (let page = 1; page <= 20; page++) {
    const { items } = await call<{ items: QuoteListItem[] }>(`request/booking/get_all?per_page=100&page=${page}`)
    for (const row of items) {
      if (taken.has(row.id) || !orderListItem.safeParse(row).success) continue
      const seen = known.get(row.id) ?? (await read(row.id))
      known.set(row.id, seen)
      if (!(await fits(seen))) continue
      // The order may have changed since.
      const order = await read(row.id)
      if (!(await fits(order))) continue
      taken.add(order.id)
      return order
    }
  }
  throw new Error('No order in the demo data matches')
}

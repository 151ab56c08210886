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

/** Calls the API as an administrator; throws on failure. */
export async function asAdmin(server: RunningServer) {
  const { token } = await server.tokenOf('admin')
  return async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const reply = await server.call<T>(path, { method, body, token })
    if (reply.code !== 200) throw new Error(`${method} ${path}: ${reply.message}`)
    return reply.data
  }
}

const taken = new Set<number>()

/** The newest matching order that no other test of this worker uses, with all its details. */
export async function findOrder(server: RunningServer, fits: (order: Order) => boolean = () => true): Promise<Order> {
  const call = await asAdmin(server)
  for (let page = 1; page <= 20; page++) {
    const { items } = await call<{ items: QuoteListItem[] }>(`request/booking/get_all?per_page=100&page=${page}`)
    for (const row of items) {
      if (taken.has(row.id) || !orderListItem.safeParse(row).success) continue
      const order = await call<Order>(`request/booking/get/${row.id}`)
      if (!fits(order)) continue
      taken.add(order.id)
      return order
    }
  }
  throw new Error('No order in the demo data matches')
}

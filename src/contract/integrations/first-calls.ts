/**
 * First calls of a program to the server at `origin`, as the screen shows them. docs/integrations.md leads
 * through a whole shop.
 */
export const FIRST_CALLS: { title: string; code: (origin: string) => string }[] = [
  {
    title: 'List the newest orders (curl)',
    code: (origin) => `curl -H "Authorization: Bearer qs_…" \\
  "${origin}/api/request/booking/get_all?per_page=10&order\\[created\\]=desc"`,
  },
  {
    title: 'Find an order by its tracking code (curl)',
    code: (origin) => `curl -H "Authorization: Bearer qs_…" \\
  "${origin}/api/request/booking/search?tracking_code=ABCD12345678"`,
  },
  {
    title: 'Add a note to an order, once (curl)',
    code: (origin) => `curl -X POST -H "Authorization: Bearer qs_…" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: shop-4711-note-1" \\
  -d '{"body": "Paid in the shop, invoice 4711"}' \\
  "${origin}/api/request/booking/1/notes"`,
  },
  {
    title: 'Read all orders, page by page (TypeScript)',
    code: (origin) => `interface Order {
  id: number
  hashSum: string
  customCode: string
}
interface Reply {
  message: string
  data: { items: Order[]; totalCount: number }
}

const headers = { authorization: \`Bearer \${process.env.QUAYSIDE_KEY}\` }

async function* orders(): AsyncGenerator<Order> {
  for (let page = 1; ; page++) {
    const url = \`${origin}/api/request/booking/get_all?per_page=1000&page=\${page}\`
    const response = await fetch(url, { headers })
    const { message, data } = (await response.json()) as Reply
    if (!response.ok) throw new Error(message)
    yield* data.items
    if (page * 1000 >= data.totalCount) return
  }
}

for await (const order of orders()) console.log(order.id, order.hashSum + order.customCode)

export {}`,
  },
]

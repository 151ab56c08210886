/** First calls of a program, by the address of this server. docs/integrations.md has the same ones, with what they answer. */
export const EXAMPLES: { title: string; code: (origin: string) => string }[] = [
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
    code: (origin) => `const headers = { authorization: \`Bearer \${process.env.QUAYSIDE_KEY}\` }

async function* orders() {
  for (let page = 1; ; page++) {
    const url = \`${origin}/api/request/booking/get_all?per_page=1000&page=\${page}\`
    const response = await fetch(url, { headers })
    const { message, data } = await response.json()
    if (!response.ok) throw new Error(message)
    yield* data.items
    if (data.currentPageNumber < page || page * 1000 >= data.totalCount) return
  }
}

for await (const order of orders()) console.log(order.id, order.hashSum, order.customCode)`,
  },
]

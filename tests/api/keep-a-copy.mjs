import { readFile, writeFile } from 'node:fs/promises'

const { QUAYSIDE, KEY } = process.env
const list = `${QUAYSIDE}/api/request/booking/get_all`
const headers = { authorization: `Bearer ${KEY}` }

// Orders by id, and the cursor to go on with, as the last run left them.
const copy = JSON.parse(await readFile('orders.json', 'utf8').catch(() => '{ "orders": {}, "cursor": null }'))
let next = copy.cursor
do {
  const from = next === null ? 'changed_since=2000-01-01' : `cursor=${next}`
  const reply = await fetch(`${list}?${from}&per_page=1000`, { headers })
  const { message, data } = await reply.json()
  if (!reply.ok) throw new Error(`${reply.status} ${message}`)
  for (const order of data.items) copy.orders[order.id] = order
  for (const id of data.deleted) delete copy.orders[id]
  copy.cursor = data.resumeCursor
  next = data.nextCursor
} while (next !== null)
await writeFile('orders.json', JSON.stringify(copy))
console.log(`${Object.keys(copy.orders).length} orders`)

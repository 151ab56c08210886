import { createServer } from 'node:http'
import pg from 'pg'
import { pageSql } from '#server/modules/orders/list-orders.ts'
import { ORDER_SQL } from '#server/modules/orders/read-order.ts'

// The limit to be measured against: the same driver and the same SQL behind node:http, with nothing between.
// Paths: /list?order=[{key,direction}]&limit=&offset= · /search?prefix= · /order?id=
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })

type Order = Parameters<typeof pageSql>[0]

const handlers: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  '/list': async (query) => {
    const order = JSON.parse(query.get('order') ?? '[]') as Order
    return (await pool.query(pageSql(order, Number(query.get('limit')), Number(query.get('offset'))))).rows
  },
  '/search': async (query) => {
    const prefix = query.get('prefix') ?? ''
    const sql =
      'select * from orders where deleted_at is null and tracking_code >= $1 and tracking_code < $2 order by id desc limit 10'
    return (await pool.query(sql, [prefix, `${prefix}~`])).rows
  },
  '/order': async (query) =>
    (await pool.query({ name: 'order', text: ORDER_SQL, values: [Number(query.get('id'))] })).rows[0],
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const rows = await handlers[pathname]?.(searchParams)
  const body = JSON.stringify(rows ?? null)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))

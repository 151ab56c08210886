import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { LIST_COLUMNS } from '#server/orders/list/list-columns.ts'
import { pageSql } from '#server/orders/list/list-orders.ts'
import { ORDER_SQL } from '#server/orders/read-order.ts'
import type { Statement } from './statements.ts'

// The limit to compare with: the same driver and the same rows behind node:http, with nothing in between. It
// trusts its input and is for measuring only.
// Reads: /list?order=[{key,direction}]&limit=&offset= · /changed?limit= · /search?prefix= · /order?id=
//        /replay?n= · statements sent to /remember before, one after the other
// Writes: /save?id= · /set-event?id= · /upload, each one transaction
// The measurement was interrupted.
process.on('disconnect', () => process.exit())
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const folder = join(process.env.DATA_DIR ?? '', 'raw-files')
mkdirSync(folder, { recursive: true })

type Order = Parameters<typeof pageSql>[0]
type Handler = (query: URLSearchParams, request: IncomingMessage) => Promise<unknown>

const remembered: Statement[][] = []

async function transaction(statements: readonly [string, unknown[]][]): Promise<unknown> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const [text, values] of statements) await client.query(text, values)
    await client.query('commit')
    return { done: statements.length }
  } finally {
    client.release()
  }
}

const AUDIT = 'insert into audit_entries (action, entity, entity_id, after) values ($1, $2, $3, $4)'
const HTML = `<html><body>${'<p>Your order is on its way.</p>'.repeat(300)}</body></html>`

const handlers: Record<string, Handler> = {
  '/list': async (query) => {
    const order = JSON.parse(query.get('order') ?? '[]') as Order // requests of our own load
    return (
      await pool.query(pageSql(order, { limit: Number(query.get('limit')), offset: Number(query.get('offset')) }))
    ).rows
  },
  '/changed': async (query) => {
    const sql = `select ${LIST_COLUMNS} from (
        select xid, record_id from sync_marks where kind = 'orders' order by xid, record_id limit $1
      ) marks join orders o on o.id = marks.record_id and o.deleted_at is null order by marks.xid, marks.record_id`
    return (await pool.query({ name: 'changed', text: sql, values: [Number(query.get('limit'))] })).rows
  },
  '/search': async (query) => {
    const prefix = query.get('prefix') ?? ''
    const sql =
      'select * from orders where deleted_at is null and tracking_code >= $1 and tracking_code < $2 order by id desc limit 10'
    return (await pool.query(sql, [prefix, `${prefix}~`])).rows
  },
  '/order': async (query) =>
    (await pool.query({ name: 'order', text: ORDER_SQL, values: [Number(query.get('id'))] })).rows[0],
  '/remember': async (_query, request) => {
    const statements: Statement[] = JSON.parse(await text(request))
    return remembered.push(statements) - 1
  },
  '/replay': async (query) => {
    const replies: unknown[] = []
    for (const statement of remembered[Number(query.get('n'))] ?? []) replies.push((await pool.query(statement)).rows)
    return replies
  },
  '/save': async (query) => {
    const id = Number(query.get('id'))
    return transaction([
      ['select id from orders where id = $1 for update', [id]],
      ['update orders set additional_information = $2, updated_at = now() where id = $1', [id, randomUUID()]],
      [AUDIT, ['order.update', 'orders', id, '{}']],
    ])
  },
  '/set-event': async (query) => {
    const id = Number(query.get('id'))
    return transaction([
      ['select id from orders where id = $1 for update', [id]],
      [
        `with entry as (insert into order_events (order_id, event_id, event_name, date)
           select $1, id, name, now() from events order by id limit 1 returning id)
         update orders set last_event_entry_id = entry.id, last_event_time = now() from entry where orders.id = $1`,
        [id],
      ],
      [
        `with mail as (insert into mails (kind, order_id, subject, html, text)
           values ('event', $1, 'On its way', $2, 'On its way') returning id)
         insert into mail_deliveries (mail_id, role, address, state) select id, 'to', 'a@b.example', 'unsent' from mail`,
        [id, HTML],
      ],
      [AUDIT, ['order.set-event', 'orders', id, '{}']],
    ])
  },
  '/upload': async (_query, request) => {
    const name = randomUUID()
    const file = await open(join(folder, name), 'w')
    let size = 0
    for await (const chunk of request) {
      const bytes: Buffer = chunk
      size += bytes.length
      await file.write(bytes)
    }
    await file.sync()
    await file.close()
    const insert = `insert into documents (name, content_type, size, sha256, storage_key, category_id, uploaded_by)
      select 'paper.pdf', 'application/pdf', $1, '', $2, c.id, u.id
      from (select min(id) as id from document_categories) c, (select min(id) as id from users) u`
    return transaction([[insert, [size, name]]])
  },
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  try {
    const body = JSON.stringify((await handlers[pathname]?.(searchParams, request)) ?? null)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))

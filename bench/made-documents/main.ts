import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { login } from '#bench/login.ts'
import { type Running, startServer } from '#bench/processes.ts'
import { withDatabase } from '#bench/temporary.ts'
import { loadDemo } from '#demo/load.ts'
import { createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { beside, shown, timed } from './times.ts'

// `npm run bench -- pdf`: how long a booking confirmation and 100 labels take over HTTP, and how much longer
// another caller waits while they are made.
const TURNS = 20
const LABELS = 100
/** An order whose booking confirmation can be made. */
async function findOrder(databaseUrl: string): Promise<number> {
  const pool = createPool(databaseUrl, 1, { patient: true })
  const { rows } = await pool.query(`select o.id from orders o join confirmations c on c.order_id = o.id
    where o.deleted_at is null and c.port_of_loading <> '' and c.port_of_discharge <> '' and c.cargo_cut_off_at is not null
      and c.estimated_time_of_departure_at is not null order by length(c.booking_clauses) desc, o.id limit 1`)
  await pool.end()
  return rows[0].id
}

async function measurePdf(server: Running, databaseUrl: string): Promise<void> {
  const { user_token: token } = await login(server)
  const id = await findOrder(databaseUrl)
  const call = async (path: string, body?: object) => {
    const headers = { 'user-token': token, ...(body ? { 'content-type': 'application/json' } : {}) }
    const reply = await fetch(`${server.url}/api/${path}`, {
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
  }
  const make = (body: object) => call(`request/booking/${id}/made-documents`, body)
  const confirmation = () => make({ kind: 'booking-confirmation' })
  const labels = () => make({ kind: 'labels', pieces: LABELS })
  const read = () => call(`request/booking/get/${id}`)
  const turns = async (work: () => Promise<unknown>) => {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) times.push(await timed(work))
    return times
  }
  // A person first looks at what can be made, then makes it.
  await call(`request/booking/${id}/made-documents`)
  await wait(1_000)
  process.stdout.write(shown('The first booking confirmation', [await timed(confirmation)]))
  await turns(confirmation)
  process.stdout.write(shown('A booking confirmation', await turns(confirmation)))
  await labels()
  process.stdout.write(shown(`${LABELS} labels`, await turns(labels)))
  await turns(read)
  process.stdout.write(shown('Reading an order, alone', await beside(read, () => wait(5_000))))
  process.stdout.write(shown('Reading an order beside confirmations', await beside(read, () => turns(confirmation))))
  process.stdout.write(shown('Reading an order beside labels', await beside(read, () => turns(labels))))
}

await withDatabase({}, async ({ url }, folder) => {
  await migrate(url)
  const pool = createPool(url, 2, { patient: true })
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  await pool.end()
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error', NODE_ENV: 'production' }
  const server = await startServer(['dist/server/main.js'], env, '/api/health')
  await measurePdf(server, url)
  await server.stop()
})

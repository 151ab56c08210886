import { request as open } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { login } from '#bench/login.ts'
import { memoryOf, type Running, startServer } from '#bench/processes.ts'
import { withDatabase } from '#bench/temporary.ts'
import { MAX_UPLOAD_SIZE } from '#contract/lib/uploads.ts'
import { loadDemo } from '#demo/load.ts'
import { createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { beside, shown } from './times.ts'

// `npm run bench -- uploads`: the memory of the server while 50 clients upload 25 MB each at once on their
// upload pages, how long that takes, and how long staff wait beside them. Aim: under 250 MB.
const CLIENTS = 50
/** The form around the file counts towards the limit too; this leaves some room for it. */
const SIZE = MAX_UPLOAD_SIZE
const CHUNK = Buffer.alloc(64 * 1024, 0x20)

interface Page {
  token: string
  paperId: number
}

/** Gives CLIENTS orders a missing paper and a link that asks for it. */
async function makePages(databaseUrl: string): Promise<Page[]> {
  const pool = createPool(databaseUrl, 1, { patient: true })
  const { rows: papers } = await pool.query<{ id: number; orderId: number }>(
    `insert into order_requirements (order_id, name, category_id, supplier)
      select id, 'Certificate', 6, 'client' from orders where status = 0 and deleted_at is null order by id limit $1
      returning id, order_id as "orderId"`,
    [CLIENTS],
  )
  const pages: Page[] = []
  for (const { id, orderId } of papers) {
    const token = newToken()
    await pool.query(
      `insert into upload_links (token_hash, order_id, requirement_ids, email, expires_at)
        values ($1, $2, $3, 'client@example.test', now() + interval '1 day')`,
      [hashToken(token), orderId, [id]],
    )
    pages.push({ token, paperId: id })
  }
  await pool.end()
  return pages
}

/**
 * Sends a file of the largest size as a browser does, without holding it in memory; throws unless the page
 * says that it arrived.
 */
function send(server: Running, { token, paperId }: Page): Promise<void> {
  const boundary = 'quayside-bench'
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file-${paperId}"; filename="scan.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const body = SIZE - Buffer.byteLength('%PDF-1.7\n')
  return new Promise((resolve, reject) => {
    const call = open(`${server.url}/site/upload/${token}`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + body + tail.length,
      },
    })
    call.on('error', reject)
    call.on('response', async (reply) => {
      let text = ''
      for await (const part of reply.setEncoding('utf8')) text += part
      if (reply.statusCode === 200 && text.includes('Everything has arrived')) resolve()
      else reject(new Error(`An upload was answered ${reply.statusCode}: ${text.slice(0, 2_000)}`))
    })
    const write = async () => {
      call.write(head)
      for (let left = body; left > 0; left -= CHUNK.length) {
        if (!call.write(CHUNK.subarray(0, Math.min(left, CHUNK.length))))
          await new Promise((done) => call.once('drain', done))
      }
      call.end(tail)
    }
    write().catch(reject)
  })
}

await withDatabase({}, async ({ url }, folder) => {
  await migrate(url)
  const pool = createPool(url, 2, { patient: true })
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  await pool.end()
  const env = { DATABASE_URL: url, DATA_DIR: folder, TMPDIR: folder, LOG_LEVEL: 'error', NODE_ENV: 'production' }
  const server = await startServer(['dist/server/main.js'], env, '/api/health')
  const { user_token: token } = await login(server)
  const read = async () => {
    const reply = await fetch(`${server.url}/api/request/booking/get_all?limit=10`, {
      headers: { 'user-token': token },
    })
    if (!reply.ok) throw new Error(`The list was answered ${reply.status}`)
    await reply.text()
  }
  const pages = await makePages(url)
  process.stdout.write(shown('Reading the list, alone', await beside(read, () => wait(3_000))))
  const before = memoryOf(server.pid)
  const began = performance.now()
  const times = await beside(read, () => Promise.all(pages.map((page) => send(server, page))))
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(shown('Reading the list beside the uploads', times))
  const after = memoryOf(server.pid)
  process.stdout.write(
    `${CLIENTS} uploads of ${SIZE / 1024 / 1024} MB at once: ${seconds.toFixed(1)} s. Memory of the server: ${before?.now ?? '?'} MB before, at most ${after?.peak ?? '?'} MB.\n`,
  )
  await server.stop()
})

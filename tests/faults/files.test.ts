import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#server/files/files.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { portOf } from '#server/http/port-of.ts'
import { testServer } from '#server/test/test-server.ts'
import { startServerProcess } from '#tests/lib/server-process.ts'

const run = promisify(execFile)
const MB = 1024 * 1024
const FULL = { status: 507, body: { code: 507, message: 'There is no space left for files.', data: null } }

const server = testServer()
let folder: string
let disk: FileStore
let picture: Buffer

beforeAll(async () => {
  disk = server.services.files
  folder = join(server.config.dataDir, 'files')
  await mkdir(folder, { recursive: true })
  // The content is noise, which does not compress.
  const noise = {
    width: 900,
    height: 900,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  }
  picture = await sharp({ create: { ...noise, background: '#808080' } })
    .png()
    .toBuffer()
})
afterEach(() => {
  server.services.files = disk
})

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size)])
function formOf(field: string, name: string, data: Buffer, more: Buffer[] = []) {
  const form = new FormData()
  for (const each of [data, ...more]) form.append(field, new Blob([new Uint8Array(each)]), name)
  return form
}
const uploadPapers = (...sizes: number[]) => {
  const [first = 0, ...others] = sizes
  return server.call('POST', 'admin/document/upload/6', {
    body: formOf('files[]', 'paper.pdf', pdf(first), others.map(pdf)),
  })
}
const uploadPicture = () => server.call('POST', 'images/upload', { body: formOf('image', 'quay.png', picture) })

async function storedFiles() {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const rows = async () =>
  (await server.pool.query('select (select count(*)::int from documents) + (select count(*)::int from images) as n'))
    .rows[0].n

/** Expects that a fault left no file, row or connection behind and that the next upload succeeds. */
async function leavesNothing(fault: () => Promise<unknown>) {
  const before = { files: await storedFiles(), rows: await rows() }
  await fault()
  await expect.poll(() => server.pool.totalCount - server.pool.idleCount, { timeout: 10_000 }).toBe(0)
  expect({ files: await storedFiles(), rows: await rows() }).toEqual(before)
  expect((await server.call('GET', 'port')).status).toBe(200)
}

describe('a full disk', () => {
  let mounted = false
  beforeAll(async () => {
    // Only root may mount; the file-size limit below covers other users.
    mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).then(
      () => true,
      () => false,
    )
  })
  afterAll(async () => {
    if (mounted) await run('umount', [folder])
  })

  test('an upload that does not fit is 507 and leaves nothing behind', async ({ skip }) => {
    skip(!mounted, 'a small disk cannot be mounted here')
    await leavesNothing(async () => expect(await uploadPapers(3 * MB)).toMatchObject(FULL))
    await leavesNothing(async () => expect(await uploadPapers(MB, 3 * MB)).toMatchObject(FULL))
    await leavesNothing(async () => expect(await uploadPicture()).toMatchObject(FULL))
    expect((await uploadPapers(1000)).status).toBe(200)
    expect((await server.call('GET', 'ready', { token: null })).body.data.files).toBe('cannot store')
  })

  test('uploads work again once there is room', async ({ skip }) => {
    skip(!mounted, 'a small disk cannot be mounted here')
    await writeFile(join(folder, 'in-the-way'), Buffer.alloc(1_900_000))
    expect(await uploadPapers(MB)).toMatchObject(FULL)
    await rm(join(folder, 'in-the-way'))
    expect((await uploadPapers(MB)).status).toBe(200)
  })
})

test('a file beyond the system’s size limit is 507 and leaves nothing behind', async () => {
  // 1000 blocks are half a megabyte or one, depending on the shell.
  const limited = await startServerProcess(
    { DATABASE_URL: server.databaseUrl, DATA_DIR: join(server.config.dataDir, 'limited'), DEMO: '0' },
    { within: ['sh', '-c', 'ulimit -f 1000; exec "$@"', 'sh'] },
  )
  const upload = (size: number) =>
    fetch(`${limited.url}/api/admin/document/upload/6`, {
      method: 'POST',
      headers: { 'user-token': server.token },
      body: formOf('files[]', 'paper.pdf', pdf(size)),
    })
  const before = await rows()
  const reply = await upload(3 * MB)
  expect({ status: reply.status, body: await reply.json() }).toEqual(FULL)
  expect(await rows()).toBe(before)
  const left = await readdir(join(server.config.dataDir, 'limited'), { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  expect((await upload(1000)).status).toBe(200)
  await limited.kill()
})

test('a document or picture whose file is gone is 404 in the envelope', async () => {
  const { id } = (await uploadPapers(1000)).body.data.items[0]
  const { original } = (await uploadPicture()).body.data
  await rm(folder, { recursive: true })
  await mkdir(folder)
  const gone = { status: 404, body: { code: 404, message: 'Document not found', data: null } }
  expect(await server.call('GET', `document/${id}/download`)).toMatchObject(gone)
  expect((await fetch(server.url + original)).status).toBe(404)
})

test.each([
  ['documents', () => uploadPapers(1000)],
  ['images', () => uploadPicture()],
] as const)('when the row of %s cannot be written the files are removed again', async (table, upload) => {
  const written: string[] = []
  server.services.files = {
    ...disk,
    async write(key, data) {
      await disk.write(key, data)
      written.push(key)
    },
  }
  await sql`alter table ${sql.table(table)} add constraint full_up check (false) not valid`.execute(server.db)
  await leavesNothing(async () => expect((await upload()).status).toBe(500))
  expect(written.length).toBeGreaterThan(0)
  await sql`alter table ${sql.table(table)} drop constraint full_up`.execute(server.db)
})

describe('a bucket', () => {
  /** A store that answers every request with one status and records the requests. */
  async function startStore(status: number) {
    const asked: string[] = []
    const store = createServer((request, response) => {
      request.resume().on('end', () => {
        asked.push(`${request.method}`)
        response.writeHead(request.method === 'DELETE' ? 204 : status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(store, 'listening')
    const port = portOf(store)
    server.services.files = bucketAt(port)
    return { asked, stop: () => new Promise((resolve) => store.close(resolve)), port }
  }
  const bucketAt = (port: number) =>
    s3Store({ url: `http://127.0.0.1:${port}/papers`, region: 'x', accessKeyId: 'x', secretAccessKey: 'x' })
  const AWAY = { status: 503, body: { code: 503, message: 'The file store does not answer. Please try again.' } }

  test('that is full is 507 and is told to delete what it may have stored', async () => {
    const { asked, stop } = await startStore(507)
    await leavesNothing(async () => expect(await uploadPapers(1000)).toMatchObject(FULL))
    expect(asked).toContain('DELETE')
    await leavesNothing(async () => expect(await uploadPicture()).toMatchObject(FULL))
    await stop()
  })

  test('that fails or is unreachable is 503 with Retry-After, on upload and on download', async () => {
    const { data } = (await uploadPapers(1000)).body
    const image = await uploadPicture()
    const { stop, port } = await startStore(500)
    await leavesNothing(async () => expect(await uploadPapers(1000)).toMatchObject(AWAY))
    await stop()
    server.services.files = bucketAt(port)
    await leavesNothing(async () => {
      const reply = await uploadPapers(1000)
      expect(reply).toMatchObject(AWAY)
      expect(reply.headers.get('retry-after')).toBe('2')
      expect(await server.call('GET', `document/${data.items[0].id}/download`)).toMatchObject(AWAY)
      expect((await fetch(server.url + image.body.data.original)).status).toBe(503)
    })
  })
})

describe('a client that disconnects during an upload leaves nothing behind:', () => {
  const uploads = [
    ['documents', 'admin/document/upload/6', 'files[]', 'a.pdf', '%PDF-1.4\n'],
    ['an image', 'images/upload', 'image', 'a.png', '\x89PNG\r\n\x1a\n'],
    ['an import', 'value/freight/import/check', 'file', 'a.csv', 'Tier,Dest,CBM,MT\n'],
  ] as const

  test.each(uploads)('%s', async (_, path, field, name, start) => {
    const connections = () =>
      new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)))
    server.app.server.closeIdleConnections()
    await leavesNothing(async () => {
      const clients = Array.from({ length: 20 }, async () => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
        socket.write(
          `POST /api/${path} HTTP/1.1\r\nhost: x\r\nuser-token: ${server.token}\r\ncontent-length: 2000000\r\ncontent-type: multipart/form-data; boundary=cut\r\n\r\n--cut\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${start}${'x'.repeat(1_000_000)}`,
        )
        await wait(200)
        socket.destroy()
      })
      await Promise.all(clients)
      await expect.poll(connections, { timeout: 10_000 }).toBeLessThanOrEqual(2)
    })
  })
})

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { INFECTED, SCANNER_AWAY } from '#contract/lib/uploads.ts'
import { EICAR, startClamd } from '#server/test/clamd.ts'
import { PDF } from '#server/test/files.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let clamd: Awaited<ReturnType<typeof startClamd>>
let server: TestServer
let token: string
beforeAll(async () => {
  clamd = await startClamd()
  server = await startTestServer({ SCAN_SOCKET: clamd.at })
  token = await server.tokenFor((await createUser(server.db, { role: [Role.ADMIN] })).id)
})
afterAll(async () => {
  await server.close()
  await clamd.stop()
})
beforeEach(() => {
  clamd.scanned.length = 0
  clamd.answers('honest')
})

const INFECTED_PDF = Buffer.concat([PDF, EICAR])
const formOf = (field: string, data: Buffer, name = 'file.pdf') => {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(data)]), name)
  return form
}

/** All files and all rows that an upload may leave. */
async function kept() {
  const files = await readdir(join(server.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  const { rows } = await server.pool.query(`select (select count(*) from documents) + (select count(*) from images)
    + (select count(*) from imports) as n`)
  return { files: files.filter((file) => file.isFile()).length, rows: Number(rows[0].n) }
}

interface Upload {
  path: string
  field: string
}
/** A call in the document of the API, reduced to the parts read here. */
interface Described {
  requestBody?: { content: Record<string, { schema: { properties: object } }> }
}
/** Every call that takes a file, as the document of the API says. */
async function uploads(): Promise<Upload[]> {
  const { body } = await server.call('GET', 'openapi.json')
  const all: Upload[] = []
  for (const [path, methods] of Object.entries<Record<string, Described>>(body.paths))
    for (const [method, call] of Object.entries(methods)) {
      const text = JSON.stringify(call)
      if (!text.includes('multipart/form-data')) continue
      expect(method).toBe('post')
      const field =
        Object.keys(call.requestBody?.content['multipart/form-data']?.schema.properties ?? {}).find(
          (name) => name !== 'mapping',
        ) ?? ''
      all.push({ path: path.replace(/^\/api\//, '').replace('{id}', '6'), field })
    }
  return all
}
const send = ({ path, field }: Upload, data: Buffer) => {
  const query = path.endsWith('/apply') ? '?plan=x' : ''
  return server.call('POST', path + query, { token, body: formOf(field, data) })
}

test('whatever call takes a file, an infected one is refused at its field, and nothing is kept', async () => {
  const all = await uploads()
  expect(all.length).toBeGreaterThan(8)
  const before = await kept()
  for (const upload of all) {
    const { status, body } = await send(upload, INFECTED_PDF)
    expect({ ...upload, status, messages: Object.values(body.data ?? {}) }).toEqual({
      ...upload,
      status: 400,
      messages: [INFECTED],
    })
  }
  expect(clamd.scanned).toHaveLength(all.length)
  expect(await kept()).toEqual(before)
})

test('the trail says that it happened, by whom and what was found, and has nothing of the file', async () => {
  await server.db.deleteFrom('auditEntries').where('action', '=', 'upload.infected').execute()
  await send({ path: 'admin/document/upload/6', field: 'files[]' }, INFECTED_PDF)
  const entries = await server.db
    .selectFrom('auditEntries')
    .select(['action', 'userId', 'after'])
    .where('action', '=', 'upload.infected')
    .execute()
  expect(entries).toEqual([
    {
      action: 'upload.infected',
      userId: expect.any(Number),
      after: { found: 'Eicar-Test-Signature', size: INFECTED_PDF.length },
    },
  ])
})

test.each(['closed', { says: 'INSTREAM size limit exceeded. ERROR' }] as const)(
  'while the scanner answers %j, no call takes a file',
  async (answer) => {
    const all = await uploads()
    clamd.answers(answer)
    const before = await kept()
    for (const upload of all) {
      const { status, body } = await send(upload, PDF)
      expect({ ...upload, status, message: body.message }).toEqual({ ...upload, status: 503, message: SCANNER_AWAY })
    }
    expect(await kept()).toEqual(before)
  },
)

test('clean files are taken as without a scanner, and each was looked into', async () => {
  const { status, body } = await send({ path: 'admin/document/upload/6', field: 'files[]' }, PDF)
  expect({ status, names: body.data.items.map(({ name }: { name: string }) => name) }).toEqual({
    status: 200,
    names: ['file.pdf'],
  })
  expect(clamd.scanned.map((file) => file.equals(PDF))).toEqual([true])
})

test('many files are scanned a few at a time', async () => {
  clamd.answers('honest', 50)
  const sent = Array.from({ length: 12 }, () => send({ path: 'admin/document/upload/6', field: 'files[]' }, PDF))
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(clamd.most()).toBeLessThanOrEqual(4)
})

test('the instance stays ready without its scanner, and says so', async () => {
  const ready = async () => (await server.call('GET', 'ready', { token: null })).body.data
  expect(await ready()).toMatchObject({ database: 'ok', scanner: 'ok' })
  clamd.answers('silent')
  expect(await ready()).toMatchObject({ database: 'ok', scanner: 'does not answer' })
})

/** Papers that a client is asked for, and the link by which they are sent. */
async function asked() {
  const names = ['Commercial invoice', 'Packing list']
  for (const name of names)
    await server.call('POST', 'document-requirement', {
      token,
      body: { name, categoryId: 1, supplier: 'client', basis: 'booking', offsetDays: 9 },
    })
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const path = `request/booking/${order.id}/requirements`
  const items: { id: number }[] = (await server.call('GET', path, { token })).body.data.items
  const ids = items.map(({ id }) => id)
  await server.call('POST', `${path}/ask`, { token, body: { ids } })
  const { html } = await server.db
    .selectFrom('mails')
    .select('html')
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  const link = /\/site\/upload\/([A-Za-z0-9_-]{43})/.exec(html)?.[1] ?? ''
  const upload = async (files: [id: number, data: Buffer][]) => {
    const form = new FormData()
    for (const [id, data] of files) form.append(`file-${id}`, new Blob([new Uint8Array(data)]), `paper-${id}.pdf`)
    const reply = await fetch(`${server.url}/site/upload/${link}`, { method: 'POST', body: form })
    return { status: reply.status, text: await reply.text() }
  }
  return { ids, upload }
}

test('strangers with an upload link: an infected file is named, clean ones beside it are taken', async () => {
  const { ids, upload } = await asked()
  const [first = 0, second = 0] = ids
  const before = await kept()
  const { status, text } = await upload([
    [first, INFECTED_PDF],
    [second, PDF],
  ])
  expect(status).toBe(200)
  expect(text).toContain(`paper-${first}.pdf: ${INFECTED}`)
  expect(text).toContain(`paper-${second}.pdf, for `)
  expect(await kept()).toEqual({ files: before.files + 1, rows: before.rows + 1 })
})

test('strangers with an upload link: while the scanner is away, none of their files is taken, and a link leads back', async () => {
  const { ids, upload } = await asked()
  const before = await kept()
  clamd.answers('closed')
  const { status, text } = await upload(ids.slice(0, 2).map((id) => [id, PDF]))
  expect({ status, said: text.includes(SCANNER_AWAY) }).toEqual({ status: 503, said: true })
  expect(text).toMatch(/<a href="\/site\/upload\/[\w-]{43}">Back to the documents<\/a>/)
  expect(await kept()).toEqual(before)
})

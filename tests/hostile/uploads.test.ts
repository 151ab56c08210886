import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_IMPORT_SIZE } from '#contract/lib/import.ts'
import { LIMITS } from '#server/http/limits.ts'
import { testServer } from '#server/test/test-server.ts'

const MB = 1024 * 1024
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const server = testServer()
let folder: string
beforeAll(async () => {
  folder = join(server.config.dataDir, 'files')
  await mkdir(folder, { recursive: true })
})

interface Part {
  field?: string
  name?: string | null
  type?: string
  data?: string | Buffer
  headers?: string
}

/** A form as exact bytes. */
function form(parts: Part[], boundary: string, end = `--${boundary}--\r\n`) {
  const pieces = parts.flatMap(({ field = 'files[]', name = 'a.pdf', type, data = PDF, headers = '' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${name === null ? '' : `; filename="${name}"`}\r\n${type ? `content-type: ${type}\r\n` : ''}${headers}\r\n`,
    ),
    Buffer.from(data),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(end)])
}

async function send(body: Buffer, contentType: string, path = 'admin/document/upload/6') {
  const reply = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'user-token': server.token, 'content-type': contentType },
    body: new Uint8Array(body),
  })
  const text = await reply.text()
  return { status: reply.status, body: JSON.parse(text) }
}

const upload = (parts: Part[], boundary = 'cut', end?: string) =>
  send(form(parts, boundary, end), `multipart/form-data; boundary=${boundary}`)

const stored = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const { rows } = await server.pool.query('select count(*)::int as n from documents')
  return { files: entries.filter((entry) => entry.isFile()).length, rows: rows[0].n }
}

/** Expects a refusal in the envelope that left no file or row. */
async function refused(work: () => Promise<{ status: number; body: { code: number } }>, ...statuses: number[]) {
  const before = await stored()
  const reply = await work()
  expect(statuses).toContain(reply.status)
  expect(reply.body.code).toBe(reply.status)
  expect(await stored()).toEqual(before)
  return reply
}

describe('the form', () => {
  test('a boundary of 70 characters is accepted; 71, 252, none or an odd one is 400', async () => {
    expect((await upload([{}], 'b'.repeat(70))).status).toBe(200)
    for (const length of [71, 252, 5_000]) await refused(() => upload([{}], 'b'.repeat(length)), 400)
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])
      await refused(() => send(form([{}], 'cut'), type), 400)
    await refused(() => send(form([{}], 'cut'), 'multipart/form-data; boundary=other'), 400)
    await refused(() => send(form([{}], 'cut'), 'multipart/mixed; boundary=cut'), 400, 415)
  })

  test('a form without its end, without parts or empty is 400', async () => {
    await refused(() => upload([{}], 'cut', ''), 400)
    await refused(() => upload([{}], 'cut', '--cut'), 400)
    await refused(() => upload([], 'cut'), 400)
    await refused(() => send(Buffer.alloc(0), 'multipart/form-data; boundary=cut'), 400)
    await refused(() => send(Buffer.from('no form at all'), 'multipart/form-data; boundary=cut'), 400)
    await refused(() => upload([{ name: null }]), 400)
  })

  test('the maximum number of files is accepted, one more is 413', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.pdf` }))
    expect((await upload(many(LIMITS.files))).body.data.items).toHaveLength(LIMITS.files)
    await refused(() => upload(many(LIMITS.files + 1)), 413)
  })

  test('text fields are limited in number and in length of name and value', async () => {
    const fields = (count: number, field = 'x', data = 'y') => [
      ...Array.from({ length: count }, (_, n) => ({ field: `${field}${n}`, name: null, data })),
      {},
    ]
    expect((await upload(fields(LIMITS.fields))).status).toBe(200)
    await refused(() => upload(fields(LIMITS.fields + 1)), 413)
    // Form fields are not read, so a long value does not matter.
    expect((await upload(fields(1, 'x', 'y'.repeat(LIMITS.fieldBytes + 1)))).status).toBe(200)
    await refused(() => upload([{ field: '__proto__' }]), 400)
    await refused(() => upload([{ field: 'constructor', name: null }, {}]), 400)
  })

  test('a part with too many or too long headers is refused or read without them', async () => {
    for (const headers of ['x-a: 1\r\n'.repeat(LIMITS.partHeaders * 10), `x-a: ${'y'.repeat(100_000)}\r\n`]) {
      const { status } = await upload([{ headers }])
      expect([200, 400]).toContain(status)
    }
    expect((await upload([{}])).status).toBe(200)
  })

  test('100 MB before the first part are refused without being kept in memory', async () => {
    const before = process.memoryUsage().rss
    const flood = async () => {
      const headers = { 'user-token': server.token, 'content-type': 'multipart/form-data; boundary=cut' }
      const call = request(`${server.url}/api/admin/document/upload/6`, { method: 'POST', headers })
      const answer = once(call, 'response')
      const piece = Buffer.alloc(64 * 1024, 'x')
      for (let n = 0; n < 1_600; n++) if (!call.write(piece)) await once(call, 'drain')
      call.end()
      const [reply] = (await answer) as [IncomingMessage]
      return { status: reply.statusCode ?? 0, body: JSON.parse(await text(reply)) }
    }
    await refused(flood, 400)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB)
  })
})

describe('a file that is one byte too large', () => {
  test.each([
    ['admin/document/upload/6', 'files[]', 'a.pdf', 25 * MB],
    ['images/upload', 'image', 'a.png', 4 * MB],
    ['value/freight/import/check', 'file', 'a.csv', MAX_IMPORT_SIZE],
  ])('is 413 at %s, even if that byte arrives late', async (path, field, name, most) => {
    const late = async () => {
      const headers = { 'user-token': server.token, 'content-type': 'multipart/form-data; boundary=cut' }
      const call = request(`${server.url}/api/${path}`, { method: 'POST', headers })
      const answer = once(call, 'response')
      const whole = form(
        [{ field, name, data: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(most - 8)]) }],
        'cut',
      )
      const last = whole.length - '\r\n--cut--\r\n'.length - 1
      call.write(whole.subarray(0, last))
      await wait(300)
      call.write(whole.subarray(last, last + 1))
      await wait(50)
      call.end(whole.subarray(last + 1))
      const [reply] = (await answer) as [IncomingMessage]
      return { status: reply.statusCode ?? 0, body: JSON.parse(await text(reply)) }
    }
    await refused(late, 413)
  })
})

describe('the declared type of a file', () => {
  test.each([
    ['text/html;image/png', 'a.png', '<html><script>alert(1)</script>'],
    ['image/png', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['application/pdf', 'a.pdf', 'MZ\u0090\u0000'],
    ['application/pdf', 'a.pdf.exe', PDF],
    ['application/pdf', 'a', PDF],
    ['application/pdf', '.pdf', 'x'],
    ['image/jpeg', 'a.jpg', Buffer.from('0000000c4a584c200d0a870a', 'hex')],
    ['image/jpeg', 'a.jpg', Buffer.from('0000000c4a584c200d0a870a00000000', 'hex')],
    ['image/tiff', 'a.tiff', '\u0000\u0000'],
    ['application/zip', 'a.docx', Buffer.from('504b0304', 'hex')],
    ['application/msword', 'a.doc', Buffer.from('d0cf11e0', 'hex')],
  ])('does not matter: %s named %s', async (type, name, data) => {
    const reply = await refused(() => upload([{ name: 'good.pdf' }, { name, type, data }]), 400)
    expect(reply.body).toMatchObject({ data: { 'files.1': expect.any(String) } })
  })

  test('a TIFF of 2000 pages and a picture of 65535 pixels a side are accepted as documents, not as pictures', async () => {
    // A TIFF as a chain of empty directories after the eight bytes of the header.
    const pages = Buffer.alloc(8 + 2000 * 18)
    pages.write('II*\0', 'latin1')
    pages.writeUInt32LE(8, 4)
    for (let page = 0; page < 2000; page++) {
      const at = 8 + page * 18
      pages.writeUInt16LE(1, at)
      pages.writeUInt32LE(at + 18, at + 14)
    }
    const before = process.memoryUsage().rss
    expect((await upload([{ name: 'a.tiff', data: pages }])).status).toBe(200)
    const picture = form([{ field: 'image', name: 'a.png', data: pages }], 'cut')
    await refused(() => send(picture, 'multipart/form-data; boundary=cut', 'images/upload'), 400)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB)
  })
})

describe('the name of a file', () => {
  test.each([
    ['', undefined],
    ['..', undefined],
    ['NUL.pdf', 'document-NUL.pdf'],
    ['/etc/passwd.pdf', 'passwd.pdf'],
    ['a.pdf\u202e', 'a.pdf'],
    ['  spaced   out .pdf', 'spaced out .pdf'],
    ['a<b>:|?*.pdf', 'ab.pdf'],
    ['é.pdf', 'é.pdf'],
  ])('%j is stored as %j, under a key of our own', async (name, kept) => {
    const { status, body } = await upload([{ name }])
    if (kept === undefined) expect(status).toBe(400)
    else {
      expect(body.data.items[0].name).toBe(kept)
      const { storageKey } = await server.db
        .selectFrom('documents')
        .select('storageKey')
        .where('id', '=', body.data.items[0].id)
        .executeTakeFirstOrThrow()
      expect(storageKey).toMatch(/^documents\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)
    }
  })

  test('is sent with the download as RFC 6266 requires, whatever it contains', async () => {
    const { body } = await upload([{ name: 'Grüße; "x" %41 🚢.pdf'.replaceAll('"', '%22') }])
    const reply = await fetch(`${server.url}/api/document/${body.data.items[0].id}/download`, {
      headers: { 'user-token': server.token },
    })
    const value = reply.headers.get('content-disposition') ?? ''
    expect(value).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9%!.~_-]+$/)
    expect(await reply.text()).toBe(PDF)
  })
})

test('a picture in another field, sent twice or not sent as a file is refused', async () => {
  const data = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const image = (parts: Part[]) => send(form(parts, 'cut'), 'multipart/form-data; boundary=cut', 'images/upload')
  expect((await image([{ field: 'image', name: 'a.png', data }])).status).toBe(200)
  await refused(() => image([{ field: 'picture', name: 'a.png', data }]), 400)
  await refused(() => image([{ field: 'image', name: null, data: 'x' }]), 400)
})

import { watch } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { WRONG_TYPE } from '#contract/orders/set-event.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { PDF, pdf } from '#server/test/files.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { TOO_LARGE } from './receive-files.ts'

const MB = 1024 * 1024
const server = testServer()
let requirementIds: number[]
beforeAll(async () => {
  requirementIds = []
  for (const name of ['Commercial invoice', 'Packing list']) {
    const body = {
      name,
      categoryId: name === 'Packing list' ? 2 : 1,
      supplier: 'client',
      basis: 'booking',
      offsetDays: 9,
    }
    requirementIds.push((await server.call('POST', 'document-requirement', { body })).body.data.id)
  }
})

const tokenIn = (html: string) => /\/site\/upload\/([A-Za-z0-9_-]{43})/.exec(html)?.[1] ?? ''
const newestMail = (orderId: number) =>
  server.db
    .selectFrom('mails')
    .select('html')
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** An order whose client was asked for both papers. */
async function asked() {
  const client = await createUser(server.db)
  const order = await createOrder(server.db, {
    userId: client.id,
    companyName: 'Secret Imports',
    shipmentDescription: 'Lamps',
  })
  const path = `request/booking/${order.id}/requirements`
  const ids: number[] = (await server.call('GET', path)).body.data.items.map(({ id }: { id: number }) => id)
  const { link } = (await server.call('POST', `${path}/ask`, { body: { ids } })).body.data
  const papers = async () => (await server.call('GET', path)).body.data
  return { order, client, ids, link, papers, path, token: tokenIn((await newestMail(order.id)).html) }
}

const open = async (path: string, options: RequestInit = {}) => {
  const reply = await fetch(`${server.url}/site/upload/${path}`, options)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
const upload = (token: string, files: readonly (readonly [id: number, name: string, data: Buffer])[]) => {
  const body = new FormData()
  for (const [id, name, data] of files) body.append(`file-${id}`, new Blob([new Uint8Array(data)]), name)
  return open(token, { method: 'POST', body })
}
const renew = (token: string) => open(`${token}/new-link`, { method: 'POST', body: new URLSearchParams() })

test('a paper that was waived is not needed any more, and has not arrived', async () => {
  const { path, token, papers } = await asked()
  const [invoice] = (await papers()).items
  await server.call('PUT', `${path}/${invoice.id}`, { body: { state: 'waived', reason: 'On file' } })
  const { text } = await open(token)
  expect(text).toContain(`<h2>${invoice.name}</h2><p>Not needed any more.</p>`)
  expect(text).not.toContain('Arrived.')
})

test('the page says which shipment it is for and what is asked for, and nothing else of it; it is for nobody else', async () => {
  const { order, token } = await asked()
  const { status, text, headers } = await open(token)
  expect(status).toBe(200)
  expect(text).toContain('Commercial invoice')
  expect(text).toContain('Packing list')
  const head = [formatTrackingCode(order.trackingCode), order.shipmentPurchase, order.cityName, order.cartageName]
  for (const part of head) expect(text).toContain(part)
  const inHead = ['trackingCode', 'hashSum', 'customCode', 'shipmentPurchase', 'cityName', 'cartageName']
  const told = [
    ...inHead,
    'id',
    'status',
    'createdAt',
    'updatedAt',
    'originDepotId',
    'transportationMode',
    'shipmentTradeTerms',
  ]
  const secrets = Object.entries(order).flatMap(([key, value]) =>
    !told.includes(key) && (typeof value === 'string' || typeof value === 'number') && String(value).length > 3
      ? [String(value)]
      : [],
  )
  expect(secrets.length).toBeGreaterThan(10)
  expect(secrets.filter((value) => text.includes(value))).toEqual([])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
  expect(text).not.toMatch(/<script(?! src="\/site\/upload\/page\.js")/)
  for (const file of ['page.css', 'page.js']) expect((await open(file)).status).toBe(200)
})

test('a right file is kept, a wrong one is named and keeps the others; then the order has what was sent', async () => {
  const { order, client, ids, token, papers } = await asked()
  const [invoice = 0, list = 0] = ids
  const first = await upload(token, [
    [invoice, 'invoice.pdf', PDF],
    [list, 'list.pdf', Buffer.from('not a pdf')],
  ])
  expect(first.status).toBe(200)
  expect(first.text).toContain('invoice.pdf, for Commercial invoice')
  expect(first.text).toContain(`list.pdf: ${WRONG_TYPE}`)
  expect((await papers()).items).toMatchObject([
    { state: 'received', document: { name: 'invoice.pdf' } },
    { state: 'requested' },
  ])
  const stored = await server.db.selectFrom('documents').selectAll().where('orderId', '=', order.id).execute()
  expect(stored).toMatchObject([{ name: 'invoice.pdf', categoryId: 1, uploadedBy: client.id, openedAt: null }])
  // Staff are told of it as a client's document that nobody has opened.
  const { body } = await server.call('GET', `request/booking/${order.id}/attention`)
  expect(body.data.map(({ rule }: { rule: string }) => rule)).toContain('client-document')
  const exchange = (await server.call('GET', `request/booking/${order.id}/document_exchange`)).body.data
  expect(exchange.user).toHaveLength(1)
  const last = await upload(token, [[list, 'list.pdf', PDF]])
  expect(last.text).toContain('Everything has arrived')
  expect(await papers()).toMatchObject({ there: 2, total: 2, links: [{ state: 'used' }] })
})

test.each([
  ['empty', Buffer.alloc(0), 'empty.pdf', EMPTY_FILE],
  ['of a type that is not accepted', Buffer.from('<svg/>'), 'list.svg', WRONG_TYPE],
  ['HTML under another name', Buffer.from('<html></html>'), 'list.pdf', WRONG_TYPE],
  ['larger than 25 MB', pdf(25 * MB + 1), 'large.pdf', TOO_LARGE],
])('a file that is %s is named, and the other is kept', async (_what, data, name, problem) => {
  const { ids, token, papers } = await asked()
  const [invoice = 0, list = 0] = ids
  const { status, text } = await upload(token, [
    [list, name, data],
    [invoice, 'invoice.pdf', PDF],
  ])
  expect(status).toBe(200)
  expect(text).toContain(`${name}: ${problem}`)
  expect((await papers()).items).toMatchObject([{ state: 'received' }, { state: 'requested', documentId: null }])
})

test('a form without any file says what to do: the script that would is not everywhere', async () => {
  const { token, papers } = await asked()
  const body = new FormData()
  body.append('file-1', new Blob([]), '')
  const { status, text } = await open(token, { method: 'POST', body })
  expect(status).toBe(200)
  expect(text).toContain('Choose a file first.')
  expect((await open(token)).text).not.toContain('Choose a file first.')
  expect(await papers()).toMatchObject({ there: 0 })
})

test('files of more than 25 MB together: those that fit are kept; nothing is left on the disk', async () => {
  const { ids, token, papers } = await asked()
  const [invoice = 0, list = 0] = ids
  // A folder for this test alone: other servers receive files beside it.
  const folder = await mkdtemp(join(tmpdir(), 'quayside-received-'))
  vi.stubEnv('TMPDIR', folder)
  const seen: (string | null)[] = []
  const watcher = watch(folder, (_event, name) => seen.push(name))
  try {
    const { text } = await upload(token, [
      [invoice, 'one.pdf', pdf(14 * MB)],
      [list, 'two.pdf', pdf(14 * MB)],
    ])
    expect(text).toContain(`two.pdf: ${TOO_LARGE}`)
    expect((await papers()).items).toMatchObject([{ state: 'received' }, { state: 'requested' }])
    await expect.poll(() => seen).toContainEqual(expect.stringMatching(/^quayside-upload-/))
    expect(await readdir(folder)).toEqual([])
  } finally {
    watcher.close()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

test('files for papers that the link did not ask for, or that have arrived, are not taken', async () => {
  const one = await asked()
  const other = await asked()
  const [invoice = 0] = one.ids
  const [foreign = 0] = other.ids
  const { text } = await upload(one.token, [
    [foreign, 'foreign.pdf', PDF],
    [invoice, 'a.pdf', PDF],
    [invoice, 'b.pdf', PDF],
  ])
  expect(text).toContain('foreign.pdf: This document is not needed any more')
  expect(text).toContain('b.pdf: Send one file for each document')
  expect(await other.papers()).toMatchObject({ there: 0 })
  expect((await upload(one.token, [[invoice, 'again.pdf', PDF]])).text).toContain(
    'again.pdf: This document is not needed',
  )
  const names = await server.db.selectFrom('documents').select('name').where('orderId', '=', one.order.id).execute()
  expect(names).toEqual([{ name: 'a.pdf' }])
})

test('an expired, revoked or used link says so, takes nothing, and offers a new one: twice a day', async () => {
  const { order, ids, link, token, papers } = await asked()
  const [invoice = 0] = ids
  await sql`update upload_links set expires_at = now() - interval '1 minute' where id = ${link.id}`.execute(server.db)
  const expired = await open(token)
  expect(expired).toMatchObject({ status: 410 })
  expect(expired.text).toContain('This link has expired')
  expect(expired.text).toContain('Send me a new link')
  expect((await upload(token, [[invoice, 'late.pdf', PDF]])).status).toBe(410)
  expect(await papers()).toMatchObject({ there: 0 })
  // The mail goes to the same address, whatever the order's address is by now, and the page does not say
  // which.
  await server.db.updateTable('orders').set({ email: 'other@example.test' }).where('id', '=', order.id).execute()
  const renewed = await renew(token)
  expect(renewed.text).toContain('A new link is on its way')
  expect(renewed.text).not.toContain('@')
  const again = tokenIn((await newestMail(order.id)).html)
  expect(again).not.toBe(token)
  expect((await open(again)).status).toBe(200)
  const to = await server.db
    .selectFrom('mailDeliveries as d')
    .innerJoin('mails as m', 'm.id', 'd.mailId')
    .select('d.address')
    .where('m.orderId', '=', order.id)
    .execute()
  expect(to.map(({ address }) => address)).toEqual(['anna@example.test', 'anna@example.test'])
  const [newest] = (await papers()).links
  await server.call('DELETE', `request/booking/${order.id}/upload-links/${newest.id}`)
  expect((await open(again)).text).toContain('This link no longer works')
  expect((await renew(again)).text).toContain('A new link is on its way')
  expect((await renew(token)).text).toContain('Please check your email')
  const { length } = await server.db.selectFrom('uploadLinks').select('id').where('orderId', '=', order.id).execute()
  expect(length).toBe(3)
})

test('a used link offers a new one once a paper was rejected; with nothing missing there is none', async () => {
  const { order, ids, token, path } = await asked()
  const [invoice = 0, list = 0] = ids
  await upload(token, [
    [invoice, 'invoice.pdf', PDF],
    [list, 'list.pdf', PDF],
  ])
  const used = await open(token)
  expect(used).toMatchObject({ status: 410 })
  expect(used.text).toContain('Everything has arrived')
  expect((await renew(token)).text).toContain('Nothing is missing')
  await server.call('PUT', `${path}/${list}`, { body: { state: 'rejected', reason: 'Page 2 is missing' } })
  const missing = await open(token)
  expect(missing.status).toBe(410)
  expect(missing.text).toContain('This link has been used')
  expect(missing.text).not.toContain('Everything has arrived')
  await renew(token)
  const again = await open(tokenIn((await newestMail(order.id)).html))
  expect(again.text).toContain('Page 2 is missing')
  expect(again.text).not.toContain('Commercial invoice')
})

test('a forwarded link shows nothing of what was sent before', async () => {
  const { ids, token } = await asked()
  await upload(token, [[ids[0] ?? 0, 'very-private.pdf', PDF]])
  const { text } = await open(token)
  expect(text).toContain('Arrived.')
  expect(text).not.toContain('very-private')
})

test('when the client is deleted the link is dead and tells nothing; restored, it works again', async () => {
  const { order, client, ids, token } = await asked()
  await server.call('DELETE', `admin/user/${client.id}`)
  const unknown = await open('x'.repeat(43))
  const dead = await open(token)
  expect(dead.status).toBe(404)
  expect(dead.text).toBe(unknown.text)
  expect((await upload(token, [[ids[0] ?? 0, 'late.pdf', PDF]])).status).toBe(404)
  expect((await renew(token)).status).toBe(404)
  expect(await server.db.selectFrom('documents').select('id').where('orderId', '=', order.id).execute()).toEqual([])
  await server.call('POST', `admin/user/${client.id}/restore`)
  expect((await open(token)).status).toBe(200)
  await server.db.updateTable('orders').set({ status: 1 }).where('id', '=', order.id).execute()
  expect((await open(token)).text).toContain('Nothing to upload')
})

test('two uploads for one paper at once: one is taken', async () => {
  const { order, ids, token } = await asked()
  const texts = await Promise.all(
    ['a.pdf', 'b.pdf'].map(async (name) => (await upload(token, [[ids[0] ?? 0, name, PDF]])).text),
  )
  expect(texts.filter((text) => text.includes('Arrived, thank you'))).toHaveLength(1)
  expect(await server.db.selectFrom('documents').select('id').where('orderId', '=', order.id).execute()).toHaveLength(1)
})

test('hostile forms are refused in a page, and change nothing', async () => {
  const { token, papers } = await asked()
  const post = (body: string, type: string) => open(token, { method: 'POST', body, headers: { 'content-type': type } })
  expect((await post('{}', 'application/json')).status).toBe(415)
  expect((await post('a=1', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await post('--x\r\n', 'multipart/form-data; boundary=x')).status).toBe(400)
  expect((await post('--x--', `multipart/form-data; boundary=${'y'.repeat(71)}`)).status).toBe(400)
  for (const path of ['x', `${token}x`, token.slice(1)]) expect((await open(path)).status).toBe(404)
  for (const method of ['PUT', 'DELETE']) expect((await open(token, { method })).status).toBe(404)
  const named = await upload(token, [[0, '../../x.pdf', PDF]])
  expect(named.text).toContain('x.pdf: ')
  expect(await papers()).toMatchObject({ there: 0 })
})

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sendDocument } from '#server/test/files.ts'
import { createConfirmation, createTemplate } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { readersOn, secretIn } from './readers.fixture.ts'

const server = testServer()
let on: ReturnType<typeof readersOn>
beforeAll(async () => {
  on = readersOn(server)
})

const march = (day: number) => `2027-03-${String(day).padStart(2, '0')}T00:00:00.000Z`

/** An order whose client got a mail with a link. */
async function mailed(values: object = {}) {
  const made = await on.newOrder(values)
  await on.setEvent(made.order.id, { publicStatus: 'On board' })
  return { ...made, token: await on.newestLink(made.order.id) }
}
const expire = (orderId: number) =>
  sql`update tracking_links set expires_at = now() where order_id = ${orderId}`.execute(server.db)

test('a mail to the client has a link of its own; log, previews and database have no secret of it', async () => {
  const { order, token } = await mailed()
  expect(token).not.toBe('')
  const [sent] = await on.mails(order.id)
  const shown = (await server.call('GET', `admin/mail/${sent?.id}`)).body.data
  expect(shown.html).toContain('http://app.test/site/tracking/personal/…')
  expect(`${shown.html}${shown.text}`).not.toContain(token)
  const history = await server.call('GET', `request/event/data/${order.id}`)
  expect(JSON.stringify(history.body)).not.toContain(token)
  const { rows } = await sql<{ days: number; hash: string }>`
    select (expires_at::date - now()::date) as days, encode(token_hash, 'hex') as hash from tracking_links
    where order_id = ${order.id}`.execute(server.db)
  expect(rows).toMatchObject([{ days: 365 }])
  expect(await on.readers(order.id)).toMatchObject({
    links: [{ email: 'anna@example.test', documents: true, opens: 0, openedAt: null, state: 'live' }],
    subscribers: 0,
  })
  const second = await on.setEvent(order.id, { publicStatus: 'Arrived' })
  expect(second.id).toBeGreaterThan(0)
  expect(await on.newestLink(order.id)).not.toBe(token)
})

test('a preview is the mail that is sent, with the secret hidden; it makes no link', async () => {
  const { order } = await on.newOrder()
  const template = await createTemplate(
    server.db,
    '<p><a href="{{ site.trackingUrl }}">{{ site.trackingUrl }}</a></p>',
    'Track: {{ site.trackingUrl }}',
  )
  const preview = await server.call('POST', `template/email/${template.id}/preview/${order.id}`, { body: {} })
  expect((await on.readers(order.id)).links).toEqual([])
  await on.setEvent(order.id, { emailTemplateId: template.id })
  const [sent] = await on.mails(order.id)
  const token = secretIn(sent?.html ?? '', 'personal')
  expect(sent?.html.replaceAll(token, '…')).toBe(preview.body.data.html)
  expect(sent?.text).toContain(token)
  // Subjects appear in lists, so they have everybody's page.
  const publicUrl = `http://site.test/tracking?code=${order.hashSum}${order.customCode}`
  expect(sent?.subject).toBe(`Track: ${publicUrl}`)
  expect(preview.body.data.subject).toBe(sent?.subject)
})

test('the page shows what the public page does, and is for nobody else; nothing personal is on it', async () => {
  const { order, token } = await mailed({ companyName: 'Secret Imports', shipmentDescription: 'Lamps' })
  const { status, text, headers } = await on.open(`personal/${token}`)
  expect(status).toBe(200)
  expect(text).toContain('On board')
  for (const secret of [order.yourName, order.email, order.phone, 'Secret Imports', 'Lamps', '855.96', 'anna'])
    expect(text).not.toContain(secret)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).not.toMatch(/script-src|unsafe/)
  expect(headers.get('set-cookie')).toBeNull()
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text).not.toContain('<script')
  expect((await on.open('page.css')).status).toBe(200)
})

test('openings and downloads are counted; a browser that fetches in advance is not', async () => {
  const { order, token } = await mailed()
  await on.open(`personal/${token}`)
  await on.open(`personal/${token}`)
  expect((await on.open(`personal/${token}`, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(403)
  expect((await on.open(`personal/${token}`, { method: 'HEAD' })).status).toBe(404)
  const [link] = (await on.readers(order.id)).links
  expect(link).toMatchObject({ opens: 2, downloads: 0 })
  expect(Date.parse(link.openedAt)).toBeGreaterThan(Date.now() - 60_000)
})

test('documents that were mailed with an event can be downloaded by the link, and no other', async () => {
  const { order } = await on.newOrder()
  const sent = await sendDocument(server)
  await on.setEvent(order.id, { documents: [sent] })
  const token = await on.newestLink(order.id)
  // Staff added the document beside the events: it was never meant for the client.
  const internal = await sendDocument(server)
  await server.call('POST', `request/booking/${order.id}/documents`, { body: { documents: [internal] } })
  const { text } = await on.open(`personal/${token}`)
  expect([...text.matchAll(/\/documents\/(\d+)"/g)].map(([, id]) => Number(id))).toEqual([sent])
  const file = await on.open(`personal/${token}/documents/${sent}`)
  expect(file.status).toBe(200)
  expect(file.text).toContain('%PDF')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('content-security-policy')).toContain('sandbox')
  expect(file.headers.get('cache-control')).toBe('private, no-store')
  expect((await on.readers(order.id)).links[0]).toMatchObject({ opens: 1, downloads: 1 })
  expect((await on.open(`personal/${token}/documents/${internal}`)).status).toBe(404)
  const other = await mailed()
  expect((await on.open(`personal/${other.token}/documents/${sent}`)).status).toBe(404)
  expect((await on.open(`personal/${'x'.repeat(43)}/documents/${sent}`)).status).toBe(404)
  for (const id of ['0', '9999999999', '-1', 'x', `${sent}/..`])
    expect((await on.open(`personal/${token}/documents/${id}`)).status).toBe(404)
  await expire(order.id)
  expect((await on.open(`personal/${token}/documents/${sent}`)).status).toBe(410)
})

test('a document goes from the page with its event, and when the paper was rejected', async () => {
  const { order } = await on.newOrder()
  const withdrawn = await sendDocument(server)
  const rejected = await sendDocument(server)
  const entry = await on.setEvent(order.id, { documents: [withdrawn] })
  await on.setEvent(order.id, { documents: [rejected] })
  const token = await on.newestLink(order.id)
  const statuses = async () =>
    Promise.all([withdrawn, rejected].map(async (id) => (await on.open(`personal/${token}/documents/${id}`)).status))
  expect(await statuses()).toEqual([200, 200])
  await server.call('POST', `request/event/entry/${entry.id}/withdraw`, { body: { reason: 'Wrong order' } })
  const paper = (
    await server.call('POST', `request/booking/${order.id}/requirements`, { body: { name: 'Invoice', categoryId: 1 } })
  ).body.data
  const patch = { documentId: rejected, state: 'rejected', reason: 'Page 2 is missing' }
  await server.call('PUT', `request/booking/${order.id}/requirements/${paper.id}`, { body: patch })
  expect(await statuses()).toEqual([404, 404])
  expect((await on.open(`personal/${token}`)).text).toContain('There are none yet')
})

test('a template can keep the documents off the page', async () => {
  const { order } = await on.newOrder()
  const body = { title: 'Bare', subject: 'S', content: '<p>{{ site.trackingUrl }}</p>', trackingDocuments: false }
  const template = (await server.call('POST', 'template/email', { body })).body.data
  expect(template.trackingDocuments).toBe(false)
  const copy = (await server.call('POST', 'template/email', { body: { copyOf: template.id } })).body.data
  expect(copy.trackingDocuments).toBe(false)
  const document = await sendDocument(server)
  await on.setEvent(order.id, { emailTemplateId: template.id, documents: [document] })
  const token = await on.newestLink(order.id)
  const { status, text } = await on.open(`personal/${token}`)
  expect(status).toBe(200)
  expect(text).not.toContain('Documents</h2>')
  expect((await on.open(`personal/${token}/documents/${document}`)).status).toBe(404)
  const again = await server.call('PUT', `template/email/${template.id}`, { body: { trackingDocuments: true } })
  expect(again.body.data.trackingDocuments).toBe(true)
})

test('“was” is what this reader was shown last, by whichever link, and each reader has their own', async () => {
  const { order, token } = await mailed()
  await createConfirmation(server.db, { orderId: order.id, portEstimatedTimeOfArrivalAt: march(3) })
  expect((await on.open(`personal/${token}`)).text).not.toContain('was Mar')
  await server.call('PUT', `request/booking/${order.id}/confirmation/edit`, {
    body: { portEstimatedTimeOfArrivalAt: march(8) },
  })
  await on.setEvent(order.id, { publicStatus: 'At sea' })
  const second = await on.newestLink(order.id)
  await server.db.updateTable('orders').set({ email: 'bea@example.test' }).where('id', '=', order.id).execute()
  await on.setEvent(order.id, { publicStatus: 'Still at sea' })
  const ofBea = await on.newestLink(order.id)
  expect((await on.open(`personal/${ofBea}`)).text).not.toContain('was Mar')
  const shown = (await on.open(`personal/${second}`)).text
  expect(shown).toContain('Mar 8')
  expect(shown).toContain('was Mar 3')
  // The page has been shown, so this reader knows its news.
  expect((await on.open(`personal/${token}`)).text).not.toContain('was Mar')
})

test('a link works until the moment it expires; then it says so and offers a new one: twice a day', async () => {
  const { order, token } = await mailed()
  const expires = (at: string) =>
    sql`update tracking_links set expires_at = ${sql.raw(at)} where order_id = ${order.id}`.execute(server.db)
  await expires("now() + interval '1 minute'")
  expect((await on.open(`personal/${token}`)).status).toBe(200)
  expect((await on.post(`personal/${token}/new-link`)).text).toContain('Your link works')
  await expires('now()')
  const expired = await on.open(`personal/${token}`)
  expect(expired.status).toBe(410)
  expect(expired.text).toContain('This link has expired')
  expect(expired.text).toContain('Send me a new link')
  // The mail goes to the same address, whatever the order's address is by now, and the page does not say
  // which.
  await server.db.updateTable('orders').set({ email: 'other@example.test' }).where('id', '=', order.id).execute()
  const renewed = await on.post(`personal/${token}/new-link`)
  expect(renewed.text).toContain('A new link is on its way')
  expect(renewed.text).not.toContain('@')
  const first = (await on.mails(order.id)).at(-1)
  expect(first).toMatchObject({ kind: 'tracking-update', address: 'anna@example.test' })
  expect(secretIn(first?.html ?? '', 'unsubscribe')).toBe('')
  const fresh = secretIn(first?.html ?? '', 'personal')
  expect((await on.open(`personal/${fresh}`)).status).toBe(200)
  expect((await on.post(`personal/${token}/new-link`)).text).toContain('A new link is on its way')
  expect((await on.post(`personal/${token}/new-link`)).text).toContain('Please check your email')
  expect(await on.mails(order.id)).toHaveLength(3)
  await sql`update tracking_links set created_at = now() - interval '24 hours' where order_id = ${order.id}`.execute(
    server.db,
  )
  expect((await on.post(`personal/${token}/new-link`)).text).toContain('A new link is on its way')
})

test('staff revoke a link, which says so and offers no other; revoking one of another order is 404', async () => {
  const { order, token } = await mailed()
  const other = await mailed()
  const [link] = (await on.readers(order.id)).links
  const path = (orderId: number) => `request/booking/${orderId}/tracking-links/${link.id}`
  expect((await server.call('DELETE', path(other.order.id))).status).toBe(404)
  expect((await server.call('DELETE', path(order.id))).status).toBe(200)
  const revoked = await on.open(`personal/${token}`)
  expect(revoked.status).toBe(410)
  expect(revoked.text).toContain('This link no longer works')
  expect(revoked.text).not.toContain('Send me a new link')
  await expire(order.id)
  expect((await on.post(`personal/${token}/new-link`)).status).toBe(404)
  expect(await on.mails(order.id)).toHaveLength(1)
  expect((await on.readers(order.id)).links).toMatchObject([{ state: 'revoked' }])
  const trail = await server.db.selectFrom('auditEntries').select('action').where('entityId', '=', order.id).execute()
  expect(trail.map(({ action }) => action)).toContain('order.revoke-tracking-link')
})

test('an unknown link, and one whose client was deleted, tell nothing; restored, it works again', async () => {
  const { client, token } = await mailed()
  const unknown = await on.open(`personal/${'x'.repeat(43)}`)
  expect(unknown.status).toBe(404)
  expect(unknown.text).toContain('This link does not work')
  for (const path of ['personal/x', `personal/${token}x`, `personal/${token.slice(1)}`, 'nothing', 'personal'])
    expect((await on.open(path)).status).toBe(404)
  await server.call('DELETE', `admin/user/${client.id}`)
  const dead = await on.open(`personal/${token}`)
  expect(dead).toMatchObject({ status: 404, text: unknown.text })
  await server.call('POST', `admin/user/${client.id}/restore`)
  expect((await on.open(`personal/${token}`)).status).toBe(200)
})

test('tests of templates, and what staff type into the editor, make no link', async () => {
  const { order } = await on.newOrder()
  const draft = { content: '<p>{{ site.trackingUrl }}</p>', subject: 'S', orderId: order.id }
  const live = await server.call('POST', 'template/email/live_preview', { body: draft })
  expect(live.body.data.html).toContain('/site/tracking/personal/…')
  const { mailId } = (await server.call('POST', 'template/email/test', { body: draft })).body.data
  const { html } = (await server.call('GET', `admin/mail/${mailId}`)).body.data
  expect(html).toContain('http://site.test/tracking')
  expect(html).not.toContain('/personal/')
  expect((await on.readers(order.id)).links).toEqual([])
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_ADDRESS, NO_LINK, NOT_MISSING } from '#contract/papers/papers.ts'
import { sendDocument } from '#server/test/files.ts'
import { mailsOf } from '#server/test/mails.ts'
import { createConfirmation, createTemplate } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { papersOn } from './papers.fixture.ts'

const server = testServer()
let on: ReturnType<typeof papersOn>
beforeAll(async () => {
  on = papersOn(server)
  await on.call('POST', 'settings/send/mail', { email: 'copy@example.test', send: true })
})
beforeEach(() => on.forget())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** An order that lacks this many papers, and their ids. */
async function lacking(names: readonly string[], values: object = {}) {
  for (const name of names) await on.requirement({ name: `${name} ${Math.random()}` })
  const order = await on.newOrder(values)
  await on.forget()
  return { order, ids: (await on.papers(order.id)).items.map(({ id }) => id) }
}

test('asking sends one mail with a link, and says so in the papers', async () => {
  const { order, ids } = await lacking(['Invoice', 'Packing <list>'])
  const { status, body } = await on.ask(order.id, ids)
  expect(status).toBe(200)
  expect(body.data.items).toMatchObject([
    { state: 'requested', requestedTo: 'anna@example.test' },
    { state: 'requested', requestedTo: 'anna@example.test' },
  ])
  expect(body.data.link).toMatchObject({ email: 'anna@example.test', state: 'live', requirementIds: ids })
  // The link belongs to the client: nobody else gets a copy.
  expect(await mailsOf(server.db, order.id)).toEqual([
    { kind: 'documents-requested', address: 'anna@example.test', role: 'to' },
  ])
  const { html } = await server.db
    .selectFrom('mails')
    .select('html')
    .where('id', '=', body.data.mail.id)
    .executeTakeFirstOrThrow()
  const [, token = ''] = /http:\/\/app\.test\/site\/upload\/([A-Za-z0-9_-]{43})/.exec(html) ?? []
  expect(token).not.toBe('')
  expect(html).toContain('Packing &lt;list&gt;')
  // The database knows only the hash of the link, and the log does not show the link.
  const shown = (await on.call('GET', `admin/mail/${body.data.mail.id}`)).body.data
  expect(shown.html).toContain('/site/upload/…')
  expect(`${shown.html}${shown.text}`).not.toContain(token)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from upload_links l where l::text like ${`%${token}%`}`.execute(server.db)
  expect(rows[0]?.n).toBe(0)
  const trail = await on.call('GET', `admin/audit?entity=orders&entityId=${order.id}`)
  expect(JSON.stringify(trail.body)).not.toContain(token)
})

test('the preview is the mail that is sent, with the secret hidden; it sends nothing', async () => {
  const { order, ids } = await lacking(['Invoice'])
  const preview = await on.call('POST', `request/booking/${order.id}/requirements/ask/preview`, { ids })
  expect(preview.body.data).toMatchObject({ to: 'anna@example.test', warnings: [] })
  expect(await mailsOf(server.db, order.id)).toEqual([])
  const { body } = await on.ask(order.id, ids)
  const sent = (await on.call('GET', `admin/mail/${body.data.mail.id}`)).body.data
  expect({ subject: sent.subject, html: sent.html }).toEqual({
    subject: preview.body.data.subject,
    html: preview.body.data.html,
  })
})

test('clients read on which clock a paper is due; days of departures and arrivals have none', async () => {
  await on.requirement({ name: 'Invoice', basis: 'documentation-cut-off' })
  await on.requirement({ name: 'Bill', basis: 'etd' })
  await on.requirement({ name: 'Not known yet', basis: 'eta' })
  const order = await on.newOrder()
  await createConfirmation(server.db, {
    orderId: order.id,
    documentationCutOffAt: '2030-03-10T12:00:00.000Z',
    estimatedTimeOfDepartureAt: '2030-03-14T00:00:00.000Z',
  })
  const ids = (await on.papers(order.id)).items.map(({ id }) => id)
  const { body } = await on.call('POST', `request/booking/${order.id}/requirements/ask/preview`, { ids })
  for (const line of [
    '<strong>Invoice</strong>, by Mar 10 2030 12:00 (UTC)</li>',
    '<strong>Bill</strong>, by Mar 14 2030</li>',
    '<strong>Not known yet</strong></li>',
  ])
    expect(body.data.html).toContain(line)
})

test('a rejected paper is asked for again with its reason, which stays until the next file', async () => {
  const { order, ids } = await lacking(['Invoice'])
  const [id = 0] = ids
  await on.change(order.id, id, { documentId: await sendDocument(server) })
  expect((await on.ask(order.id, ids)).body.data).toEqual({ 'ids.0': NOT_MISSING })
  await on.change(order.id, id, { state: 'rejected', reason: 'Page 2 & 3 are missing' })
  const { body } = await on.ask(order.id, ids)
  const { html } = await server.db
    .selectFrom('mails')
    .select('html')
    .where('id', '=', body.data.mail.id)
    .executeTakeFirstOrThrow()
  expect(html).toContain('Page 2 &amp; 3 are missing')
  expect(body.data.items[0]).toMatchObject({ state: 'requested', documentId: null, reason: 'Page 2 & 3 are missing' })
  const next = await on.change(order.id, id, { documentId: await sendDocument(server) })
  expect(next.body.data).toMatchObject({ state: 'received', reason: '' })
})

test('another template needs the link; papers of other orders and orders without an address are refused', async () => {
  const { order, ids } = await lacking(['Invoice'])
  const plain = await createTemplate(server.db)
  const refused = await on.ask(order.id, ids, { emailTemplateId: plain.id })
  expect(refused).toMatchObject({ status: 400, body: { data: { emailTemplateId: NO_LINK } } })
  const own = await createTemplate(server.db, '<p>{{ request.documents }} <a href="{{ request.url }}">Send</a></p>')
  expect((await on.ask(order.id, ids, { emailTemplateId: own.id })).status).toBe(200)
  const other = await on.newOrder()
  expect((await on.ask(other.id, ids)).body.data).toHaveProperty('ids.0')
  const silent = await lacking(['Invoice'], { email: '' })
  expect((await on.ask(silent.order.id, silent.ids)).body).toMatchObject({ code: 400, message: NO_ADDRESS })
  expect((await on.papers(silent.order.id)).items).toMatchObject([{ state: 'open' }])
})

test('a link can be revoked', async () => {
  const { order, ids } = await lacking(['Invoice'])
  const { link } = (await on.ask(order.id, ids)).body.data
  const path = (id: number) => `request/booking/${order.id}/upload-links/${id}`
  expect((await on.call('DELETE', path(link.id))).status).toBe(200)
  expect((await on.papers(order.id)).links).toMatchObject([{ id: link.id, state: 'revoked' }])
  expect((await on.call('DELETE', path(link.id + 1))).status).toBe(404)
})

test('what is missing and due soon is in the queue, until it is there', async () => {
  const soon = await on.requirement({ name: 'Soon', basis: 'documentation-cut-off' })
  await on.requirement({ name: 'Optional', basis: 'documentation-cut-off', mandatory: false })
  await on.requirement({ name: 'Later', basis: 'etd' })
  const order = await on.newOrder()
  const waiting = async () => {
    const { body } = await on.call('GET', `request/booking/${order.id}/attention`)
    return body.data.flatMap(({ rule, detail, dueAt }: { rule: string; detail: { name: string }; dueAt: string }) =>
      rule === 'document' ? [[detail.name, dueAt]] : [],
    )
  }
  expect(await waiting()).toEqual([])
  const dueAt = inHours(40)
  await createConfirmation(server.db, {
    orderId: order.id,
    documentationCutOffAt: dueAt,
    estimatedTimeOfDepartureAt: inHours(90),
  })
  expect(await waiting()).toEqual([['Soon', dueAt]])
  const { items } = await on.papers(order.id)
  const paper = items.find(({ requirementId }) => requirementId === soon.id)
  await on.ask(order.id, [paper?.id ?? 0])
  expect(await waiting()).toEqual([['Soon', dueAt]])
  await on.change(order.id, paper?.id ?? 0, { documentId: await sendDocument(server) })
  expect(await waiting()).toEqual([])
  await on.change(order.id, paper?.id ?? 0, { state: 'rejected', reason: 'Unreadable' })
  expect(await waiting()).toEqual([['Soon', dueAt]])
  await on.call('PUT', `request/booking/edit/${order.id}`, { status: 2 })
  expect(await waiting()).toEqual([])
  await on.call('PUT', `request/booking/edit/${order.id}`, { status: 0 })
  expect(await waiting()).toEqual([['Soon', dueAt]])
  // Both papers are due now; a queue built from scratch is the same.
  await on.confirm(order.id, { estimatedTimeOfDepartureAt: inHours(-30), documentationCutOffAt: inHours(60) })
  expect((await waiting()).map(([name]: [string]) => name)).toEqual(['Later'])
  const stale = await sql<{ ids: number[] }>`select stale_attention() as ids`.execute(server.db)
  expect(stale.rows[0]?.ids).not.toContain(order.id)
})

/** An order that lacks one paper, due soon, and its open item. */
async function missing() {
  const { id: requirementId } = await on.requirement({ name: `Packing list ${Math.random()}` })
  const order = await on.newOrder()
  await on.forget()
  const documentationCutOffAt = inHours(40)
  await createConfirmation(server.db, { orderId: order.id, documentationCutOffAt })
  const [paper] = (await on.papers(order.id)).items
  const item = async () => {
    const { body } = await on.call('GET', `request/booking/${order.id}/attention`)
    const found = body.data.filter(({ rule }: { rule: string }) => rule === 'document')
    expect(found.length).toBeLessThan(2)
    const { rows } = await sql<{ ids: number[] }>`select stale_attention() as ids`.execute(server.db)
    expect(rows[0]?.ids).not.toContain(order.id)
    return found[0]
  }
  const set = (values: object) =>
    server.db
      .updateTable('orderRequirements')
      .set(values)
      .where('id', '=', paper?.id ?? 0)
      .execute()
  return { order, requirementId, paperId: paper?.id ?? 0, dueAt: documentationCutOffAt, item, set }
}

test('the item of a missing paper stays the same, with its claim, whatever changes about the paper', async () => {
  const { order, paperId, dueAt, item, set } = await missing()
  const { id, since, detail } = await item()
  expect(detail).toMatchObject({ requirementId: paperId, supplier: 'client', state: 'open' })
  await on.call('POST', `attention/${id}/claim`)
  const same = { id, since, claimedBy: { id: server.staff.id } }
  const earlier = inHours(20)
  await on.confirm(order.id, { documentationCutOffAt: earlier })
  expect(await item()).toMatchObject({ ...same, dueAt: earlier })
  await on.confirm(order.id, { documentationCutOffAt: dueAt })
  await on.ask(order.id, [paperId])
  expect(await item()).toMatchObject({ ...same, dueAt, detail: { state: 'requested' } })
  await set({ state: 'rejected', reason: 'Unreadable' })
  expect(await item()).toMatchObject({ ...same, detail: { state: 'rejected' } })
  await set({ name: 'Packing list, signed', supplier: 'shipper' })
  expect(await item()).toMatchObject({ ...same, detail: { name: 'Packing list, signed', supplier: 'shipper' } })
  await on.change(order.id, paperId, { dueAt: inHours(10) })
  expect(Date.parse((await item()).dueAt)).toBeLessThan(Date.parse(inHours(11)))
  expect(await item()).toMatchObject(same)
})

test.each([
  ['is waived', { state: 'waived', reason: 'Not needed' }, { state: 'open', reason: '' }],
  ['is no longer mandatory', { mandatory: false }, { mandatory: true }],
  ['is no longer asked', { noLongerAsked: true }, { noLongerAsked: false }],
  ['is due later', { dueAt: inHours(60), dueByHand: true }, { dueAt: inHours(20) }],
])('a paper that %s leaves the queue, and comes back with its cause', async (_, gone, back) => {
  const { item, set } = await missing()
  const { id } = await item()
  await set(gone)
  expect(await item()).toBeUndefined()
  await set(back)
  expect((await item()).id).not.toBe(id)
})

test('waiving a paper, and an order that no longer needs it, close its item', async () => {
  const one = await missing()
  await on.change(one.order.id, one.paperId, { state: 'waived', reason: 'Sent by courier' })
  expect(await one.item()).toBeUndefined()
  const [other] = [await missing()]
  await server.db
    .updateTable('documentRequirements')
    .set({ brokerage: true })
    .where('id', '=', other.requirementId)
    .execute()
  const brokerage = (customBrokerage: boolean) =>
    server.db.updateTable('orders').set({ customBrokerage }).where('id', '=', other.order.id).execute()
  await brokerage(true)
  expect(await other.item()).toBeDefined()
  await brokerage(false)
  expect(await other.item()).toBeUndefined()
})

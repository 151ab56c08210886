import { afterAll, expect, test } from 'vitest'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { addSailing, createVessel, hoursFromNow, loadOn } from '#server/attention/attention.fixture.ts'
import { PDF, sendDocument } from '#server/test/files.ts'
import { createConfirmation } from '#server/test/records.ts'
import { startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, createOrders, preview, done, itemsOf } = bulk
const SYSTEM = { emailTemplateId: null }
const KIND = 'ask-documents'
for (const [name, supplier] of [
  ['Packing list', 'shipper'],
  ['Arrival notice', 'us'],
])
  await server.call('POST', 'document-requirement', { body: { name, supplier, categoryId: 2, basis: 'booking' } })

const path = (orderId: number) => `request/booking/${orderId}/requirements`
const papersOf = async (orderId: number) => (await server.call('GET', path(orderId))).body.data
const statesOf = async (orderId: number) => (await papersOf(orderId)).items.map(({ state }: { state: string }) => state)

test('each client is asked for what is missing of the client and the shipper; the others are named and skipped', async () => {
  const orders = await createOrders(4)
  const [asked, there, cancelled, silent] = orders.map(({ id }) => id)
  const [paper] = (await papersOf(there ?? 0)).items
  await server.call('PUT', `${path(there ?? 0)}/${paper.id}`, { body: { documentId: await sendDocument(server) } })
  await bulk.editOrder(cancelled ?? 0, bulk.cancelled)
  await server.db
    .updateTable('orders')
    .set({ email: '' })
    .where('id', '=', silent ?? 0)
    .execute()
  const ids = orders.map(({ id }) => id)
  const { data } = (await preview(KIND, SYSTEM, { ids }, { orderId: asked })).body
  expect(data).toMatchObject({
    total: 4,
    applies: 1,
    skips: [
      { reason: 'No paper of the client is missing', ids: [there] },
      { reason: 'The order is cancelled', ids: [cancelled] },
      { reason: 'The order has no e-mail address', ids: [silent] },
    ],
    mails: { count: 1, sample: { to: orders[0]?.email } },
  })
  expect(data.mails.sample.html).toContain('Packing list')
  expect(data.mails.sample.html).not.toContain('Arrival notice')
  const run = await done(KIND, SYSTEM, { ids })
  expect(run).toMatchObject({ kind: KIND, title: 'Documents requested', done: 1, skipped: 3, mails: { waiting: 1 } })
  expect(await statesOf(asked ?? 0)).toEqual(['requested', 'open'])
})

test('an undo revokes the links, cancels the mails and puts the papers back, unless one has changed since', async () => {
  const orders = await createOrders(2)
  const [back = 0, changed = 0] = orders.map(({ id }) => id)
  const run = await done(KIND, SYSTEM, { ids: [back, changed] })
  const [paper] = (await papersOf(changed)).items
  await server.call('PUT', `${path(changed)}/${paper.id}`, { body: { documentId: await sendDocument(server) } })
  await bulk.undo(run.id)
  await bulk.finished(run.id)
  await expect.poll(async () => (await itemsOf(run.id)).map(({ state }) => state)).toEqual(['undone', 'done'])
  expect((await itemsOf(run.id))[1]?.reason).toBe('Packing list has changed since')
  expect(await statesOf(back)).toEqual(['open', 'open'])
  expect(await statesOf(changed)).toEqual(['received', 'open'])
  expect((await papersOf(back)).links).toMatchObject([{ state: 'revoked' }])
  const mails = await server.db
    .selectFrom('mailDeliveries as d')
    .innerJoin('mails as m', 'm.id', 'd.mailId')
    .select('d.state')
    .where('m.runId', '=', run.id)
    .execute()
  expect(mails).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
})

/** Orders of one client, each without its two papers. */
async function ofOneClient(count: number, email = `one${Math.random()}@example.test`) {
  const orders = await createOrders(count)
  const ids = orders.map(({ id }) => id)
  await server.db.updateTable('orders').set({ email }).where('id', 'in', ids).execute()
  return { ids, email }
}
const mailsOf = (runId: number) =>
  server.db
    .selectFrom('mails')
    .select(['id', 'html', 'orderId', 'subject'])
    .where('runId', '=', runId)
    .orderBy('id')
    .execute()
const tokenIn = (html: string) => /\/site\/upload\/([A-Za-z0-9_-]{43})/.exec(html)?.[1] ?? ''
const pageOf = async (token: string) => {
  const reply = await fetch(`${server.url}/site/upload/${token}`)
  return { status: reply.status, text: await reply.text() }
}
const codeOf = async (id: number) =>
  (await server.db.selectFrom('orders').select('trackingCode').where('id', '=', id).executeTakeFirstOrThrow())
    .trackingCode

test('the orders of one address are asked about in one mail, and on one page by shipment', async () => {
  const { ids, email } = await ofOneClient(3)
  const [one = 0, two = 0, three = 0] = ids
  await server.db.updateTable('orders').set({ email: email.toUpperCase() }).where('id', '=', two).execute()
  const other = await ofOneClient(1)
  const selection = { ids: [...ids, ...other.ids] }
  const { data } = (await preview(KIND, SYSTEM, selection, { orderId: two })).body
  expect(data).toMatchObject({ applies: 4, mails: { count: 2, recipients: 2, sample: { to: email } } })
  const run = await done(KIND, SYSTEM, selection)
  expect(run).toMatchObject({ done: 4, failed: 0, mails: { waiting: 2 } })
  const [mail, alone] = await mailsOf(run.id)
  expect(mail?.orderId).toBe(one)
  expect(alone?.orderId).toBe(other.ids[0])
  expect(mail?.html.replace(tokenIn(mail.html), '…')).toBe(data.mails.sample.html)
  const codes = await Promise.all(ids.map(codeOf))
  expect(mail?.subject).toContain(`${codes[0]}, ${codes[1]} and ${codes[2]}`)
  const page = await pageOf(tokenIn(mail?.html ?? ''))
  expect(page.status).toBe(200)
  for (const code of codes) {
    expect(mail?.html).toContain(formatTrackingCode(code))
    expect(page.text).toContain(`Shipment ${formatTrackingCode(code)}`)
    // Fields that read alike have names of their own.
    expect(page.text).toContain(`aria-label="File for Packing list, shipment ${formatTrackingCode(code)}"`)
  }
  expect(page.text.match(/<h3>Packing list/g)).toHaveLength(3)
  expect(page.text).not.toContain(formatTrackingCode(await codeOf(other.ids[0] ?? 0)))
  for (const id of ids)
    expect((await papersOf(id)).links).toMatchObject([
      { email: expect.stringMatching(new RegExp(email, 'i')), state: 'live' },
    ])
  const { items } = (await server.call('GET', `admin/mail?order_id=${three}`)).body.data
  expect(items).toMatchObject([{ orderIds: [one, two, three] }])
})

test('what is sent by the page goes to its order; the page works until everything is there, and another can be had', async () => {
  const { ids } = await ofOneClient(2)
  const run = await done(KIND, SYSTEM, { ids })
  const token = tokenIn((await mailsOf(run.id))[0]?.html ?? '')
  const [first, second] = await Promise.all(ids.map(async (id) => (await papersOf(id)).items[0]))
  const send = async (id: number) => {
    const body = new FormData()
    body.append(`file-${id}`, new Blob([new Uint8Array(PDF)]), 'list.pdf')
    return (await fetch(`${server.url}/site/upload/${token}`, { method: 'POST', body })).status
  }
  expect(await send(second.id)).toBe(200)
  expect(await statesOf(ids[1] ?? 0)).toEqual(['received', 'open'])
  expect(await statesOf(ids[0] ?? 0)).toEqual(['requested', 'open'])
  expect((await pageOf(token)).text).toContain('Arrived.')
  await server.call(
    'DELETE',
    `${path(ids[0] ?? 0).replace('requirements', 'upload-links')}/${(await papersOf(ids[0] ?? 0)).links[0].id}`,
  )
  expect((await pageOf(token)).status).toBe(410)
  await fetch(`${server.url}/site/upload/${token}/new-link`, { method: 'POST', body: new URLSearchParams() })
  const [renewed] = await server.db
    .selectFrom('mails')
    .select('html')
    .where('orderId', '=', ids[0] ?? 0)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  const again = tokenIn(renewed?.html ?? '')
  expect(again).not.toBe(token)
  expect((await pageOf(again)).text).not.toContain(formatTrackingCode(await codeOf(ids[1] ?? 0)))
  const body = new FormData()
  body.append(`file-${first.id}`, new Blob([new Uint8Array(PDF)]), 'list.pdf')
  await fetch(`${server.url}/site/upload/${again}`, { method: 'POST', body })
  expect((await pageOf(again)).text).toContain('Everything has arrived')
})

test('a cancelled order leaves the page of the others', async () => {
  const { ids } = await ofOneClient(2)
  const run = await done(KIND, SYSTEM, { ids })
  const token = tokenIn((await mailsOf(run.id))[0]?.html ?? '')
  await bulk.editOrder(ids[0] ?? 0, bulk.cancelled)
  const { status, text } = await pageOf(token)
  expect(status).toBe(200)
  expect(text).not.toContain(formatTrackingCode(await codeOf(ids[0] ?? 0)))
  expect(text).toContain(formatTrackingCode(await codeOf(ids[1] ?? 0)))
})

test('an undo takes a mail about several orders back for all of them, and their page is dead', async () => {
  const { ids } = await ofOneClient(3)
  const run = await done(KIND, SYSTEM, { ids })
  const token = tokenIn((await mailsOf(run.id))[0]?.html ?? '')
  await bulk.undo(run.id)
  await bulk.finished(run.id)
  await expect
    .poll(async () => (await itemsOf(run.id)).map(({ state }) => state))
    .toEqual(['undone', 'undone', 'undone'])
  for (const id of ids) expect(await statesOf(id)).toEqual(['open', 'open'])
  expect((await pageOf(token)).status).toBe(410)
})

test('one mail asks about fifty orders at most', async () => {
  const { ids } = await ofOneClient(51)
  expect((await preview(KIND, SYSTEM, { ids })).body.data.mails).toMatchObject({ count: 2, recipients: 1 })
  const run = await done(KIND, SYSTEM, { ids })
  expect((await mailsOf(run.id)).map(({ orderId }) => orderId)).toEqual([ids[0], ids[50]])
})

test('each shipper is asked for the cargo with the message and the facts of the shipment, never with links or prices', async () => {
  const orders = await createOrders(3)
  const [asked = 0, received = 0, silent = 0] = orders.map(({ id }) => id)
  const change = (id: number, values: object) =>
    server.db.updateTable('orders').set(values).where('id', '=', id).execute()
  await change(asked, { emailShipper: 'li@ningbo.example', namePersonCharge: 'Li <Wei>' })
  await change(silent, { emailShipper: '' })
  await createConfirmation(server.db, {
    ...{ orderId: asked, vesselId: await createVessel(server.db, 'EVER ASKED'), cargoCutOffAt: hoursFromNow(-2) },
  })
  await loadOn(server.db, await addSailing(server.db, 'asked'), [received])
  await server.db
    .updateTable('loadings')
    .set({ receivedAt: hoursFromNow(-1) })
    .where('orderId', '=', received)
    .execute()
  const ids = [asked, received, silent]
  const input = { message: 'When will it arrive?\nPlease <call>.' }
  const { data } = (await preview('ask-suppliers', input, { ids }, { orderId: asked })).body
  expect(data).toMatchObject({
    ...{ total: 3, applies: 1, noAddress: { count: 0 } },
    skips: [
      { reason: 'The cargo was received', ids: [received] },
      { reason: 'The shipper has no e-mail address', ids: [silent] },
    ],
    mails: { count: 1, recipients: 1, sample: { to: 'li@ningbo.example' } },
  })
  expect(data.mails.sample.html).toContain('When will it arrive?<br>Please &lt;call&gt;.')
  expect(data.mails.sample.html).toContain('Dear Li &lt;Wei&gt;,')
  expect(data.mails.sample.html).not.toMatch(/https?:|\$/)
  const run = await done('ask-suppliers', input, { ids })
  expect(run).toMatchObject({ kind: 'ask-suppliers', done: 1, skipped: 2 })
  const mails = await server.db.selectFrom('mails').selectAll().where('runId', '=', run.id).execute()
  expect(mails).toMatchObject([{ kind: 'cargo-asked', orderId: asked, html: data.mails.sample.html }])
  const askedNow = async () => (await server.call('GET', `request/booking/${asked}/attention`)).body.data[0]?.asked
  expect(await askedNow()).toMatchObject({ to: 'li@ningbo.example', by: { id: server.staff.id } })
  await bulk.undo(run.id)
  expect(await askedNow()).toBeNull()
})

import { sql } from 'kysely'
import { HOSTILE_HTML } from '#server/html/hostile-html.fixture.ts'
import { offersOn } from '#server/offers/offers.fixture.ts'
import { PDF, sendDocument } from '#server/test/files.ts'
import { storedImage } from '#server/test/pictures.ts'
import { createConfirmation, createOrder, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'
import { readersOn } from '#server/tracking/readers/readers.fixture.ts'
import { addToken } from '#server/tracking/readers/subscriptions.ts'

/** A page of the public and the customer site as a visitor gets it. */
export interface Page {
  name: string
  path: string
  status: number
  html: string
}

/** Texts as the editor writes them, and as people paste them from other programs and old pages. */
const RICH_TEXTS = [
  '<h2>A</h2><p style="text-align:center">b <strong>c</strong>&nbsp;<a href="https://e.example" target="_blank">d</a></p><ul><li>e</li></ul><img src="/images/1.png" alt="f" width="10">',
  '<table style="border-collapse: collapse; width: 100%;" border="1"><colgroup><col style="width: 50%;"><col style="width: 50%;"></colgroup><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  '<h1>Title</h1><h4 align="center">Skipped <div>levels</div></h4><p><strike>old</strike> <font color="red">red</font><center>middle</center></p>',
  '<ul><li>a</li><ul><li>b</li></ul></ul><ol type="disc" start="x"><p>c</p></ol><li>d</li><dd>e</dd><dl><dt>f</dt></dl>',
  '<a name="top">x</a><a href="a b?c|d">y</a><a target="_blank">z</a><img src="x y.png" height="50%"><img alt="none">',
  '<table width="100%" cellpadding="3"><tr><td colspan="3" align="right" valign="top" width="50">a</td></tr><tr></tr>text</table><td>b</td>',
  '<p lang="xx" dir="up" style="color:foo;width:50;float:up">c</p><span><p>d</p></span><pre><div>e</div></pre>&#128;&unknown; {% if a %}<b>{{ b }}{% endif %}</b>',
]
/** Attacks that one article contains: opening a page for each alone takes long. */
const TOGETHER = 40
for (let at = 0; at < HOSTILE_HTML.length; at += TOGETHER)
  RICH_TEXTS.push(HOSTILE_HTML.slice(at, at + TOGETHER).join('\n'))

const tokenIn = (html: string) => /\/site\/upload\/([A-Za-z0-9_-]{43})/.exec(html)?.[1] ?? ''

function opener(server: TestServer) {
  const pages: Page[] = []
  /** Opens a page and keeps it under a name. */
  const open = async (name: string, path: string, options: RequestInit = {}): Promise<string> => {
    const response = await fetch(`${server.url}${path}`, options)
    const html = await response.text()
    pages.push({ name, path, status: response.status, html })
    return html
  }
  return { pages, open }
}
type Open = ReturnType<typeof opener>['open']

async function articlePages(server: TestServer, open: Open): Promise<void> {
  await open('main page without articles', '/site/')
  const previewImageId = await storedImage(server)
  const articles = RICH_TEXTS.map((content, at) => ({
    content,
    previewImageId,
    slug: `text-${at}`,
    title: `Text ${at} & <more>`,
    metaDescription: at % 2 === 0 ? 'What "it" says' : '',
    type: at % 2 === 0 ? ('news' as const) : ('resources' as const),
    visibility: true,
    customCreatedAt: new Date('2026-11-20T09:05:00Z'),
    userId: null,
  }))
  const stored = await server.db.insertInto('articles').values(articles).returning(['id', 'type']).execute()
  const placed = stored.slice(0, 6).map(({ id, type }, at) => ({ articleId: id, type, slot: at + 1 }))
  await server.db.insertInto('articleSlots').values(placed).execute()
  await open('main page', '/site/')
  for (const { slug } of articles) await open(`article ${slug}`, `/site/article/${slug}`)
  await open('no article', '/site/article/none')
}

async function customerPages(server: TestServer, open: Open): Promise<void> {
  const client = await createUser(server.db, { username: 'Anna <b> & "Co"' })
  const cookie = async () => ({
    headers: { cookie: `token=${(await server.call('GET', `user/get/${client.id}`)).body.data.user_token}` },
  })
  await open('account without shipments', '/site/account', await cookie())
  const order = await createOrder(server.db, { userId: client.id, lastEventPublicStatus: 'On <board>' })
  await open('account', '/site/account', await cookie())
  await open('not signed in', '/site/account')
  await open('tracking form', '/site/tracking')
  await open('tracking, found', `/site/tracking?code=${order.hashSum}${order.customCode}`)
  await open('tracking, not found', '/site/tracking?code=ABCD12345678')
  await open('tracking, wrong', `/site/tracking?code=${encodeURIComponent('"><b>')}`)
}

async function uploadPages(server: TestServer, open: Open): Promise<void> {
  for (const name of ['Commercial invoice', 'Packing <list>'])
    await server.call('POST', 'document-requirement', {
      body: { name, categoryId: 1, supplier: 'client', basis: 'booking', offsetDays: 9 },
    })
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const path = `request/booking/${order.id}/requirements`
  const ids: number[] = (await server.call('GET', path)).body.data.items.map(({ id }: { id: number }) => id)
  const ask = async (...asked: (number | undefined)[]) => {
    const { link } = (await server.call('POST', `${path}/ask`, { body: { ids: asked } })).body.data
    const mails = server.db.selectFrom('mails').select('html').where('orderId', '=', order.id)
    const { html } = await mails.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    return { id: link.id as number, token: tokenIn(html) }
  }
  const send = (token: string, files: [id: number | undefined, name: string, data: Buffer][]) => {
    const body = new FormData()
    for (const [id, name, data] of files) body.append(`file-${id}`, new Blob([new Uint8Array(data)]), name)
    return open(`upload of ${files.length} files`, `/site/upload/${token}`, { method: 'POST', body })
  }
  const page = (name: string, token: string) => open(`upload, ${name}`, `/site/upload/${token}`)
  const [invoice, list] = ids
  const { token, id } = await ask(invoice, list)
  await page('waiting', token)
  await send(token, [
    [invoice, 'a <b>.pdf', PDF],
    [list, 'wrong & "bad".pdf', Buffer.from('no pdf')],
  ])
  await page('one there', token)
  await open('upload, wrong form', `/site/upload/${token}`, { method: 'POST', body: '{}' })
  await sql`update upload_links set expires_at = now() - interval '1 minute' where id = ${id}`.execute(server.db)
  await page('expired', token)
  await open('new link', `/site/upload/${token}/new-link`, { method: 'POST', body: new URLSearchParams() })
  await server.call('PUT', `${path}/${invoice}`, { body: { state: 'rejected', reason: 'Page <2> is missing' } })
  const next = await ask(invoice, list)
  await page('rejected', next.token)
  await send(next.token, [
    [invoice, 'a.pdf', PDF],
    [list, 'b.pdf', PDF],
  ])
  await page('used', next.token)
  await open('nothing missing', `/site/upload/${next.token}/new-link`, { method: 'POST', body: new URLSearchParams() })
  await server.call('PUT', `${path}/${list}`, { body: { state: 'rejected', reason: 'Unreadable' } })
  const last = await ask(list)
  await server.call('DELETE', `request/booking/${order.id}/upload-links/${last.id}`)
  await page('revoked', last.token)
  await server.db.updateTable('orders').set({ status: 1 }).where('id', '=', order.id).execute()
  await page('nothing to upload', next.token)
  await page('unknown', 'x'.repeat(43))
}

async function readerPages(server: TestServer, open: Open): Promise<void> {
  const on = readersOn(server)
  const form = (values: Record<string, string> = {}) => ({ method: 'POST', body: new URLSearchParams(values) })
  const { order, code } = await on.newOrder()
  await createConfirmation(server.db, { orderId: order.id, portEstimatedTimeOfArrivalAt: '2027-03-30T00:00:00.000Z' })
  await on.setEvent(order.id, { publicStatus: 'On <board>', documents: [await sendDocument(server)] })
  const page = `/site/tracking/personal/${await on.newestLink(order.id)}`
  await open('tracking, with dates', `/site/tracking?code=${code}`)
  await open('personal', page)
  await open('personal, no such document', `${page}/documents/9`)
  await open('personal, works already', `${page}/new-link`, form())
  await sql`update tracking_links set expires_at = now() where order_id = ${order.id}`.execute(server.db)
  await open('personal, expired', page)
  await open('personal, new link', `${page}/new-link`, form())
  await open('personal, unknown', `/site/tracking/personal/${'x'.repeat(43)}`)
  const subscribe = (name: string, values: Record<string, string>) =>
    open(`subscribe, ${name}`, '/site/tracking/subscribe', form(values))
  await subscribe('asked', { code, mail: 'ada@example.test' })
  await subscribe('wrong address', { code, mail: '"<b>' })
  await subscribe('wrong code', { code: '"<b>', mail: 'ada@example.test' })
  const subscription = await server.db
    .insertInto('trackingSubscriptions')
    .values({ orderId: order.id, email: 'bo@example.test', toldDates: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await server.db.transaction().execute((tx) => addToken(tx, subscription.id))
  await open('confirmed', `/site/tracking/confirm/${token}`)
  await open('confirmed again', `/site/tracking/confirm/${token}`)
  await open('unsubscribe', `/site/tracking/unsubscribe/${token}`)
  await open('unsubscribed', `/site/tracking/unsubscribe/${token}`, form())
  await open('unsubscribed before', `/site/tracking/unsubscribe/${token}`)
  await open('confirmed too late', `/site/tracking/confirm/${token}`)
  await open('unsubscribe, unknown', `/site/tracking/unsubscribe/${'x'.repeat(43)}`)
}

/** The page of an offer in each of its states, with texts that look like markup. */
async function offerPages(server: TestServer, open: Open): Promise<void> {
  const on = await offersOn(server)
  const form = (values: Record<string, string> = {}) => ({ method: 'POST', body: new URLSearchParams(values) })
  const offered = async () => {
    const text = 'A <b> & "c"'
    const options = [on.lcl, { ...on.fcl, label: text }]
    const offer = await on.sent({ name: text, company: text, note: `${text}\nNext line`, options })
    return { ...offer, path: `/site/offer/${await on.tokenOf(offer.mail?.id ?? 0)}` }
  }
  const { id, path, options } = await offered()
  const accept = (name: string) => form({ action: 'accept', optionId: `${options[0]?.id}`, name })
  await open('offer', path)
  await open('offer, no name', path, accept(''))
  await open('offer, no question', path, form({ action: 'question', name: 'x'.repeat(51), message: '' }))
  await open('offer, no reason', path, form({ action: 'decline', reason: 'why', note: 'x'.repeat(1001) }))
  await open('offer, asked', path, form({ action: 'question', name: 'Anna', message: 'When <b>?' }))
  await open('offer, another price', path, form({ action: 'new-price' }))
  await open('offer, no button', path, form())
  await open('offer, too long', path, form({ action: 'question', message: 'x'.repeat(17_000) }))
  await sql`update offers set valid_until = now() where id = ${id}`.execute(server.db)
  await open('offer, expired', path)
  await open('offer, accepted too late', path, accept('Anna'))
  const [accepted, declined] = [await offered(), await offered()]
  await open(
    'offer, accepted',
    accepted.path,
    form({ action: 'accept', optionId: `${accepted.options[1]?.id}`, name: 'A <b>' }),
  )
  await open('offer, declined', declined.path, form({ action: 'decline', reason: 'other', note: '<b>' }))
  await server.call('POST', `offer/${id}/withdraw`, { body: {} })
  await open('offer, withdrawn', path)
  await open('offer, unknown', `/site/offer/${'x'.repeat(43)}`)
}

/** Visitors of the tracking page in a minute, one more than may look. */
const TOO_MANY = 61

async function errorPages(server: TestServer, open: Open): Promise<void> {
  await open('no page', '/site/nothing')
  await sql`alter table article_slots rename to elsewhere`.execute(server.db)
  await open('server error', '/site/')
  await sql`alter table elsewhere rename to article_slots`.execute(server.db)
  for (let times = 0; times < TOO_MANY; times++) await fetch(`${server.url}/site/tracking?code=x`)
  await open('too many', '/site/tracking?code=x')
}

/** Every page below /site/ in every state, on the given server, which has no data yet. */
export async function openPages(server: TestServer): Promise<Page[]> {
  const { pages, open } = opener(server)
  await articlePages(server, open)
  await customerPages(server, open)
  await uploadPages(server, open)
  await readerPages(server, open)
  await offerPages(server, open)
  await errorPages(server, open)
  return pages
}

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ArticleType } from '#contract/blog/articles.ts'
import { encodingOf } from '#server/http/encoding.ts'
import { storedImage } from '#server/test/pictures.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

const open = async (path: string, cookie?: string) => {
  const response = await fetch(`${server.url}${path}`, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function createArticle(values: {
  slug: string
  title: string
  type?: ArticleType
  content?: string
  metaDescription?: string
  visibility?: boolean
}) {
  const previewImageId = await storedImage(server)
  return server.db
    .insertInto('articles')
    .values({
      type: 'news',
      content: '<p>Body</p>',
      visibility: true,
      customCreatedAt: new Date('2026-11-20T09:05:00Z'),
      userId: null,
      previewImageId,
      ...values,
    })
    .returning(['id', 'type'])
    .executeTakeFirstOrThrow()
}

test('every page forbids scripts and framing', async () => {
  for (const path of ['/site', '/site/', '/site/tracking', '/site/account', '/site/nothing']) {
    const { headers } = await open(path)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('script-src')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('the main page shows the articles in the slots, in order', async () => {
  const second = await createArticle({ slug: 'second', title: 'Second & last' })
  const first = await createArticle({ slug: 'first', title: 'First' })
  await createArticle({ slug: 'elsewhere', title: 'Elsewhere' })
  const resource = await createArticle({ slug: 'guide', title: 'A guide', type: 'resources' })
  await server.db
    .insertInto('articleSlots')
    .values([
      { type: 'news', slot: 5, articleId: second.id },
      { type: 'news', slot: 2, articleId: first.id },
      { type: 'resources', slot: 1, articleId: resource.id },
    ])
    .execute()
  const { status, text } = await open('/site/')
  expect(status).toBe(200)
  expect([...text.matchAll(/\/site\/article\/([a-z]+)/g)].map(([, slug]) => slug)).toEqual(['first', 'second', 'guide'])
  expect(text).toContain('Second &amp; last')
  expect(text).toContain('Nov 20 2026')
})

test('an article is found by its slug and cleaned; a hidden one is 404', async () => {
  await createArticle({ slug: 'shown', title: 'Shown', content: '<p onclick="x()">Text</p><script>alert(1)</script>' })
  await createArticle({ slug: 'hidden', title: 'Hidden', visibility: false })
  const { status, text } = await open('/site/article/shown')
  expect(status).toBe(200)
  expect(text).toContain('<p>Text</p>')
  expect(text).not.toMatch(/<script|onclick/)
  expect((await open('/site/article/hidden')).status).toBe(404)
  expect((await open('/site/article/none')).status).toBe(404)
})

test('200 visitors of a long article all get it, and a changed one shows its new text at once', async () => {
  const content = '<p style="color:red">text</p>'.repeat(3_000)
  const { id } = await createArticle({ slug: 'long', title: 'Long', content })
  const replies = await Promise.all(Array.from({ length: 200 }, () => open('/site/article/long')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  await server.db
    .updateTable('articles')
    .set({ content: '<p>Changed</p>', updatedAt: sql`next_version(updated_at)` })
    .where('id', '=', id)
    .execute()
  expect((await open('/site/article/long')).text).toContain('<p>Changed</p>')
})

test('tracking finds a shipment by its full code, however it is typed, and shows no people or money', async () => {
  const client = await createUser(server.db)
  const order = await createOrder(server.db, {
    userId: client.id,
    lastEventName: 'Internal name',
    lastEventPublicStatus: 'On board',
  })
  const typed = `${order.hashSum.toLowerCase().slice(0, 4)} - ${order.hashSum.slice(4)} - ${order.customCode}`
  const { status, text } = await open(`/site/tracking?code=${encodeURIComponent(typed)}`)
  expect(status).toBe(200)
  expect(text).toContain('On board')
  for (const secret of [order.yourName, order.email, order.phone, order.companyName, '855.96', 'Internal name'])
    expect(text).not.toContain(secret)
  expect((await open(`/site/tracking?code=${order.hashSum}`)).status).toBe(404)
  expect((await open('/site/tracking?code=%25')).status).toBe(404)
  expect((await open('/site/tracking?code=a&code=b')).status).toBe(200)
  expect((await open(`/site/tracking?code=${encodeURIComponent('"><script>x</script>')}`)).text).not.toContain(
    '<script>',
  )
})

test('the account page shows the client’s details and orders, by the token in the cookie', async () => {
  const client = await createUser(server.db, { username: '<b>Anna</b>', companyName: 'Anna Trading' })
  const order = await createOrder(server.db, { userId: client.id })
  const foreign = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const { user_token } = (await server.call('GET', `user/get/${client.id}`)).body.data
  const { status, text } = await open('/site/account', `id=${client.id}; token=${user_token}; confirmed=true`)
  expect(status).toBe(200)
  expect(text).toContain('&lt;b&gt;Anna&lt;/b&gt;')
  expect(text).toContain('You are viewing this account as')
  expect(text).toContain(order.hashSum + order.customCode)
  expect(text).not.toContain(foreign.hashSum)
  await server.call('DELETE', `admin/user/${client.id}`)
  expect((await open('/site/account', `token=${user_token}`)).status).toBe(401)
})

test('the account page has 25 shipments, finds others by code and PO, and an address past the end shows the last page', async () => {
  const client = await createUser(server.db)
  const numbers = Array.from({ length: 26 }, (_, n) => `PO-${n}`)
  const orders = await Promise.all(
    numbers.map((shipmentId) => createOrder(server.db, { userId: client.id, shipmentId })),
  )
  const { user_token } = (await server.call('GET', `user/get/${client.id}`)).body.data
  const shown = async (query: string) => {
    const { status, text } = await open(`/site/account${query}`, `token=${user_token}`)
    expect(status).toBe(200)
    return {
      text,
      found: orders.filter(({ hashSum, customCode }) => text.includes(`code=${hashSum}${customCode}`)).length,
    }
  }
  const all = await shown('')
  expect(all.found).toBe(25)
  expect(all.text).toContain('My shipments (26)')
  expect(all.text).toContain('1 to 25 of 26')
  expect((await shown('?page=2')).found).toBe(1)
  expect((await shown('?page=9')).text).toContain('26 to 26 of 26')
  const [one] = orders
  expect((await shown('?search=PO-25')).found).toBe(1)
  expect((await shown(`?search=${one?.hashSum}${one?.customCode}`)).found).toBe(1)
  const none = await shown(`?search=${encodeURIComponent('"><script>')}&page=x`)
  expect(none.found).toBe(0)
  expect(none.text).toContain('No shipment matches this search.')
  expect(none.text).not.toContain('<script>')
  for (const odd of ['?search=a&search=b', '?page=0', '?page=1&page=2', `?search=${'x'.repeat(500)}`]) await shown(odd)
})

test('a missing, invalid or staff token does not sign anyone in', async () => {
  for (const cookie of ['', 'token=', 'token=x', `token=${server.token}`, 'x=y; atoken=z']) {
    const { status, text } = await open('/site/account', cookie)
    expect(status).toBe(401)
    expect(text).toContain('You are not signed in')
    expect(text).not.toContain('Mara Staff')
  }
})

test('nothing is served below /site/ if both sites have a separate address', async () => {
  const other = await startTestServer({
    PUBLIC_SITE_URL: 'https://www.forwarder.example',
    CUSTOMER_SITE_URL: 'https://my.forwarder.example',
  })
  try {
    expect((await fetch(`${other.url}/site/`)).status).toBe(404)
  } finally {
    await other.close()
  }
})

const descriptionIn = (html: string) => /<meta name="description" content="([^"]*)">/.exec(html)?.[1]
const NOINDEX = '<meta name="robots" content="noindex">'

test('pages for everybody describe themselves to search engines; all others tell them to stay out', async () => {
  const content = `<p>${'A container &amp; its papers. '.repeat(20)}</p>`
  await createArticle({ slug: 'described', title: 'Described', metaDescription: 'In its own words' })
  await createArticle({ slug: 'plain', title: 'Plain', content })
  expect(descriptionIn((await open('/site/article/described')).text)).toBe('In its own words')
  const own = descriptionIn((await open('/site/article/plain')).text)
  expect(own).toMatch(/^A container &amp; its papers\. .*\w…$/)
  expect(own?.replaceAll('&amp;', '&').length).toBeLessThanOrEqual(155)
  for (const path of ['/site/', '/site/tracking', '/site/article/plain']) {
    const { text } = await open(path)
    expect(descriptionIn(text)).not.toBe('')
    expect(text).not.toContain(NOINDEX)
  }
  for (const path of ['/site/tracking?code=ABCD12345678', '/site/account', '/site/nothing', '/site/upload/x']) {
    const { text } = await open(path)
    expect(descriptionIn(text)).toBeUndefined()
    expect(text).toContain(NOINDEX)
  }
})

test('robots.txt opens the public site and nothing else', async () => {
  const { status, text } = await open('/robots.txt')
  expect(status).toBe(200)
  expect(text).toBe('User-agent: *\nAllow: /site/\nAllow: /images/\nAllow: /favicon.svg\nDisallow: /\n')
})

test('where another server has the public site, this one keeps search engines out and names no address of its own', async () => {
  const other = await startTestServer({ APP_URL: 'https://app.example', PUBLIC_SITE_URL: 'https://www.example' })
  try {
    const { headers } = await fetch(`${other.url}/site/`)
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('link')).toBeNull()
    expect(await (await fetch(`${other.url}/robots.txt`)).text()).toBe('User-agent: *\nAllow: /site/\nDisallow: /\n')
  } finally {
    await other.close()
  }
})

test('the one address of a page is that of APP_URL, without what was asked', async () => {
  const other = await startTestServer({ APP_URL: 'https://app.example' })
  try {
    const linkOf = async (path: string) => (await fetch(`${other.url}${path}`)).headers.get('link')
    for (const path of ['/site', '/site/', '/site/?utm_source=mail'])
      expect(await linkOf(path)).toBe('<https://app.example/site/>; rel="canonical"')
    expect(await linkOf('/site/article/a%3E%22b')).toBe('<https://app.example/site/article/a%3E%22b>; rel="canonical"')
    expect(await linkOf('/site/article/a>"b')).toBe('<https://app.example/site/article/a%3E%22b>; rel="canonical"')
  } finally {
    await other.close()
  }
  expect((await open('/site/')).headers.get('link')).toBeNull()
})

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000', null],
  ['brotli', null],
])('Accept-Encoding %j is answered with %j', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})

test('pages for everybody and the style are compressed; one that shows what its reader typed is not', async () => {
  await createArticle({ slug: 'zipped', title: 'Zipped', content: '<p>text</p>'.repeat(200) })
  const encoded = async (path: string, encoding: string) =>
    (await fetch(`${server.url}${path}`, { headers: { 'accept-encoding': encoding } })).headers.get('content-encoding')
  for (const path of ['/site/article/zipped', '/site/site.css', '/site/tracking']) {
    expect(await encoded(path, 'gzip, br')).toBe('br')
    expect(await encoded(path, 'gzip')).toBe('gzip')
    expect(await encoded(path, 'identity')).toBeNull()
  }
  for (const path of ['/site/tracking?code=ABCD12345678', '/site/account', '/site/upload/x'])
    expect(await encoded(path, 'gzip, br')).toBeNull()
})

test('browsers keep the style of this version and no other', async () => {
  const href = /href="(\/site\/site\.css\?v=\w+)"/.exec((await open('/site/')).text)?.[1] ?? ''
  expect((await open(href)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/site/site.css', '/site/site.css?v=other'])
    expect((await open(path)).headers.get('cache-control')).toBe('no-store')
})

test('a picture is offered in its widths, none of which it does not have', async () => {
  await createArticle({ slug: 'pictured', title: 'Pictured' })
  const srcset = /srcset="([^"]*)"/.exec((await open('/site/article/pictured')).text)?.[1]
  // The picture of these tests is 60 pixels wide.
  expect(srcset).toMatch(/^\/images\/[\w-]+\/320\.webp 60w$/)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArticleType } from '#contract/blog/articles.ts'
import { storedImage } from '#server/test/pictures.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const open = async (path: string, cookie?: string) => {
  const response = await fetch(`${server.url}${path}`, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function createArticle(values: {
  slug: string
  title: string
  type?: ArticleType
  content?: string
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

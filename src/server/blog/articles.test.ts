import { beforeAll, expect, test } from 'vitest'
import { storedImage } from '#server/test/pictures.ts'
import { testServer } from '#server/test/test-server.ts'
import { staleReply } from '#server/test/trail.ts'

const server = testServer()
let imageId: number

beforeAll(async () => {
  imageId = await storedImage(server)
})

const article = (more: object = {}) => ({
  type: 'news',
  title: 'Peak season',
  metaTitle: 'Peak season surcharges',
  metaDescription: 'What changes in autumn',
  content: '<p>Rates go up.</p>',
  previewImageId: imageId,
  customCreatedAt: 1_767_225_600,
  ...more,
})
const create = (more: object = {}) => server.call('POST', 'article', { body: article(more) })
const created = async (more: object = {}): Promise<{ id: number; slug: string; updatedAt: string }> =>
  (await create(more)).body.data
const edit = (id: number, body: object) => server.call('PUT', `article/${id}`, { body })
const read = async (id: number) => (await server.call('GET', `article/${id}`)).body.data
const shown = async (more: object = {}): Promise<{ id: number }> => {
  const one = await created(more)
  return (await edit(one.id, { visibility: true })).body.data
}
const EMPTY = [null, null, null, null, null, null]
const place = (positions: object) =>
  server.call('POST', 'article/position', { body: { news: EMPTY, resources: EMPTY, ...positions } })
const slots = async () => (await server.call('GET', 'article/position')).body.data

test('a new article is hidden, whatever is sent, and carries its creator, slug and picture', async () => {
  const reply = await create({ title: 'Häfen & Fähren: Überblick', visibility: true })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({
    type: 'news',
    slug: 'haefen-and-faehren-ueberblick',
    visibility: false,
    customCreatedAt: 1_767_225_600,
    user: { username: 'Mara Staff' },
    previewImageId: imageId,
    slot: null,
  })
  expect(reply.body.data.previewImage).toMatchObject({
    id: imageId,
    original: expect.stringMatching(/^\/images\/[\w-]+\/original\.png$/),
  })
  expect(await read(reply.body.data.id)).toEqual(reply.body.data)
})

test('both path forms answer: get_all, get, add, edit, save and delete', async () => {
  const added = (await server.call('POST', 'article/add', { body: article() })).body.data
  expect((await server.call('GET', `article/get/${added.id}`)).body.data.id).toBe(added.id)
  expect((await server.call('PUT', `article/edit/${added.id}`, { body: { title: 'Other' } })).body.data.title).toBe(
    'Other',
  )
  expect((await server.call('PUT', 'article/save', { body: { id: added.id, title: 'Third' } })).body.data.title).toBe(
    'Third',
  )
  expect((await server.call('GET', 'article/get_all?per_page=1000')).body.data.items.at(-1)).toMatchObject({
    id: added.id,
  })
  expect((await server.call('DELETE', `article/delete/${added.id}`)).status).toBe(200)
  expect((await server.call('GET', `article/${added.id}`)).status).toBe(404)
})

test('slugs are unique, survive a new title, and exist for titles in any script', async () => {
  const first = await created({ title: 'Same title' })
  const second = await created({ title: 'Same title' })
  const third = await created({ title: 'Same  title!' })
  expect([first.slug, second.slug, third.slug]).toEqual(['same-title', 'same-title-2', 'same-title-3'])
  expect((await edit(first.id, { title: 'Another title' })).body.data).toMatchObject({
    title: 'Another title',
    slug: 'same-title',
  })
  expect((await created({ title: '港口' })).slug).toBe('article')
  expect((await created({ title: 'Порт Владивосток' })).slug).toBe('port-vladivostok')
  expect((await created({ title: 'ß'.repeat(150) })).slug.length).toBeLessThanOrEqual(200)
})

test('ten articles saved at once with one title get ten slugs', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => create({ title: 'At once' })))
  expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(new Set(replies.map((reply) => reply.body.data.slug)).size).toBe(10)
})

test.each([
  ['title', { title: '' }, 'This field cannot be empty'],
  ['title', { title: ' \u200b ' }, 'This field cannot be empty'],
  ['title', { title: 'x'.repeat(151) }, 'Title must be no more than 150 characters'],
  ['metaTitle', { metaTitle: 'x'.repeat(151) }, 'Meta title must be no more than 150 characters'],
  ['metaDescription', { metaDescription: 'x'.repeat(256) }, 'Meta description must be no more than 255 characters'],
  ['content', { content: '' }, 'This block cannot be empty'],
  ['content', { content: '<p>&nbsp;<br></p>' }, 'This block cannot be empty'],
  ['content', { content: '<script>alert(1)</script>' }, 'This block cannot be empty'],
  ['content', { content: 'x'.repeat(100_001) }, 'Body must be no more than 100000 characters'],
  ['previewImageId', { previewImageId: null }, 'This field cannot be empty'],
  ['previewImageId', { previewImageId: 999_999 }, 'This image does not exist'],
  ['customCreatedAt', { customCreatedAt: 'soon' }, 'Write a time in seconds since 1970'],
  ['customCreatedAt', { customCreatedAt: -1 }, 'Write a time in seconds since 1970'],
  ['customCreatedAt', { customCreatedAt: 7_258_118_401 }, 'Write a time in seconds since 1970'],
  ['type', { type: 'blog' }, 'Choose one from the list'],
])('%s is refused with its message: %j', async (field, more, message) => {
  const before = (await server.call('GET', 'article')).body.data.totalCount
  const reply = await create(more)
  expect(reply).toMatchObject({ status: 400, body: { code: 400, message, data: { [field]: message } } })
  expect((await server.call('GET', 'article')).body.data.totalCount).toBe(before)
})

test('every field accepts its longest value', async () => {
  const reply = await create({
    title: 'ü'.repeat(150),
    metaTitle: 'x'.repeat(150),
    metaDescription: '🚢'.repeat(255),
    content: 'x'.repeat(100_000),
    customCreatedAt: 7_258_118_400,
  })
  expect(reply.status).toBe(200)
  expect(reply.body.data.customCreatedAt).toBe(7_258_118_400)
})

test('all field errors are sent at once', async () => {
  const reply = await create({ title: '', content: '', previewImageId: undefined })
  expect(Object.keys(reply.body.data).sort()).toEqual(['content', 'previewImageId', 'title'])
})

test('an edit changes only the fields that were sent; one from a stale version is refused with the current record', async () => {
  const one = await created()
  const changed = (await edit(one.id, { metaTitle: '', updatedAt: one.updatedAt })).body.data
  expect(changed).toMatchObject({ metaTitle: '', title: 'Peak season', content: '<p>Rates go up.</p>' })
  const stale = await edit(one.id, { title: 'Late', updatedAt: one.updatedAt })
  expect(stale).toMatchObject(staleReply({ id: one.id, title: 'Peak season', updatedAt: changed.updatedAt }))
  expect((await edit(one.id, { title: 'Whenever' })).status).toBe(200)
})

test('the list is filtered by section and visibility, searched by title and sorted; it has no bodies', async () => {
  const word = 'Zanzibar'
  const news = await shown({ title: `${word} B`, customCreatedAt: 100 })
  const other = await created({ title: `${word} A`, type: 'resources', customCreatedAt: 300 })
  const list = async (query: string) => {
    const { items } = (await server.call('GET', `article?search=${word}&${query}`)).body.data
    return items.map((item: { id: number }) => item.id)
  }
  expect(await list('')).toEqual([news.id, other.id])
  expect(await list('order[title]=asc')).toEqual([other.id, news.id])
  expect(await list('order[customCreatedAt]=desc')).toEqual([other.id, news.id])
  expect(await list('order[username]=desc')).toEqual([other.id, news.id])
  expect(await list('type=news')).toEqual([news.id])
  expect(await list('visibility=true')).toEqual([news.id])
  expect(await list('visibility=false&type=resources')).toEqual([other.id])
  expect((await server.call('GET', `article?search=${word}`)).body.data.items[0].content).toBeUndefined()
  expect((await server.call('GET', 'article?type=blog')).status).toBe(400)
  expect((await server.call('GET', 'article?visibility=maybe')).status).toBe(400)
  const unknown = await server.call('GET', 'article?order[content]=asc')
  expect(unknown).toMatchObject({
    status: 400,
    body: { message: 'Unknown sort field. Allowed: id, customCreatedAt, username, title, visibility' },
  })
})

test('the six slots of each section are saved as sent', async () => {
  const [a, b, c] = [await shown(), await shown(), await shown({ type: 'resources' })]
  const news = [null, b.id, null, null, null, a.id]
  const resources = [c.id, null, null, null, null, null]
  expect((await place({ news, resources })).body.data).toEqual({ news, resources })
  expect(await slots()).toEqual({ news, resources })
  expect(await read(b.id)).toMatchObject({ slot: 2 })
})

test('saving slots is refused if someone else changed them in the meantime, and names who', async () => {
  const [a, b] = [await shown(), await shown()]
  const start = { news: [a.id, null, null, null, null, null], resources: EMPTY }
  await place(start)
  expect((await place({ news: [a.id, b.id, null, null, null, null], from: start })).status).toBe(200)
  const now = await slots()
  const stale = await place({ news: [null, null, null, null, null, a.id], from: start })
  expect(stale).toMatchObject(staleReply(now))
  expect(await slots()).toEqual(now)
  await edit(b.id, { visibility: false })
  expect((await place({ news: EMPTY, from: now })).status).toBe(409)
  expect((await place({ news: EMPTY, from: { news: EMPTY.slice(1), resources: EMPTY } })).status).toBe(400)
  expect((await place({ news: EMPTY, from: start })).status).toBe(200)
})

test('a slot takes only a visible article of its section, once', async () => {
  const [news, resource, hidden] = [await shown(), await shown({ type: 'resources' }), await created()]
  await place({ news: [news.id, null, null, null, null, null] })
  const before = await slots()
  const reply = await place({
    news: [hidden.id, resource.id, 999_999, news.id, news.id, null],
    resources: [news.id, null, null, null, null, null],
  })
  expect(reply.status).toBe(400)
  expect(reply.body.data).toEqual({
    'news.0': 'This article is hidden',
    'news.1': 'This article belongs to the other section',
    'news.2': 'This article does not exist',
    'news.4': 'This article is already in another slot',
    'resources.0': 'This article belongs to the other section',
  })
  const seven = await place({ news: [...EMPTY, null] })
  expect(seven).toMatchObject({ status: 400, body: { data: { news: 'This must be a list of 6 slots' } } })
  expect((await place({ news: EMPTY.slice(1) })).status).toBe(400)
  expect((await place({ news: ['1', null, null, null, null, null] })).status).toBe(400)
  expect((await server.call('POST', 'article/position', { body: {} })).status).toBe(400)
  expect(await slots()).toEqual(before)
})

test.each([
  ['hidden', (id: number) => edit(id, { visibility: false })],
  ['moved to the other section', (id: number) => edit(id, { type: 'resources' })],
  ['deleted', (id: number) => server.call('DELETE', `article/${id}`)],
])('a placed article that is %s leaves its slot, and the others stay', async (_how, leave) => {
  const [stays, leaves] = [await shown(), await shown()]
  await place({ news: [null, leaves.id, stays.id, null, null, null] })
  expect((await leave(leaves.id)).status).toBe(200)
  expect((await slots()).news).toEqual([null, null, stays.id, null, null, null])
})

test('two slots swap in one save, and two people who swap at once never lose or double an article', async () => {
  const [a, b, c] = [(await shown()).id, (await shown()).id, (await shown()).id]
  const start = [a, b, c, null, null, null]
  expect((await place({ news: start })).status).toBe(200)
  const from = await slots()
  const replies = await Promise.all([
    place({ news: [b, a, c, null, null, null], from }),
    place({ news: [a, c, b, null, null, null], from }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const [won, lost] = replies[0].status === 200 ? replies : replies.toReversed()
  expect(await slots()).toEqual(won?.body.data)
  expect(lost?.body.data).toEqual(won?.body.data)
})

test('an edit that leaves an article visible in its section keeps its slot', async () => {
  const one = await shown()
  await place({ news: [one.id, null, null, null, null, null] })
  await edit(one.id, { title: 'Still here', type: 'news', visibility: true })
  expect((await slots()).news[0]).toBe(one.id)
})

test('hiding an article while the slots are saved never leaves it in a slot', async () => {
  const [a, b] = [await shown(), await shown()]
  for (let round = 0; round < 10; round++) {
    await edit(a.id, { visibility: true })
    const replies = await Promise.all([
      place({ news: [a.id, b.id, null, null, null, null] }),
      edit(a.id, { visibility: false }),
      place({ news: [b.id, a.id, null, null, null, null] }),
    ])
    for (const reply of replies) expect([200, 400]).toContain(reply.status)
    const { rows } = await server.pool.query(
      'select count(*) as n from article_slots s join articles a on a.id = s.article_id where not a.visibility or a.type <> s.type',
    )
    expect(Number(rows[0].n)).toBe(0)
  }
})

test('scripts are removed from a stored body, formatting stays', async () => {
  const { id } = await created({
    content:
      '<h2 style="text-align:center">Ships</h2><p onclick="x()">Read <a href="javascript:alert(1)">this</a> <a href="https://example.test">and this</a></p>' +
      '<img src="/images/a/1415.webp" onerror="alert(1)" alt="Ship"><iframe src="https://evil.test"></iframe><svg onload="x()"></svg>',
  })
  const { content } = await read(id)
  expect(content).not.toMatch(/onclick|onerror|onload|javascript:|iframe|svg/)
  expect(content).toContain('<a href="https://example.test">and this</a>')
  expect(content).toContain('alt="Ship"')
  expect(content).toContain('text-align:center')
})

test('clients and strangers are refused', async () => {
  const token = await server.signIn()
  for (const [method, path] of [
    ['GET', 'article'],
    ['POST', 'article'],
    ['GET', 'article/position'],
    ['POST', 'images/upload'],
    ['GET', 'images/editor_list'],
  ] as const) {
    expect((await server.call(method, path, { token })).status).toBe(403)
    expect((await server.call(method, path, { token: null })).status).toBe(401)
  }
})

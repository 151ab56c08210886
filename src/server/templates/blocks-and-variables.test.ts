import { expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

const create = (body: object) => server.call('POST', 'template/block', { body })
const created = async (title: string, content = '<p>Kind regards</p>') => (await create({ title, content })).body.data
const read = async (id: number) => (await server.call('GET', `template/block/${id}`)).body.data
const mail = async (title: string, content: string) =>
  (await server.call('POST', 'template/email', { body: { title, subject: 'Hi', content } })).body.data

test('the identifier comes from the first title, is unique and never changes', async () => {
  expect((await created('Order summary')).identifier).toBe('orderSummary')
  expect((await created('Order summary')).identifier).toBe('orderSummary2')
  expect((await created('Grüße & Küsse')).identifier).toBe('gruesseAndKuesse')
  expect((await created('24h notice')).identifier).toBe('block24hNotice')
  expect((await created('港口')).identifier).toBe('block')
  expect((await created('x'.repeat(150))).identifier).toHaveLength(90)
  const one = await created('First title')
  const renamed = (
    await server.call('PUT', `template/block/${one.id}`, { body: { title: 'Second title', identifier: 'mine' } })
  ).body.data
  expect(renamed).toMatchObject({ title: 'Second title', identifier: 'firstTitle' })
})

test('ten blocks saved at once with one title get ten identifiers', async () => {
  const blocks = await Promise.all(Array.from({ length: 10 }, () => created('All at once')))
  expect(new Set(blocks.map(({ identifier }) => identifier)).size).toBe(10)
})

test.each([
  ['title', { title: '' }, 'This field cannot be empty'],
  ['title', { title: 'x'.repeat(151) }, 'Title must be no more than 150 characters'],
  ['content', { content: '' }, 'This block cannot be empty'],
  ['content', { content: '<script>x()</script>' }, 'This block cannot be empty'],
  ['content', { content: 'x'.repeat(150_001) }, 'Body must be no more than 150000 characters'],
  ['content', { content: '\n{{ order.nothing }}' }, 'Unknown variable order.nothing on line 1'],
  ['content', { content: '<p>{{ blocks.orderSummary }}</p>' }, 'An html-block cannot use another block'],
  ['content', { content: '{{ reset.url }}' }, 'Unknown variable reset.url on line 1'],
])('%s is refused with its message: %j', async (field, more, message) => {
  expect(await create({ title: 'Footer', content: '<p>x</p>', ...more })).toMatchObject({
    status: 400,
    body: { message, data: { [field]: message } },
  })
  const one = await created('Kept')
  expect((await server.call('PUT', `template/block/${one.id}`, { body: more })).body.data).toEqual({ [field]: message })
  expect(await read(one.id)).toEqual(one)
})

test('a block of bare rows is kept as it is', async () => {
  const content =
    '<tr>\n<td>{{ order.origin }}</td>\n</tr>\n{% if order.volume %}<tr><td>{{ order.volume }}</td></tr>{% endif %}'
  expect((await created('Rows', content)).content).toBe(content)
})

test('a block lists the mails that use it, and cannot be deleted while there are any', async () => {
  const block = await created('Used block')
  const one = await mail('Arrival notice', `<p>{{ blocks.${block.identifier} }}</p>`)
  const two = await mail('Departed', `<p>{% if blocks.${block.identifier} %}x{% endif %}</p>`)
  expect((await read(block.id)).templates).toEqual([
    { id: one.id, title: 'Arrival notice' },
    { id: two.id, title: 'Departed' },
  ])
  expect((await server.call('GET', `template/block/uses/${block.id}`)).body.data).toEqual({
    usedBy: "'Arrival notice', 'Departed'",
  })
  const refused = await server.call('DELETE', `template/block/${block.id}`)
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "This html-block is in use by 'Arrival notice', 'Departed'." },
  })
  await server.call('PUT', `template/email/${one.id}`, { body: { content: '<p>No block</p>' } })
  await server.call('DELETE', `template/email/${two.id}`)
  expect((await read(block.id)).templates).toEqual([])
  expect((await server.call('DELETE', `template/block/${block.id}`)).status).toBe(200)
  expect((await server.call('GET', `template/block/${block.id}`)).status).toBe(404)
})

test('when a block is deleted while a mail that uses it is saved, one of the two fails cleanly', async () => {
  for (let round = 0; round < 8; round++) {
    const block = await created(`Race ${round}`)
    const [saved, deleted] = await Promise.all([
      server.call('POST', 'template/email', {
        body: { title: 'Race', subject: '', content: `{{ blocks.${block.identifier} }}` },
      }),
      server.call('DELETE', `template/block/${block.id}`),
    ])
    expect([saved.status, deleted.status].filter((status) => status === 200)).toHaveLength(1)
    expect([200, 400, 409]).toContain(saved.status)
    expect([200, 409]).toContain(deleted.status)
  }
})

test('an edit of a block from a stale version is refused', async () => {
  const one = await created('Versioned')
  await server.call('PUT', `template/block/${one.id}`, { body: { title: 'Newer' } })
  const stale = await server.call('PUT', `template/block/${one.id}`, {
    body: { title: 'Late', updatedAt: one.updatedAt },
  })
  expect(stale).toMatchObject({ status: 409, body: { data: { title: 'Newer' } } })
})

test('variables are fixed; only their description can be edited', async () => {
  const { items, totalCount } = (await server.call('GET', 'template/variable?per_page=1000')).body.data
  expect(totalCount).toBe(75)
  const first = items[0]
  expect(first).toMatchObject({ id: 1, identifier: 'order.trackingCode', name: 'Tracking code' })
  const reply = await server.call('PUT', 'template/variable/1', {
    body: { ...first, name: 'Mine', identifier: 'order.mine', description: 'ü'.repeat(100) },
  })
  expect(reply.body.data).toMatchObject({ ...first, description: 'ü'.repeat(100), updatedAt: expect.any(String) })
  const long = await server.call('PUT', 'template/variable/1', { body: { description: 'x'.repeat(101) } })
  expect(long).toMatchObject({
    status: 400,
    body: { data: { description: 'Description must be no more than 100 characters' } },
  })
  expect((await server.call('PUT', 'template/variable/1', { body: { description: '' } })).body.data.description).toBe(
    '',
  )
  expect((await server.call('POST', 'template/variable', { body: { name: 'x' } })).status).toBe(405)
  expect((await server.call('DELETE', 'template/variable/1')).status).toBe(405)
  expect((await server.call('GET', 'template/variable?search=vessel')).body.data.items).toHaveLength(2)
})

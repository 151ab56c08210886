import { expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

test.each([
  ['request/booking/export?format=csv&columns=id&columns=status', 'columns'],
  ['request/booking/export?fields=all&fields=all', 'fields'],
  ['request/booking/export?format=csv&format=xlsx', 'format'],
  ['admin/user/export?columns=id&columns=id', 'columns'],
  ['admin/user/export?fields=all&fields=all', 'fields'],
  ['port/export?format=csv&format=csv', 'format'],
  ['runs/1/export?format=csv&format=csv', 'format'],
  ['import/1/problems/export?format=csv&format=csv', 'format'],
  ['request/booking/get_all?page=1&page=2', 'page'],
  ['request/booking/get_all?search=A&search=B', 'search'],
  ['runs?per_page=10&per_page=20', 'per_page'],
])('a parameter that takes one value is asked for once: %s', async (path, name) => {
  const message = `Send ${name} once`
  expect(await server.call('GET', path)).toMatchObject({ status: 400, body: { message, data: { [name]: message } } })
})

test('a parameter that came twice and has a message of its own keeps that', async () => {
  const { body } = await server.call('GET', 'request/booking/get_all?f.status=is:0&f.status=is:1')
  expect(body.message).toBe('Send this filter once, as operator:value')
  const items = await server.call('GET', 'runs/1/items?state=done&state=done')
  expect(items.body.message).toBe('state is waiting, done, failed, skipped, undone')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createSmallDemo, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let demo: DemoDatabase
let server: TestServer
beforeAll(async () => {
  demo = await createSmallDemo()
  server = await startTestServer({}, demo.url)
})
afterAll(async () => {
  await server.close()
  await demo.drop()
})

/** Lists in the document that offer a search, without the parameters that say which record's list it is. */
async function searchedLists(): Promise<string[]> {
  const { paths } = (await server.call('GET', 'openapi.json', { token: null })).body
  return Object.keys(paths)
    .filter((path) => paths[path].get?.parameters.some(({ name }: { name: string }) => name === 'search'))
    .filter((path) => !/\{|export|candidates/.test(path))
    .map((path) => path.replace('/api/', ''))
}

test('every list that offers a search finds nothing for what no record has', async () => {
  const token = await server.signIn({ role: [Role.ADMIN] })
  const countOf = async (path: string): Promise<number> => {
    const { data } = (await server.call('GET', path, { token })).body
    return data.totalCount ?? data.length
  }
  const lists = await searchedLists()
  const found = await Promise.all(lists.map((path) => countOf(`${path}?search=zqxzqx`)))
  expect(lists.filter((_, at) => found[at] !== 0)).toEqual([])
  // Most lists have records in the demo data, which an ignored search would find.
  const filled = await Promise.all(lists.map(countOf))
  expect(filled.filter((count) => count > 0).length).toBeGreaterThan(40)
})

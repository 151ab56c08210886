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

/** Numbers of a record, and of those in it: letters and digits of ASCII, five or more, with a digit. */
const numbersIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /^(?=.*\d)[A-Za-z0-9-]{5,30}$/.test(value) ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}
const inFullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
/** A number as people type and paste it. */
const respelled = (number: string) => {
  const half = Math.ceil(number.length / 2)
  const with_ = (sign: string) => number.slice(0, half) + sign + number.slice(half)
  return [inFullWidth(number), with_('\u200b'), with_('\u00ad'), with_(' '), with_('\u00a0'), number.toLowerCase()]
}

test('every list that finds a number finds it however it is typed', async () => {
  const token = await server.signIn({ role: [Role.ADMIN] })
  const read = async (path: string) => {
    const { data } = (await server.call('GET', path, { token })).body
    return { items: (data.items ?? data) as { id?: number }[], count: Number(data.totalCount ?? data.length) }
  }
  const missing: string[] = []
  const tried = new Set<string>()
  for (const list of await searchedLists()) {
    const numbers = new Set((await read(list)).items.flatMap(numbersIn))
    const found = async (text: string) => (await read(`${list}?search=${encodeURIComponent(text)}`)).count
    let left = 3
    for (const number of [...numbers].slice(0, 12)) {
      const count = await found(number)
      if (count === 0 || left-- <= 0) continue
      tried.add(list)
      for (const typed of respelled(number))
        if ((await found(typed)) < count) missing.push(`${list}: ${number} as ${JSON.stringify(typed)}`)
    }
  }
  expect(missing).toEqual([])
  expect(tried.size).toBeGreaterThan(8)
}, 120_000)

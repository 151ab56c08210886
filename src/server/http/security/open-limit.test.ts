import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createOpenLimit, MOST_KEYS } from './open-limit.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 2)
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const setClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })
const openLimit = (name: string) => createOpenLimit(pool, name, 10, 60)
/** Attempts that pass, out of `attempts`. */
async function passing(limit: ReturnType<typeof openLimit>, attempts: number, key = 'who') {
  let passed = 0
  for (let n = 0; n < attempts; n++)
    await limit.take(key).then(
      () => passed++,
      () => {},
    )
  return passed
}

test('as many attempts pass as the limit says, and the next gets 429 until the window ends', async () => {
  const limit = openLimit('bound')
  expect(await passing(limit, 10)).toBe(10)
  await expect(limit.take('who')).rejects.toMatchObject({ status: 429 })
  expect(await passing(limit, 1, 'somebody else')).toBe(1)
  const now = Date.now()
  setClock(now + 50_000)
  expect(await passing(limit, 3)).toBe(0)
  setClock(now + 61_000)
  expect(await passing(limit, 12)).toBe(10)
})

test('attempts that come at once are counted one by one', async () => {
  const limit = openLimit('at-once')
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => limit.take('who')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('the first half and what is refused cost no statement', async () => {
  const limit = openLimit('cheap')
  const asked = vi.spyOn(pool, 'query')
  await passing(limit, 5)
  expect(asked).not.toHaveBeenCalled()
  await passing(limit, 5)
  expect(asked).toHaveBeenCalledTimes(5)
  await passing(limit, 50)
  expect(asked).toHaveBeenCalledTimes(5)
  asked.mockRestore()
})

test('another instance lets a key have half as many more, not twice as many', async () => {
  const [one, other] = [openLimit('shared'), openLimit('shared')]
  expect((await passing(one, 20)) + (await passing(other, 20))).toBe(15)
})

test('if the clock is set back an hour, nobody is locked out longer than the window', async () => {
  const limit = openLimit('set-back')
  await passing(limit, 11)
  const back = Date.now() - 3_600_000
  setClock(back)
  await passing(limit, 12)
  setClock(back + 61_000)
  expect(await passing(limit, 12)).toBe(10)
})

test('more keys than are counted at the same time cost no statement, and only the oldest are forgotten', async () => {
  const limit = openLimit('many')
  const asked = vi.spyOn(pool, 'query')
  await passing(limit, 5, 'oldest')
  await passing(limit, 5, 'second')
  for (let n = 0; n < MOST_KEYS - 1; n++) await limit.take(`key ${n}`)
  expect(await passing(limit, 5, 'oldest')).toBe(5)
  expect(asked).not.toHaveBeenCalled()
  expect(await passing(limit, 5, `key ${MOST_KEYS - 2}`)).toBe(5)
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
})

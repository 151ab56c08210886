import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createLimit } from './rate-limits.ts'

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

test('one attempt too many in a window gets 429; the next window starts afresh', async () => {
  const limit = createLimit(pool, 'plain', 3, 60)
  for (let n = 0; n < 3; n++) await limit.take('who')
  await expect(limit.take('who')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  await expect(limit.take('somebody else')).resolves.toBeUndefined()
  setClock(Date.now() + 61_000)
  await expect(limit.take('who')).resolves.toBeUndefined()
})

test('a limit that remembers refuses without asking the database, until the window ends', async () => {
  const limit = createLimit(pool, 'remembered', 3, 60, { remembers: true })
  for (let n = 0; n < 3; n++) await limit.take('who')
  const asked = vi.spyOn(pool, 'query')
  for (let n = 0; n < 50; n++) await expect(limit.take('who')).rejects.toMatchObject({ status: 429 })
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  await expect(limit.take('somebody else')).resolves.toBeUndefined()
  await expect(createLimit(pool, 'remembered', 3, 60).take('who')).rejects.toMatchObject({ status: 429 })
  setClock(Date.now() + 61_000)
  await expect(limit.take('who')).resolves.toBeUndefined()
})

test.each([{ remembers: false }, { remembers: true }])(
  'if the clock is set back an hour, the limit still applies and locks nobody out longer than its window: %o',
  async (options) => {
    const limit = createLimit(pool, `set-back-${options.remembers}`, 3, 60, options)
    for (let n = 0; n < 4; n++) await limit.take('who').catch(() => {})
    const back = Date.now() - 3_600_000
    setClock(back)
    await expect(limit.take('who')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    setClock(back + 30_000)
    await expect(limit.take('who')).rejects.toMatchObject({ status: 429 })
    setClock(back + 61_000)
    await expect(limit.take('who')).resolves.toBeUndefined()
  },
)

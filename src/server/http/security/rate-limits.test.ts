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

test('if the clock is set back an hour, the limit still applies and locks nobody out longer than its window', async () => {
  const limit = createLimit(pool, 'set-back', 3, 60)
  for (let n = 0; n < 4; n++) await limit.take('who').catch(() => {})
  const back = Date.now() - 3_600_000
  setClock(back)
  await expect(limit.take('who')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  setClock(back + 30_000)
  await expect(limit.take('who')).rejects.toMatchObject({ status: 429 })
  setClock(back + 61_000)
  await expect(limit.take('who')).resolves.toBeUndefined()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { bringUpToDate } from './keep-a-copy.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the program of the documentation keeps an exact copy of orders', async () => {
  const { id: userId } = await createUser(server.db)
  const { key } = await createKey(server.db, ['orders:read'])
  const list = `${server.url}/api/request/booking/get_all`
  const kept = await createOrder(server.db, { userId })
  const gone = await createOrder(server.db, { userId })
  const copy = new Map<number, { id: number; merchantName?: string }>()
  let cursor: string | null = null
  const ids = async () => {
    cursor = await bringUpToDate(list, key, copy, cursor)
    return [...copy.keys()].toSorted((a, b) => a - b)
  }
  await expect.poll(ids, { timeout: 10_000 }).toEqual([kept.id, gone.id])
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
  const added = await createOrder(server.db, { userId })
  await expect.poll(ids, { timeout: 10_000 }).toEqual([kept.id, added.id])
  await expect(bringUpToDate(list, 'qs_none', copy, null)).rejects.toThrow('401')
})

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

const PROGRAM = resolve('tests/api/keep-a-copy.mjs')

let server: TestServer
let cwd: string
beforeAll(async () => {
  server = await startTestServer()
  cwd = await mkdtemp(join(tmpdir(), 'quayside-copy-'))
})
afterAll(async () => {
  await rm(cwd, { recursive: true, force: true })
  await server.close()
})

test('the program of the documentation keeps an exact copy of orders, from one run to the next', async () => {
  const { id: userId } = await createUser(server.db)
  const { key } = await createKey(server.db, ['orders:read'])
  const run = (KEY: string) =>
    promisify(execFile)(process.execPath, [PROGRAM], { cwd, env: { ...process.env, QUAYSIDE: server.url, KEY } })
  const ids = async () => {
    await run(key)
    return Object.keys(JSON.parse(await readFile(join(cwd, 'orders.json'), 'utf8')).orders).map(Number)
  }
  const kept = await createOrder(server.db, { userId })
  const gone = await createOrder(server.db, { userId })
  await expect.poll(ids, { timeout: 20_000 }).toEqual([kept.id, gone.id])
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
  const added = await createOrder(server.db, { userId })
  await expect.poll(ids, { timeout: 20_000 }).toEqual([kept.id, added.id])
  await expect(run('qs_none')).rejects.toThrow('401 This API key is not valid.')
})

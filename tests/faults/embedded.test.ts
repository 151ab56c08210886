import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

let folder: string
let server: ServerProcess | undefined
afterEach(async () => {
  await server?.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Milliseconds that closing takes when the database does not answer; nobody waits for half of that. */
const CLOSING = 10_000
const DATABASE_DIED = 75

const killDatabase = async () => {
  const note = await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  process.kill(Number(note.split('\n')[0]), 'SIGKILL')
}

test('when the embedded database dies the server is gone at once, whatever requests are under way; it starts again', async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-dies-'))
  server = await startServerProcess({ DATABASE_URL: '', DATA_DIR: folder, DEMO: '0' })
  const { port } = new URL(server.url)
  // Three difficult callers: a body that does not end, a connection that is kept, and repeated requests.
  const held = connect(Number(port), '127.0.0.1')
  held.on('error', () => {})
  await once(held, 'connect')
  held.write('POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
  let over = false
  const asking = Array.from({ length: 12 }, async () => {
    while (!over)
      await fetch(`${server?.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: 'nobody@example.test', password: '0'.repeat(32) }),
      }).catch(() => wait(10))
  })
  await wait(300)
  await killDatabase()
  const died = performance.now()
  expect(await server.ended()).toBe(DATABASE_DIED)
  const ms = performance.now() - died
  over = true
  await Promise.all(asking)
  held.destroy()
  expect(ms).toBeLessThan(CLOSING / 2)
  expect(server.said()).toContain('The embedded database stopped unexpectedly.')
  await server.start()
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
})

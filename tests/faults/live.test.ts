import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLive } from '#server/live/live.fixture.ts'
import { NOBODY, recordChanges } from '#server/resource/changes.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

let left: TestServer
let killed: ServerProcess
beforeAll(async () => {
  left = await startTestServer({}, undefined, { pingMs: 200 })
  killed = await startServerProcess({ DATABASE_URL: left.databaseUrl, DATA_DIR: left.config.dataDir })
})
afterAll(async () => {
  await killed.kill()
  await left.close()
})

const READERS = 20

test('when an instance is killed, its readers go on at another one and miss nothing', async () => {
  const tokens = await Promise.all(Array.from({ length: READERS }, () => left.tokenFor(left.staff.id)))
  const before = await Promise.all(tokens.map((token) => openLive({ url: killed.url, token })))
  let n = 0
  const write = () => recordChanges(left.db, NOBODY, [{ entity: 'ports', entityId: ++n, kind: 'update' }])
  for (let each = 0; each < 20; each++) await write()
  await before[0]?.event('change')
  for (let each = 0; each < 20; each++) await write()
  await killed.kill()
  for (let each = 0; each < 20; each++) await write()
  await Promise.all(before.map((live) => live.ended()))
  const after = await Promise.all(
    before.map((live, index) => openLive({ url: left.url, token: tokens[index] ?? '' }, { after: live.lastId() })),
  )
  await write()
  const all = Array.from({ length: n }, (_, index) => index + 1)
  for (const [index, live] of after.entries()) {
    const told = () => [
      ...new Set([before[index], live].flatMap((each) => each?.changes() ?? []).flatMap(({ ids }) => ids)),
    ]
    await expect.poll(() => told().toSorted((a, b) => a - b), { timeout: 15_000 }).toEqual(all)
    expect(live.named('resync')).toEqual([])
    await live.close()
  }
})

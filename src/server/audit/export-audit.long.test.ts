import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let token: string
beforeAll(async () => {
  token = await server.signIn({ role: [Role.ADMIN] })
  await addEntries(50_000)
})

/** Texts that compress badly, so that a file is too long to be sent before anybody reads it. */
const addEntries = (n: number) =>
  sql`insert into audit_entries (action, entity, after)
    select 'many', 'ports', json_build_object('name', md5(i || 'a') || md5(i || 'b') || md5(i || 'c')) from generate_series(1, ${n}::int) i`.execute(
    server.db,
  )

const exportTrail = (query: string, signal: AbortSignal | null = null, as = token) =>
  fetch(`${server.url}/api/admin/audit/export?${query}`, { headers: { 'user-token': as }, signal })

/** The status of a long export, read to its end: an unread export keeps its place. */
async function statusOfLong(): Promise<number> {
  const reply = await exportTrail('action=many')
  await reply.arrayBuffer()
  return reply.status
}

test('two long exports run at once, a third is asked to wait; one that is broken off makes room', {
  timeout: 120_000,
}, async () => {
  const stopped = new AbortController()
  const others = await Promise.all([1, 2].map(() => server.signIn({ role: [Role.ADMIN] })))
  const running = await Promise.all([
    exportTrail('action=many', stopped.signal),
    exportTrail('', stopped.signal, others[0]),
  ])
  expect(running.map(({ status }) => status)).toEqual([200, 200])
  const third = await exportTrail('action=many', null, others[1])
  expect([third.status, third.headers.get('retry-after')]).toEqual([503, '2'])
  const short = await exportTrail('action=port.create')
  expect(short.status).toBe(200)
  stopped.abort()
  await expect.poll(statusOfLong, { timeout: 30_000 }).toBe(200)
})

test('other calls are answered while 50 000 entries are exported', {
  timeout: 120_000,
}, async () => {
  let done = false
  const exporting = exportTrail('action=many').then(async (file) => {
    const lines = (await file.text()).trim().split('\r\n')
    done = true
    return lines
  })
  let answered = 0
  for (; !done; answered++) expect((await server.call('GET', 'port', { token })).status).toBe(200)
  expect(answered).toBeGreaterThan(10)
  expect(await exporting).toHaveLength(50_001)
})

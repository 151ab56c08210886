import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { md5 } from 'js-md5'
import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

/**
 * How many times as long a list may take as while the same senders are refused by the headers; the bench has
 * 5.
 */
const MOST = 15
const SECONDS = 5

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Milliseconds of the median list, while strangers send. */
async function listsWhile(how: 'attack' | 'refused', meanwhile: () => Promise<void> = async () => {}): Promise<number> {
  const args = ['--import', 'tsx', 'bench/strangers/strangers.ts', new URL(server.url).port, how]
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (child.stdout) await once(child.stdout, 'data')
  const times: number[] = []
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; ) {
    const began = performance.now()
    expect((await server.call('GET', 'request/booking/get_all?page=1')).status).toBe(200)
    times.push(performance.now() - began)
  }
  await meanwhile()
  child.kill()
  await once(child, 'exit')
  return median(times)
}

test('four strangers who attack every public call hold lists up no more than where they are refused at once, and a login is answered', async () => {
  const { email } = await createUser(server.db, { role: [Role.MANAGER] })
  const refused = await listsWhile('refused')
  const attacked = await listsWhile('attack', async () => {
    const body = { login: email, password: md5(PASSWORD), rememberMe: false }
    expect((await server.call('POST', 'login', { token: null, body })).status).toBe(200)
  })
  expect(attacked).toBeLessThan(MOST * refused)
})

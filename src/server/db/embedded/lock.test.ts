import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlreadyRunningError, takeLock } from '#server/db/embedded/lock.ts'
import { birthOf } from './process-identity.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-lock-'))
  file = join(folder, 'quayside.lock')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder is locked until released, and nothing remains', async () => {
  const unlock = await takeLock(folder)
  await expect(takeLock(folder)).rejects.toThrow(AlreadyRunningError)
  await unlock()
  expect(await readdir(folder)).toEqual([])
  await takeLock(folder)
})

test('with patience, a start waits for a stopping process', async () => {
  const unlock = await takeLock(folder)
  setTimeout(unlock, 100)
  await expect(takeLock(folder, 2_000)).resolves.toBeTypeOf('function')
})

test('the lock of another living process is respected and its pid named', async () => {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' })
  await writeFile(file, JSON.stringify({ pid: other.pid, born: await birthOf(other.pid ?? 0) }))
  await expect(takeLock(folder)).rejects.toThrow(`already running on ${folder} (process ${other.pid})`)
  other.kill('SIGKILL')
})

const stale = JSON.stringify({ pid: process.pid, born: 'long ago' })

test.each([
  ['empty', ''],
  ['garbled', '{"pid"'],
  ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, born: 'x' })],
  ['of a pid that another process has now', stale],
])('a lock that is %s is taken over', async (_, text) => {
  await writeFile(file, text)
  await takeLock(folder)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid })
})

test('if many processes find a stale lock at once, exactly one gets the folder', async () => {
  for (let round = 0; round < 20; round++) {
    await writeFile(file, stale)
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeLock(folder)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(11)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(AlreadyRunningError)
  }
})

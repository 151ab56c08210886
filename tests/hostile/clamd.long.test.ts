import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pingScanner, ScannerAway, scanFile } from '#server/files/clamd.ts'
import { EICAR } from '#server/test/clamd.ts'
import { PDF } from '#server/test/files.ts'

// Debian's package clamav-daemon, with one signature of our own instead of the published ones, which would
// have to be fetched.
const CLAMD = '/usr/sbin/clamd'
const there = existsSync(CLAMD)

let folder: string
let daemon: ChildProcess
let at: string
beforeAll(async () => {
  if (!there) return
  folder = await mkdtemp(join(tmpdir(), 'quayside-clamd-'))
  at = join(folder, 'clamd.ctl')
  await writeFile(join(folder, 'own.ndb'), `Eicar-Test:0:*:${EICAR.toString('hex')}\n`)
  const settings = [
    `LocalSocket ${at}`,
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    'Foreground yes',
    'StreamMaxLength 2M',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  daemon = spawn(CLAMD, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const end = Date.now() + 60_000
  const started = () =>
    pingScanner(at)
      .then(() => true)
      .catch(() => false)
  while (!(await started())) {
    if (Date.now() > end || daemon.exitCode !== null) throw new Error('clamd does not start')
    await wait(100)
  }
})
afterAll(async () => {
  if (!there) return
  const ended = once(daemon, 'exit')
  daemon.kill()
  await ended
  await rm(folder, { recursive: true })
})

test('the real clamd finds the test virus, wherever it is, and lets clean files pass', async ({ skip }) => {
  if (!there) skip('clamav-daemon is not installed')
  expect(await scanFile(at, PDF)).toBeNull()
  expect(await scanFile(at, Buffer.alloc(1_500_000, 'x'))).toBeNull()
  expect(await scanFile(at, EICAR)).toMatch(/^Eicar-Test/)
  expect(await scanFile(at, Buffer.concat([Buffer.alloc(200_000, 'x'), EICAR, Buffer.alloc(200_000, 'y')]))).toMatch(
    /^Eicar-Test/,
  )
})

test('what is larger than the real clamd takes is not scanned', async ({ skip }) => {
  if (!there) skip('clamav-daemon is not installed')
  await expect(scanFile(at, Buffer.alloc(3_000_000, 'x'))).rejects.toThrow(ScannerAway)
})

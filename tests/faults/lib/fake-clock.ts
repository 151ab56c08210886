import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const library = () =>
  readdirSync('/usr/lib', { withFileTypes: true })
    .map(({ name }) => join('/usr/lib', name, 'faketime', 'libfaketime.so.1'))
    .find(existsSync)

/** The faketime library, installed from Debian as root if missing; null without it. */
export async function findFaketime(): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const there = library()
  if (there || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return there ?? null
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'libfaketime'], { env })
  } catch {
    return null
  }
  return library() ?? null
}

export interface FakeClock {
  /** The environment for a program that uses this clock. Timers are not affected. */
  env: Record<string, string>
  /** Sets the clock this many seconds off the true time, in running programs too. */
  set(seconds: number): Promise<void>
  remove(): Promise<void>
}

/** A clock that can be set while programs of any user run on it. */
export async function startClock(library: string): Promise<FakeClock> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-clock-'))
  // The database's user must be able to read the file.
  await chmod(folder, 0o755)
  const file = join(folder, 'offset')
  const set = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  await set(0)
  return {
    env: { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', DONT_FAKE_MONOTONIC: '1' },
    set,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

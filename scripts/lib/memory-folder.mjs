import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const FOLDER = '/dev/shm'
const GB = 1024 ** 3
/** Databases and servers of all tests that run at the same time, with room to spare. */
const NEEDED = 6 * GB

/** True if the folder is memory, and programs in it may be run. */
const isMemory = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, place, kind, flags = '']) => place === FOLDER && kind === 'tmpfs' && !/\b(?:noexec|ro)\b/.test(flags))

/**
 * The settings that put temporary folders into memory, where it is large enough: the databases of tests are a thousand files each, which
 * a disk takes ten times as long to copy. None elsewhere, or if TMPDIR is set.
 */
export function inMemory() {
  if (process.env.TMPDIR) return {}
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    return isMemory() && Math.min(bavail * bsize, freemem()) > NEEDED ? { TMPDIR: FOLDER } : {}
  } catch {
    return {}
  }
}

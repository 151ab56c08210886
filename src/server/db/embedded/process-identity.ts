import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorCode } from '#server/errors.ts'

const run = promisify(execFile)
const linux = process.platform === 'linux'

async function ps(pid: number, column: string): Promise<string | undefined> {
  const found = await run('ps', ['-o', `${column}=`, '-p', String(pid)]).catch(() => undefined)
  return found?.stdout.trim() || undefined
}

/**
 * Start time of a process, as text that differs for every process that ever had this pid; undefined if no
 * process has it now. Zombies count as gone. On Windows, where this is slow, 'alive' for any pid in use.
 */
export async function birthOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return isThere(pid) ? 'alive' : undefined
  if (!linux) return await ps(pid, 'lstart')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name may contain spaces and brackets: fields are counted from the last bracket.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${boot.trim()}:${fields[19]}`
}

/** Whether the system lists this pid, zombies included. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * Whether this pid is alive and works in this folder: the cwd of PostgreSQL's processes is their data folder.
 */
export async function worksIn(pid: number, folder: string): Promise<boolean> {
  if (linux)
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder && (await birthOf(pid)) !== undefined
  if (process.platform === 'win32') return isThere(pid)
  return (await ps(pid, 'command'))?.includes(folder) ?? false
}

/** All living processes that work in this folder; none on systems without /proc. */
export async function processesIn(folder: string): Promise<number[]> {
  if (!linux) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const here = await Promise.all(pids.map((pid) => worksIn(pid, folder)))
  return pids.filter((_, index) => here[index])
}

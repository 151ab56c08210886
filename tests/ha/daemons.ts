import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'

/** The user that PostgreSQL and its companions run as. */
export const POSTGRES = () => {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  return { uid: id('-u'), gid: id('-g') }
}

/** Runs a program in the foreground as postgres, with its output in a file in the folder. */
export function startDaemon(
  folder: string,
  name: string,
  [command = '', ...args]: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  return spawn(command, args, {
    cwd: folder,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    ...POSTGRES(),
  })
}

/** Ends a process and waits until it is gone. */
export async function end(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

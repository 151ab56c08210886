import { spawn } from 'node:child_process'
import { environment } from './cluster.ts'
import type { RunAs } from './user.ts'

/**
 * The shell reads a pid and then a word. A pipe that ends before the word means that its holder is gone, even
 * by kill -9.
 */
const SHELL = `
read pid || exit 0
read word && exit 0
kill -INT "$pid" || exit 0
n=0
while kill -0 "$pid" && [ $n -lt 15 ]; do sleep 1; n=$((n + 1)); done
kill -QUIT "$pid"`

/** The watchdog for Windows, which has no such shell and no signals; the argument is pg_ctl. */
const SCRIPT = `
let text = ''
process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
  const [pid, word] = text.split('\\n')
  if (pid && !word) require('node:child_process').spawnSync(process.argv[1], ['kill', 'INT', pid])
})`

/** A process of its own that ends postgres once this process is gone. */
export interface Watchdog {
  watch(pid: number): void
  /** Tells the watchdog that postgres has ended, or will be ended here. */
  dismiss(): void
}

/** Starts the watchdog, before postgres: there is no moment without it. */
export function startWatchdog(pgCtl: string, runAs: RunAs | undefined): Watchdog {
  const [command, args] =
    process.platform === 'win32' ? [process.execPath, ['-e', SCRIPT, pgCtl]] : ['/bin/sh', ['-c', SHELL]]
  // Detached: Ctrl+C in a terminal must not end it. Only this process has its pipe: Node closes descriptors
  // in programs it starts.
  const child = spawn(command, args, {
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...runAs,
  })
  // Without a shell nothing is watched: the next start ends a postgres that was left behind.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.stdin.end('done\n'),
  }
}

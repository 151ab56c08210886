import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/db/embedded/free-port.ts'

export interface Running {
  url: string
  pid: number
  stop(): Promise<void>
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (child.exitCode !== null) throw new Error(`A server ended with code ${child.exitCode} before it answered`)
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return
    await wait(50)
  }
  throw new Error(`No answer from ${url}`)
}

/**
 * Starts a server of this project as a separate process and waits until it answers. It ends with this
 * process, too.
 */
export async function startServer(args: string[], env: Record<string, string>, path = '/'): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [...args, '--with-parent'], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilAnswering(url + path, child)
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { url, pid: child.pid ?? 0, stop }
}

/** Resident memory of a process in MB, now and at its peak; null outside Linux. */
export function memoryOf(pid: number): { now: number; peak: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
    return { now: read('VmRSS'), peak: read('VmHWM') }
  } catch {
    return null
  }
}

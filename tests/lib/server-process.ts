import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#server/db/embedded/free-port.ts'

export interface ServerProcess {
  url: string
  /** Kills the process, like a power cut. */
  kill(): Promise<void>
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>
  /** Resolves with the exit code once the process ends by itself. */
  ended(): Promise<number | null>
  /** The output since the start, which is the log. */
  said(): string
  /** Starts the server again on the same port; resolves once it answers. */
  start(): Promise<void>
}

export const BUILT = ['dist/server/main.js']
/**
 * The built server, as `npm test` builds first: compiled again from its sources, it takes several times as
 * long to start.
 */
const CURRENT = process.env.TEST_BUILT_SERVER ? BUILT : ['--import', 'tsx', 'src/server/main.ts']

/**
 * Starts the server as a separate process with the given settings; `within` is a command to start it through.
 */
export async function startServerProcess(
  env: Record<string, string>,
  { main = CURRENT, within = [] }: { main?: readonly string[]; within?: readonly string[] } = {},
): Promise<ServerProcess> {
  const [command = '', ...args] = [...within, process.execPath, ...main]
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let said = ''

  async function start() {
    said = ''
    child = spawn(command, args, {
      env: { ...process.env, LOG_LEVEL: 'error', MAIL_HOLD_SECONDS: '0', ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${said}`)
      const ready = await fetch(`${url}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (ready) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }
  async function ended() {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }
  await start()
  return {
    url,
    start,
    ended,
    said: () => said,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

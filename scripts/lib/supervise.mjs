import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endChildren, root, say } from './project.mjs'
import { makeReady } from './ready.mjs'
import { onStop } from './stop-with-parent.mjs'

/** The exit code of a server whose embedded database died (src/server/run.ts). */
const DATABASE_DIED = 75
/** Restarts within ten minutes at most; each one waits a second longer. */
export const RESTARTS = 5
const WITHIN_MS = 600_000

/**
 * How to go on after a death of the database: the pause before the next start in milliseconds, or undefined
 * to give up. Keeps the times of the deaths in `deaths`.
 */
export function nextStart(deaths, now = Date.now()) {
  deaths.push(now)
  while (deaths[0] <= now - WITHIN_MS) deaths.shift()
  return deaths.length > RESTARTS ? undefined : (deaths.length - 1) * 1_000
}

/**
 * Runs the server as a child, and again when its database died. The child ends with this process, however
 * this process ends, because the channel between them closes.
 */
export async function supervise() {
  const deaths = []
  let server
  let stopping = false
  onStop(() => {
    stopping = true
    if (server?.connected) server.disconnect()
    else {
      endChildren()
      process.exit(0)
    }
  })
  await makeReady()
  while (!stopping) {
    const { code, signal } = await new Promise((resolve, reject) => {
      server = spawn(process.execPath, [join(root, 'scripts', 'serve.mjs'), '--with-parent'], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        // The C library of Linux otherwise keeps free memory for each thread of its own (src/server/db/tuning/README.md).
        env: { MALLOC_ARENA_MAX: '2', ...process.env },
      })
      server.once('error', reject)
      server.once('exit', (code, signal) => resolve({ code, signal }))
    })
    if (signal) say(`The server was ended by ${signal}.`)
    if (code !== DATABASE_DIED || stopping) process.exit(code ?? 1)
    const pause = nextStart(deaths)
    if (pause === undefined) {
      say(`The database stopped ${RESTARTS + 1} times within ten minutes: not starting again.`)
      process.exit(1)
    }
    say(`Starting again (${deaths.length} of at most ${RESTARTS} times within ten minutes) …`)
    await wait(pause)
  }
}

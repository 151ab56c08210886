// This module ends the process, from its first line on: main.ts imports it first.

/**
 * Argument of main.ts when a program that holds its channel started it: when that program is gone, so is the
 * server.
 */
const WITH_PARENT = '--with-parent'

const closers: (() => Promise<unknown>)[] = []
const asked = new AbortController()
const say = (text: string) => process.stderr.write(`${text}\n`)

/** Aborted once the process was asked to stop. */
export const stopping = asked.signal

/** Registers something to close before the process ends; the last one registered is closed first. */
export const atStop = (close: () => Promise<unknown>) => void closers.push(close)

let closing = Promise.resolve()

async function closeThese(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch((error) => say(String(error)))
}

/**
 * Closes everything that was opened, after closings under way. A failure is reported, and the rest is still
 * closed.
 */
export function closeAll(): Promise<void> {
  closing = closing.then(closeThese)
  return closing
}

/** Closes everything and ends the process, even while it starts. The second call does nothing. */
export async function stop(code: number, why = 'Stopping …'): Promise<void> {
  if (stopping.aborted) return
  asked.abort()
  say(why)
  await closeAll()
  process.exit(code)
}

/** Ends the process at once and closes nothing: for when nothing can be finished any more. */
export function exitNow(code: number, why: string): never {
  say(why)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
if (process.argv.includes(WITH_PARENT)) {
  if (process.connected) process.on('disconnect', () => void stop(0))
  else void stop(0)
}

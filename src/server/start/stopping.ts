// What ends the process, from its first line on: main.ts imports this first.

/** main.ts was started by a program that holds its channel: when that program is gone, so is the server. */
const WITH_PARENT = '--with-parent'

const closers: (() => Promise<unknown>)[] = []
const asked = new AbortController()
const say = (text: string) => process.stderr.write(`${text}\n`)

/** Aborted once the process was asked to stop. */
export const stopping = asked.signal

/** Registers what must be closed before the process ends; the last first. */
export const atStop = (close: () => Promise<unknown>) => void closers.push(close)

let closing = Promise.resolve()

async function closeThese(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch((error) => say(String(error)))
}

/** Closes whatever was opened, after what is being closed already. A failure is said, and the rest is still closed. */
export function closeAll(): Promise<void> {
  closing = closing.then(closeThese)
  return closing
}

/** Closes everything and ends the process, at the start too. Does nothing the second time. */
export async function stop(code: number, why = 'Stopping …'): Promise<void> {
  if (stopping.aborted) return
  asked.abort()
  say(why)
  await closeAll()
  process.exit(code)
}

/** Ends the process at once and closes nothing: when nothing can be finished any more. */
export function exitNow(code: number, why: string): never {
  say(why)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
if (process.argv.includes(WITH_PARENT)) {
  if (process.connected) process.on('disconnect', () => void stop(0))
  else void stop(0)
}

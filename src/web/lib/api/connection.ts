import { createStore } from '#web/lib/browser/store.ts'

/**
 * The state of the connection. 'offline': this device has no network. 'unreachable': it has, but the server
 * does not answer.
 */
type Connection = 'up' | 'offline' | 'unreachable'

/** The connection as the browser reports it, and as calls succeed or fail. */
export const connection = createStore<Connection>('up')

export const OFFLINE = 'You are offline'

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 15_000
let asking: number | null = null

const isOffline = () => window.navigator.onLine === false

/** The message for a call without an answer. */
export const noAnswerMessage = () =>
  isOffline()
    ? `${OFFLINE}. Please try again when the connection is back.`
    : 'The server cannot be reached. Please check your connection and try again.'

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Polls, with growing pauses, until the server answers. */
async function ask(pause: number): Promise<void> {
  if (!isOffline() && (await isReachable())) return noteAnswer()
  connection.set(isOffline() ? 'offline' : 'unreachable')
  asking = window.setTimeout(() => void ask(Math.min(pause * 2, LONGEST_PAUSE)), pause)
}

/** Notes a call without an answer, which counts only if the next attempt fails too: one may by chance. */
export function noteNoAnswer(): void {
  if (asking !== null) return
  asking = 0
  void ask(FIRST_PAUSE)
}

/** Notes an answer. One to a call from before the network was lost proves nothing. */
export function noteAnswer(): void {
  if (isOffline()) return
  if (asking !== null) window.clearTimeout(asking)
  asking = null
  connection.set('up')
}

window.addEventListener('offline', noteNoAnswer)
window.addEventListener('online', () => {
  if (asking !== null) window.clearTimeout(asking)
  asking = 0
  void ask(FIRST_PAUSE)
})

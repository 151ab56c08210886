import { createTurns } from '#server/http/queues/turns.ts'
import { type Resolve, resolveHost } from './addresses.ts'

/**
 * Look-ups at once. The system makes four, which files and passwords need too, and one whose name server is
 * silent takes half a minute.
 */
const AT_ONCE = { prompt: 2, other: 1 }
const WAITING = 100

/**
 * Looks names up so that a silent name server keeps no other waiting: receivers that answer promptly have
 * places of their own. Throws after `timeoutMs`; the look-up keeps its place until the system gives it up.
 */
export function createLookUps(): (isPrompt: boolean, resolve: Resolve | undefined, timeoutMs: number) => Resolve {
  const prompt = createTurns({ atOnce: AT_ONCE.prompt, waiting: WAITING })
  const other = createTurns({ atOnce: AT_ONCE.other, waiting: WAITING })
  return (isPrompt, resolve = resolveHost, timeoutMs) =>
    (host) => {
      const found = (isPrompt ? prompt : other)(host, () => resolve(host))
      found.catch(() => {})
      return Promise.race([found, rejectAfter(timeoutMs)])
    }
}

const rejectAfter = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('The name was not found in time')), ms).unref())

import { createStore } from '#web/lib/browser/store.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { storedToken } from './token.ts'

/** A question over the page, and its answer: true once it was done. */
interface Question {
  what: 'login' | 'set-up'
  answer: (done: boolean) => void
}

/** The question over the page; null for none. */
export const asked = createStore<Question | null>(null)

/** A request to confirm that it is the account's owner, and the ways in which the account can. */
interface Confirmation {
  ways: readonly string[]
  answer: (done: boolean | Promise<boolean>) => void
}

/** The confirmation that is asked for, above any other question; null for none. */
export const proofAsked = createStore<Confirmation | null>(null)

let goToLogin: () => void = () => {}
/** Registers how the app goes to /login. */
export const onSessionEnd = (go: () => void) => {
  goToLogin = go
}

/** Removes what the session left in this browser and goes to /login. */
export function endSession(): void {
  storedToken.forget()
  goToLogin()
}

let asking: Promise<boolean> | null = null

/**
 * Handles a 401, once for all calls that meet it. With unsaved input, a login dialog opens over the page and
 * the result says whether to go on. Otherwise it goes to /login, and drafts are removed too.
 */
export function sessionExpired(refusedToken: string | null): Promise<boolean> {
  // Another call may have signed in again in the meantime.
  if (storedToken.get() !== refusedToken && storedToken.get() !== null) return Promise.resolve(true)
  if (asking) return asking
  // An ended session cannot confirm anything.
  const confirming = proofAsked.get()
  proofAsked.set(null)
  asked.get()?.answer(false)
  if (!hasUnsaved()) {
    endSession()
    confirming?.answer(false)
    return Promise.resolve(false)
  }
  storedToken.clear()
  asking = new Promise<boolean>((answer) => asked.set({ what: 'login', answer })).then((done) => {
    asking = null
    asked.set(null)
    if (!done) endSession()
    return done
  })
  // A new sign-in proves who it is, so calls that wait for a confirmation go on.
  confirming?.answer(asking)
  return asking
}

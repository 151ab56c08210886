import { createStore } from '#web/lib/browser/store.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { storedToken } from './token.ts'

/** What is asked for over the page, and its answer: true once it was done. */
interface Question {
  what: 'login' | 'set-up'
  answer: (done: boolean) => void
}

/** Set while something is asked for over the page. */
export const asked = createStore<Question | null>(null)

/** A confirmation that it is the account's owner, and the ways in which the account can give it. */
interface Confirmation {
  ways: readonly string[]
  answer: (done: boolean | Promise<boolean>) => void
}

/** Set while a confirmation is asked for, over whatever else is asked. */
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
 * What a 401 does, once for all calls that meet it: the token goes; with unsaved input a login dialog opens over the
 * page and the answer says whether to go on, otherwise /login, and the drafts go too.
 */
export function sessionExpired(refusedToken: string | null): Promise<boolean> {
  // Another call may have logged in again in the meantime.
  if (storedToken.get() !== refusedToken && storedToken.get() !== null) return Promise.resolve(true)
  if (asking) return asking
  // A session that ended confirms nothing any more.
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
  // Signing in again proves who it is, so calls that wait for a confirmation go on.
  confirming?.answer(asking)
  return asking
}

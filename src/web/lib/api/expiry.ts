import { createStore } from '#web/lib/browser/store.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { storedToken } from './token.ts'

/** How the login dialog over the page was closed. */
export type LoginAnswer = 'logged in' | 'cancelled'

/** Set while the login dialog is open over the page. */
export const loginAgain = createStore<((answer: LoginAnswer) => void) | null>(null)

let goToLogin: () => void = () => {}
/** Registers how the app goes to /login. */
export const onSessionEnd = (go: () => void) => {
  goToLogin = go
}

/** Removes token and user id and goes to /login. */
export function endSession(): void {
  storedToken.clear()
  goToLogin()
}

let asking: Promise<boolean> | null = null

/**
 * What a 401 does, once for all calls that meet it: the token goes; with unsaved input a login dialog opens over the
 * page and the answer says whether to go on, otherwise /login.
 */
export function sessionExpired(refusedToken: string | null): Promise<boolean> {
  // Another call may have logged in again in the meantime.
  if (storedToken.get() !== refusedToken && storedToken.get() !== null) return Promise.resolve(true)
  if (asking) return asking
  storedToken.clear()
  if (!hasUnsaved()) {
    goToLogin()
    return Promise.resolve(false)
  }
  asking = new Promise<LoginAnswer>((resolve) => loginAgain.set(resolve)).then((answer) => {
    asking = null
    loginAgain.set(null)
    if (answer === 'cancelled') goToLogin()
    return answer === 'logged in'
  })
  return asking
}

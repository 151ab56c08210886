import { logoutReply } from '#contract/accounts/single-sign-on.ts'
import { request } from '#web/lib/api/api.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { endSession } from '#web/lib/api/expiry.ts'
import { confirmLeave, discardUnsaved } from '#web/lib/browser/unsaved.ts'
import { showError } from '#web/lib/feedback/toast.ts'

/** Ends the session here and on the server. Asks first if there is unsaved input. */
export async function logOut(): Promise<void> {
  if (!(await confirmLeave())) return
  let elsewhere: string | undefined
  try {
    elsewhere = (await request(logoutReply, 'logout', { method: 'POST', on401: 'throw' }))?.endSessionUrl
  } catch (error) {
    // A 401 shows too: the session had already ended.
    showError(messageOf(error))
  }
  discardUnsaved()
  endSession()
  // The identity provider ends its own session, and leads back to the login.
  if (elsewhere) window.location.assign(elsewhere)
}

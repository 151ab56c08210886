import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { endSession } from '#web/lib/api/expiry.ts'
import { confirmLeave, discardUnsaved } from '#web/lib/browser/unsaved.ts'
import { showError } from '#web/lib/feedback/toast.ts'

/** Ends the session here and on the server. Unsaved input asks first; a token that is gone already is said so. */
export async function logOut(): Promise<void> {
  if (!(await confirmLeave())) return
  try {
    await request(nothing, 'logout', { method: 'POST', on401: 'throw' })
  } catch (error) {
    // A 401 too is said here: the session is over, but not by this click.
    showError(messageOf(error))
  }
  discardUnsaved()
  endSession()
}

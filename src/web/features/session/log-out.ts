import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { endSession } from '#web/lib/api/expiry.ts'
import { confirmLeave, discardUnsaved } from '#web/lib/browser/unsaved.ts'
import { showError } from '#web/lib/feedback/toast.ts'

/** Ends the session here and on the server. Asks first when there is unsaved input. */
export async function logOut(): Promise<void> {
  if (!(await confirmLeave())) return
  try {
    await request(nothing, 'logout', { method: 'POST', on401: 'throw' })
  } catch (error) {
    // Shows a 401 too: the session had already ended.
    showError(messageOf(error))
  }
  discardUnsaved()
  endSession()
}

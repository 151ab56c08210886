import { z } from 'zod'
import { MailState } from '#contract/codes/mail-state.ts'
import { replied, type replyInput } from '#contract/mail-in/mail-in.ts'
import { refreshMail } from '#web/features/mail-in/shared/change-mail.ts'
import { mailPath } from '#web/features/mail-in/shared/mail-in.ts'
import { request } from '#web/lib/api/api.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'

type Replied = z.infer<typeof replied>

/** Sends a reply. A retried submission carries the same key, so that it is never sent twice. */
export function useSendReply(id: number) {
  const keyOf = useSubmissionKey()
  return (body: z.input<typeof replyInput>) =>
    request(replied, `${mailPath(id)}/reply`, { method: 'POST', body, idempotencyKey: keyOf(body) }).finally(
      refreshMail,
    )
}

/** Confirms a reply; offers to undo it, and the event with it, while the mail is held. */
export function showReplied({ mail, entryId }: Replied, holdSeconds: number): void {
  const undo = { label: 'Undo', shortcut: 'u', lasts: holdSeconds * 1000, run: () => void undoReply({ mail, entryId }) }
  const isUnsent = mail.state === MailState.UNSENT
  const until = mail.state === MailState.QUEUED ? { until: 'Mail leaves' } : {}
  // An unsent mail alone has nothing to be cancelled.
  const actions = holdSeconds > 0 && !(isUnsent && entryId === null) ? [{ ...undo, ...until }] : []
  const said = isUnsent ? 'No mail server is configured: the reply is kept unsent' : 'The reply will be sent'
  showSuccess(entryId === null ? said : `${said}, and the event was set`, ...actions)
}

/** Takes a reply back: the mail waits as before, and the reply can be written again. */
async function undoReply({ mail, entryId }: Pick<Replied, 'mail' | 'entryId'>): Promise<void> {
  const path = entryId === null ? `admin/mail/${mail.id}/cancel` : `request/event/entry/${entryId}/undo`
  try {
    await request(z.unknown(), path, { method: 'POST' })
    showSuccess('The reply was taken back. No mail was sent.')
  } catch (error) {
    showError(error)
  }
  void refreshMail()
}

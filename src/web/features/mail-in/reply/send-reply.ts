import { z } from 'zod'
import { MailState } from '#contract/codes/mail-state.ts'
import { REPLY_SHAPE, replied, type replyInput } from '#contract/mail-in/mail-in.ts'
import { refreshMail } from '#web/features/mail-in/shared/change-mail.ts'
import { mailPath } from '#web/features/mail-in/shared/mail-in.ts'
import { request } from '#web/lib/api/api.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { saveDraft } from '#web/model/drafts/draft-calls.ts'

type Replied = z.infer<typeof replied>

/** Sends a reply. A retried submission carries the same key, so that it is never sent twice. */
export function useSendReply(id: number) {
  const keyOf = useSubmissionKey()
  return (body: z.input<typeof replyInput>) =>
    request(replied, `${mailPath(id)}/reply`, { method: 'POST', body, idempotencyKey: keyOf(body) }).finally(
      refreshMail,
    )
}

/** Confirms a reply; offers to undo it, and the event with it, while the mail is held. `typed` is its form. */
export function showReplied(replied: Replied, { holdSeconds, typed }: { holdSeconds: number; typed: object }): void {
  const { mail, entryId } = replied
  const undo = { label: 'Undo', shortcut: 'u', lasts: holdSeconds * 1000, run: () => void undoReply(replied, typed) }
  const isUnsent = mail.state === MailState.UNSENT
  const until = mail.state === MailState.QUEUED ? { until: 'Mail leaves' } : {}
  // An unsent mail alone has nothing to be cancelled.
  const actions = holdSeconds > 0 && !(isUnsent && entryId === null) ? [{ ...undo, ...until }] : []
  const said = isUnsent ? 'No mail server is configured: the reply is kept unsent' : 'The reply will be sent'
  showSuccess(entryId === null ? said : `${said}, and the event was set`, ...actions)
}

/** Takes a reply back: the mail waits as before, and what was typed is a draft again. */
async function undoReply({ mail, entryId, mailIn }: Replied, typed: object): Promise<void> {
  const path = entryId === null ? `admin/mail/${mail.id}/cancel` : `request/event/entry/${entryId}/undo`
  try {
    await request(z.unknown(), path, { method: 'POST' })
    showSuccess('The reply was taken back. No mail was sent. Its text is a draft.')
    const draft = {
      tab: crypto.randomUUID(),
      revision: null,
      values: { ...typed },
      baseVersion: null,
      shape: REPLY_SHAPE,
    }
    await saveDraft({ kind: 'reply', id: mailIn.id }, draft)
  } catch (error) {
    showError(error)
  }
  void refreshMail()
}

import { MAIL_STATE_LABELS, MailState } from '#contract/codes/mail-state.ts'

interface Delivered {
  state: MailState
  reason: string | null
}

/** Why a mail has not arrived yet, shown beside its state; null where the state says it all. */
export function mailReason({ state, reason }: Delivered): string | null {
  if (state === MailState.SENT || state === MailState.UNSENT) return null
  return state === MailState.CANCELLED && reason?.startsWith(MAIL_STATE_LABELS[state]) ? null : reason
}

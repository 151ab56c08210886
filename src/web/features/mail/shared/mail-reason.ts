import { MAIL_STATE_LABELS, MailState } from '#contract/codes/mail-state.ts'

interface Delivered {
  state: MailState
  reason: string | null
}

/** The reason why a mail has not arrived yet, beside its state; null if the state says it all. */
export function mailReason({ state, reason }: Delivered): string | null {
  if (state === MailState.SENT || state === MailState.UNSENT) return null
  return state === MailState.CANCELLED && reason?.startsWith(MAIL_STATE_LABELS[state]) ? null : reason
}

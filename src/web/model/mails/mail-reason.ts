import { MailState } from '#contract/mails/mails.ts'

interface Delivered {
  state: MailState
  reason: string | null
}

/** Why a mail is not there yet, beside its state; null where the state says it all. */
export const mailReason = ({ state, reason }: Delivered): string | null =>
  state === MailState.SENT || state === MailState.UNSENT ? null : reason

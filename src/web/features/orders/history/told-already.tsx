import { MailState } from '#contract/codes/mail-state.ts'
import type { EventEntry } from '#contract/orders/orders.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

interface ToldAlreadyProps {
  entry: EventEntry
  /** The sentence for a mail that has not been sent yet. */
  waiting: string
}

/** A notice, before staff change an entry, whether the client already knows about it. */
export function ToldAlready({ entry: { mail }, waiting }: ToldAlreadyProps) {
  const { dateTime } = useDates()
  if (mail?.sentAt)
    return <Notice warn>The client was mailed on {dateTime(mail.sentAt)}. That mail cannot be recalled.</Notice>
  if (mail?.state !== MailState.QUEUED && mail?.state !== MailState.SENDING) return null
  return <Notice>{waiting}</Notice>
}

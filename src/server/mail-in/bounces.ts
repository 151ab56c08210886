import { sql } from 'kysely'
import { MailState } from '#contract/codes/mail-state.ts'
import type { Tx } from '#server/db/client.ts'
import { ownPartOf } from '#server/mail/own-message-ids.ts'
import { NOBODY, recordChanges } from '#server/resource/changes.ts'
import type { BounceAction } from './reading/bounce.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

/** Characters of a server's answer that are kept. */
const LONGEST_TEXT = 400
const LONGEST_STATUS = 20

/** The action of a report and what it does: `failed` is final whatever its digits, `delayed` is only noted. */
const NOTED: readonly BounceAction[] = ['failed', 'delayed']

/**
 * Notes what a report says at the deliveries that it is about. All deliveries of a mail share its Message-ID, so the
 * recipient decides which one. Only one that was sent is bounced by it.
 */
export async function noteReport(tx: Tx, reportId: number, { bounce }: IncomingMail): Promise<void> {
  const original = ownPartOf(bounce?.originalMessageId ?? '')
  if (!bounce || original === null) return
  for (const { recipients, action, status, diagnostic } of bounce.reports) {
    if (action === null || !NOTED.includes(action)) continue
    const soft = action === 'delayed'
    const text = (diagnostic || (status ?? '')).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)
    const { rows } = await sql<{ mailId: number }>`
      update mail_deliveries d set bounce_code = ${(status ?? '').slice(0, LONGEST_STATUS)}, bounce_text = ${text}, bounced_at = now(),
        bounce_soft = ${soft}, bounce_mail_id = ${reportId},
        state = case when ${soft} then d.state else ${MailState.BOUNCED} end,
        reason = case when ${soft} then d.reason else ${text} end,
        updated_at = now()
      from mails m
      where m.message_id = ${original} and d.mail_id = m.id and d.state = ${MailState.SENT}
        and lower(d.address) = any(${recipients.map((address) => address.toLowerCase())}::text[])
      returning d.mail_id`.execute(tx)
    const changes = rows.map(({ mailId }) => ({ entity: 'mails', entityId: mailId, kind: soft ? 'delayed' : 'failed' }))
    await recordChanges(tx, NOBODY, changes)
  }
}

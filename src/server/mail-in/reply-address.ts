import { parseFrom } from '#server/mail/mail-from.ts'
import type { Services } from '#server/services.ts'

/**
 * The address to which tokens are added: MAIL_REPLY_TO, else that of the first active mailbox. Null without either, and
 * unless INBOX_PLUS says that the server takes such addresses.
 */
export async function replyAddress({ db, config }: Pick<Services, 'db' | 'config'>): Promise<string | null> {
  if (!config.inboxPlus) return null
  if (config.mailReplyTo) return parseFrom(config.mailReplyTo).address
  const inbox = await db
    .selectFrom('inboxes')
    .select('address')
    .where('active', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return inbox?.address ?? null
}

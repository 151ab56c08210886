import { sql } from 'kysely'
import { isStaff } from '#contract/accounts/session.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import { deviceWords } from '#server/accounts/device-words.ts'
import { allowsPasswords } from '#server/accounts/password-login.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Services } from '#server/services.ts'
import { type Change, noticeMail } from './notice-text.ts'

/** Services that notices need. */
export interface NoticeSettings {
  config: Pick<Services['config'], 'timeZone' | 'smtpUrl' | 'passwordLogin' | 'oidc'>
  appUrl: () => string
}

interface About {
  /** Who made the change. */
  by: Actor
  /** The account; by default that of whoever made the change. */
  userId?: number
  /** The address, if it is not the account's: that may be the new one already. */
  address?: string
  more?: string
}

/** The device and address of whoever made a change, in words. */
async function placeOf(tx: Tx, { ip, sessionId = null, userId }: Actor): Promise<string> {
  if (userId === null) return 'a command on the server'
  if (sessionId === null) return ip
  const session = await tx.selectFrom('sessions').select('userAgent').where('id', '=', sessionId).executeTakeFirst()
  return session ? `${deviceWords(session.userAgent)}, ${ip}` : ip
}

/**
 * Queues a mail to the owner of an account about a change of how it signs in, in the transaction that makes
 * the change. Staff always get it, clients only when somebody else made the change. Without a mail server the
 * mail is kept unsent. Nobody gets a copy.
 */
export async function tellOwner(
  tx: Tx,
  services: NoticeSettings,
  change: Change,
  { by, userId = by.userId ?? 0, address, more }: About,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', sql<string>`now()`.as('at')])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  const { config, appUrl } = services
  const ofStaff = isStaff(user.role)
  const byPassword = ofStaff && (await allowsPasswords({ config, db: tx }))
  const mail = noticeMail({
    change,
    at: new Date(user.at).toISOString(),
    timeZone: config.timeZone,
    from: ofStaff ? await placeOf(tx, by) : null,
    more: more ?? null,
    resetUrl: byPassword ? `${appUrl()}/forgot-password` : null,
  })
  const to = { name: user.username, address: address ?? user.email }
  const outgoing = { ...mail, kind: MailKind.ACCOUNT_NOTICE, to, copies: false, userId: user.id }
  await queueMail(tx, outgoing, { configured: await canSend(tx, services) })
}

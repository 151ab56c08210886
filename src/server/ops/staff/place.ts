import { isStaff } from '#contract/accounts/session.ts'
import type { NoticeSettings } from '#server/accounts/notices/tell-owner.ts'
import { hasEmail } from '#server/accounts/sessions.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/client.ts'

/** Services that the commands need. */
export interface Place {
  db: Db
  config: Config
  /** Address of the back-office, for links. */
  appUrl: string
  /** Address of the customers' site, for mails. */
  siteUrl: string
  timeZone: string
  /** The identity provider, if there is one. */
  issuer?: string | null
}

/** The settings that notices to owners need. */
export const noticesOf = ({ appUrl, timeZone, config }: Place): NoticeSettings => ({
  config: { ...config, timeZone },
  appUrl: () => appUrl,
})

/** A mistake in the command as typed. */
export class UsageError extends Error {}

/** The actor of a command's changes. */
export const commandLine = { userId: null, impersonatorId: null, ip: 'command line', requestId: '' }

/** The staff account with this address. Throws UsageError. */
export async function staffMember(db: Db, email: string | undefined) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'disabledAt'])
    .where(hasEmail(email ?? ''))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!user || !isStaff(user.role)) throw new UsageError(`No staff account with the address "${email ?? ''}".`)
  return user
}

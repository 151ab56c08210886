import { sql } from 'kysely'
import { z } from 'zod'
import { LINK_INVALID } from '#contract/accounts/login.ts'
import { isStaff } from '#contract/accounts/session.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { endPasskeysAndKeys } from './end-access.ts'
import { tellOwner } from './notices/tell-owner.ts'
import { queueResetMail } from './reset-mail.ts'
import { findByEmail, setPassword } from './sessions.ts'

/** Creates a link to set a new password. It works once, for one hour, and until the password changes. */
export async function createResetLink(tx: Tx, userId: number, siteUrl: string): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('passwordResets')
    .values({ tokenHash: hashToken(token), userId, expiresAt: sql`now() + interval '1 hour'` })
    .execute()
  return `${siteUrl}/reset-password/${token}`
}

/** The job that mails a reset link; its payload is a ResetRequest. */
export const RESET_TASK = 'mail_reset_link'

/** Who requested a reset link, and from where. */
export const resetRequest = z.object({ email: z.string(), ip: z.string(), requestId: z.string() })
type ResetRequest = z.infer<typeof resetRequest>

/**
 * Requests a reset link. A job looks the account up, so that response times do not reveal whether it exists.
 */
export async function askForReset(db: Db, { email, ip, requestId }: ResetRequest): Promise<void> {
  await sql`
    select graphile_worker.add_job(${RESET_TASK}, json_build_object('email', ${email}::text, 'ip', ${ip}::text,
      'requestId', ${requestId}::text), max_attempts => 5)`.execute(db)
}

/** Links that an account may request at once in an hour; after that, one every ten minutes. */
const LINKS = 5

/**
 * Whether the account has enough links, so that repeated requests cannot flood a mailbox. Its owner loses
 * nothing, since every mailed link works for an hour.
 */
async function hasLinks(tx: Tx, userId: number): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { enough } = await tx
    .selectFrom('passwordResets')
    .select(
      sql<boolean>`count(*) >= ${LINKS} and coalesce(max(created_at) > now() - interval '10 minutes', false)`.as(
        'enough',
      ),
    )
    .where('userId', '=', userId)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return enough
}

/** Mails a reset link to staff with this address. Does nothing for clients and unknown addresses. */
export async function mailResetLink(
  services: MailSettings & { db: Db },
  { email, ip, requestId }: ResetRequest,
): Promise<void> {
  const user = await findByEmail(services.db, email)
  if (!user || !isStaff(user.role)) return
  await services.db.transaction().execute(async (tx) => {
    if (await hasLinks(tx, user.id)) return
    const url = await createResetLink(tx, user.id, services.appUrl())
    await queueResetMail(tx, services, { id: user.id, name: user.username, email: user.email }, url)
    await recordAudit(
      tx,
      { userId: user.id, impersonatorId: null, ip, requestId },
      { action: 'session.reset-asked', entity: 'users', entityId: user.id },
    )
  })
}

/** The live account of a link that still works. */
const accountOf = (db: Db, token: string) =>
  db
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'passwordResets.userId')
    .select(['users.id', 'users.email', 'users.username', 'users.companyName'])
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('users.deletedAt', 'is', null)
    .where('users.disabledAt', 'is', null)

/** The live account of a link that still works; undefined for any other link. */
export const findReset = (db: Db, token: string) => accountOf(db, token).executeTakeFirst()

/** 400 at `token`. */
export const unknownLink = () => invalid({ token: LINK_INVALID })

interface Reset {
  token: string
  passwordHash: string
  endPasskeysAndKeys: boolean
}

/**
 * Sets the password, ends every session of the user and voids its other links; passkeys and API keys too, if
 * asked. The caller hashes the password before the transaction starts, since hashing is slow. Throws 400 if
 * the link was used or has expired meanwhile.
 */
export async function resetPassword(
  tx: Tx,
  services: Services,
  { token, passwordHash, endPasskeysAndKeys: ends }: Reset,
  actor: Actor,
): Promise<void> {
  // The user's row is locked first, as wherever passwords are set: otherwise two links used at once would
  // wait for each other.
  const account = await accountOf(tx, token).forNoKeyUpdate('users').executeTakeFirst()
  const used =
    account &&
    (await tx
      .updateTable('passwordResets')
      .set({ usedAt: sql`now()` })
      .where('tokenHash', '=', hashToken(token))
      .where('usedAt', 'is', null)
      .returning('userId')
      .executeTakeFirst())
  if (!used) throw unknownLink()
  await setPassword(tx, used.userId, passwordHash)
  const event = { action: 'session.password-reset', entity: 'users', entityId: used.userId }
  const by = { ...actor, userId: used.userId }
  await recordAudit(tx, by, event)
  const more = ends ? await endPasskeysAndKeys(tx, used.userId, by) : undefined
  await tellOwner(tx, services, 'password-reset', { by, ...(more && { more }) })
}

import { sql } from 'kysely'
import { isStaff, Role } from '#contract/accounts/session.ts'
import { administrators } from '#server/accounts/administrators.ts'
import { type NoticeSettings, tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { hasEmail } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { OidcError } from './oidc-error.ts'

/** A person as the provider identifies them. */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  /** Whether the provider verified the address. */
  isVerified: boolean
  /** The role that the provider gives; undefined if it gives none, null if it is not asked. */
  role: Role | null | undefined
  /** Whether the provider vouches for two factors. */
  bothFactors: boolean
}

const COLUMNS = ['users.id', 'users.role', 'users.disabledAt', 'users.deletedAt'] as const

const linkedUser = (tx: Db, { issuer, subject }: Identity) =>
  tx
    .selectFrom('oidcAccounts')
    .innerJoin('users', 'users.id', 'oidcAccounts.userId')
    .select(COLUMNS)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('users.deletedAt', 'is', null)
    .forNoKeyUpdate('users')
    .executeTakeFirst()
type Account = NonNullable<Awaited<ReturnType<typeof linkedUser>>>

/**
 * Links an account to an identity, and tells its owner. Throws OidcError if the account has another identity:
 * an address may get a new owner.
 */
export async function linkIdentity(
  tx: Tx,
  services: NoticeSettings,
  { userId, issuer, subject }: Pick<Identity, 'issuer' | 'subject'> & { userId: number },
  actor: Actor,
): Promise<void> {
  const other = await tx
    .selectFrom('oidcAccounts')
    .select('subject')
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  // Another sign-in may have linked them a moment ago.
  if (other?.subject === subject) return
  if (other) throw new OidcError('linked', userId)
  // The identity may still be linked to a deleted account.
  await tx.deleteFrom('oidcAccounts').where('issuer', '=', issuer).where('subject', '=', subject).execute()
  await tx.insertInto('oidcAccounts').values({ issuer, subject, userId }).execute()
  const event = { action: 'session.oidc-link', entity: 'users', entityId: userId, after: { issuer, subject } }
  await recordAudit(tx, actor, event, ['issuer', 'subject'])
  await tellOwner(tx, services, 'provider-linked', { by: actor, userId })
}

/** Finds the account of a verified address and links it. Never a client's, never a new one. */
async function linkByMail(tx: Tx, services: NoticeSettings, identity: Identity, actor: Actor): Promise<Account> {
  const { email, isVerified } = identity
  if (!email || !isVerified) throw new OidcError('unverified')
  const user = await tx
    .selectFrom('users')
    .select(COLUMNS)
    .where(hasEmail(email))
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || !isStaff(user.role)) throw new OidcError('unknown')
  if (user.disabledAt) throw new OidcError('disabled', user.id)
  await linkIdentity(tx, services, { ...identity, userId: user.id }, { ...actor, userId: user.id })
  return user
}

/** Gives an account the role that the provider says. Roles that the provider cannot give stay. */
async function applyRole(tx: Tx, { id, role: before }: Account, given: Role, actor: Actor): Promise<void> {
  const role = [given, ...before.filter((each) => each !== Role.ADMIN && each !== Role.MANAGER)]
  if (before.includes(given) && before.length === role.length) return
  await tx.updateTable('users').set({ role }).where('id', '=', id).execute()
  const event = { action: 'staff.role', entity: 'users', entityId: id, before: { role: before }, after: { role } }
  await recordAudit(tx, { ...actor, userId: id }, event, ['role'])
}

/** The account of whoever signed in at the provider, with the role that it gives. Throws OidcError. */
export async function accountOf(tx: Tx, services: NoticeSettings, identity: Identity, actor: Actor): Promise<number> {
  // All administrators are locked before any single one: every change of administrators locks in this order.
  const admins = identity.role === Role.MANAGER ? await administrators(tx) : []
  const user = (await linkedUser(tx, identity)) ?? (await linkByMail(tx, services, identity, actor))
  if (!isStaff(user.role)) throw new OidcError('unknown', user.id)
  if (user.disabledAt) throw new OidcError('disabled', user.id)
  if (identity.role === undefined) throw new OidcError('no-role', user.id)
  if (admins.length === 1 && admins[0] === user.id) throw new OidcError('last-administrator', user.id)
  if (identity.role) await applyRole(tx, user, identity.role, actor)
  return user.id
}

/** Records that an account signed in by the provider. */
export async function noteSignIn(tx: Tx, userId: number, issuer: string): Promise<void> {
  await tx
    .updateTable('oidcAccounts')
    .set({ lastUsedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .execute()
}

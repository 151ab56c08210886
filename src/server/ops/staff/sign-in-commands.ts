import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { linkIdentity } from '#server/accounts/oidc/accounts.ts'
import { issuerOf } from '#server/accounts/oidc/issuer.ts'
import { OidcError } from '#server/accounts/oidc/oidc-error.ts'
import { isKeptOn } from '#server/accounts/password-login.ts'
import { endSessions } from '#server/accounts/sessions.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { commandLine, noticesOf, type Place, staffMember, UsageError } from './place.ts'

/** Removes the passkeys of somebody who lost a device, and ends everything that was opened with them. */
export async function removePasskeys(place: Place, address: string | undefined): Promise<string> {
  const { db } = place
  const { id, email } = await staffMember(db, address)
  return db.transaction().execute(async (tx) => {
    const removed = await tx.deleteFrom('passkeys').where('userId', '=', id).returning('name').execute()
    if (removed.length === 0) return `${email} has no passkeys.`
    await endSessions(tx, id)
    const before = { names: removed.map(({ name }) => name) }
    const event = { action: 'staff.remove-passkeys', entity: 'users', entityId: id, before }
    await recordAudit(tx, commandLine, event, ['names'])
    await tellOwner(tx, noticesOf(place), 'passkeys-removed', { by: commandLine, userId: id })
    const passkeys = removed.length === 1 ? '1 passkey' : `${removed.length} passkeys`
    return `${email}: ${passkeys} removed. All sessions of this account were ended.`
  })
}

function requireIssuer({ issuer }: Place): string {
  if (!issuer) throw new UsageError('OIDC_ISSUER is not set.')
  return issuerOf(issuer)
}

/** Links an account to an identity by hand, for providers that do not verify addresses. */
export async function linkOidc(
  place: Place,
  address: string | undefined,
  subject: string | undefined,
): Promise<string> {
  const issuer = requireIssuer(place)
  if (!subject || subject.length > 255)
    throw new UsageError('Enter the subject (sub) that the provider gives the person.')
  const { id, email } = await staffMember(place.db, address)
  const other = await place.db
    .selectFrom('oidcAccounts')
    .innerJoin('users', 'users.id', 'oidcAccounts.userId')
    .select('users.email')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst()
  if (other && other.email !== email) throw new UsageError(`This subject is linked to ${other.email}. Unlink it first.`)
  try {
    await place.db
      .transaction()
      .execute((tx) => linkIdentity(tx, noticesOf(place), { userId: id, issuer, subject }, commandLine))
  } catch (error) {
    if (!(error instanceof OidcError)) throw error
    throw new UsageError(
      `${email} is linked to another subject. Unlink it first: npm run staff -- unlink-oidc ${email}`,
    )
  }
  return `${email} signs in as "${subject}" of ${issuer}.`
}

/** Unlinks an account, so that the next identity with its verified address can have it. */
export async function unlinkOidc(place: Place, address: string | undefined): Promise<string> {
  const issuer = requireIssuer(place)
  const { id, email } = await staffMember(place.db, address)
  return place.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('oidcAccounts')
      .where('userId', '=', id)
      .where('issuer', '=', issuer)
      .returning(['issuer', 'subject'])
      .executeTakeFirst()
    if (!gone) return `${email} is not linked.`
    await endSessions(tx, id)
    const event = { action: 'staff.unlink-oidc', entity: 'users', entityId: id, before: gone }
    await recordAudit(tx, commandLine, event, ['issuer', 'subject'])
    await tellOwner(tx, noticesOf(place), 'provider-unlinked', { by: commandLine, userId: id })
    return `${email}: unlinked. All sessions of this account were ended.`
  })
}

const SAID = {
  on: `Staff can sign in by password again, whatever PASSWORD_LOGIN says, on all instances and at once.
To let PASSWORD_LOGIN decide again: npm run staff -- password-login off`,
  off: 'PASSWORD_LOGIN decides again whether staff can sign in by password.',
}

/** Keeps passwords on, or lets the setting decide again: the way back when nobody can sign in. */
export async function passwordLogin({ db }: Place, wanted: string | undefined): Promise<string> {
  if (wanted !== 'on' && wanted !== 'off') throw new UsageError('Enter password-login on or password-login off.')
  await db.transaction().execute(async (tx) => {
    const kept = await isKeptOn(tx)
    if (kept === (wanted === 'on')) return
    if (wanted === 'on') await tx.insertInto('passwordLoginKept').values({ id: 1 }).execute()
    else await tx.deleteFrom('passwordLoginKept').execute()
    const event = { action: 'staff.sign-in-setting', entity: 'settings', before: { kept }, after: { kept: !kept } }
    await recordAudit(tx, commandLine, event, ['kept'])
  })
  return SAID[wanted]
}

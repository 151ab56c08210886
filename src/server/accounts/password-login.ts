import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { PASSWORDS_OFF } from '#contract/accounts/single-sign-on.ts'
import type { Db } from '#server/db/client.ts'
import { forbidden } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { issuerOf } from './oidc/issuer.ts'

type Deciding = Pick<Services, 'db'> & { config: Pick<Services['config'], 'passwordLogin' | 'oidc'> }

/** Why passwords stay on although the setting says off. */
const REASONS = {
  provider: 'OIDC_ISSUER is not set, so nobody could sign in',
  command: 'a command keeps it on. To let the setting decide: npm run staff -- password-login off',
  administrator: 'no administrator has signed in by the identity provider yet',
} as const

/** Whether an operator's command keeps passwords on. */
export async function isKeptOn(db: Db): Promise<boolean> {
  return (await db.selectFrom('passwordLoginKept').select('id').executeTakeFirst()) !== undefined
}

/**
 * Whether an administrator who can log in has signed in by this provider: without one, everybody could be
 * locked out.
 */
async function hasAdministrator(db: Db, issuer: string): Promise<boolean> {
  const found = await db
    .selectFrom('oidcAccounts')
    .innerJoin('users', 'users.id', 'oidcAccounts.userId')
    .select('users.id')
    .where('issuer', '=', issuerOf(issuer))
    .where('lastUsedAt', 'is not', null)
    .where('users.deletedAt', 'is', null)
    .where('users.disabledAt', 'is', null)
    .where(sql<boolean>`role @> array[${sql.lit(Role.ADMIN)}]`)
    .executeTakeFirst()
  return found !== undefined
}

/** Why staff may sign in by password although PASSWORD_LOGIN is off; null if they may not, or if it is on. */
export async function whyKeptOn({ config, db }: Deciding): Promise<string | null> {
  if (config.passwordLogin === 'on') return null
  if (!config.oidc) return REASONS.provider
  if (await isKeptOn(db)) return REASONS.command
  return (await hasAdministrator(db, config.oidc.issuer)) ? null : REASONS.administrator
}

/**
 * Whether staff may sign in by password. Asked each time: the answer changes with the first administrator who
 * signs in otherwise.
 */
export const allowsPasswords = async (services: Deciding): Promise<boolean> =>
  services.config.passwordLogin === 'on' || (await whyKeptOn(services)) !== null

/** Throws 403 if staff may not sign in by password. */
export async function refusePasswordsIfOff(services: Deciding): Promise<void> {
  if (!(await allowsPasswords(services))) throw forbidden(PASSWORDS_OFF)
}

import { sql } from 'kysely'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { issuerOf } from '#server/accounts/oidc/issuer.ts'
import { relyingPartyOf } from '#server/accounts/passkeys/relying-party.ts'
import { allowsPasswords } from '#server/accounts/password-login.ts'
import { AppError } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import type { handleErrors } from '#server/http/error-handler.ts'
import { asksToConfirm, hasFactorSql } from '#server/http/security/second-factor.ts'
import type { Services } from '#server/services.ts'

type Needs = Pick<Services, 'config' | 'db' | 'appUrl'>

/**
 * Ways in which an account of staff can confirm that its owner is calling, the usual one first. A password
 * alone is not enough with a second factor, nor where staff do not sign in by password.
 */
export async function waysToConfirm(services: Needs, userId: number): Promise<StepUpWay[]> {
  const { db, config, appUrl } = services
  const issuer = config.oidc ? issuerOf(config.oidc.issuer) : null
  const { rows } = await sql<{ factor: boolean; passkey: boolean; linked: boolean }>`
    select ${sql.raw(hasFactorSql('u.id'))} as factor, exists (select from passkeys p where p.user_id = u.id) as passkey,
      exists (select from oidc_accounts o where o.user_id = u.id and o.issuer = ${issuer}) as linked
    from users u where u.id = ${userId}`.execute(db)
  const [has] = rows
  if (!has) return []
  const password = !has.factor && (await allowsPasswords(services))
  return [
    ...(has.factor ? (['code'] as const) : []),
    ...(password ? (['password'] as const) : []),
    ...(has.passkey && relyingPartyOf(appUrl()) ? (['passkey'] as const) : []),
    // An account that is not linked yet is linked by its address on the way.
    ...(issuer !== null && (has.linked || !(password || has.factor)) ? (['provider'] as const) : []),
  ]
}

async function withWays(services: Needs, error: AppError, userId: number): Promise<AppError> {
  // The refusal is answered even if the account's ways cannot be read.
  const ways = await waysToConfirm(services, userId).catch(() => null)
  return ways === null ? error : new AppError(error.status, error.message, { ...Object(error.data), ways })
}

/**
 * Adds to each refusal that a confirmation would lift the ways in which this account can confirm. `handle`
 * answers errors.
 */
export function tellWays(app: App, services: Needs, handle: ReturnType<typeof handleErrors>): void {
  app.setErrorHandler((error: Error, request, reply) => {
    if (!request.session || !asksToConfirm(error)) return handle(error, request, reply)
    return withWays(services, error, request.session.userId).then((said) => {
      handle(said, request, reply)
      return reply
    })
  })
}

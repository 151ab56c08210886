import { mainRole, type Role } from '#contract/session/session.ts'
import type { OidcSettings } from '#server/settings/sign-in-settings.ts'
import type { Identity } from './accounts.ts'
import { issuerOf } from './issuer.ts'

/** What the provider says of a person. */
type Claims = Record<string, unknown>

/** The value of a claim: 'groups', or inside another: 'realm_access.roles'. */
export function claimOf(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Claims)[key] // an object, whatever is in it
  }
  return value
}

/** The highest role that the provider gives; undefined for none, null if it is not asked. */
function roleOf(claims: Claims, roles: OidcSettings['roles']): Role | null | undefined {
  if (!roles) return null
  const given = [claimOf(claims, roles.claim)].flat().flatMap((value) => {
    const role = typeof value === 'string' ? roles.map.get(value) : undefined
    return role ? [role] : []
  })
  return given.length > 0 ? mainRole(given) : undefined
}

/** Whether something that we need is not among the claims. */
export const lacks = (claims: Claims, roles: OidcSettings['roles']): boolean =>
  ['email', 'email_verified', ...(roles ? [roles.claim] : [])].some((path) => claimOf(claims, path) === undefined)

/** Who somebody is by these claims. Only `true` is verified, not a text that says so. */
export const identityOf = (claims: Claims & { iss: string; sub: string }, roles: OidcSettings['roles']): Identity => ({
  issuer: issuerOf(claims.iss),
  subject: claims.sub,
  email: typeof claims.email === 'string' ? claims.email : null,
  isVerified: claims.email_verified === true,
  role: roleOf(claims, roles),
})

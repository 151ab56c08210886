import { mainRole, type Role } from '#contract/accounts/session.ts'
import { cleanText } from '#contract/lib/text.ts'
import type { OidcSettings } from '#server/config/sign-in-settings.ts'
import type { Identity } from './accounts.ts'
import { issuerOf } from './issuer.ts'
import { OidcError } from './oidc-error.ts'

/** Claims of the provider about a person. */
type Claims = Record<string, unknown>

/** The value of a claim, by name ('groups') or by path ('realm_access.roles'). */
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
function roleOf(sources: readonly Claims[], roles: OidcSettings['roles']): Role | null | undefined {
  if (!roles) return null
  // Only the first source that knows of roles counts: two together could give a role that neither gives.
  const values = sources.map((claims) => claimOf(claims, roles.claim)).find((value) => value !== undefined)
  const given = [values].flat().flatMap((value) => {
    const role = typeof value === 'string' ? roles.map.get(value) : undefined
    return role ? [role] : []
  })
  return given.length > 0 ? mainRole(given) : undefined
}

/** Whether a text is stored unchanged: otherwise a look-alike letter would turn into the other letter. */
const isExact = (value: unknown): value is string => {
  const clean = typeof value === 'string' ? cleanText(value) : null
  return clean?.ok === true && clean.text === value
}

type Address = Pick<Identity, 'email' | 'isVerified'>

/**
 * The address in a source that also says whether it is verified. Only `true` counts as verified, not the text
 * 'true'.
 */
const addressIn = ({ email, email_verified: verified }: Claims): Address | null =>
  isExact(email) && verified !== undefined ? { email, isVerified: verified === true } : null

/** Whether the ID token lacks a claim that we need: the user info may have it. */
export const lacks = (claims: Claims, roles: OidcSettings['roles']): boolean =>
  addressIn(claims) === null || (roles !== null && claimOf(claims, roles.claim) === undefined)

/**
 * Whether the provider vouches for two factors: by the `acr` that the settings ask for, else by `mfa` in
 * `amr` (RFC 8176), or because the operator says that it always does. A provider that says nothing vouches
 * for one.
 */
function vouchesForBoth({ acr, amr }: Claims, { acrValues, bothFactors }: OidcSettings): boolean {
  if (bothFactors) return true
  if (acrValues) return typeof acr === 'string' && acrValues.includes(acr)
  return Array.isArray(amr) && amr.includes('mfa')
}

/**
 * Asks the provider to sign the person in again, whatever it remembers. Without `max_age` it need not say
 * when it did.
 */
export const ASK_AGAIN = { prompt: 'login', max_age: '0' } as const

/**
 * When the provider last verified the person: as it says, else now if it was asked to; null if unknown. A
 * provider may let people pass for days without asking.
 */
export function confirmedAt({ auth_time: seconds }: Claims, again: boolean): Date | null {
  if (typeof seconds !== 'number') return again ? new Date() : null
  return new Date(Math.min(seconds * 1000, Date.now()))
}

interface Said {
  /** Claims of the ID token. */
  claims: Claims & { iss: string; sub: string }
  /** User info about the same person; empty if it was not asked for. */
  userInfo: Claims
}

/** The longest subject that OpenID Connect allows. */
const SUBJECT = 255

/**
 * The identity in these claims. Throws OidcError 'invalid' for a subject that could be mistaken for another.
 */
export function identityOf({ claims, userInfo }: Said, settings: OidcSettings): Identity {
  const { iss, sub } = claims
  if (!isExact(sub) || sub === '' || sub.length > SUBJECT) throw new OidcError('invalid')
  return {
    issuer: issuerOf(iss),
    subject: sub,
    ...(addressIn(claims) ?? addressIn(userInfo) ?? { email: null, isVerified: false }),
    role: roleOf([claims, userInfo], settings.roles),
    bothFactors: vouchesForBoth(claims, settings),
  }
}

/**
 * Whether a signed text is an ID token, and not another text that the provider signs, such as an access token
 * or a logout token. Its signature has been checked.
 */
export function isIdToken(token: string, claims: Claims): boolean {
  const [header = ''] = token.split('.')
  const { typ = 'JWT' } = Object(JSON.parse(Buffer.from(header, 'base64url').toString()))
  const isJwt = typeof typ === 'string' && /^(application\/)?jwt$/i.test(typ)
  // Keycloak names the kind in the claims.
  return isJwt && (claims.typ === undefined || claims.typ === 'ID') && claims.events === undefined
}

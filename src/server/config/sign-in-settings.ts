import { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { isLoopback } from './loopback.ts'
import { ConfigError, empty, optional } from './setting-fields.ts'

/** Roles that an identity provider may give. */
const GIVEN = [Role.ADMIN, Role.MANAGER] as const
type GivenRole = (typeof GIVEN)[number]

/** How staff sign in by an identity provider. */
export interface OidcSettings {
  /** The issuer as the provider writes it. */
  issuer: string
  clientId: string
  /** Undefined for a public client. */
  clientSecret: string | undefined
  /** The provider's name on the button. */
  name: string
  scopes: string
  /** Null: the provider gives no roles, and accounts keep theirs. */
  roles: { claim: string; map: ReadonlyMap<string, GivenRole> } | null
  /** Values of `acr` that stand for two factors, asked for in this order; null: `amr` decides. */
  acrValues: string[] | null
  /** Whether the provider always asks for two factors, whatever it says. */
  bothFactors: boolean
  /** Whether logging out ends the provider's session too. */
  endsSession: boolean
}

/** True for https, and for http on this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isIssuer(text: string): boolean {
  if (!isSafeAddress(text)) return false
  const { search, hash, username } = new URL(text)
  return search === '' && hash === '' && username === ''
}

const ROLE_MAP = `must be pairs like staff=${Role.MANAGER},admins=${Role.ADMIN}`
const isGiven = (text: string): text is GivenRole => GIVEN.some((role) => role === text)

const roleMap = () =>
  z.string().transform((text, ctx) => {
    const map = new Map<string, GivenRole>()
    for (const pair of text.split(',')) {
      // The last '=' separates: values of claims may contain one, as names of directories do.
      const at = pair.lastIndexOf('=')
      const [value, role] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()]
      if (value === '' || !isGiven(role) || map.has(value)) {
        ctx.addIssue({ code: 'custom', message: ROLE_MAP })
        return z.NEVER
      }
      map.set(value, role)
    }
    return map
  })

const withOpenId = (text: string) => text.split(/\s+/).includes('openid')

/** Settings of sign-in, for the list of all settings. */
export const signInSettings = {
  PASSWORD_LOGIN: z.preprocess(empty, z.enum(['on', 'off'], { error: 'must be on or off' }).default('on')),
  OIDC_ISSUER: optional(
    z.string().refine(isIssuer, 'must be an https address without a query (http on localhost only)'),
  ),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: z.preprocess(empty, z.string().max(50, 'must be no more than 50 characters').default('single sign-on')),
  OIDC_SCOPES: z.preprocess(
    empty,
    z.string().refine(withOpenId, 'must contain openid').default('openid email profile'),
  ),
  OIDC_ROLE_CLAIM: optional(z.string()),
  OIDC_ROLE_MAP: optional(roleMap()),
  OIDC_ACR_VALUES: optional(z.string()),
  OIDC_BOTH_FACTORS: z.preprocess(empty, z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0')),
  OIDC_LOGOUT: z.preprocess(empty, z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1')),
}

const parsed = z.object({ ...signInSettings, APP_URL: z.string().optional() })

/** Settings of the provider; undefined without one. Throws ConfigError for half of them. */
export function oidcOf(set: z.output<typeof parsed>): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLE_CLAIM: claim, OIDC_ROLE_MAP: map } = set
  if (!issuer && !clientId) return undefined
  if (!issuer || !clientId) throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID must be set together')
  if (!set.APP_URL)
    throw new ConfigError('OIDC_ISSUER needs APP_URL, the address that the provider sends people back to')
  if (!claim !== !map) throw new ConfigError('OIDC_ROLE_CLAIM and OIDC_ROLE_MAP must be set together')
  return {
    issuer,
    clientId,
    clientSecret: set.OIDC_CLIENT_SECRET,
    name: set.OIDC_NAME,
    scopes: set.OIDC_SCOPES,
    roles: claim && map ? { claim, map } : null,
    acrValues: set.OIDC_ACR_VALUES?.trim().split(/\s+/) ?? null,
    bothFactors: set.OIDC_BOTH_FACTORS === '1',
    endsSession: set.OIDC_LOGOUT === '1',
  }
}

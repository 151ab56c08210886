import { z } from 'zod'

export const OIDC_PATH = 'login/oidc'
/** The address to which the identity provider sends people back: for browsers, not a call of the API. */
export const OIDC_CALLBACK = '/single-sign-on/callback'
/** Parameters of /login on the way back from the provider. */
export const OIDC_RESULT = 'sso'
export const OIDC_DONE = 'done'

/** Ways in which staff can sign in here. */
export const signInWays = z.object({
  password: z.boolean(),
  passkeys: z.boolean(),
  oidc: z.object({ name: z.string() }).nullable(),
})
export type SignInWays = z.infer<typeof signInWays>
export const SIGN_IN_WAYS_PATH = 'login/ways'

/** A path of this site, so never '//elsewhere' or '/\elsewhere'. */
export const ownPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'This must be a path of this site')

/**
 * The body of POST login/oidc: the page to open afterwards, and whether the provider must ask who it is, even
 * somebody it remembers.
 */
export const oidcStartInput = z.object({ next: ownPath.optional(), again: z.boolean().optional() })
/** The provider's address, which the browser opens to sign in. */
export const oidcStart = z.object({ url: z.string() })

/** The reply of POST logout: the address that ends the provider's session too; null for none. */
export const logoutReply = z.object({ endSessionUrl: z.string() }).nullable()

/** Reasons why a sign-in by the identity provider fails, and the message for each. */
export const OIDC_FAILURES = {
  unreachable: 'The identity provider does not answer. Please try again later, or sign in another way.',
  refused: 'The identity provider did not sign you in.',
  late: 'This sign-in has expired, or was started in another browser. Please try again.',
  invalid: 'The answer of the identity provider could not be trusted. Please tell an administrator.',
  unverified: 'The identity provider has not verified your email address. Please tell an administrator.',
  unknown: 'There is no staff account with your email address. Ask an administrator to add one.',
  disabled: 'Your account is disabled. Please ask an administrator.',
  linked: 'Your account belongs to another identity at the provider. An administrator can unlink it.',
  'no-role': 'The identity provider gives you no role in Quayside. Please ask an administrator.',
  'last-administrator':
    'The identity provider would take the administrator role from the last administrator. Make somebody else an administrator first.',
} as const
export type OidcFailure = keyof typeof OIDC_FAILURES

export const PASSWORDS_OFF = 'Signing in by password is switched off for staff. Use single sign-on or a passkey.'

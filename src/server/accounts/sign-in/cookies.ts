import { HAND_OVER_SECONDS, SIGN_IN_SECONDS } from '#server/accounts/oidc/sign-in.ts'
import type { SecretCookie } from '#server/http/security/cookies.ts'

/** The cookie that ties a sign-in at the provider to its browser. Lax: it must come along on the way back. */
export const BROWSER: SecretCookie = { name: 'quayside-sign-in', sameSite: 'Lax', seconds: SIGN_IN_SECONDS }
/** The cookie that fetches the token of a sign-in which the provider confirmed. */
export const HAND_OVER: SecretCookie = { name: 'quayside-hand-over', sameSite: 'Strict', seconds: HAND_OVER_SECONDS }

/** Whether this site is served by https. */
export const isSecure = ({ appUrl }: { appUrl: () => string }) => appUrl().startsWith('https:')

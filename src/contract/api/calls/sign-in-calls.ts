import { MOST_PASSKEYS, PASSKEY_LOGIN_PATH, PASSKEYS_PATH } from '#contract/accounts/passkeys.ts'
import { OIDC_CALLBACK, OIDC_PATH, SIGN_IN_WAYS_PATH } from '#contract/accounts/single-sign-on.ts'
import { type Call, own } from '#contract/api/call.ts'

/** The calls of passkeys and single sign-on. */
export const SIGN_IN_CALLS: Record<string, Call> = {
  [`GET ${SIGN_IN_WAYS_PATH}`]: own('getSignInWays', 'Read how staff can sign in'),
  [`GET ${PASSKEYS_PATH}`]: own('listOwnPasskeys', 'List your own passkeys'),
  [`POST ${PASSKEYS_PATH}/start`]: own(
    'startPasskey',
    'Begin to register a passkey',
    `data is what navigator.credentials.create is called with, bytes as base64url. It is for one answer in this session, within five minutes. 409 with ${MOST_PASSKEYS} passkeys.`,
  ),
  [`POST ${PASSKEYS_PATH}`]: own(
    'addPasskey',
    'Register a passkey',
    'credential is what navigator.credentials.create returned. Only with user verification, from the address in APP_URL.',
  ),
  [`PUT ${PASSKEYS_PATH}/{id}`]: own('renamePasskey', 'Rename one of your own passkeys'),
  [`DELETE ${PASSKEYS_PATH}/{id}`]: own('removePasskey', 'Remove one of your own passkeys', 'Sessions stay.'),
  [`POST ${PASSKEY_LOGIN_PATH}/start`]: own(
    'startPasskeyLogin',
    'Begin to sign in with a passkey',
    'data is what navigator.credentials.get is called with, bytes as base64url. It is for one answer, within five minutes.',
  ),
  [`POST ${PASSKEY_LOGIN_PATH}`]: own(
    'loginWithPasskey',
    'Sign in with a passkey',
    'Answers what login answers. credential is what navigator.credentials.get returned. For staff; a passkey counts as both factors.',
  ),
  [`POST ${OIDC_PATH}`]: own(
    'startSingleSignOn',
    'Begin to sign in by the identity provider',
    `Sets a cookie, and answers where the browser goes. The provider sends it back to ${OIDC_CALLBACK}, which leads to /login. 404 without a provider, 503 if it does not answer.`,
  ),
  [`POST ${OIDC_PATH}/finish`]: own(
    'finishSingleSignOn',
    'Fetch the token of a sign-in by the identity provider',
    'Answers what login answers, once, within 60 seconds, to the browser that has the cookie of the way back. An account with a second factor needs a code, unless the provider vouched for two factors.',
  ),
}

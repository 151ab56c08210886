import { type LoginReply, loginAnswer, loginReply } from '#contract/accounts/login.ts'
import { PASSKEY_LOGIN_PATH, requestOptions } from '#contract/accounts/passkeys.ts'
import { logoutReply, OIDC_PATH, oidcStart } from '#contract/accounts/single-sign-on.ts'
import { askDevice } from '#web/features/accounts/shared/ask-device.ts'
import { startSession } from '#web/features/accounts/shared/session.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'

/** Stores a new session if it belongs to the account that is to go on (`email`); ends it otherwise. */
async function enter({ user_token, eternal_token: _, ...user }: LoginReply, email?: string): Promise<void> {
  if (email === undefined || user.email === email) return startSession(user_token, user)
  await request(logoutReply, 'logout', { method: 'POST', otherToken: user_token, on401: 'throw' }).catch(() => null)
  throw new ApiError(403, `This is the account of ${user.email}. To go on, sign in as ${email}.`)
}

/** Signs in with any passkey that the device offers. */
export async function signInWithPasskey(email?: string): Promise<void> {
  const options = { method: 'POST', on401: 'throw' } as const
  const optionsJSON = await request(requestOptions, `${PASSKEY_LOGIN_PATH}/start`, options)
  const credential = await askDevice(({ startAuthentication }) => startAuthentication({ optionsJSON }))
  await enter(await request(loginReply, PASSKEY_LOGIN_PATH, { ...options, body: { credential } }), email)
}

/** Leaves for the identity provider. With `again`, it asks even somebody it remembers. */
export async function goToProvider(next: string | undefined, again: boolean): Promise<void> {
  const { url } = await request(oidcStart, OIDC_PATH, { method: 'POST', body: { next, again }, on401: 'throw' })
  window.location.assign(url)
  // The page stays as it is until the provider's is there.
  await new Promise(() => {})
}

/** Fetches the token after the provider's page. Returns the challenge if the login waits for a code. */
export async function finishAtProvider(): Promise<string | null> {
  const answer = await request(loginAnswer, `${OIDC_PATH}/finish`, { method: 'POST', on401: 'throw' })
  if ('step' in answer) return answer.challenge
  await enter(answer)
  return null
}

import { isRedirect, redirect } from '@tanstack/react-router'
import { isStaff, sessionUser } from '#contract/accounts/session.ts'
import { OIDC_RESULT } from '#contract/accounts/single-sign-on.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'

/**
 * Sends a visitor of /login with a valid token on to `next`, or to '/'; removes a refused token. The login
 * shows to those who want to sign in `again`, or come back from the identity provider.
 */
export async function skipLogin(next = '/', again = false): Promise<void> {
  if (again || new URLSearchParams(window.location.search).has(OIDC_RESULT)) return
  if (!storedToken.get() || !storedToken.userId()) return storedToken.forget()
  try {
    const user = await request(sessionUser, 'user/check_token', { on401: 'throw' })
    if (!isStaff(user.role)) return storedToken.forget()
    // The user is cached, and with it the start page that '/' leads to.
    queryClient.setQueryData(sessionQuery.queryKey, user)
    throw redirect({ href: next, replace: true })
  } catch (error) {
    if (isRedirect(error)) throw error
    // Only a refusal ends the session, not a server that is down.
    if (error instanceof ApiError && error.code === 401) storedToken.forget()
  }
}

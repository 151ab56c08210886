import { isRedirect, redirect } from '@tanstack/react-router'
import { isStaff, sessionUser } from '#contract/session/session.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { sessionQuery } from '#web/model/session/session.ts'
import { settingsQuery } from '#web/model/session/settings.ts'

interface Asked {
  location: { href: string }
}
const toLogin = ({ location }: Asked) =>
  redirect({ to: '/login', search: { next: location.href === '/' ? undefined : location.href } })

/** Without a stored token there is only /login. */
export function requireToken(asked: Asked): void {
  if (storedToken.get() && storedToken.userId()) return
  storedToken.clear()
  throw toLogin(asked)
}

/** Asks who is logged in and for the settings, beside what the screen itself asks for. */
export function prefetchStaff(): void {
  void queryClient.prefetchQuery(sessionQuery)
  void queryClient.prefetchQuery(settingsQuery)
}

/** Who comes to /login with a valid token goes on to /; a refused one is removed. */
export async function skipLogin(): Promise<void> {
  if (!storedToken.get() || !storedToken.userId()) return storedToken.clear()
  try {
    const user = await request(sessionUser, 'user/check_token', { on401: 'throw' })
    if (isStaff(user.role)) throw redirect({ to: '/', replace: true })
    storedToken.clear()
  } catch (error) {
    if (isRedirect(error)) throw error
    // Only a refusal ends the session; a server that is down does not.
    if (error instanceof ApiError && error.code === 401) storedToken.clear()
  }
}

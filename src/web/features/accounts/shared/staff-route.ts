import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { sessionQuery } from './session.ts'

/** The root of all routes; the app gives it its component. */
export const rootRoute = createRootRoute()

/** The parent of every screen behind the login; the app gives it the shell. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: requireToken,
  loader: prefetchStaff,
})

/** Leads to /login without a stored token. */
function requireToken({ location }: { location: { href: string } }): void {
  if (storedToken.get() && storedToken.userId()) return
  storedToken.forget()
  throw redirect({ to: '/login', search: { next: location.href === '/' ? undefined : location.href } })
}

/** Fetches the user and the settings, in parallel with the screen's own data. */
function prefetchStaff(): void {
  void queryClient.prefetchQuery(sessionQuery)
  void queryClient.prefetchQuery(settingsQuery)
}

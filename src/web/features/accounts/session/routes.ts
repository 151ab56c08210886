import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { rootRoute } from '#web/features/accounts/shared/staff-route.ts'

/** Search params of the login. `next` is a path of this site, so never '//elsewhere'. */
const loginSearch = z.object({
  next: z
    .string()
    .regex(/^\/(?![/\\])/)
    .max(2000)
    .optional()
    .catch(undefined),
  /** Shows the login to somebody signed in, to confirm that it is them. The address has it as text. */
  again: z
    .literal(['true', true])
    .transform((): true => true)
    .optional()
    .catch(undefined),
})

export const sessionRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    validateSearch: loginSearch,
    // A part outside the first screen's JavaScript.
    beforeLoad: async ({ search }) => (await import('./skip-login.ts')).skipLogin(search.next, search.again),
    component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/first-run',
    component: lazyRouteComponent(() => import('./first-run-page.tsx'), 'FirstRunPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password/$token',
    component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
] as const

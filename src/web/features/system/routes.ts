import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'

export const systemRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/setup',
    component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/company',
    component: lazyRouteComponent(() => import('./company-page.tsx'), 'CompanyPage'),
  }),
] as const

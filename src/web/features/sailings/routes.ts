import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

const validateSearch = listSearch.loose()

export const sailingRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/sailings',
    validateSearch,
    component: lazyRouteComponent(() => import('./list/sailings-page.tsx'), 'SailingsPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/carriers',
    validateSearch,
    component: lazyRouteComponent(() => import('./carriers-page.tsx'), 'CarriersPage'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#web/lib/list/list-state.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'

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

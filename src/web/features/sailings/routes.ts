import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const sailingRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/sailings',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./list/sailings-page.tsx'), 'SailingsPage'),
  }),
] as const

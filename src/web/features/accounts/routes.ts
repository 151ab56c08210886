import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#web/lib/list/list-state.ts'
import { staffRoute } from './shared/staff-route.ts'

export const accountRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/staff',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./staff-page.tsx'), 'StaffPage'),
  }),
] as const

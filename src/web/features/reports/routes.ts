import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const reportRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/reports',
    // The page reads the search params, and the first screen does not load it.
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(async () => (await import('./load.ts')).loadReports(), 'ReportsPage'),
  }),
] as const

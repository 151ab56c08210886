import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

/** Locations in another form; the lists themselves are in the menu. */
export const locationRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/locations/by-city',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./locations-by-city-page.tsx'), 'LocationsByCityPage'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const carrierEventRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/carrier-events',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./list/carrier-events-page.tsx'), 'CarrierEventsPage'),
  }),
] as const

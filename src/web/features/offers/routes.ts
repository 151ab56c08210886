import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const offerRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/offers',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./offers-page.tsx'), 'OffersPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/offers/$offerId',
    component: lazyRouteComponent(() => import('./one-offer-page.tsx'), 'OneOfferPage'),
  }),
] as const

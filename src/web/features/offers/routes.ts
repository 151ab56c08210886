import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'
import { newOfferSearch } from './new-offer-search.ts'

export const offerRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/offers',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./list/offers-page.tsx'), 'OffersPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/offers/new',
    validateSearch: newOfferSearch,
    component: lazyRouteComponent(() => import('./new/new-offer-page.tsx'), 'NewOfferPage'),
  }),
] as const

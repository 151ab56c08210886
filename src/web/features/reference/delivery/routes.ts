import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const deliveryRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/delivery-time',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#web/lib/list/list-state.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'

export const deliveryRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/delivery-time',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const

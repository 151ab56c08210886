import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ofOneClient } from '#web/model/clients/client-route.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'
import { newOrderSearch } from './new-order-search.ts'

export const quoteRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/new-order/$userId',
    ...ofOneClient,
    validateSearch: newOrderSearch,
    component: lazyRouteComponent(() => import('./new-order-page.tsx'), 'NewOrderPage'),
  }),
] as const

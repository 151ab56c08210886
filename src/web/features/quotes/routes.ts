import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { ofOneClient } from '#web/features/clients/shared/client-route.ts'
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

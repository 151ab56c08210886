import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ofOneClient } from '#web/model/clients/client-route.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'

export const quoteRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/new-order/$userId',
    ...ofOneClient,
    component: lazyRouteComponent(() => import('./new-order-page.tsx'), 'NewOrderPage'),
  }),
] as const

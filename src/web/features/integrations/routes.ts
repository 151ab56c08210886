import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const integrationRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/integrations',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
  }),
] as const

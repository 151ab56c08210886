import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#web/lib/list/list-state.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'

export const integrationRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/integrations',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
  }),
] as const

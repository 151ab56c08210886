import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#web/lib/list/list-state.ts'
import { staffRoute } from '#web/model/session/staff-route.ts'

export const paperRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/document-requirements',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./requirements-page.tsx'), 'RequirementsPage'),
  }),
] as const

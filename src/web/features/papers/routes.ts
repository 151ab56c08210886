import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const paperRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/document-requirements',
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./requirements-page.tsx'), 'RequirementsPage'),
  }),
] as const

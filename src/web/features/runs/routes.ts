import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

const shared = { getParentRoute: () => staffRoute, validateSearch: listSearch.loose() }

export const runRoutes = [
  createRoute({ ...shared, path: '/runs', component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage') }),
  createRoute({
    ...shared,
    path: '/runs/$runId',
    component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
  }),
] as const

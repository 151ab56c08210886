import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '#web/features/accounts/shared/staff-route.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

export const mailInRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/inbox',
    // The page reads the search params, and the first screen does not load it.
    validateSearch: listSearch.loose(),
    component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
  }),
] as const
